#include "motion/vehicle_cases.h"

#define TICK (1.0f / 60.0f)

static const VeerVehicleParams car = {.kind = VEER_VEHICLE_CAR, .car = {2.5f, 0.6f, 1.5f, 0.0f}};
static const VeerMotionLimits limits = {20.0f, 4.0f, 8.0f, INFINITY};

static const VeerVehicleParams two_way = {.kind = VEER_VEHICLE_CAR,
                                          .car = {2.5f, 0.6f, 1.5f, 0.25f}};

static float course_of(VeerVec3 heading)
{
    return veer_atan2(heading.y, heading.x);
}

static void car_turns_round_forwards(void **unused)
{
    (void)unused;
    VeerMotionState state = {.heading = {1.0f, 0.0f, 0.0f}};
    VeerVec3 command = {-6.0f, 0.0f, 0.0f}, place = {0};
    float widest = 0.0f;
    int ticks = 0;
    for (; state.velocity.x > -5.9f && ticks < 2000; ++ticks) {
        state = veer_vehicle_step(&car, &limits, state, command, TICK);
        assert_true(dot3(state.velocity, state.heading) >= 0.0f);
        place = along3(place, state.velocity, TICK);
        widest = max_f(widest, fabsf(place.y));
    }
    assert_true((float)ticks * TICK <= 4.6f);
    // Twice the radius of its lock, 3.65 m, and what steering takes.
    assert_true(widest <= 2.0f * 3.65f + 3.0f);
}

static void car_takes_its_course_without_overshoot(void **unused)
{
    (void)unused;
    for (int i = 1; i <= 8; ++i) {
        float angle = 0.35f * (float)i, past = 0.0f;
        VeerVec3 command = {8.0f * veer_cos(angle), 8.0f * veer_sin(angle), 0.0f};
        VeerMotionState state = {.velocity = {8.0f, 0.0f, 0.0f}, .heading = {1.0f, 0.0f, 0.0f}};
        for (int k = 0; k < 600; ++k) {
            state = veer_vehicle_step(&car, &limits, state, command, TICK);
            past = max_f(past, course_of(state.heading) - angle);
        }
        assert_true(past <= 0.02f);
        assert_true(length3(sub3(state.velocity, command)) <= 0.02f);
        assert_true(fabsf(state.spin.x) <= 0.01f);
    }
}

static void car_told_to_stop_stops_straight_on(void **unused)
{
    (void)unused;
    VeerMotionState state = {.velocity = {16.0f, 0.0f, 0.0f}, .heading = {1.0f, 0.0f, 0.0f}};
    float length = 0.0f;
    int ticks = 0;
    for (; length3(state.velocity) > 0.0f && ticks < 1000; ++ticks) {
        state = veer_vehicle_step(&car, &limits, state, (VeerVec3){0}, TICK);
        length += state.velocity.x * TICK;
    }
    assert_float_equal((float)ticks * TICK, 2.0f, 0.02f);
    assert_float_equal(length, 16.0f, 0.2f);
    assert_float_equal(state.heading.x, 1.0f, 1e-6f);
}

static void car_slows_down_for_a_bend(void **unused)
{
    (void)unused;
    VeerMotionState state = {.velocity = {20.0f, 0.0f, 0.0f}, .heading = {1.0f, 0.0f, 0.0f}};
    float slowest = 20.0f;
    for (int i = 0; i < 600; ++i) {
        state = veer_vehicle_step(&car, &limits, state, vec3(0.0f, 20.0f, 0.0f), TICK);
        slowest = min_f(slowest, length3(state.velocity));
    }
    assert_true(slowest <= 10.0f && slowest >= 2.0f);
    assert_float_equal(state.velocity.y, 20.0f, 0.1f);
}

static void car_does_not_turn_while_it_stands(void **unused)
{
    (void)unused;
    VeerMotionLimits still = {0.0f, 4.0f, 8.0f, INFINITY};
    VeerMotionState state = {.heading = {1.0f, 0.0f, 0.0f}};
    for (int i = 0; i < 100; ++i) {
        state = veer_vehicle_step(&car, &still, state, vec3(0.0f, 5.0f, 0.0f), TICK);
    }
    assert_float_equal(state.heading.x, 1.0f, 1e-6f);
    assert_true(length3(state.velocity) == 0.0f);
}

static void car_against_a_wall_turns_no_further_than_it_rolls(void **unused)
{
    (void)unused;
    VeerMotionTick tick = {&car, &limits, TICK};
    VeerMotionState before = {{6.0f, 0.0f, 0.0f}, {1.0f, 0.0f, 0.0f}, {0.6f, 0.0f, 0.0f}};
    VeerMotionState meant = veer_vehicle_step(&car, &limits, before, vec3(0.0f, 6.0f, 0.0f), TICK);
    VeerMotionState half =
        veer_vehicle_after_contact(&tick, before, meant, scale3(meant.velocity, 0.5f));
    VeerMotionState none = veer_vehicle_after_contact(&tick, before, meant, (VeerVec3){0});
    assert_float_equal(course_of(half.heading), 0.5f * course_of(meant.heading), 1e-4f);
    assert_float_equal(course_of(none.heading), 0.0f, 1e-6f);
    assert_true(length3(none.velocity) >= 6.0f - 8.0f * TICK - 1e-4f);
    VeerMotionState free = veer_vehicle_after_contact(&tick, before, meant, meant.velocity);
    assert_true(length3(sub3(free.velocity, meant.velocity)) == 0.0f);
}

