// Foresight: agents that plan where to be when. They avoid by nothing else here.
#include "world/world_maker.h"

#include "veer/foresight.h"

#include <stdio.h>

#define DT (1.0f / 30.0f)

/// 50 × 40 cells of 1 m from the origin on, 16 s ahead; in space 10 deep.
static VeerWorldDef def_of(VeerSpace space)
{
    VeerWorldDef def = veer_world_def_default();
    def.space = space;
    def.max_agents = 8;
    def.max_obstacles = 16;
    def.foresight.has_window = true;
    def.foresight.window.width = 50;
    def.foresight.window.height = 40;
    def.foresight.window.depth = space == VEER_SPATIAL ? 10 : 0;
    def.foresight.window.tick = 0.25f;
    return def;
}

static VeerWorld *make(VeerSpace space)
{
    VeerWorldDef def = def_of(space);
    return make_world_of(&def);
}

/// One that goes from (5, 20) to (45, 20) at 2 m/s, and is in the middle after 10 s.
static VeerAgentId add_walker(VeerWorld *world, float height)
{
    VeerAgentDef def = veer_agent_def_default();
    def.position = vec3(5.0f, 20.0f, height);
    def.model = VEER_AVOID_NONE;
    def.radius = 0.5f;
    def.max_speed = 2.0f;
    VeerAgentId agent = add_agent(world, &def);
    assert_int_equal(veer_agent_set_foresight(world, agent, true), VEER_OK);
    assert_int_equal(veer_agent_go_to(world, agent, vec3(45.0f, 20.0f, height), 0.5f), VEER_OK);
    return agent;
}

static VeerForesightState read(const VeerWorld *world, VeerAgentId agent)
{
    VeerForesightState state;
    assert_int_equal(veer_agent_foresight(world, agent, &state), VEER_OK);
    return state;
}

/// Steps until the agent has arrived, untouched by all balls. @return s
static double walk(VeerWorld *world, VeerAgentId agent, double most)
{
    while (veer_world_time(world) < most) {
        step_times(world, 1, DT);
        VeerAgentState own = read_agent(world, agent);
        for (uint32_t slot = 0; slot < veer_obstacle_slot_count(world); ++slot) {
            VeerObstacleState ball;
            VeerObstacleId id = veer_obstacle_at(world, slot);
            bool is_ball =
                veer_obstacle_get(world, id, &ball) == VEER_OK && ball.shape == VEER_SHAPE_BALL;
            ball = is_ball ? ball : (VeerObstacleState){.radius = 0.0f};
            float gap = length3(sub3(ball.position, own.position)) - ball.radius - own.radius;
            assert_true(!is_ball || gap > 0.0f);
        }
        if (own.status == VEER_AGENT_ARRIVED) {
            return veer_world_time(world);
        }
    }
    fail_msg("not there after %g s", most);
    return most;
}

static void what_is_free_when_it_gets_there_is_gone_straight(void **unused)
{
    (void)unused;
    VeerWorld *world = make(VEER_PLANAR);
    VeerAgentId agent = add_walker(world, 0.0f);
    // On the way now, but gone by then.
    add_moving_ball(world, VEER_MOTION_VELOCITY, vec3(25, 20, 0), vec3(0, 1, 0), 3.0f);
    step_times(world, 5, DT);
    VeerForesightState state = read(world, agent);
    assert_true(state.is_on);
    assert_int_equal(state.status, VEER_FORESIGHT_STRAIGHT);
    assert_int_equal(state.plans, 0);
    assert_true(walk(world, agent, 30.0) < 19.9);
    step_times(world, 1, DT);
    assert_int_equal(read(world, agent).plans, 0);
    assert_int_equal(read(world, agent).status, VEER_FORESIGHT_NONE);
    veer_world_destroy(world);
}

