// Agents with routes through the voxels of a spatial world.
#include "world/rollback.h"
#include "world/world_maker.h"

#include "base/random.h"

enum { TRAVELLERS = 10, FUTURE = 100 };

/// Voxels of 1 m with their corner at the origin.
static VeerWorldDef voxel_def(int32_t x, int32_t y, int32_t z)
{
    VeerWorldDef def = veer_world_def_default();
    def.space = VEER_SPATIAL;
    def.max_agents = 64;
    def.max_obstacles = 16;
    def.map = veer_world_map_def_default(VEER_MAP_VOXELS);
    def.map.voxels.cells = (VeerVoxel){x, y, z};
    return def;
}

static void put(VeerWorld *world, VeerVoxelBox box, bool is_blocked)
{
    assert_int_equal(veer_world_voxels_fill(world, box, is_blocked), VEER_OK);
}

/// A wall from rim to rim at x = 10, 11, and a hole in it of two by two.
static const VeerVoxelBox wall = {{10, 0, 0}, {12, 12, 12}}, hole = {{10, 8, 8}, {12, 10, 10}};

static VeerWorld *make_walled_world(bool has_hole)
{
    VeerWorldDef def = voxel_def(22, 12, 12);
    VeerWorld *world = make_world_of(&def);
    put(world, wall, true);
    put(world, hole, !has_hole);
    return world;
}

static VeerAgentId add_flyer(VeerWorld *world, VeerVec3 from, VeerVec3 to, float radius)
{
    VeerAgentDef def = veer_agent_def_default();
    def.position = from;
    def.radius = radius;
    def.max_speed = 2.0f;
    VeerAgentId agent = add_agent(world, &def);
    assert_int_equal(veer_agent_route_to(world, agent, to, 0.3f), VEER_OK);
    return agent;
}

static VeerRouteState read_route(const VeerWorld *world, VeerAgentId agent)
{
    VeerRouteState state;
    assert_int_equal(veer_agent_route(world, agent, &state), VEER_OK);
    return state;
}

static void expect_off_the_walls(const VeerWorld *world, VeerAgentId agent)
{
    VeerAgentState state = read_agent(world, agent);
    float gap = veer_voxels_gap(veer_world_voxels(world), state.position, 2.0f * state.radius);
    assert_true(gap >= 0.99f * state.radius);
}

static int step_until_done(VeerWorld *world, VeerAgentId agent, int most)
{
    int ticks = 0;
    VeerAgentStatus status = VEER_AGENT_MOVING;
    for (; ticks < most && status == VEER_AGENT_MOVING; ticks++) {
        step_times(world, 1, TICK);
        expect_off_the_walls(world, agent);
        status = read_agent(world, agent).status;
    }
    return ticks;
}

static const VeerVec3 west = {3.5f, 3.5f, 3.5f}, east = {18.5f, 3.5f, 3.5f};

static void route_leads_through_a_hole(void **unused)
{
    (void)unused;
    VeerWorld *world = make_walled_world(true);
    VeerAgentId agent = add_flyer(world, west, east, 0.4f);
    int ticks = step_until_done(world, agent, 1500);
    assert_int_equal(read_agent(world, agent).status, VEER_AGENT_ARRIVED);
    // At 2 m/s along about 2 · sqrt(6.5² + 5² + 5²) + 2 m.
    assert_in_range(ticks, 9 * 60, 12 * 60);
    veer_world_destroy(world);
}

static void route_through_a_hole_of_the_body_s_own_width(void **unused)
{
    (void)unused;
    VeerWorld *world = make_walled_world(false);
    put(world, (VeerVoxelBox){{10, 8, 8}, {12, 9, 9}}, false);
    VeerAgentId agent = add_flyer(world, west, east, 0.45f);
    step_until_done(world, agent, 3000);
    assert_int_equal(read_agent(world, agent).status, VEER_AGENT_ARRIVED);
    veer_world_destroy(world);
}

static void bodies_too_wide_for_the_hole_go_as_near_as_they_can(void **unused)
{
    (void)unused;
    VeerWorld *world = make_walled_world(true);
    VeerAgentId agent = add_flyer(world, west, east, 1.2f);
    step_until_done(world, agent, 1500);
    assert_int_equal(read_route(world, agent).status, VEER_ROUTE_PARTIAL);
    assert_int_equal(read_agent(world, agent).status, VEER_AGENT_BLOCKED);
    assert_true(read_agent(world, agent).position.x > 8.0f);
    veer_world_destroy(world);
}

