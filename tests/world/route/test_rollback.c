// Routes are state: saved, restored, hashed, in mid-search too, whatever the order of creation.
#include "world/map_maker.h"
#include "world/rollback.h"

enum { SIZE = 48, TRAVELLERS = 12, FUTURE = 150 };

/// A world with bars across paths, rocks that move over the map, and a budget so small that a
/// search takes many ticks.
static VeerWorldDef busy_map_def(uint32_t budget)
{
    VeerWorldDef def = map_def(SIZE, SIZE);
    def.map.budget = budget;
    def.bounds = (VeerBounds){{0, 0, 0}, {SIZE, SIZE, 0}};
    return def;
}

static void fill_busy_map(VeerWorld *world, bool is_reversed)
{
    for (int32_t i = 0; i < 9; i++) {
        int32_t begin = i % 2 ? 0 : 4, x = 4 + 5 * i;
        VeerCellRect bar = {{x, begin}, {x + 1, begin + SIZE - 4}};
        assert_int_equal(veer_world_grid_fill(world, bar, true), VEER_OK);
    }
    for (int i = 0; i < 3; i++) {
        VeerObstacleId rock =
            add_moving_ball(world, VEER_MOTION_FREE, vec3(7.0f + 10.0f * (float)i, 20, 0),
                            vec3(0.3f, 2.0f, 0), 0.5f);
        assert_int_equal(veer_obstacle_set_covering(world, rock, true), VEER_OK);
    }
    for (int i = 0; i < TRAVELLERS; i++) {
        int n = is_reversed ? TRAVELLERS - 1 - i : i;
        VeerAgentDef def = veer_agent_def_default();
        def.id = (uint32_t)n + 1u;
        def.position = vec3(1.0f + 1.5f * (float)(n % 2), 2.0f + 3.0f * (float)n, 0);
        def.radius = n % 3 ? 0.2f : 0.45f;
        VeerAgentId agent = add_agent(world, &def);
        VeerVec3 goal = vec3(46.5f, 45.5f - 3.0f * (float)n, 0);
        assert_int_equal(veer_agent_route_to(world, agent, goal, 0.4f), VEER_OK);
    }
}

static VeerWorld *make_busy_map(uint32_t budget, bool is_reversed)
{
    VeerWorldDef def = busy_map_def(budget);
    VeerWorld *world = make_world_of(&def);
    fill_busy_map(world, is_reversed);
    return world;
}

static void open_door(VeerWorld *world, int tick)
{
    if (tick == 70) {
        VeerCellRect door = {{4, 20}, {5, 22}};
        assert_int_equal(veer_world_grid_fill(world, door, false), VEER_OK);
    }
}

static void expect_rollback(uint32_t budget, int past, bool is_fresh)
{
    VeerWorld *world = make_busy_map(budget, false);
    VeerWorldDef def = busy_map_def(budget);
    step_times(world, past, TICK);
    VeerWorld *other = is_fresh ? make_world_of(&def) : world;
    expect_same_future(world, other, open_door, past, FUTURE);
    veer_world_destroy(world);
    if (is_fresh) {
        veer_world_destroy(other);
    }
}

static void rollback_gives_the_same_future_in_mid_search(void **unused)
{
    (void)unused;
    for (int past = 1; past <= 41; past += 20) {
        expect_rollback(3, past, false);
        expect_rollback(3, past, true);
        expect_rollback(200, past, true);
    }
}

static void search_under_way_is_part_of_the_test_above(void **unused)
{
    (void)unused;
    VeerWorld *world = make_busy_map(3, false);
    step_times(world, 1, TICK);
    assert_int_equal(veer_world_plan_stats(world).planned, 0);
    assert_int_equal(veer_world_plan_stats(world).expansions, 3);
    assert_int_equal(veer_world_plan_stats(world).waiting, TRAVELLERS);
    veer_world_destroy(world);
}

static void edit_before_a_save_is_not_forgotten(void **unused)
{
    (void)unused;
    VeerWorld *world = make_busy_map(100000, false);
    step_times(world, 30, TICK);
    VeerCellRect gate = {{4, 0}, {5, 4}};
    assert_int_equal(veer_world_grid_fill(world, gate, true), VEER_OK);
    expect_same_future(world, world, NULL, 100, FUTURE);
    veer_world_destroy(world);
}

static void order_of_creation_changes_no_bit(void **unused)
{
    (void)unused;
    VeerWorld *world = make_busy_map(40, false), *other = make_busy_map(40, true);
    expect_same_steps(world, other, 300);
    veer_world_destroy(world);
    veer_world_destroy(other);
}

static void step_with_routes_allocates_nothing(void **unused)
{
    (void)unused;
    VeerTestAllocator counting = {0};
    VeerWorldDef def = busy_map_def(500);
    def.allocator = veer_test_allocator(&counting);
    VeerWorld *world = make_world_of(&def);
    fill_busy_map(world, false);
    expect_no_allocation(world, &counting, 120);
}

static void all_arrive_off_the_walls(void **unused)
{
    (void)unused;
    VeerWorldDef def = busy_map_def(20000);
    VeerWorld *world = make_world_of(&def);
    fill_busy_map(world, false);
    for (int tick = 0; tick < 60 * 420; tick++) {
        step_times(world, 1, TICK);
        for (uint32_t slot = 0; tick % 6 == 0 && slot < TRAVELLERS; slot++) {
            assert_true(depth_in_map(world, veer_agent_at(world, slot)) <= 0.01f);
        }
    }
    for (uint32_t slot = 0; slot < TRAVELLERS; slot++) {
        VeerAgentState state = read_agent(world, veer_agent_at(world, slot));
        assert_int_equal(state.status, VEER_AGENT_ARRIVED);
    }
    veer_world_destroy(world);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(rollback_gives_the_same_future_in_mid_search),
        cmocka_unit_test(search_under_way_is_part_of_the_test_above),
        cmocka_unit_test(edit_before_a_save_is_not_forgotten),
        cmocka_unit_test(order_of_creation_changes_no_bit),
        cmocka_unit_test(step_with_routes_allocates_nothing),
        cmocka_unit_test(all_arrive_off_the_walls),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