static void one_plan_slips_through_behind_a_rock(void **unused)
{
    (void)unused;
    for (int space = 0; space < 2; ++space) {
        VeerWorld *world = make((VeerSpace)space);
        VeerAgentId agent = add_walker(world, 5.0f);
        add_moving_ball(world, VEER_MOTION_FREE, vec3(25, 10, 5), vec3(0, 1, 0), 3.0f);
        step_times(world, 5, DT);
        VeerForesightState state = read(world, agent);
        assert_int_equal(state.status, VEER_FORESIGHT_WHOLE);
        VeerTimedPoint points[24];
        assert_int_equal(veer_agent_foresight_points(world, agent, points, 24), state.point_count);
        assert_true(points[0].time < 0.0f && points[0].position.x < 6.0f);
        assert_near3(points[state.point_count - 1].position, vec3(45, 20, space ? 5.0f : 0.0f), 0);
        // 19.75 s straight on.
        assert_true(walk(world, agent, 40.0) < 23.0);
        assert_int_equal(read(world, agent).plans, 1);
        veer_world_destroy(world);
    }
}

static void it_plans_anew_when_the_prediction_breaks(void **unused)
{
    (void)unused;
    VeerWorld *world = make(VEER_PLANAR);
    VeerAgentId agent = add_walker(world, 0.0f);
    VeerObstacleId rock =
        add_moving_ball(world, VEER_MOTION_VELOCITY, vec3(25, 10, 0), vec3(0, 1, 0), 3.0f);
    step_times(world, 150, DT);
    assert_int_equal(read(world, agent).plans, 1);
    // It turns and comes towards the walker.
    assert_int_equal(veer_obstacle_set_velocity(world, rock, vec3(-1.0f, 0.3f, 0)), VEER_OK);
    (void)walk(world, agent, 60.0);
    assert_in_range(read(world, agent).plans, 2, 6);
    veer_world_destroy(world);
}

static void orbits_and_tethers_are_foreseen(void **unused)
{
    (void)unused;
    VeerObstacleDef orbiting = veer_obstacle_def_default(), swinging = orbiting;
    orbiting.motion = VEER_MOTION_ORBIT;
    orbiting.orbit =
        (VeerOrbit){.centre = {25, 20, 0}, .semi_major = 8, .semi_minor = 8, .rate = 0.3f};
    swinging.motion = VEER_MOTION_FREE;
    swinging.position = vec3(25.0f, 31.0f, 0.0f);
    swinging.tether = (VeerTether){.anchor = {25, 20, 0}, .stiffness = 0.1f};
    orbiting.radius = swinging.radius = 2.0f;
    const VeerObstacleDef *defs[] = {&orbiting, &swinging};
    for (int i = 0; i < 2; ++i) {
        VeerWorld *world = make(VEER_PLANAR);
        VeerAgentId agent = add_walker(world, 0.0f);
        add_obstacle(world, defs[i]);
        assert_true(walk(world, agent, 60.0) < 35.0);
        // What lies beyond the 16 s of the window comes as a surprise.
        assert_in_range(read(world, agent).plans, 0, 5);
        veer_world_destroy(world);
    }
}

static void walls_and_what_stands_are_gone_round(void **unused)
{
    (void)unused;
    VeerWorld *world = make(VEER_PLANAR);
    VeerAgentId agent = add_walker(world, 0.0f);
    const VeerVec3 wall[] = {{20, 0, 0}, {20, 25, 0}};
    add_chain(world, wall, 2);
    add_ball(world, vec3(30, 20, 0), 4.0f);
    (void)walk(world, agent, 60.0);
    assert_int_equal(read(world, agent).plans, 1);
    veer_world_destroy(world);
}

