// Bodies that cover the voxels of a world.
#include "world/world_maker.h"

enum { ROCKS = 8, SIDE = 16, FUTURE = 120 };

static VeerWorldDef cover_def(void)
{
    VeerWorldDef def = veer_world_def_default();
    def.space = VEER_SPATIAL;
    def.max_agents = 16;
    def.max_obstacles = 16;
    def.map = veer_world_map_def_default(VEER_MAP_VOXELS);
    def.map.has_covers = true;
    def.map.voxels.cells = (VeerVoxel){SIDE, SIDE, SIDE};
    return def;
}

static void put(VeerWorld *world, VeerVoxelBox box, bool is_blocked)
{
    assert_int_equal(veer_world_voxels_fill(world, box, is_blocked), VEER_OK);
}

static float axis_gap(float point, int32_t index)
{
    return max_f(max_f((float)index - point, point - (float)(index + 1)), 0.0f);
}

static bool covers(VeerVec3 middle, float radius, VeerVoxel at)
{
    float x = axis_gap(middle.x, at.x), y = axis_gap(middle.y, at.y), z = axis_gap(middle.z, at.z);
    return x * x < radius * radius - (y * y + z * z);
}

/// Whether a voxel is blocked, or covered: by balls, or agents at rest.
static bool is_taken(const VeerWorld *world, VeerVoxel at)
{
    bool is_taken = veer_voxels_is_blocked(veer_world_voxels(world), at);
    for (uint32_t slot = 0; slot < veer_obstacle_slot_count(world); slot++) {
        VeerObstacleState ball;
        bool is_there = veer_obstacle_get(world, veer_obstacle_at(world, slot), &ball) == VEER_OK;
        is_taken = is_taken || (is_there && covers(ball.position, ball.radius, at));
    }
    for (uint32_t slot = 0; slot < veer_agent_slot_count(world); slot++) {
        VeerAgentState agent = read_agent(world, veer_agent_at(world, slot));
        bool stands = agent.status == VEER_AGENT_ARRIVED || agent.status == VEER_AGENT_IDLE;
        is_taken = is_taken || (stands && covers(agent.position, agent.radius, at));
    }
    return is_taken;
}

static VeerVoxel voxel_of(int32_t number)
{
    return (VeerVoxel){number % SIDE, number / SIDE % SIDE, number / SIDE / SIDE};
}

static VeerAgentId add_drone(VeerWorld *world, VeerVec3 from, VeerVec3 to)
{
    VeerAgentDef def = veer_agent_def_default();
    def.position = from;
    def.radius = 0.3f;
    def.max_speed = 3.0f;
    VeerAgentId agent = add_agent(world, &def);
    assert_int_equal(veer_agent_route_to(world, agent, to, 0.3f), VEER_OK);
    assert_int_equal(veer_agent_set_covering(world, agent, true), VEER_OK);
    return agent;
}

/// Rocks that fly about a hall with a pillar, and drones among them.
static VeerWorld *make_busy(uint32_t seed, VeerObstacleId *rocks)
{
    Dice dice = make_dice(seed);
    VeerWorldDef def = cover_def();
    def.map.budget = 60;
    VeerWorld *world = make_world_of(&def);
    put(world, (VeerVoxelBox){{7, 7, 0}, {9, 9, SIDE}}, true);
    for (int i = 0; i < ROCKS; i++) {
        VeerVec3 at = vec3(2.0f + 1.6f * (float)i, 3.0f, roll(&dice, 2.0f, 14.0f));
        float radius = roll(&dice, 0.3f, 1.2f);
        rocks[i] = add_moving_ball(world, VEER_MOTION_FREE, at, roll3(&dice, 6.0f), radius);
        assert_int_equal(veer_obstacle_set_covering(world, rocks[i], true), VEER_OK);
    }
    for (int i = 0; i < 6; i++) {
        float height = 2.0f + 2.2f * (float)i;
        (void)add_drone(world, vec3(2.0f, 12.0f, height), vec3(14.0f, 12.0f, 16.0f - height));
    }
    return world;
}

static void covered_voxels_equal_brute_force_at_every_tick(void **unused)
{
    (void)unused;
    VeerObstacleId rocks[ROCKS];
    VeerWorld *world = make_busy(11, rocks);
    static bool expected[SIDE * SIDE * SIDE];
    for (int tick = 0; tick < 400; tick++) {
        if (tick == 150) {
            put(world, (VeerVoxelBox){{3, 3, 3}, {6, 6, 9}}, true);
            put(world, (VeerVoxelBox){{7, 7, 4}, {9, 9, 12}}, false);
        }
        if (tick == 250) {
            assert_int_equal(veer_obstacle_destroy(world, rocks[2]), VEER_OK);
        }
        // The map is that of the start of the tick.
        for (int32_t i = 0; i < SIDE * SIDE * SIDE; i++) {
            expected[i] = is_taken(world, voxel_of(i));
        }
        step_times(world, 1, TICK);
        const VeerVoxels *covered = veer_world_covered_voxels(world);
        for (int32_t i = 0; i < SIDE * SIDE * SIDE; i++) {
            assert_int_equal(veer_voxels_is_blocked(covered, voxel_of(i)), expected[i]);
        }
    }
    veer_world_destroy(world);
}

