// Goals: arrival, rest, return, meeting what moves, stopping, and targets that are lost.
#include "world/world_maker.h"

static VeerAgentId add_braking(VeerWorld *world, float speed, float acceleration, float braking)
{
    VeerAgentDef def = veer_agent_def_default();
    def.max_speed = speed;
    def.max_acceleration = acceleration;
    def.max_braking = braking;
    return add_agent(world, &def);
}

static float seconds_until(VeerWorld *world, VeerAgentId agent, VeerAgentStatus status, float dt,
                           float limit)
{
    while (veer_world_time(world) < (double)limit) {
        step_times(world, 1, dt);
        if (read_agent(world, agent).status == status) {
            return (float)veer_world_time(world);
        }
    }
    return INFINITY;
}

static void goal_point_is_reached_and_rested_on(void **unused)
{
    (void)unused;
    const float ticks[] = {0.01f, 1.0f / 60.0f, 0.1f, 0.5f};
    for (int i = 0; i < 8; ++i) {
        VeerWorld *world = make_world((VeerSpace)(i & 1));
        VeerAgentId agent = add_braking(world, 3.0f, i & 2 ? 2.0f : INFINITY, 4.0f);
        VeerVec3 goal = vec3(10.0f, 7.0f, 0.0f);
        veer_agent_go_to(world, agent, goal, 0.5f);
        float time = seconds_until(world, agent, VEER_AGENT_ARRIVED, ticks[i / 2], 20.0f);
        assert_true(time <= 12.2f / 3.0f + 3.0f);
        assert_true(distance3(read_agent(world, agent).position, goal) <= 0.5f);
        step_times(world, (int)(8.0f / ticks[i / 2]), ticks[i / 2]);
        VeerAgentState rest = read_agent(world, agent);
        assert_true(length3(rest.velocity) == 0.0f);
        assert_near3(rest.position, goal, 1e-3f);
        for (int k = 0; k < (int)(10.0f / ticks[i / 2]); ++k) {
            step_times(world, 1, ticks[i / 2]);
            VeerAgentState now = read_agent(world, agent);
            assert_memory_equal(&now.position, &rest.position, sizeof rest.position);
            assert_memory_equal(&now.heading, &rest.heading, sizeof rest.heading);
            assert_true(length3(now.velocity) == 0.0f);
        }
        veer_world_destroy(world);
    }
}

static void goal_of_one_that_turns_slowly_is_reached(void **unused)
{
    (void)unused;
    for (int i = 0; i < 8; ++i) {
        VeerWorld *world = make_world((VeerSpace)(i & 1));
        VeerAgentDef def = veer_agent_def_default();
        def.max_turn_rate = 1.0f;
        def.max_acceleration = def.max_braking = 2.0f;
        VeerAgentId agent = add_agent(world, &def);
        float angle = 0.8f * (float)i;
        veer_agent_go_to(world, agent, vec3(8.0f * cosf(angle), 8.0f * sinf(angle), 0.0f), 0.5f);
        assert_true(seconds_until(world, agent, VEER_AGENT_ARRIVED, TICK, 30.0f) < 30.0f);
        step_times(world, 300, TICK);
        assert_true(length3(read_agent(world, agent).velocity) <= 0.01f);
        veer_world_destroy(world);
    }
}

static void goal_is_returned_to_when_pushed_off(void **unused)
{
    (void)unused;
    VeerWorld *world = make_world(VEER_PLANAR);
    VeerAgentId agent = add_agent_at(world, vec3(0.0f, 0.0f, 0.0f));
    VeerVec3 goal = vec3(3.0f, 0.0f, 0.0f);
    veer_agent_go_to(world, agent, goal, 0.5f);
    step_times(world, 300, TICK);
    veer_agent_set_position(world, agent, vec3(3.0f, 4.0f, 0.0f));
    step_times(world, 600, TICK);
    assert_near3(read_agent(world, agent).position, goal, 0.01f);
    assert_int_equal(read_agent(world, agent).status, VEER_AGENT_ARRIVED);
    veer_world_destroy(world);
}

static void goal_at_once_when_it_is_where_the_agent_is(void **unused)
{
    (void)unused;
    VeerWorld *world = make_world(VEER_PLANAR);
    VeerAgentId agent = add_agent_at(world, vec3(0.0f, 0.0f, 0.0f));
    veer_agent_go_to(world, agent, vec3(0.0f, 0.0f, 0.0f), 0.5f);
    step_times(world, 1, TICK);
    assert_int_equal(read_agent(world, agent).status, VEER_AGENT_ARRIVED);
    assert_near3(read_agent(world, agent).position, vec3(0.0f, 0.0f, 0.0f), 0.0f);
    veer_world_destroy(world);
}