static void boxes_and_maps_stand_too(void **unused)
{
    (void)unused;
    VeerWorld *world = make(VEER_SPATIAL);
    VeerAgentId agent = add_walker(world, 5.0f);
    add_box(world, vec3(25, 20, 5), vec3(1, 6, 20));
    (void)walk(world, agent, 60.0);
    veer_world_destroy(world);
    VeerWorldDef def = def_of(VEER_SPATIAL);
    def.map = veer_world_map_def_default(VEER_MAP_VOXELS);
    world = make_world_of(&def);
    VeerVoxelBox block = {{20, 10, 0}, {22, 40, 9}};
    assert_int_equal(veer_world_voxels_fill(world, block, true), VEER_OK);
    agent = add_walker(world, 5.0f);
    (void)walk(world, agent, 60.0);
    veer_world_destroy(world);
    def = def_of(VEER_PLANAR);
    def.map = veer_world_map_def_default(VEER_MAP_GRID);
    world = make_world_of(&def);
    assert_int_equal(veer_world_grid_fill(world, (VeerCellRect){{20, 10}, {22, 40}}, true),
                     VEER_OK);
    agent = add_walker(world, 0.0f);
    (void)walk(world, agent, 60.0);
    // The door opens, and the next goes straight.
    assert_int_equal(veer_world_grid_fill(world, (VeerCellRect){{20, 10}, {22, 40}}, false),
                     VEER_OK);
    VeerAgentId next = add_walker(world, 0.0f);
    step_times(world, 8, DT);
    assert_int_equal(read(world, next).status, VEER_FORESIGHT_STRAIGHT);
    veer_world_destroy(world);
}

static void routes_are_walked_by_timed_ways(void **unused)
{
    (void)unused;
    VeerWorldDef def = def_of(VEER_PLANAR);
    def.map = veer_world_map_def_default(VEER_MAP_GRID);
    VeerWorld *world = make_world_of(&def);
    assert_int_equal(veer_world_grid_fill(world, (VeerCellRect){{20, 0}, {22, 34}}, true), VEER_OK);
    VeerAgentId agent = add_walker(world, 0.0f);
    assert_int_equal(veer_agent_route_to(world, agent, vec3(45, 20, 0), 0.5f), VEER_OK);
    // Through the gap, too, but the other way.
    add_moving_ball(world, VEER_MOTION_VELOCITY, vec3(40, 37, 0), vec3(-2, 0, 0), 1.5f);
    (void)walk(world, agent, 90.0);
    assert_in_range(read(world, agent).plans, 1, 4);
    // To where it cannot get, it goes by its route.
    assert_int_equal(veer_agent_route_to(world, agent, vec3(21, 20, 0), 0.5f), VEER_OK);
    step_times(world, 20, DT);
    assert_int_equal(read(world, agent).status, VEER_FORESIGHT_NONE);
    veer_world_destroy(world);
}

static void a_goal_that_is_taken_is_come_near_to(void **unused)
{
    (void)unused;
    VeerWorld *world = make(VEER_PLANAR);
    VeerAgentId agent = add_walker(world, 0.0f);
    VeerObstacleId rock = add_ball(world, vec3(45, 20, 0), 3.0f);
    step_times(world, 1000, DT);
    assert_int_equal(read(world, agent).status, VEER_FORESIGHT_PARTIAL);
    assert_true(read_agent(world, agent).position.x > 38.0f);
    assert_int_equal(veer_obstacle_destroy(world, rock), VEER_OK);
    (void)walk(world, agent, 60.0);
    veer_world_destroy(world);
}

static void a_budget_is_shared_and_the_rest_wait(void **unused)
{
    (void)unused;
    VeerWorldDef def = def_of(VEER_PLANAR);
    def.foresight.budget = 60;
    VeerWorld *world = make_world_of(&def);
    VeerAgentId agents[4];
    for (int i = 0; i < 4; ++i) {
        agents[i] = add_walker(world, 0.0f);
    }
    add_ball(world, vec3(25, 20, 0), 3.0f);
    step_times(world, 1, DT);
    uint32_t planned = 0;
    for (int i = 0; i < 4; ++i) {
        planned += read(world, agents[i]).plans;
    }
    assert_in_range(planned, 1, 3);
    step_times(world, 8, DT);
    for (int i = 0; i < 4; ++i) {
        assert_true(read(world, agents[i]).plans > 0);
    }
    (void)walk(world, agents[3], 60.0);
    veer_world_destroy(world);
}