static void door_that_opens_lets_on(void **unused)
{
    (void)unused;
    VeerWorld *world = make_walled_world(false);
    VeerAgentId agent = add_flyer(world, west, east, 0.4f);
    step_until_done(world, agent, 1500);
    assert_int_equal(read_agent(world, agent).status, VEER_AGENT_BLOCKED);
    put(world, hole, false);
    step_times(world, 1, TICK);
    assert_int_equal(read_route(world, agent).status, VEER_ROUTE_WHOLE);
    step_times(world, 60 * 15, TICK);
    assert_int_equal(read_agent(world, agent).status, VEER_AGENT_ARRIVED);
    veer_world_destroy(world);
}

static void door_that_closes_sends_another_way(void **unused)
{
    (void)unused;
    VeerWorld *world = make_walled_world(true);
    const VeerVoxelBox other = {{10, 0, 0}, {12, 2, 2}};
    put(world, other, false);
    VeerAgentId agent = add_flyer(world, (VeerVec3){3.5f, 8.5f, 8.5f}, east, 0.4f);
    step_times(world, 60, TICK);
    put(world, hole, true);
    step_times(world, 1, TICK);
    assert_int_equal(read_route(world, agent).status, VEER_ROUTE_WHOLE);
    // An edit off the path leaves it.
    step_times(world, 40, TICK);
    put(world, (VeerVoxelBox){{20, 10, 10}, {21, 11, 11}}, true);
    step_times(world, 1, TICK);
    assert_int_equal(veer_world_plan_stats(world).planned, 0);
    step_times(world, 60 * 15, TICK);
    assert_int_equal(read_agent(world, agent).status, VEER_AGENT_ARRIVED);
    veer_world_destroy(world);
}

static void voxels_are_walls_to_those_without_a_route(void **unused)
{
    (void)unused;
    VeerWorld *world = make_walled_world(false);
    VeerAgentDef def = veer_agent_def_default();
    def.position = west;
    def.radius = 0.4f;
    def.max_speed = 30.0f;
    VeerAgentId agent = add_agent(world, &def);
    assert_int_equal(veer_agent_go_to(world, agent, east, 0.1f), VEER_OK);
    for (int i = 0; i < 200; i++) {
        step_times(world, 1, TICK);
        expect_off_the_walls(world, agent);
    }
    def.position = (VeerVec3){3.5f, 9.5f, 9.5f};
    def.avoid_mask = 0;
    VeerAgentId ghost = add_agent(world, &def);
    assert_int_equal(veer_agent_go_to(world, ghost, (VeerVec3){18.5f, 9.5f, 9.5f}, 0.1f), VEER_OK);
    step_times(world, 200, TICK);
    assert_true(read_agent(world, ghost).position.x > 18.0f);
    veer_world_destroy(world);
}

static void agent_in_solid_rock_gives_up_at_once(void **unused)
{
    (void)unused;
    VeerWorldDef def = voxel_def(8, 8, 8);
    VeerWorld *world = make_world_of(&def);
    put(world, (VeerVoxelBox){{0, 0, 0}, {8, 8, 8}}, true);
    VeerAgentId agent = add_flyer(world, (VeerVec3){4, 4, 4}, (VeerVec3){6, 6, 6}, 0.3f);
    step_times(world, 1, TICK);
    assert_int_equal(read_route(world, agent).status, VEER_ROUTE_GIVEN_UP);
    veer_world_destroy(world);
}

static void aircraft_rounds_its_corners(void **unused)
{
    (void)unused;
    VeerWorldDef def = voxel_def(60, 60, 20);
    VeerWorld *world = make_world_of(&def);
    put(world, (VeerVoxelBox){{0, 20, 0}, {40, 40, 20}}, true);
    VeerAgentDef craft = veer_agent_def_default();
    craft.position = (VeerVec3){20, 10, 10};
    craft.radius = 0.5f;
    craft.max_speed = 3.0f;
    craft.max_acceleration = 6.0f;
    craft.max_braking = 6.0f;
    craft.max_turn_rate = 1.0f;
    VeerAgentId agent = add_agent(world, &craft);
    assert_int_equal(veer_agent_route_to(world, agent, (VeerVec3){20, 50, 10}, 1.0f), VEER_OK);
    step_until_done(world, agent, 60 * 60);
    assert_int_equal(read_agent(world, agent).status, VEER_AGENT_ARRIVED);
    veer_world_destroy(world);
}