/// A chaser of 3 m/s from 20 m to the side of a target of 2 m/s: it meets where the theory says.
static void expect_meeting(double theory, VeerWorld *world, VeerAgentId chaser, float radius)
{
    float time = seconds_until(world, chaser, VEER_AGENT_ARRIVED, TICK, 60.0f);
    // Sooner by what the arrival radius spares it at most; later by two ticks.
    assert_true((double)time <= theory + 0.034);
    assert_true((double)time >= theory - (double)radius / 1.0 - 0.034);
}

static void goal_agent_is_met_at_the_time_the_theory_says(void **unused)
{
    (void)unused;
    VeerWorld *world = make_world(VEER_PLANAR);
    VeerAgentId target = add_blind(world, vec3(0.0f, 20.0f, 0.0f), vec3(2.0f, 0.0f, 0.0f));
    veer_agent_set_velocity(world, target, vec3(2.0f, 0.0f, 0.0f));
    VeerAgentId chaser = add_braking(world, 3.0f, INFINITY, INFINITY);
    veer_agent_follow_agent(world, chaser, target, 1.1f);
    expect_meeting(20.0 / sqrt(5.0), world, chaser, 1.1f);
    veer_world_destroy(world);
}

static void goal_ball_is_met_at_the_time_the_theory_says(void **unused)
{
    (void)unused;
    VeerWorld *world = make_world(VEER_SPATIAL);
    VeerObstacleId ball = add_moving_ball(world, VEER_MOTION_VELOCITY, vec3(0.0f, 12.0f, 16.0f),
                                          vec3(2.0f, 0.0f, 0.0f), 0.3f);
    VeerAgentId chaser = add_braking(world, 3.0f, INFINITY, INFINITY);
    veer_agent_follow_obstacle(world, chaser, ball, 0.9f);
    expect_meeting(20.0 / sqrt(5.0), world, chaser, 0.9f);
    veer_world_destroy(world);
}

/// First time at which one at the origin can be within `radius` of a point on a circle.
static double orbit_theory(const VeerOrbit *orbit, double speed, double radius)
{
    for (double t = 0.0; t < 100.0; t += 1e-4) {
        double angle = (double)orbit->rate * t + (double)orbit->phase;
        double x = (double)orbit->centre.x + (double)orbit->semi_major * cos(angle);
        double y = (double)orbit->centre.y + (double)orbit->semi_minor * sin(angle);
        if (sqrt(x * x + y * y) <= speed * t + radius) {
            return t;
        }
    }
    return 100.0;
}

static void goal_on_an_orbit_is_met_at_the_time_the_theory_says(void **unused)
{
    (void)unused;
    for (int i = 0; i < 6; ++i) {
        VeerWorld *world = make_world(VEER_PLANAR);
        VeerObstacleDef def = veer_obstacle_def_default();
        def.motion = VEER_MOTION_ORBIT;
        def.radius = 0.3f;
        def.orbit = (VeerOrbit){.centre = {15.0f, 0.0f, 0.0f},
                                .semi_major = 10.0f,
                                .semi_minor = 8.0f,
                                .rate = 0.3f,
                                .phase = (float)i};
        VeerObstacleId ball = add_obstacle(world, &def);
        VeerAgentId chaser = add_braking(world, 4.0f, INFINITY, INFINITY);
        veer_agent_follow_obstacle(world, chaser, ball, 1.0f);
        double theory = orbit_theory(&def.orbit, 4.0, 1.0);
        double time = (double)seconds_until(world, chaser, VEER_AGENT_ARRIVED, TICK, 60.0f);
        assert_true(fabs(time - theory) <= 0.05 * theory + 0.034);
        veer_world_destroy(world);
    }
}

static void goal_agent_is_kept_up_with_after_the_meeting(void **unused)
{
    (void)unused;
    VeerWorld *world = make_world(VEER_PLANAR);
    VeerAgentId target = add_blind(world, vec3(0.0f, 5.0f, 0.0f), vec3(2.0f, 0.0f, 0.0f));
    VeerAgentId chaser = add_braking(world, 3.0f, INFINITY, INFINITY);
    veer_agent_follow_agent(world, chaser, target, 1.5f);
    seconds_until(world, chaser, VEER_AGENT_ARRIVED, TICK, 60.0f);
    for (int i = 0; i < 600; ++i) {
        step_times(world, 1, TICK);
        float away =
            distance3(read_agent(world, chaser).position, read_agent(world, target).position);
        assert_true(away <= 1.6f);
    }
    veer_world_destroy(world);
}