static void bodies_of_other_sizes_and_layers_have_their_own_windows(void **unused)
{
    (void)unused;
    VeerWorld *world = make(VEER_PLANAR);
    VeerAgentId thin = add_walker(world, 0.0f), wide = add_walker(world, 0.0f);
    VeerAgentId free = add_walker(world, 0.0f);
    assert_int_equal(veer_agent_set_radius(world, wide, 2.0f), VEER_OK);
    assert_int_equal(veer_agent_set_layers(world, free, 1u, 2u), VEER_OK);
    VeerObstacleDef def = veer_obstacle_def_default();
    def.layer = 1u;
    def.radius = 2.0f;
    def.position = vec3(25.0f, 16.5f, 0.0f);
    add_obstacle(world, &def);
    step_times(world, 5, DT);
    assert_int_equal(read(world, thin).status, VEER_FORESIGHT_STRAIGHT);
    assert_int_equal(read(world, wide).status, VEER_FORESIGHT_WHOLE);
    assert_int_equal(read(world, free).status, VEER_FORESIGHT_STRAIGHT);
    veer_world_destroy(world);
}

static void outside_of_the_window_it_goes_as_without(void **unused)
{
    (void)unused;
    VeerWorld *world = make(VEER_PLANAR);
    VeerAgentDef def = veer_agent_def_default();
    def.position = vec3(-10.0f, 20.0f, 0.0f);
    def.max_speed = 2.0f;
    VeerAgentId agent = add_agent(world, &def);
    assert_int_equal(veer_agent_set_foresight(world, agent, true), VEER_OK);
    assert_int_equal(veer_agent_go_to(world, agent, vec3(-30.0f, 20.0f, 0.0f), 0.5f), VEER_OK);
    step_times(world, 10, DT);
    assert_int_equal(read(world, agent).status, VEER_FORESIGHT_NONE);
    assert_true(read_agent(world, agent).velocity.x < -1.9f);
    // In it, a goal outside is come near to.
    assert_int_equal(veer_agent_set_position(world, agent, vec3(5.0f, 20.0f, 0.0f)), VEER_OK);
    step_times(world, 10, DT);
    assert_int_equal(read(world, agent).status, VEER_FORESIGHT_PARTIAL);
    veer_world_destroy(world);
}

static void rollback_gives_the_same_future(void **unused)
{
    (void)unused;
    enum { TICKS = 300 };
    static uint64_t hashes[TICKS];
    VeerWorld *world = make(VEER_PLANAR), *other = make(VEER_PLANAR);
    (void)add_walker(world, 0.0f);
    add_moving_ball(world, VEER_MOTION_FREE, vec3(25, 10, 0), vec3(0, 1, 0), 3.0f);
    add_moving_ball(world, VEER_MOTION_FREE, vec3(32, 30, 0), vec3(-0.5f, -1, 0), 2.0f);
    size_t size = veer_world_save_size(world);
    void *saved = malloc(size);
    assert_non_null(saved);
    step_times(world, 61, DT);
    assert_int_equal(veer_world_save(world, saved, size), VEER_OK);
    for (int i = 0; i < TICKS; ++i) {
        step_times(world, 1, DT);
        hashes[i] = veer_world_hash(world);
    }
    VeerWorld *worlds[] = {world, other};
    for (int w = 0; w < 2; ++w) {
        assert_int_equal(veer_world_restore(worlds[w], saved, size), VEER_OK);
        for (int i = 0; i < TICKS; ++i) {
            step_times(worlds[w], 1, DT);
            assert_true(veer_world_hash(worlds[w]) == hashes[i]);
        }
    }
    free(saved);
    veer_world_destroy(world);
    veer_world_destroy(other);
}