static void calls_refuse_what_is_wrong(void **unused)
{
    (void)unused;
    VeerWorld *world = make_walled_world(true), *flat = make_world(VEER_PLANAR);
    VeerWorldDef def = voxel_def(5, 5, 5);
    VeerWorld *small = make_world_of(&def);
    assert_null(veer_world_grid(world));
    assert_null(veer_world_voxels(flat));
    assert_int_equal(veer_world_grid_fill(world, (VeerCellRect){{0, 0}, {1, 1}}, true),
                     VEER_BAD_VALUE);
    assert_int_equal(veer_world_voxels_fill(flat, wall, true), VEER_BAD_VALUE);
    assert_int_equal(veer_world_voxels_copy(flat, veer_world_voxels(world)), VEER_BAD_VALUE);
    assert_int_equal(veer_world_voxels_copy(small, veer_world_voxels(world)), VEER_BAD_VALUE);
    assert_int_equal(veer_world_voxels_copy(small, NULL), VEER_BAD_VALUE);
    uint64_t hash = veer_world_hash(world);
    put(world, (VeerVoxelBox){{-9, -9, -9}, {0, 90, 90}}, true); // all outside
    assert_true(veer_world_hash(world) == hash);
    VeerAgentId agent = add_flyer(world, west, east, 0.4f);
    assert_int_equal(veer_agent_set_covering(world, agent, true), VEER_BAD_VALUE);
    veer_world_destroy(world);
    veer_world_destroy(flat);
    veer_world_destroy(small);
}

static void defs_out_of_range_are_refused(void **unused)
{
    (void)unused;
    VeerWorld *world = NULL;
    VeerWorldDef def = voxel_def(5, 5, 5);
    def.space = VEER_PLANAR;
    assert_int_equal(veer_world_create(&def, &world), VEER_BAD_VALUE);
    def = voxel_def(5, 5, 5);
    def.map = veer_world_map_def_default(VEER_MAP_GRID); // a grid is planar
    assert_int_equal(veer_world_create(&def, &world), VEER_BAD_VALUE);
    def = voxel_def(0, 5, 5);
    assert_int_equal(veer_world_create(&def, &world), VEER_BAD_VALUE);
    def = voxel_def(5, 5, 5);
    def.map.budget = 0;
    assert_int_equal(veer_world_create(&def, &world), VEER_BAD_VALUE);
}

static void copied_voxels_are_as_the_others(void **unused)
{
    (void)unused;
    VeerWorld *from = make_walled_world(true), *to = make_walled_world(false);
    assert_true(veer_world_hash(from) != veer_world_hash(to));
    assert_int_equal(veer_world_voxels_copy(to, veer_world_voxels(from)), VEER_OK);
    assert_true(veer_world_hash(from) == veer_world_hash(to));
    veer_world_destroy(from);
    veer_world_destroy(to);
}

/// Rock with gaps of a few voxels, and a budget so small that a search takes many ticks.
static VeerWorldDef busy_def(uint32_t budget)
{
    VeerWorldDef def = voxel_def(40, 30, 24);
    def.map.budget = budget;
    return def;
}

static void fill_busy(VeerWorld *world, bool is_reversed)
{
    for (uint64_t i = 0; i < 60; i++) {
        VeerVoxel at = {8 + (int32_t)(veer_random_u64(3, 1, i) % 24),
                        (int32_t)(veer_random_u64(3, 2, i) % 28),
                        (int32_t)(veer_random_u64(3, 3, i) % 22)};
        put(world, (VeerVoxelBox){at, {at.x + 2, at.y + 9, at.z + 6}}, true);
    }
    for (int i = 0; i < TRAVELLERS; i++) {
        int n = is_reversed ? TRAVELLERS - 1 - i : i;
        VeerAgentDef def = veer_agent_def_default();
        def.id = (uint32_t)n + 1u;
        bool is_eastward = n % 2 != 0;
        float y = 2.5f + 2.5f * (float)n, z = 3.5f + 1.7f * (float)n;
        def.position = vec3(is_eastward ? 2.5f : 37.5f, y, z);
        def.radius = n % 3 ? 0.3f : 0.6f;
        VeerAgentId agent = add_agent(world, &def);
        VeerVec3 goal = vec3(is_eastward ? 37.5f : 2.5f, 29.0f - y, 23.0f - z);
        assert_int_equal(veer_agent_route_to(world, agent, goal, 0.4f), VEER_OK);
    }
}

static VeerWorld *make_busy(uint32_t budget, bool is_reversed)
{
    VeerWorldDef def = busy_def(budget);
    VeerWorld *world = make_world_of(&def);
    fill_busy(world, is_reversed);
    return world;
}

