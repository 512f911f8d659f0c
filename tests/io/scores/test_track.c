#include "io/scores/near.h"

#include "io/scores/track.h"

#include <math.h>

/// An agent without limits but its speed, that goes along x at 1 m/s.
static VeerAgentState moving(void)
{
    return (VeerAgentState){.velocity = {1, 0, 0},
                            .heading = {1, 0, 0},
                            .radius = 0.5f,
                            .max_speed = 2.0f,
                            .max_acceleration = INFINITY,
                            .max_braking = INFINITY,
                            .max_turn_rate = INFINITY,
                            .status = VEER_AGENT_MOVING,
                            .has_goal = true};
}

static const VeerScenarioAgent planned = {
    .has_point_goal = true, .goal = {100, 0, 0}, .shortest_path = 99.0f, .preferred_speed = 1.0f};

/// The ways of one agent, which has been read once at time 0.
static VeerTracks begin(const VeerAgentState *state)
{
    VeerTracks tracks = {0};
    assert_true(veer_tracks_update(&tracks, &planned, 1));
    veer_tracks_read(&tracks, 0, state, 0.0, 0.0);
    veer_tracks_sample(&tracks, 0.0);
    return tracks;
}

static void read_at(VeerTracks *tracks, const VeerAgentState *state, double time, double dt)
{
    assert_true(veer_tracks_update(tracks, &planned, 1));
    veer_tracks_read(tracks, 0, state, time, dt);
    veer_tracks_sample(tracks, time);
}

/// How many violations one tick of 0.1 s from a to b makes.
static uint64_t violations(VeerAgentState a, VeerAgentState b)
{
    VeerTracks tracks = begin(&a);
    read_at(&tracks, &b, 0.1, 0.1);
    uint64_t count = tracks.violations;
    veer_tracks_free(&tracks);
    return count;
}

static void track_sees_speed_limits_broken(void **state)
{
    (void)state;
    VeerAgentState a = moving(), b = moving();
    b.velocity.x = 2.0001f;
    assert_int_equal(violations(a, b), 0);
    b.velocity.x = 2.001f;
    assert_int_equal(violations(a, b), 1);
}

static void track_sees_places_too_far(void **state)
{
    (void)state;
    VeerAgentState a = moving(), b = moving();
    b.position.x = 0.2f;
    assert_int_equal(violations(a, b), 0);
    b.position.x = 0.2002f;
    assert_int_equal(violations(a, b), 1);
}

static void track_sees_accelerations_broken(void **state)
{
    (void)state;
    VeerAgentState a = moving(), b = moving();
    b.max_acceleration = 5.0f;
    b.velocity.x = 1.5f;
    assert_int_equal(violations(a, b), 0);
    b.velocity.x = 1.51f;
    assert_int_equal(violations(a, b), 1);
    b.max_braking = 5.0f;
    b.velocity = (VeerVec3){0.9f, 0.45f, 0.0f};
    assert_int_equal(violations(a, b), 0);
    b.velocity = (VeerVec3){0.8f, 0.6f, 0.0f};
    assert_int_equal(violations(a, b), 1);
}

static void track_sees_braking_broken(void **state)
{
    (void)state;
    VeerAgentState a = moving(), b = moving();
    b.max_acceleration = 1.0f;
    b.max_braking = 5.0f;
    b.velocity.x = 0.5f;
    assert_int_equal(violations(a, b), 0);
    b.velocity.x = 0.49f;
    assert_int_equal(violations(a, b), 1);
}

static void track_sees_turn_rates_broken(void **state)
{
    (void)state;
    VeerAgentState a = moving(), b = moving();
    b.max_turn_rate = 1.0f;
    b.heading = (VeerVec3){cosf(0.0999f), sinf(0.0999f), 0.0f};
    assert_int_equal(violations(a, b), 0);
    b.heading = (VeerVec3){cosf(0.101f), sinf(0.101f), 0.0f};
    assert_int_equal(violations(a, b), 1);
}

static void track_counts_a_tick_once(void **state)
{
    (void)state;
    VeerAgentState a = moving(), b = moving();
    b.velocity.x = 10.0f;
    b.position.x = 10.0f;
    b.max_acceleration = 1.0f;
    assert_int_equal(violations(a, b), 1);
}