static void worlds_without_it_say_so(void **unused)
{
    (void)unused;
    VeerWorld *world = make_world(VEER_PLANAR);
    VeerAgentId agent = add_agent_at(world, vec3(0, 0, 0)), none = {0, 0};
    VeerForesightState state = {.is_on = true};
    VeerTimedPoint point;
    assert_int_equal(veer_agent_set_foresight(world, agent, true), VEER_BAD_VALUE);
    assert_int_equal(veer_agent_set_foresight(world, none, true), VEER_BAD_HANDLE);
    assert_int_equal(veer_agent_foresight(world, none, &state), VEER_BAD_HANDLE);
    assert_int_equal(veer_agent_foresight(world, agent, &state), VEER_OK);
    assert_false(state.is_on);
    assert_int_equal(veer_agent_foresight_points(world, agent, &point, 1), 0);
    assert_int_equal(veer_agent_foresight_points(world, none, &point, 1), 0);
    veer_world_destroy(world);
}

static void it_is_switched_off_and_gone_with_its_agent(void **unused)
{
    (void)unused;
    VeerWorld *world = make(VEER_PLANAR);
    VeerAgentId agent = add_walker(world, 0.0f);
    add_ball(world, vec3(25, 20, 0), 3.0f);
    step_times(world, 5, DT);
    assert_int_equal(read(world, agent).plans, 1);
    assert_int_equal(veer_agent_set_foresight(world, agent, true), VEER_OK);
    assert_int_equal(read(world, agent).plans, 1);
    assert_int_equal(veer_agent_set_foresight(world, agent, false), VEER_OK);
    assert_int_equal(read(world, agent).point_count, 0);
    assert_int_equal(veer_agent_set_foresight(world, agent, true), VEER_OK);
    // Who is told to stop forgets the way.
    step_times(world, 5, DT);
    assert_int_equal(read(world, agent).status, VEER_FORESIGHT_WHOLE);
    assert_int_equal(veer_agent_stop(world, agent), VEER_OK);
    step_times(world, 1, DT);
    assert_int_equal(read(world, agent).status, VEER_FORESIGHT_NONE);
    assert_int_equal(veer_agent_destroy(world, agent), VEER_OK);
    assert_false(read(world, add_agent_at(world, vec3(0, 0, 0))).is_on);
    veer_world_destroy(world);
}

static void bad_defs_are_refused(void **unused)
{
    (void)unused;
    VeerWorldDef good = def_of(VEER_PLANAR), bad[6];
    VeerWorld *world = NULL;
    for (int i = 0; i < 6; ++i) {
        bad[i] = good;
    }
    bad[0].foresight.window.width = 0;
    bad[1].foresight.window.depth = 4;
    bad[2].foresight.max_states = 0;
    bad[3].foresight.max_states = (1u << 24) + 1;
    bad[4].foresight.budget = 0;
    bad[5].space = VEER_SPATIAL;
    for (int i = 0; i < 6; ++i) {
        assert_int_equal(veer_world_create(&bad[i], &world), VEER_BAD_VALUE);
    }
    good.max_obstacles = 0;
    world = make_world_of(&good);
    VeerAgentId agent = add_walker(world, 0.0f);
    (void)walk(world, agent, 30.0);
    veer_world_destroy(world);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_is_free_when_it_gets_there_is_gone_straight),
        cmocka_unit_test(one_plan_slips_through_behind_a_rock),
        cmocka_unit_test(it_plans_anew_when_the_prediction_breaks),
        cmocka_unit_test(orbits_and_tethers_are_foreseen),
        cmocka_unit_test(walls_and_what_stands_are_gone_round),
        cmocka_unit_test(boxes_and_maps_stand_too),
        cmocka_unit_test(routes_are_walked_by_timed_ways),
        cmocka_unit_test(a_goal_that_is_taken_is_come_near_to),
        cmocka_unit_test(a_budget_is_shared_and_the_rest_wait),
        cmocka_unit_test(bodies_of_other_sizes_and_layers_have_their_own_windows),
        cmocka_unit_test(outside_of_the_window_it_goes_as_without),
        cmocka_unit_test(rollback_gives_the_same_future),
        cmocka_unit_test(worlds_without_it_say_so),
        cmocka_unit_test(it_is_switched_off_and_gone_with_its_agent),
        cmocka_unit_test(bad_defs_are_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
