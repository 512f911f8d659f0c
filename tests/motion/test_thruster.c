#include "motion/vehicle_cases.h"

#define TICK (1.0f / 60.0f)

/// The source's ship: 250 m/s², 120 m/s, a turn and a half times pi a second.
static const VeerMotionLimits ship = {120.0f, 250.0f, 250.0f, 1.5f * VEER_PI};
static const VeerVehicleParams thruster = {.kind = VEER_VEHICLE_THRUSTER};

/// Steps a thruster until its velocity is near to the command. @return s
static float seconds_until(VeerMotionState *state, VeerVec3 command, float near,
                           VeerVec3 *displacement)
{
    *displacement = (VeerVec3){0};
    for (int i = 0; i < 2000; ++i) {
        if (length3(sub3(state->velocity, command)) <= near) {
            return (float)i * TICK;
        }
        *state = veer_vehicle_step(&thruster, &ship, *state, command, TICK);
        *displacement = along3(*displacement, state->velocity, TICK);
    }
    return INFINITY;
}

static void thruster_is_at_full_speed_after_half_a_second(void **unused)
{
    (void)unused;
    VeerVec3 displacement;
    VeerMotionState state = {.heading = {1.0f, 0.0f, 0.0f}};
    float time = seconds_until(&state, vec3(120.0f, 0.0f, 0.0f), 0.01f, &displacement);
    assert_float_equal(time, 0.48f, 0.02f);
}

static void thruster_stops_within_the_sources_distance(void **unused)
{
    (void)unused;
    VeerVec3 displacement;
    VeerMotionState state = {.velocity = {120.0f, 0.0f, 0.0f}, .heading = {1.0f, 0.0f, 0.0f}};
    seconds_until(&state, (VeerVec3){0}, 0.01f, &displacement);
    assert_float_equal(displacement.x, 28.8f, 1.5f);
    assert_float_equal(state.heading.x, 1.0f, 1e-6f);
}

static void thruster_turns_about_in_two_thirds_of_a_second(void **unused)
{
    (void)unused;
    VeerMotionState state = {.heading = {1.0f, 0.0f, 0.0f}};
    int ticks = 0;
    for (; state.heading.x > -0.999999f && ticks < 100; ++ticks) {
        state = veer_vehicle_step(&thruster, &ship, state, vec3(-120.0f, 0.0f, 0.0f), TICK);
    }
    assert_float_equal((float)ticks * TICK, 0.667f, 0.02f);
}

static void headlong_thruster_drifts_wide_through_a_bend(void **unused)
{
    (void)unused;
    VeerVehicleParams headlong = thruster;
    headlong.thruster.is_headlong = true;
    VeerMotionState rushes = {.velocity = {120.0f, 0.0f, 0.0f}, .heading = {1.0f, 0.0f, 0.0f}};
    VeerMotionState brakes = rushes;
    float rushed = 0.0f, braked = 0.0f;
    for (int i = 0; i < 60; ++i) {
        rushes = veer_vehicle_step(&headlong, &ship, rushes, vec3(0.0f, 120.0f, 0.0f), TICK);
        brakes = veer_vehicle_step(&thruster, &ship, brakes, vec3(0.0f, 120.0f, 0.0f), TICK);
        rushed += rushes.velocity.x * TICK;
        braked += brakes.velocity.x * TICK;
        assert_true(length3(rushes.velocity) <= ship.max_speed * 1.0001f);
    }
    assert_true(rushed > 1.5f * braked);
    assert_true(length3(rushes.velocity) > 0.95f * ship.max_speed);
}

static void headlong_thruster_told_to_rest_brakes(void **unused)
{
    (void)unused;
    VeerVehicleParams headlong = thruster;
    headlong.thruster.is_headlong = true;
    VeerMotionState state = {.velocity = {120.0f, 0.0f, 0.0f}, .heading = {1.0f, 0.0f, 0.0f}};
    for (int i = 0; i < 30; ++i) {
        state = veer_vehicle_step(&headlong, &ship, state, (VeerVec3){0}, TICK);
    }
    assert_true(length3(state.velocity) == 0.0f);
}

static void thruster_that_reverses_brakes_while_it_turns(void **unused)
{
    (void)unused;
    VeerVec3 displacement;
    VeerMotionState state = {.velocity = {120.0f, 0.0f, 0.0f}, .heading = {1.0f, 0.0f, 0.0f}};
    float time = seconds_until(&state, vec3(-120.0f, 0.0f, 0.0f), 1.0f, &displacement);
    // 240 m/s take 0.96 s at the least, one after the other 0.67 + 0.96 s.
    assert_true(time >= 0.95f && time <= 1.05f);
}

static void thruster_makes_up_for_its_drift(void **unused)
{
    (void)unused;
    // By small and by large angles: soon there, and never further away for long.
    for (int i = 1; i <= 12; ++i) {
        VeerVec3 displacement;
        float angle = (float)i * VEER_PI / 12.0f;
        VeerVec3 command = {120.0f * veer_cos(angle), 120.0f * veer_sin(angle), 0.0f};
        VeerMotionState state = {.velocity = {120.0f, 0.0f, 0.0f}, .heading = {1.0f, 0.0f, 0.0f}};
        float time = seconds_until(&state, command, 2.0f, &displacement);
        float least = length3(sub3(command, vec3(120.0f, 0.0f, 0.0f))) / 250.0f;
        assert_true(time <= 1.1f * least + 0.17f);
    }
}