static void track_measures_turning_while_moving(void **state)
{
    (void)state;
    VeerAgentState agent = moving();
    VeerTracks tracks = begin(&agent);
    for (int i = 1; i <= 10; i++) {
        float angle = 0.05f * (float)(i % 2);
        agent.velocity = (VeerVec3){cosf(angle), sinf(angle), 0.0f};
        read_at(&tracks, &agent, 0.1 * i, 0.1);
    }
    assert_near(tracks.tracks[0].turning, 0.5, 1e-5);
    assert_near(tracks.tracks[0].moving_seconds, 1.0, 1e-9);
    // Slower than 5% of the max speed it has no direction to speak of.
    agent.velocity = (VeerVec3){-0.09f, 0.0f, 0.0f};
    read_at(&tracks, &agent, 1.1, 0.1);
    agent.velocity = (VeerVec3){0.09f, 0.0f, 0.0f};
    read_at(&tracks, &agent, 1.2, 0.1);
    assert_near(tracks.tracks[0].turning, 0.5, 1e-5);
    veer_tracks_free(&tracks);
}

static void track_counts_changes_of_mode_until_arrival(void **state)
{
    (void)state;
    VeerAgentState agent = moving();
    VeerTracks tracks = begin(&agent);
    const bool modes[] = {true, true, false, true};
    for (int i = 0; i < 4; i++) {
        agent.is_avoiding = modes[i];
        read_at(&tracks, &agent, 0.1 * (i + 1), 0.1);
    }
    assert_int_equal(tracks.tracks[0].flips, 3);
    assert_int_equal(tracks.awaited_count, 1);
    agent.status = VEER_AGENT_ARRIVED;
    read_at(&tracks, &agent, 0.5, 0.1);
    agent.is_avoiding = false;
    read_at(&tracks, &agent, 0.6, 0.1);
    assert_int_equal(tracks.tracks[0].flips, 3);
    assert_near(tracks.tracks[0].seconds, 0.5, 1e-9);
    assert_near(tracks.tracks[0].arrival_time, 0.5, 1e-9);
    assert_int_equal(tracks.arrived_count, 1);
    assert_int_equal(tracks.awaited_count, 0);
    veer_tracks_free(&tracks);
}

static void track_keeps_the_hardest_acceleration(void **state)
{
    (void)state;
    VeerAgentState agent = moving();
    VeerTracks tracks = begin(&agent);
    agent.velocity = (VeerVec3){1.0f, 1.0f, 0.0f};
    read_at(&tracks, &agent, 0.1, 0.1);
    read_at(&tracks, &agent, 0.2, 0.1);
    assert_near(tracks.max_acceleration, 10.0, 1e-5);
    veer_tracks_free(&tracks);
}

/// How many count as stuck after so many seconds at a speed, having moved freely before.
static uint32_t stuck_after(double seconds, float speed)
{
    VeerAgentState agent = moving();
    VeerTracks tracks = begin(&agent);
    const double dt = 0.05;
    int free_ticks = 200, ticks = free_ticks + (int)(seconds / dt + 0.5);
    for (int i = 1; i <= ticks; i++) {
        agent.position.x += (i <= free_ticks ? 1.0f : speed) * (float)dt;
        read_at(&tracks, &agent, i * dt, dt);
    }
    uint32_t stuck = veer_tracks_stuck(&tracks, ticks * dt);
    veer_tracks_free(&tracks);
    return stuck;
}

static void track_calls_stuck_who_stands_for_five_seconds(void **state)
{
    (void)state;
    assert_int_equal(stuck_after(0.0, 0.0f), 0);
    assert_int_equal(stuck_after(4.0, 0.0f), 0);
    assert_int_equal(stuck_after(5.5, 0.0f), 1);
    assert_int_equal(stuck_after(5.5, 0.09f), 1); // the limit is 5% of 2 m/s
    assert_int_equal(stuck_after(5.5, 0.11f), 0);
}

static void track_calls_nobody_stuck_who_has_no_need_to_move(void **state)
{
    (void)state;
    VeerAgentState agent = moving();
    agent.has_goal = false;
    VeerTracks tracks = begin(&agent);
    assert_int_equal(veer_tracks_stuck(&tracks, 0.0), 0);
    read_at(&tracks, &agent, 1.0, 1.0);
    assert_int_equal(veer_tracks_stuck(&tracks, 1.0), 0);
    agent.has_goal = true;
    read_at(&tracks, &agent, 2.0, 1.0);
    assert_int_equal(veer_tracks_stuck(&tracks, 2.0), 1);
    agent.status = VEER_AGENT_LOST;
    read_at(&tracks, &agent, 3.0, 1.0);
    assert_int_equal(veer_tracks_stuck(&tracks, 3.0), 0);
    agent.status = VEER_AGENT_ARRIVED;
    read_at(&tracks, &agent, 4.0, 1.0);
    assert_int_equal(veer_tracks_stuck(&tracks, 4.0), 0);
    veer_tracks_free(&tracks);
}

