// Shared fields are state: saved, restored, hashed, also while they are computed.
#include "world/field_worlds.h"
#include "world/rollback.h"

enum { FUTURE = 120 };

static VeerWorldDef busy_def(uint32_t budget, bool has_crowds)
{
    VeerWorldDef def = fields_def(48, 48, 3);
    def.map.budget = budget;
    def.map.has_crowds = has_crowds;
    return def;
}

static void fill_busy(VeerWorld *world, bool is_reversed)
{
    for (int32_t i = 0; i < 4; i++) {
        int32_t begin = i % 2 ? 0 : 6, x = 8 + 9 * i;
        VeerCellRect bar = {{x, begin}, {x + 1, begin + 42}};
        assert_int_equal(veer_world_grid_fill(world, bar, true), VEER_OK);
    }
    VeerObstacleId rock =
        add_moving_ball(world, VEER_MOTION_FREE, vec3(30, 20, 0), vec3(0.3f, 1.0f, 0), 0.5f);
    assert_int_equal(veer_obstacle_set_covering(world, rock, true), VEER_OK);
    for (int i = 0; i < 24; i++) {
        int n = is_reversed ? 23 - i : i;
        VeerAgentDef def = veer_agent_def_default();
        def.id = (uint32_t)n + 1u;
        def.position = vec3(1.0f + (float)(n % 6), 3.0f + 2.0f * (float)(n / 6), 0);
        def.radius = 0.3f;
        VeerAgentId agent = add_agent(world, &def);
        VeerVec3 goal = vec3(45.5f, n % 2 ? 10.5f : 40.5f, 0);
        assert_int_equal(veer_agent_route_to(world, agent, goal, 1.0f), VEER_OK);
    }
}

static VeerWorld *make_busy(uint32_t budget, bool has_crowds, bool is_reversed)
{
    VeerWorldDef def = busy_def(budget, has_crowds);
    VeerWorld *world = make_world_of(&def);
    fill_busy(world, is_reversed);
    return world;
}

static void expect_rollback(uint32_t budget, bool has_crowds, int past)
{
    VeerWorld *world = make_busy(budget, has_crowds, false);
    VeerWorldDef def = busy_def(budget, has_crowds);
    VeerWorld *other = make_world_of(&def);
    step_times(world, past, TICK);
    Copy copy = copy_of(world);
    expect_same_future(world, world, NULL, past, FUTURE);
    assert_int_equal(veer_world_restore(world, copy.block, copy.size), VEER_OK);
    expect_same_future(world, other, NULL, past, FUTURE);
    free(copy.block);
    veer_world_destroy(world);
    veer_world_destroy(other);
}

static void rollback_goes_on_in_the_middle_of_a_field(void **unused)
{
    (void)unused;
    for (int past = 2; past <= 42; past += 40) {
        expect_rollback(20, false, past);
        expect_rollback(20, true, past);
        expect_rollback(4000, true, past);
    }
}

static void order_of_creation_is_nothing_to_fields(void **unused)
{
    (void)unused;
    VeerWorld *world = make_busy(60, true, false), *other = make_busy(60, true, true);
    expect_same_steps(world, other, 250);
    assert_int_equal(count_shared(world, 24), 24);
    veer_world_destroy(world);
    veer_world_destroy(other);
}

static void step_with_fields_allocates_nothing(void **unused)
{
    (void)unused;
    VeerTestAllocator counting = {0};
    VeerWorldDef def = busy_def(500, true);
    def.allocator = veer_test_allocator(&counting);
    VeerWorld *world = make_world_of(&def);
    fill_busy(world, false);
    expect_no_allocation(world, &counting, 120);
}

static void fields_stay_within_the_budget(void **unused)
{
    (void)unused;
    VeerWorld *world = make_busy(20, false, false);
    step_times(world, 3, TICK);
    assert_int_equal(count_shared(world, 24), 0);
    assert_int_equal(veer_world_plan_stats(world).waiting, 24);
    step_times(world, 60, TICK);
    assert_int_equal(count_shared(world, 24), 24);
    assert_int_equal(veer_world_plan_stats(world).waiting, 0);
    veer_world_destroy(world);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(rollback_goes_on_in_the_middle_of_a_field),
        cmocka_unit_test(order_of_creation_is_nothing_to_fields),
        cmocka_unit_test(step_with_fields_allocates_nothing),
        cmocka_unit_test(fields_stay_within_the_budget),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