static void goal_of_a_follower_reads_as_the_point_it_heads_for(void **unused)
{
    (void)unused;
    VeerWorld *world = make_world(VEER_PLANAR);
    VeerAgentId target = add_blind(world, vec3(0.0f, 20.0f, 0.0f), vec3(2.0f, 0.0f, 0.0f));
    veer_agent_set_velocity(world, target, vec3(2.0f, 0.0f, 0.0f));
    VeerAgentId chaser = add_braking(world, 3.0f, INFINITY, INFINITY);
    veer_agent_follow_agent(world, chaser, target, 1.1f);
    assert_near3(read_agent(world, chaser).goal, vec3(0.0f, 20.0f, 0.0f), 0.0f);
    step_times(world, 1, TICK);
    assert_true(read_agent(world, chaser).has_goal);
    float meeting = 2.0f * 20.0f / sqrtf(5.0f);
    assert_near3(read_agent(world, chaser).goal, vec3(meeting, 20.0f, 0.0f), 0.01f);
    veer_world_destroy(world);
}

static void goal_that_leaves_again_is_followed_again(void **unused)
{
    (void)unused;
    VeerWorld *world = make_world(VEER_PLANAR);
    VeerObstacleId ball = add_ball(world, vec3(5.0f, 0.0f, 0.0f), 0.2f);
    VeerAgentId chaser = add_braking(world, 3.0f, INFINITY, INFINITY);
    veer_agent_follow_obstacle(world, chaser, ball, 1.0f);
    assert_true(seconds_until(world, chaser, VEER_AGENT_ARRIVED, TICK, 9.0f) < 9.0f);
    veer_obstacle_set_position(world, ball, vec3(-5.0f, 0.0f, 0.0f));
    step_times(world, 1, TICK);
    assert_int_equal(read_agent(world, chaser).status, VEER_AGENT_MOVING);
    step_times(world, 300, TICK);
    assert_int_equal(read_agent(world, chaser).status, VEER_AGENT_ARRIVED);
    veer_world_destroy(world);
}

static void fast_followers_do_not_overshoot_a_target_that_stands(void **unused)
{
    (void)unused;
    VeerWorld *world = make_world(VEER_PLANAR);
    VeerObstacleId ball = add_ball(world, vec3(60.0f, 3.0f, 0.0f), 0.0f);
    VeerAgentId chaser = add_braking(world, 100.0f, INFINITY, INFINITY);
    veer_agent_set_radius(world, chaser, 0.05f);
    veer_agent_follow_obstacle(world, chaser, ball, 0.1f);
    step_times(world, 20, 0.25f);
    assert_int_equal(read_agent(world, chaser).status, VEER_AGENT_ARRIVED);
    veer_world_destroy(world);
}

static void stop_brings_to_rest_within_the_braking(void **unused)
{
    (void)unused;
    VeerWorld *world = make_world(VEER_PLANAR);
    VeerAgentId agent = add_braking(world, 4.0f, 2.0f, 2.0f);
    veer_agent_go_to(world, agent, vec3(100.0f, 0.0f, 0.0f), 0.5f);
    step_times(world, 300, TICK);
    float from = read_agent(world, agent).position.x;
    assert_int_equal(veer_agent_stop(world, agent), VEER_OK);
    step_times(world, 180, TICK);
    VeerAgentState state = read_agent(world, agent);
    assert_true(length3(state.velocity) == 0.0f);
    // v squared by twice the braking.
    assert_float_equal(state.position.x - from, 4.0f, 0.1f);
    assert_int_equal(state.status, VEER_AGENT_IDLE);
    assert_false(state.has_goal);
    veer_world_destroy(world);
}

static void preferred_velocity_is_kept_until_told_otherwise(void **unused)
{
    (void)unused;
    VeerWorld *world = make_world(VEER_SPATIAL);
    VeerAgentId agent = add_braking(world, 2.0f, INFINITY, INFINITY);
    veer_agent_set_preferred_velocity(world, agent, vec3(0.0f, 1.0f, 0.5f));
    step_times(world, 40, 0.25f);
    assert_near3(read_agent(world, agent).position, vec3(0.0f, 10.0f, 5.0f), 1e-4f);
    veer_agent_set_preferred_velocity(world, agent, vec3(-30.0f, 0.0f, 0.0f));
    step_times(world, 1, 0.25f);
    assert_near3(read_agent(world, agent).velocity, vec3(-2.0f, 0.0f, 0.0f), 1e-5f);
    veer_world_destroy(world);
}