static void thruster_at_its_command_keeps_it(void **unused)
{
    (void)unused;
    VeerVec3 displacement, command = {60.0f, 80.0f, 0.0f};
    VeerMotionState state = {.heading = {0.0f, -1.0f, 0.0f}};
    seconds_until(&state, command, 0.5f, &displacement);
    for (int i = 0; i < 300; ++i) {
        state = veer_vehicle_step(&thruster, &ship, state, command, TICK);
    }
    assert_true(length3(sub3(state.velocity, command)) <= 0.01f);
    assert_true(angle_between(state.heading, command) <= 1e-3f);
}

static void thruster_pushed_by_its_lateral_jets_need_not_turn(void **unused)
{
    (void)unused;
    VeerVehicleParams jets = {.kind = VEER_VEHICLE_THRUSTER, .thruster = {.lateral = 0.4f}};
    VeerMotionLimits stiff = {120.0f, 250.0f, 250.0f, 1e-4f};
    VeerMotionState state = {.heading = {1.0f, 0.0f, 0.0f}};
    state = veer_vehicle_step(&jets, &stiff, state, vec3(0.0f, 0.0f, 120.0f), TICK);
    assert_float_equal(state.velocity.z, 0.4f * 250.0f * TICK, 1e-3f);
    state = veer_vehicle_step(&thruster, &stiff, (VeerMotionState){.heading = {1.0f, 0.0f, 0.0f}},
                              vec3(0.0f, 0.0f, 120.0f), TICK);
    assert_float_equal(state.velocity.z, 0.0f, 1e-3f);
}

static void thruster_without_limits_does_as_it_is_told(void **unused)
{
    (void)unused;
    VeerMotionLimits none = {120.0f, INFINITY, INFINITY, INFINITY};
    VeerMotionState state = {.velocity = {-50.0f, 3.0f, 1.0f}, .heading = {0.0f, 0.0f, 1.0f}};
    VeerVec3 command = {10.0f, 20.0f, -30.0f};
    state = veer_vehicle_step(&thruster, &none, state, command, TICK);
    assert_true(length3(sub3(state.velocity, command)) <= 1e-3f);
}

/// What the best of many parts of thrust and brake leaves of a command, shortened to the limit.
static VeerVec3 search_push(VeerMotionState state, VeerVec3 command, float most)
{
    VeerVec3 best = {0}, along = unit3(state.velocity, (VeerVec3){0});
    float brakes = min_f(most, length3(state.velocity)), least = INFINITY;
    for (int i = 0; i < 61 * 61; ++i) {
        VeerVec3 made = scale3(state.heading, most * (float)(i / 61) / 60.0f);
        made = along3(made, along, -brakes * (float)(i % 61) / 60.0f);
        float left = length3(sub3(add3(state.velocity, made), command));
        best = left < least ? made : best;
        least = min_f(least, left);
    }
    return add3(state.velocity, clamp_length3(best, most));
}

static void thruster_pushes_as_well_as_any_two_parts_could(void **unused)
{
    (void)unused;
    Draws draws = {.seed = 71};
    for (int i = 0; i < 300; ++i) {
        VeerMotionLimits limits = {50.0f, draw(&draws, 1.0f, 40.0f), 0.0f, 1e-6f};
        limits.max_braking = limits.max_acceleration;
        VeerMotionState state = {.heading = unit3(draw3(&draws, 1.0f), vec3(1.0f, 0.0f, 0.0f))};
        state.velocity = draw3(&draws, 20.0f);
        VeerVec3 command = draw3(&draws, 20.0f);
        float most = limits.max_acceleration * 0.1f;
        VeerVec3 best = search_push(state, command, most);
        VeerMotionState next = veer_vehicle_step(&thruster, &limits, state, command, 0.1f);
        // The search's steps are a sixtieth of the push.
        assert_true(length3(sub3(next.velocity, best)) <= 0.05f * most + 1e-3f);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(thruster_is_at_full_speed_after_half_a_second),
        cmocka_unit_test(thruster_stops_within_the_sources_distance),
        cmocka_unit_test(thruster_turns_about_in_two_thirds_of_a_second),
        cmocka_unit_test(headlong_thruster_drifts_wide_through_a_bend),
        cmocka_unit_test(headlong_thruster_told_to_rest_brakes),
        cmocka_unit_test(thruster_that_reverses_brakes_while_it_turns),
        cmocka_unit_test(thruster_makes_up_for_its_drift),
        cmocka_unit_test(thruster_at_its_command_keeps_it),
        cmocka_unit_test(thruster_pushed_by_its_lateral_jets_need_not_turn),
        cmocka_unit_test(thruster_without_limits_does_as_it_is_told),
        cmocka_unit_test(thruster_pushes_as_well_as_any_two_parts_could),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