static void fill_in(VeerWorld *world, int tick)
{
    if (tick == 50) {
        put(world, (VeerVoxelBox){{18, 0, 0}, {20, 25, 20}}, true);
    }
}

static void rollback_gives_the_same_future_in_mid_search(void **unused)
{
    (void)unused;
    for (int past = 1; past <= 31; past += 15) {
        VeerWorld *world = make_busy(3, false), *other = make_busy(3, false);
        step_times(world, past, TICK);
        expect_same_future(world, other, fill_in, past, FUTURE);
        veer_world_destroy(world);
        veer_world_destroy(other);
    }
}

static void order_of_creation_changes_no_bit(void **unused)
{
    (void)unused;
    VeerWorld *world = make_busy(20, false), *other = make_busy(20, true);
    expect_same_steps(world, other, 200);
    veer_world_destroy(world);
    veer_world_destroy(other);
}

static void step_allocates_nothing(void **unused)
{
    (void)unused;
    VeerTestAllocator counting = {0};
    VeerWorldDef def = busy_def(500);
    def.allocator = veer_test_allocator(&counting);
    VeerWorld *world = make_world_of(&def);
    fill_busy(world, false);
    expect_no_allocation(world, &counting, 60);
}

static void all_arrive_off_the_walls(void **unused)
{
    (void)unused;
    VeerWorld *world = make_busy(20000, false);
    for (int tick = 0; tick < 60 * 80; tick++) {
        step_times(world, 1, TICK);
        for (uint32_t slot = 0; tick % 6 == 0 && slot < TRAVELLERS; slot++) {
            expect_off_the_walls(world, veer_agent_at(world, slot));
        }
    }
    for (uint32_t slot = 0; slot < TRAVELLERS; slot++) {
        VeerAgentState state = read_agent(world, veer_agent_at(world, slot));
        assert_int_equal(state.status, VEER_AGENT_ARRIVED);
    }
    veer_world_destroy(world);
}

static void fast_ones_keep_off_scattered_voxels(void **unused)
{
    (void)unused;
    VeerWorldDef def = voxel_def(60, 20, 20);
    VeerWorld *world = make_world_of(&def);
    for (uint64_t i = 0; i < 900; i++) {
        VeerVoxel at = {5 + (int32_t)(veer_random_u64(4, 1, i) % 50),
                        (int32_t)(veer_random_u64(4, 2, i) % 20),
                        (int32_t)(veer_random_u64(4, 3, i) % 20)};
        put(world, (VeerVoxelBox){at, {at.x + 1, at.y + 1, at.z + 1}}, true);
    }
    VeerAgentId agents[6];
    for (int i = 0; i < 6; i++) {
        float y = 2.5f + 3.0f * (float)i;
        agents[i] = add_flyer(world, vec3(2.5f, y, 5.5f), vec3(57.5f, 20.0f - y, 14.5f), 0.4f);
        assert_int_equal(veer_agent_set_max_speed(world, agents[i], 14.0f), VEER_OK);
    }
    for (int tick = 0; tick < 60 * 10; tick++) {
        step_times(world, 1, TICK);
        for (int i = 0; i < 6; i++) {
            expect_off_the_walls(world, agents[i]);
        }
    }
    for (int i = 0; i < 6; i++) {
        assert_int_equal(read_agent(world, agents[i]).status, VEER_AGENT_ARRIVED);
    }
    veer_world_destroy(world);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(route_leads_through_a_hole),
        cmocka_unit_test(route_through_a_hole_of_the_body_s_own_width),
        cmocka_unit_test(bodies_too_wide_for_the_hole_go_as_near_as_they_can),
        cmocka_unit_test(door_that_opens_lets_on),
        cmocka_unit_test(door_that_closes_sends_another_way),
        cmocka_unit_test(voxels_are_walls_to_those_without_a_route),
        cmocka_unit_test(agent_in_solid_rock_gives_up_at_once),
        cmocka_unit_test(aircraft_rounds_its_corners),
        cmocka_unit_test(calls_refuse_what_is_wrong),
        cmocka_unit_test(defs_out_of_range_are_refused),
        cmocka_unit_test(copied_voxels_are_as_the_others),
        cmocka_unit_test(rollback_gives_the_same_future_in_mid_search),
        cmocka_unit_test(order_of_creation_changes_no_bit),
        cmocka_unit_test(step_allocates_nothing),
        cmocka_unit_test(all_arrive_off_the_walls),
        cmocka_unit_test(fast_ones_keep_off_scattered_voxels),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