static void rollback_gives_the_same_future(void **unused)
{
    (void)unused;
    VeerObstacleId rocks[ROCKS];
    for (int past = 1; past <= 61; past += 30) {
        VeerWorld *world = make_busy(12, rocks), *other = make_busy(12, rocks);
        step_times(world, past, TICK);
        Copy copy = copy_of(world);
        assert_int_equal(veer_world_restore(other, copy.block, copy.size), VEER_OK);
        expect_same_steps(world, other, FUTURE);
        free(copy.block);
        veer_world_destroy(world);
        veer_world_destroy(other);
    }
}

/// A wall at x = 7, 8 with a hole in front of the drone, and a distant one.
static VeerWorld *make_two_holes(VeerObstacleMotion motion, VeerVec3 velocity, VeerVec3 at)
{
    VeerWorldDef def = cover_def();
    VeerWorld *world = make_world_of(&def);
    put(world, (VeerVoxelBox){{7, 0, 0}, {9, SIDE, SIDE}}, true);
    put(world, (VeerVoxelBox){{7, 3, 3}, {9, 6, 6}}, false);
    put(world, (VeerVoxelBox){{7, 11, 11}, {9, 14, 14}}, false);
    VeerObstacleId rock = add_moving_ball(world, motion, at, velocity, 1.4f);
    assert_int_equal(veer_obstacle_set_covering(world, rock, true), VEER_OK);
    return world;
}

static VeerRouteState read_route(const VeerWorld *world, VeerAgentId agent)
{
    VeerRouteState state;
    assert_int_equal(veer_agent_route(world, agent, &state), VEER_OK);
    return state;
}

static void route_leads_round_what_covers_the_way(void **unused)
{
    (void)unused;
    VeerVec3 hole = {8.0f, 4.5f, 4.5f}, goal = {14.0f, 4.5f, 4.5f};
    VeerWorld *world = make_two_holes(VEER_MOTION_STATIC, (VeerVec3){0}, hole);
    VeerAgentId agent = add_drone(world, vec3(2.0f, 4.5f, 4.5f), goal);
    step_times(world, 1, TICK);
    assert_int_equal(read_route(world, agent).status, VEER_ROUTE_WHOLE);
    assert_true(read_route(world, agent).length > 20.0f);
    step_times(world, 60 * 14, TICK);
    assert_int_equal(read_agent(world, agent).status, VEER_AGENT_ARRIVED);
    veer_world_destroy(world);
}

static void what_flies_into_the_way_has_it_planned_anew(void **unused)
{
    (void)unused;
    VeerVec3 goal = {14.0f, 4.5f, 4.5f};
    // It comes from the other side, and closes the hole when the drone is half way there.
    VeerWorld *world =
        make_two_holes(VEER_MOTION_VELOCITY, vec3(-2.0f, 0.0f, 0.0f), vec3(11.5f, 4.5f, 4.5f));
    VeerAgentId agent = add_drone(world, vec3(0.5f, 4.5f, 4.5f), goal);
    assert_int_equal(veer_agent_set_max_speed(world, agent, 1.0f), VEER_OK);
    step_times(world, 1, TICK);
    float length = read_route(world, agent).length;
    step_times(world, 90, TICK);
    VeerObstacleId rock = veer_obstacle_at(world, 0);
    assert_int_equal(veer_obstacle_set_velocity(world, rock, (VeerVec3){0}), VEER_OK);
    step_times(world, 60, TICK);
    assert_true(read_route(world, agent).length > length);
    step_times(world, 60 * 40, TICK);
    assert_int_equal(read_agent(world, agent).status, VEER_AGENT_ARRIVED);
    veer_world_destroy(world);
}

static void nothing_covers_voxels_unless_asked_for(void **unused)
{
    (void)unused;
    VeerWorldDef def = cover_def();
    def.map.has_covers = false;
    VeerWorld *world = make_world_of(&def);
    VeerObstacleId rock =
        add_moving_ball(world, VEER_MOTION_STATIC, vec3(4, 4, 4), (VeerVec3){0}, 1.0f);
    assert_int_equal(veer_obstacle_set_covering(world, rock, true), VEER_BAD_VALUE);
    assert_ptr_equal(veer_world_covered_voxels(world), veer_world_voxels(world));
    veer_world_destroy(world);
    VeerWorld *flat = make_world(VEER_PLANAR);
    assert_null(veer_world_covered_voxels(flat));
    veer_world_destroy(flat);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(covered_voxels_equal_brute_force_at_every_tick),
        cmocka_unit_test(rollback_gives_the_same_future),
        cmocka_unit_test(route_leads_round_what_covers_the_way),
        cmocka_unit_test(what_flies_into_the_way_has_it_planned_anew),
        cmocka_unit_test(nothing_covers_voxels_unless_asked_for),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