static void track_takes_in_late_comers(void **state)
{
    (void)state;
    VeerScenarioAgent agents[100] = {planned};
    VeerAgentState agent = moving();
    VeerTracks tracks = begin(&agent);
    agent.position.x = 1.0f;
    read_at(&tracks, &agent, 1.0, 1.0);
    for (int i = 1; i < 100; i++) {
        agents[i] = planned;
        agents[i].start_time = 1.0f;
    }
    assert_true(veer_tracks_update(&tracks, agents, 100));
    VeerAgentState late = moving();
    late.position.x = 0.5f;
    veer_tracks_read(&tracks, 99, &late, 2.0, 1.0);
    assert_near(tracks.tracks[99].path, 0.5, 1e-6);
    assert_near(tracks.tracks[0].path, 1.0, 1e-6);
    assert_int_equal(tracks.violations, 0);
    veer_tracks_free(&tracks);
}

/// An agent with a vehicle of default constants.
static VeerAgentState driving(VeerVehicle kind)
{
    VeerAgentState state = moving();
    state.vehicle = veer_vehicle_params_default(kind);
    state.max_speed = 30.0f;
    state.velocity.x = 12.0f;
    state.position.x = 0.0f;
    return state;
}

static void track_sees_the_limits_of_vehicles_broken(void **unused)
{
    (void)unused;
    const float turn = 0.12f; // rad
    const VeerVec3 aside = {cosf(turn), sinf(turn), 0.0f};
    const struct Case {
        VeerVehicle kind;
        VeerVec3 spin, heading;
        float speed, way;
        bool is_broken;
    } cases[] = {
        {VEER_VEHICLE_TORQUE, {0.0f, 0.0f, 1.9f}, {1.0f, 0.0f, 0.0f}, 12.0f, 1.2f, false},
        {VEER_VEHICLE_TORQUE, {0.0f, 0.0f, 2.1f}, {1.0f, 0.0f, 0.0f}, 12.0f, 1.2f, true},
        {VEER_VEHICLE_CAR, {0.09f, 0.0f, 0.0f}, aside, 12.0f, 1.2f, false},
        {VEER_VEHICLE_CAR, {0.09f, 0.0f, 0.0f}, aside, 12.0f, 0.3f, true},
        {VEER_VEHICLE_CAR, {0.2f, 0.0f, 0.0f}, {1.0f, 0.0f, 0.0f}, 12.0f, 1.2f, true},
        {VEER_VEHICLE_CAR, {0.7f, 0.0f, 0.0f}, {1.0f, 0.0f, 0.0f}, 12.0f, 1.2f, true},
        {VEER_VEHICLE_AIRCRAFT, {0.19f, 0.0f, 0.0f}, {1.0f, 0.0f, 0.0f}, 10.0f, 1.0f, false},
        {VEER_VEHICLE_AIRCRAFT, {0.25f, 0.0f, 0.0f}, {1.0f, 0.0f, 0.0f}, 10.0f, 1.0f, true},
        {VEER_VEHICLE_AIRCRAFT, {1.1f, 0.0f, 0.0f}, {1.0f, 0.0f, 0.0f}, 10.0f, 1.0f, true},
        {VEER_VEHICLE_AIRCRAFT, {0.0f, 0.0f, 0.0f}, {1.0f, 0.0f, 0.0f}, 9.9f, 1.0f, true},
        {VEER_VEHICLE_AIRCRAFT, {0.0f, 0.0f, 0.0f}, {0.8f, 0.0f, 0.6f}, 12.0f, 1.0f, true},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        VeerAgentState a = driving(cases[i].kind), b = a;
        b.spin = cases[i].spin;
        b.heading = cases[i].heading;
        b.velocity = (VeerVec3){b.heading.x * cases[i].speed, b.heading.y * cases[i].speed,
                                b.heading.z * cases[i].speed};
        b.position.x = cases[i].way;
        if (violations(a, b) != (uint64_t)cases[i].is_broken) {
            fail_msg("case %d", (int)i);
        }
    }
    VeerAgentState a = driving(VEER_VEHICLE_CAR), sliding = a;
    sliding.velocity = (VeerVec3){11.9f, 1.0f, 0.0f};
    assert_int_equal(violations(a, sliding), 1);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(track_sees_speed_limits_broken),
        cmocka_unit_test(track_sees_places_too_far),
        cmocka_unit_test(track_sees_accelerations_broken),
        cmocka_unit_test(track_sees_braking_broken),
        cmocka_unit_test(track_sees_turn_rates_broken),
        cmocka_unit_test(track_sees_the_limits_of_vehicles_broken),
        cmocka_unit_test(track_counts_a_tick_once),
        cmocka_unit_test(track_measures_turning_while_moving),
        cmocka_unit_test(track_counts_changes_of_mode_until_arrival),
        cmocka_unit_test(track_keeps_the_hardest_acceleration),
        cmocka_unit_test(track_calls_stuck_who_stands_for_five_seconds),
        cmocka_unit_test(track_calls_nobody_stuck_who_has_no_need_to_move),
        cmocka_unit_test(track_takes_in_late_comers),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