static void preferred_speed_is_held_below_the_limit(void **unused)
{
    (void)unused;
    VeerWorld *world = make_world(VEER_PLANAR);
    VeerAgentId agent = add_braking(world, 4.0f, INFINITY, INFINITY);
    veer_agent_go_to(world, agent, vec3(100.0f, 0.0f, 0.0f), 0.5f);
    const float wishes[] = {1.5f, 9.0f, 0.0f}, speeds[] = {1.5f, 4.0f, 4.0f};
    for (int i = 0; i < 3; ++i) {
        veer_agent_set_preferred_speed(world, agent, wishes[i]);
        step_times(world, 2, TICK);
        assert_float_equal(length3(read_agent(world, agent).velocity), speeds[i], 1e-5f);
    }
    veer_world_destroy(world);
}

static void lost_targets_leave_their_followers_standing(void **unused)
{
    (void)unused;
    VeerWorld *world = make_world(VEER_PLANAR);
    VeerAgentId target = add_agent_at(world, vec3(50.0f, 0.0f, 0.0f));
    VeerObstacleId ball = add_ball(world, vec3(-50.0f, 0.0f, 0.0f), 1.0f);
    VeerAgentId first = add_agent_at(world, vec3(0.0f, 5.0f, 0.0f));
    VeerAgentId second = add_agent_at(world, vec3(0.0f, -5.0f, 0.0f));
    veer_agent_follow_agent(world, first, target, 1.0f);
    veer_agent_follow_obstacle(world, second, ball, 2.0f);
    step_times(world, 60, TICK);
    veer_agent_destroy(world, target);
    veer_obstacle_destroy(world, ball);
    step_times(world, 60, TICK);
    assert_int_equal(read_agent(world, first).status, VEER_AGENT_LOST);
    assert_int_equal(read_agent(world, second).status, VEER_AGENT_LOST);
    assert_true(length3(read_agent(world, first).velocity) == 0.0f);
    assert_true(length3(read_agent(world, second).velocity) == 0.0f);
    veer_world_destroy(world);
}

static void who_comes_into_a_lost_targets_slot_is_avoided(void **unused)
{
    (void)unused;
    VeerWorld *world = make_world(VEER_PLANAR);
    VeerAgentId target = add_agent_at(world, vec3(5.0f, 0.0f, 0.0f));
    VeerAgentId follower = add_agent_at(world, vec3(0.0f, 0.0f, 0.0f));
    veer_agent_follow_agent(world, follower, target, 1.5f);
    veer_agent_destroy(world, target);
    VeerAgentId heir = add_blind(world, vec3(5.0f, 0.1f, 0.0f), vec3(-1.0f, 0.0f, 0.0f));
    assert_int_equal(heir.slot, target.slot);
    for (int i = 0; i < 600; ++i) {
        step_times(world, 1, TICK);
        // Wider than what contacts alone would leave.
        assert_true(gap_of_agents(world, follower, heir) > 1e-3f);
    }
    veer_world_destroy(world);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(goal_point_is_reached_and_rested_on),
        cmocka_unit_test(goal_of_one_that_turns_slowly_is_reached),
        cmocka_unit_test(goal_is_returned_to_when_pushed_off),
        cmocka_unit_test(goal_at_once_when_it_is_where_the_agent_is),
        cmocka_unit_test(goal_agent_is_met_at_the_time_the_theory_says),
        cmocka_unit_test(goal_ball_is_met_at_the_time_the_theory_says),
        cmocka_unit_test(goal_on_an_orbit_is_met_at_the_time_the_theory_says),
        cmocka_unit_test(goal_agent_is_kept_up_with_after_the_meeting),
        cmocka_unit_test(goal_of_a_follower_reads_as_the_point_it_heads_for),
        cmocka_unit_test(goal_that_leaves_again_is_followed_again),
        cmocka_unit_test(fast_followers_do_not_overshoot_a_target_that_stands),
        cmocka_unit_test(stop_brings_to_rest_within_the_braking),
        cmocka_unit_test(preferred_velocity_is_kept_until_told_otherwise),
        cmocka_unit_test(preferred_speed_is_held_below_the_limit),
        cmocka_unit_test(lost_targets_leave_their_followers_standing),
        cmocka_unit_test(who_comes_into_a_lost_targets_slot_is_avoided),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
