// Agents of one goal that share a flow field through voxels.
#include "world/field_worlds.h"

enum { DRONES = 12, FUTURE = 60 };

/// A wall at x = 10, 11 with two holes: one above, one below.
static const VeerVoxelBox wall = {{10, 0, 0}, {12, 12, 12}};
static const VeerVoxelBox upper = {{10, 4, 8}, {12, 8, 11}}, lower = {{10, 4, 1}, {12, 8, 4}};
static const VeerVec3 goal = {19.5f, 6.5f, 9.5f};

static VeerWorldDef drones_def(uint32_t fields)
{
    VeerWorldDef def = veer_world_def_default();
    def.space = VEER_SPATIAL;
    def.max_agents = 64;
    def.max_obstacles = 4;
    def.map = veer_world_map_def_default(VEER_MAP_VOXELS);
    def.map.voxels.cells = (VeerVoxel){22, 12, 12};
    def.map.max_fields = fields;
    def.map.field_agents = 2;
    return def;
}

static void put(VeerWorld *world, VeerVoxelBox box, bool is_blocked)
{
    assert_int_equal(veer_world_voxels_fill(world, box, is_blocked), VEER_OK);
}

/// Drones in a block on one side, with one goal of radius 2 m on the other.
static VeerWorld *make_drones(const VeerWorldDef *def, bool is_reversed)
{
    VeerWorld *world = make_world_of(def);
    put(world, wall, true);
    put(world, upper, false);
    put(world, lower, false);
    for (int i = 0; i < DRONES; i++) {
        int n = is_reversed ? DRONES - 1 - i : i;
        VeerAgentDef drone = veer_agent_def_default();
        drone.id = (uint32_t)n + 1u;
        drone.position = vec3(2.0f + (float)(n % 3), 3.0f + 1.5f * (float)(n / 3), 8.5f);
        drone.radius = 0.3f;
        drone.max_speed = 2.0f;
        VeerAgentId agent = add_agent(world, &drone);
        assert_int_equal(veer_agent_route_to(world, agent, goal, 2.0f), VEER_OK);
    }
    return world;
}

static void expect_arrival(VeerWorld *world, int ticks)
{
    for (int tick = 0; tick < ticks; tick++) {
        step_times(world, 1, TICK);
        for (uint32_t slot = 0; slot < DRONES; slot++) {
            VeerVec3 at = read_agent(world, veer_agent_at(world, slot)).position;
            assert_true(veer_voxels_gap(veer_world_voxels(world), at, 1.0f) >= 0.99f * 0.3f);
        }
    }
    for (uint32_t slot = 0; slot < DRONES; slot++) {
        VeerAgentState state = read_agent(world, veer_agent_at(world, slot));
        assert_int_equal(state.status, VEER_AGENT_ARRIVED);
    }
}

static void drones_of_one_goal_share_a_field(void **unused)
{
    (void)unused;
    VeerWorldDef def = drones_def(1);
    VeerWorld *world = make_drones(&def, false);
    step_times(world, 3, TICK);
    assert_int_equal(count_shared(world, DRONES), DRONES);
    assert_non_null(veer_world_field(world, 0));
    VeerRouteState route = read_route(world, veer_agent_at(world, 0));
    assert_int_equal(route.status, VEER_ROUTE_WHOLE);
    assert_int_equal(route.point_count, 0);
    // From (2, 3, 8.5) through the hole: hardly longer than straight.
    float straight = length3(sub3(goal, vec3(2.0f, 3.0f, 8.5f)));
    assert_true(route.length >= straight - 0.2f && route.length <= 1.03f * straight);
    expect_arrival(world, 12 * 60);
    veer_world_destroy(world);
}

static void field_leads_round_a_door_that_closes(void **unused)
{
    (void)unused;
    VeerWorldDef def = drones_def(1);
    VeerWorld *world = make_drones(&def, false);
    step_times(world, 30, TICK);
    float before = read_route(world, veer_agent_at(world, 0)).length;
    put(world, upper, true);
    step_times(world, 5, TICK);
    assert_int_equal(count_shared(world, DRONES), DRONES);
    assert_true(read_route(world, veer_agent_at(world, 0)).length > before + 2.0f);
    expect_arrival(world, 18 * 60);
    veer_world_destroy(world);
}

static void few_drones_plan_alone(void **unused)
{
    (void)unused;
    VeerWorldDef def = drones_def(2);
    def.map.field_agents = 0;
    def.map.voxels.cells = (VeerVoxel){80, 60, 60};
    VeerWorld *world = make_drones(&def, false);
    step_times(world, 3, TICK);
    assert_int_equal(count_shared(world, DRONES), 0);
    veer_world_destroy(world);
}

static void rollback_gives_the_same_future_in_mid_field(void **unused)
{
    (void)unused;
    VeerWorldDef def = drones_def(2);
    def.map.budget = 40;
    for (int past = 1; past <= 7; past += 3) {
        VeerWorld *world = make_drones(&def, false), *other = make_drones(&def, false);
        step_times(world, past, TICK);
        Copy copy = copy_of(world);
        assert_int_equal(veer_world_restore(other, copy.block, copy.size), VEER_OK);
        expect_same_steps(world, other, FUTURE);
        free(copy.block);
        veer_world_destroy(world);
        veer_world_destroy(other);
    }
}

static void order_of_creation_changes_no_bit(void **unused)
{
    (void)unused;
    VeerWorldDef def = drones_def(2);
    VeerWorld *world = make_drones(&def, false), *other = make_drones(&def, true);
    expect_same_steps(world, other, 200);
    veer_world_destroy(world);
    veer_world_destroy(other);
}

static void drone_pushed_into_rock_finds_its_way_out(void **unused)
{
    (void)unused;
    VeerWorldDef def = drones_def(1);
    VeerWorld *world = make_drones(&def, false);
    VeerAgentId agent = veer_agent_at(world, 0);
    step_times(world, 3, TICK);
    // In the corner of the hole, where the field for its radius has no value.
    assert_int_equal(veer_agent_set_position(world, agent, vec3(10.6f, 4.32f, 8.32f)), VEER_OK);
    expect_arrival(world, 12 * 60);
    veer_world_destroy(world);
}

static void defs_out_of_range_are_refused(void **unused)
{
    (void)unused;
    VeerWorld *world = NULL;
    VeerWorldDef def = drones_def(1);
    def.map.has_crowds = true;
    assert_int_equal(veer_world_create(&def, &world), VEER_BAD_VALUE);
    def = drones_def(VEER_MAX_WORLD_FIELDS + 1);
    assert_int_equal(veer_world_create(&def, &world), VEER_BAD_VALUE);
    def = drones_def(1);
    def.map.voxels.cells = (VeerVoxel){4096, 4096, 4096};
    assert_int_equal(veer_world_create(&def, &world), VEER_BAD_VALUE);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(drones_of_one_goal_share_a_field),
        cmocka_unit_test(field_leads_round_a_door_that_closes),
        cmocka_unit_test(few_drones_plan_alone),
        cmocka_unit_test(rollback_gives_the_same_future_in_mid_field),
        cmocka_unit_test(order_of_creation_changes_no_bit),
        cmocka_unit_test(drone_pushed_into_rock_finds_its_way_out),
        cmocka_unit_test(defs_out_of_range_are_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