static void car_ignores_what_is_above(void **unused)
{
    (void)unused;
    VeerMotionState state = {.heading = {0.0f, 0.0f, 1.0f}};
    state = veer_vehicle_step(&car, &limits, state, vec3(0.0f, 0.0f, 9.0f), TICK);
    assert_true(length3(state.velocity) == 0.0f);
    assert_true(state.heading.x == 1.0f && state.heading.z == 0.0f);
}

static void car_reverses_for_what_is_near_behind(void **unused)
{
    (void)unused;
    VeerMotionState state = {.velocity = {3.0f, 0.0f, 0.0f}, .heading = {1.0f, 0.0f, 0.0f}};
    for (int i = 0; i < 120; ++i) {
        VeerVec3 before = state.velocity;
        state = veer_vehicle_step(&two_way, &limits, state, vec3(-5.0f, 0.0f, 0.0f), TICK);
        assert_true(length3(sub3(state.velocity, before)) <= 8.0f * TICK * 1.0001f);
    }
    assert_float_equal(state.velocity.x, -5.0f, 1e-3f);
    assert_float_equal(state.heading.x, 1.0f, 1e-6f);
}

static void car_reversing_brings_its_rear_round(void **unused)
{
    (void)unused;
    VeerVec3 command = {-2.4f, 1.8f, 0.0f};
    VeerMotionState state = {.heading = {1.0f, 0.0f, 0.0f}};
    for (int i = 0; i < 600; ++i) {
        state = veer_vehicle_step(&two_way, &limits, state, command, TICK);
        assert_true(dot3(state.velocity, state.heading) <= 0.0f);
    }
    assert_true(length3(sub3(state.velocity, command)) <= 0.05f);
}

static void car_told_to_go_on_stops_reversing(void **unused)
{
    (void)unused;
    VeerMotionState state = {.velocity = {-5.0f, 0.0f, 0.0f}, .heading = {1.0f, 0.0f, 0.0f}};
    int back = 0;
    for (; state.velocity.x < 0.0f && back < 600; ++back) {
        state = veer_vehicle_step(&two_way, &limits, state, vec3(10.0f, 0.0f, 0.0f), TICK);
    }
    assert_float_equal((float)back * TICK, 5.0f / 8.0f, 0.05f);
    state = veer_vehicle_step(&two_way, &limits, state, vec3(10.0f, 0.0f, 0.0f), TICK);
    assert_true(state.velocity.x > 0.0f);
}

static void car_too_fast_for_reverse_turns_round(void **unused)
{
    (void)unused;
    VeerMotionState state = {.heading = {1.0f, 0.0f, 0.0f}};
    for (int i = 0; i < 60; ++i) {
        state = veer_vehicle_step(&two_way, &limits, state, vec3(-6.0f, 0.0f, 0.0f), TICK);
        assert_true(dot3(state.velocity, state.heading) >= 0.0f);
    }
}

static void car_backing_into_a_wall_stops(void **unused)
{
    (void)unused;
    VeerMotionTick tick = {&two_way, &limits, TICK};
    VeerMotionState before = {{-2.0f, 0.0f, 0.0f}, {1.0f, 0.0f, 0.0f}, {0.6f, 0.0f, 0.0f}};
    VeerMotionState meant =
        veer_vehicle_step(&two_way, &limits, before, vec3(-2.0f, 0.0f, 0.0f), TICK);
    VeerMotionState none = veer_vehicle_after_contact(&tick, before, meant, (VeerVec3){0});
    assert_float_equal(none.velocity.x, -2.0f + 8.0f * TICK, 1e-3f);
    assert_float_equal(course_of(none.heading), 0.0f, 1e-6f);
}

static void car_needs_less_room_the_more_it_steers(void **unused)
{
    (void)unused;
    VeerMotionTick tick = {&two_way, &limits, TICK};
    VeerMotionState state = {{3.0f, 0.0f, 0.0f}, {1.0f, 0.0f, 0.0f}, {0.6f, 0.0f, 0.0f}};
    assert_true(veer_car_lead(&tick, &state, true) == 0.0f);
    float other = veer_car_lead(&tick, &state, false);
    assert_float_equal(other, 0.5f * 1.2f / 1.5f * 3.0f, 1e-5f);
    state.velocity.x = 12.0f; // and it has to slow down first
    assert_true(veer_car_lead(&tick, &state, true) > 5.0f);
    // Who stands does not set off before there is room for all of it.
    state.velocity.x = 0.0f;
    assert_true(veer_car_lead(&tick, &state, true) > 0.5f);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(car_turns_round_forwards),
        cmocka_unit_test(car_takes_its_course_without_overshoot),
        cmocka_unit_test(car_told_to_stop_stops_straight_on),
        cmocka_unit_test(car_slows_down_for_a_bend),
        cmocka_unit_test(car_does_not_turn_while_it_stands),
        cmocka_unit_test(car_against_a_wall_turns_no_further_than_it_rolls),
        cmocka_unit_test(car_ignores_what_is_above),
        cmocka_unit_test(car_reverses_for_what_is_near_behind),
        cmocka_unit_test(car_reversing_brings_its_rear_round),
        cmocka_unit_test(car_told_to_go_on_stops_reversing),
        cmocka_unit_test(car_too_fast_for_reverse_turns_round),
        cmocka_unit_test(car_backing_into_a_wall_stops),
        cmocka_unit_test(car_needs_less_room_the_more_it_steers),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
