#include "motion/vehicle_cases.h"

static const VeerVehicleParams vehicle = {.kind = VEER_VEHICLE_FREE};

static void limits_hold_for_every_command(void **unused)
{
    (void)unused;
    Draws draws = {.seed = 17};
    for (int i = 0; i < 20000; ++i) {
        VeerMotionLimits limits = draw_limits(&draws);
        VeerMotionState state = draw_state(&draws, &limits);
        float dt = draw(&draws, 0.001f, 1.0f);
        VeerMotionState next =
            veer_vehicle_step(&vehicle, &limits, state, draw3(&draws, 30.0f), dt);
        expect_within(&limits, state, next, dt);
    }
}

static void limits_hold_after_every_contact(void **unused)
{
    (void)unused;
    Draws draws = {.seed = 18};
    for (int i = 0; i < 20000; ++i) {
        VeerMotionLimits limits = draw_limits(&draws);
        VeerMotionState state = draw_state(&draws, &limits);
        float dt = draw(&draws, 0.001f, 1.0f);
        VeerMotionState meant =
            veer_vehicle_step(&vehicle, &limits, state, draw3(&draws, 30.0f), dt);
        VeerMotionTick tick = {&vehicle, &limits, dt};
        VeerVec3 moved = clamp_length3(draw3(&draws, 30.0f), limits.max_speed);
        VeerMotionState next = veer_vehicle_after_contact(&tick, state, meant, moved);
        expect_within(&limits, state, next, dt);
    }
}

static void limits_let_through_what_is_within_them(void **unused)
{
    (void)unused;
    VeerMotionLimits limits = {5.0f, 10.0f, 10.0f, INFINITY};
    VeerMotionState state = {.velocity = {1.0f, 0.0f, 0.0f}, .heading = {1.0f, 0.0f, 0.0f}};
    VeerMotionState next =
        veer_vehicle_step(&vehicle, &limits, state, vec3(1.5f, 0.5f, 0.0f), 0.1f);
    assert_float_equal(next.velocity.x, 1.5f, 1e-6f);
    assert_float_equal(next.velocity.y, 0.5f, 1e-6f);
}

static void limits_without_number_obey_at_once(void **unused)
{
    (void)unused;
    VeerMotionLimits limits = {5.0f, INFINITY, INFINITY, INFINITY};
    VeerMotionState state = {.velocity = {5.0f, 0.0f, 0.0f}, .heading = {1.0f, 0.0f, 0.0f}};
    VeerMotionState next =
        veer_vehicle_step(&vehicle, &limits, state, vec3(-3.0f, 4.0f, 0.0f), 0.01f);
    assert_float_equal(next.velocity.x, -3.0f, 1e-6f);
    assert_float_equal(next.velocity.y, 4.0f, 1e-6f);
    assert_float_equal(next.heading.x, -0.6f, 1e-6f);
    assert_float_equal(next.heading.y, 0.8f, 1e-6f);
}

static void limits_of_braking_and_acceleration_are_told_apart(void **unused)
{
    (void)unused;
    VeerMotionLimits limits = {10.0f, 2.0f, 8.0f, INFINITY};
    VeerMotionState state = {.velocity = {5.0f, 0.0f, 0.0f}, .heading = {1.0f, 0.0f, 0.0f}};
    VeerMotionState faster =
        veer_vehicle_step(&vehicle, &limits, state, vec3(10.0f, 0.0f, 0.0f), 0.1f);
    VeerMotionState slower =
        veer_vehicle_step(&vehicle, &limits, state, vec3(0.0f, 0.0f, 0.0f), 0.1f);
    assert_float_equal(faster.velocity.x, 5.2f, 1e-5f);
    assert_float_equal(slower.velocity.x, 4.2f, 1e-5f);
}

/// Ticks until `state` meets the command.
static int ticks_until(const VeerMotionLimits *limits, VeerMotionState state, VeerVec3 command,
                       float dt, VeerMotionState *end)
{
    for (int i = 1; i <= 10000; ++i) {
        state = veer_vehicle_step(&vehicle, limits, state, command, dt);
        if (length3(sub3(state.velocity, command)) <= 1e-4f) {
            *end = state;
            return i;
        }
    }
    return 10001;
}

static void limits_reach_the_command_in_the_time_they_allow(void **unused)
{
    (void)unused;
    VeerMotionLimits limits = {120.0f, 250.0f, 250.0f, INFINITY};
    VeerMotionState end, rest = {.velocity = {0.0f, 0.0f, 0.0f}, .heading = {1.0f, 0.0f, 0.0f}};
    float dt = 1.0f / 60.0f;
    int ticks = ticks_until(&limits, rest, vec3(120.0f, 0.0f, 0.0f), dt, &end);
    assert_in_range(ticks, 29, 30); // 0.48 s
    ticks = ticks_until(&limits, end, vec3(0.0f, 0.0f, 0.0f), dt, &end);
    assert_in_range(ticks, 29, 30);
}

static void a_half_turn_takes_pi_by_the_rate(void **unused)
{
    (void)unused;
    VeerMotionLimits limits = {10.0f, INFINITY, INFINITY, 1.5f * VEER_PI};
    VeerMotionState end, east = {.velocity = {10.0f, 0.0f, 0.0f}, .heading = {1.0f, 0.0f, 0.0f}};
    int ticks = ticks_until(&limits, east, vec3(-10.0f, 0.0f, 0.0f), 1.0f / 60.0f, &end);
    assert_in_range(ticks, 40, 41); // 0.667 s
}

static void a_body_that_turns_moves_along_its_heading(void **unused)
{
    (void)unused;
    VeerMotionLimits limits = {4.0f, INFINITY, INFINITY, 1.0f};
    VeerMotionState state = {.velocity = {0.0f, 0.0f, 0.0f}, .heading = {1.0f, 0.0f, 0.0f}};
    for (int i = 0; i < 300; ++i) {
        state = veer_vehicle_step(&vehicle, &limits, state, vec3(0.0f, 3.0f, 2.0f), 0.02f);
        VeerVec3 side = along3(state.velocity, state.heading, -dot3(state.velocity, state.heading));
        assert_true(length3(side) <= 1e-5f);
    }
    assert_float_equal(length3(sub3(state.velocity, vec3(0.0f, 3.0f, 2.0f))), 0.0f, 1e-5f);
}

static void a_body_that_turns_stands_while_it_looks_away(void **unused)
{
    (void)unused;
    VeerMotionLimits limits = {4.0f, INFINITY, INFINITY, 1.0f};
    VeerMotionState state = {.velocity = {0.0f, 0.0f, 0.0f}, .heading = {1.0f, 0.0f, 0.0f}};
    VeerMotionState next =
        veer_vehicle_step(&vehicle, &limits, state, vec3(-4.0f, 0.0f, 0.0f), 0.1f);
    assert_true(length3(next.velocity) == 0.0f);
    assert_float_equal(angle_between(state.heading, next.heading), 0.1f, 1e-5f);
}

static void a_body_at_rest_keeps_looking_where_it_looked(void **unused)
{
    (void)unused;
    for (int i = 0; i < 2; ++i) {
        VeerMotionLimits limits = {4.0f, 3.0f, 3.0f, i == 0 ? INFINITY : 1.0f};
        VeerMotionState state = {.velocity = {0.0f, 0.0f, 0.0f}, .heading = {0.0f, 0.6f, 0.8f}};
        VeerMotionState next =
            veer_vehicle_step(&vehicle, &limits, state, vec3(0.0f, 0.0f, 0.0f), 0.1f);
        assert_true(length3(next.velocity) == 0.0f);
        assert_float_equal(length3(sub3(next.heading, state.heading)), 0.0f, 1e-6f);
    }
}

static void a_body_without_speed_stays(void **unused)
{
    (void)unused;
    VeerMotionLimits limits = {0.0f, INFINITY, INFINITY, 2.0f};
    VeerMotionState state = {.velocity = {0.0f, 0.0f, 0.0f}, .heading = {1.0f, 0.0f, 0.0f}};
    VeerMotionState next =
        veer_vehicle_step(&vehicle, &limits, state, vec3(3.0f, 3.0f, 0.0f), 0.5f);
    assert_true(length3(next.velocity) == 0.0f);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(limits_hold_for_every_command),
        cmocka_unit_test(limits_hold_after_every_contact),
        cmocka_unit_test(limits_let_through_what_is_within_them),
        cmocka_unit_test(limits_without_number_obey_at_once),
        cmocka_unit_test(limits_of_braking_and_acceleration_are_told_apart),
        cmocka_unit_test(limits_reach_the_command_in_the_time_they_allow),
        cmocka_unit_test(a_half_turn_takes_pi_by_the_rate),
        cmocka_unit_test(a_body_that_turns_moves_along_its_heading),
        cmocka_unit_test(a_body_that_turns_stands_while_it_looks_away),
        cmocka_unit_test(a_body_at_rest_keeps_looking_where_it_looked),
        cmocka_unit_test(a_body_without_speed_stays),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
