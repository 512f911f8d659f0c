#include "motion/vehicle_cases.h"

#define TICK (1.0f / 60.0f)

static const VeerVehicleParams craft = {.kind = VEER_VEHICLE_AIRCRAFT,
                                        .aircraft = {12.0f, 0.4f, 0.9f, 2.0f}};
static const VeerMotionLimits limits = {30.0f, 20.0f, 20.0f, INFINITY};

static VeerMotionState cruise(float speed)
{
    return (VeerMotionState){{speed, 0.0f, 0.0f}, {1.0f, 0.0f, 0.0f}, {0.0f, 0.0f, 0.0f}};
}

static void aircraft_takes_off_and_never_stalls(void **unused)
{
    (void)unused;
    VeerMotionState state = {.heading = {1.0f, 0.0f, 0.0f}};
    bool has_flown = false;
    for (int i = 0; i < 600; ++i) {
        VeerVec3 command = i < 200 ? vec3(20.0f, 0.0f, 0.0f) : (VeerVec3){0};
        state = veer_vehicle_step(&craft, &limits, state, command, TICK);
        float speed = length3(state.velocity);
        has_flown |= speed >= 12.0f;
        assert_true(!has_flown || speed >= 11.999f);
    }
    assert_float_equal(length3(state.velocity), 12.0f, 1e-2f);
}

static void aircraft_told_to_stop_circles(void **unused)
{
    (void)unused;
    VeerMotionState state = cruise(15.0f);
    VeerVec3 place = {0};
    float furthest = 0.0f;
    for (int i = 0; i < 6000; ++i) {
        state = veer_vehicle_step(&craft, &limits, state, (VeerVec3){0}, TICK);
        place = along3(place, state.velocity, TICK);
        furthest = max_f(furthest, length3(place));
    }
    // 12²/(9.81 tan 0.45) = 30.4 m of radius.
    assert_true(furthest <= 80.0f && furthest >= 50.0f);
    assert_float_equal(state.velocity.z, 0.0f, 1e-3f);
}

static void aircraft_told_to_go_straight_up_keeps_its_course(void **unused)
{
    (void)unused;
    // A thousandth of the command is the least that counts as a course: here to the left.
    VeerMotionState up =
        veer_vehicle_step(&craft, &limits, cruise(20.0f), vec3(0.0f, 0.0199f, 20.0f), TICK);
    VeerMotionState left =
        veer_vehicle_step(&craft, &limits, cruise(20.0f), vec3(0.0f, 0.0201f, 20.0f), TICK);
    assert_true(up.spin.x == 0.0f && left.spin.x > 0.0f);
}

static void aircraft_turns_at_the_rate_of_its_bank(void **unused)
{
    (void)unused;
    VeerMotionState state = cruise(20.0f);
    int ticks = 0;
    for (; state.velocity.x > -19.99f && ticks < 2000; ++ticks) {
        state = veer_vehicle_step(&craft, &limits, state, vec3(-20.0f, 0.0f, 0.0f), TICK);
    }
    // The half turn at 9.81 tan(0.9) / 20 rad/s, and half of each roll, of 0.45 s.
    float rate = 9.81f * 1.26016f / 20.0f;
    assert_float_equal((float)ticks * TICK, VEER_PI / rate + 0.45f, 0.25f);
    for (int i = 0; i < 60; ++i) {
        state = veer_vehicle_step(&craft, &limits, state, vec3(-20.0f, 0.0f, 0.0f), TICK);
    }
    assert_true(fabsf(state.spin.x) <= 0.01f);
}

static void aircraft_takes_its_course_without_overshoot(void **unused)
{
    (void)unused;
    for (int i = 1; i <= 6; ++i) {
        float angle = 0.5f * (float)i, past = 0.0f;
        VeerVec3 command = {18.0f * veer_cos(angle), 18.0f * veer_sin(angle), 0.0f};
        VeerMotionState state = cruise(18.0f);
        for (int k = 0; k < 900; ++k) {
            state = veer_vehicle_step(&craft, &limits, state, command, TICK);
            past = max_f(past, veer_atan2(state.heading.y, state.heading.x) - angle);
        }
        assert_true(past <= 0.02f);
        assert_true(length3(sub3(state.velocity, command)) <= 0.1f);
    }
}

static void aircraft_climbs_no_steeper_than_it_can(void **unused)
{
    (void)unused;
    for (int i = 0; i < 2; ++i) {
        VeerVec3 command = {0.0f, 0.0f, i == 0 ? 20.0f : -20.0f};
        VeerMotionState state = cruise(20.0f);
        for (int k = 0; k < 300; ++k) {
            state = veer_vehicle_step(&craft, &limits, state, command, TICK);
            assert_true(fabsf(asinf(state.heading.z)) <= 0.4f + 1e-4f);
        }
        // Straight up says nothing of the course: it keeps its own.
        assert_float_equal(fabsf(asinf(state.heading.z)), 0.4f, 1e-3f);
        assert_float_equal(state.heading.y, 0.0f, 1e-5f);
        assert_true(state.heading.z * command.z > 0.0f);
    }
}

static void aircraft_with_little_lift_banks_less(void **unused)
{
    (void)unused;
    VeerMotionLimits weak = {30.0f, 5.0f, 5.0f, INFINITY};
    VeerMotionState state = cruise(20.0f);
    float steepest = 0.0f;
    for (int i = 0; i < 300; ++i) {
        state = veer_vehicle_step(&craft, &weak, state, vec3(-20.0f, 0.0f, 0.0f), TICK);
        steepest = max_f(steepest, fabsf(state.spin.x));
    }
    assert_true(steepest <= veer_atan2(5.0f, 9.81f));
    assert_true(steepest >= 0.3f);
}

static void aircraft_flies_on_along_a_wall(void **unused)
{
    (void)unused;
    VeerMotionTick tick = {&craft, &limits, TICK};
    VeerMotionState before = cruise(12.0f);
    VeerMotionState meant =
        veer_vehicle_step(&craft, &limits, before, vec3(12.0f, 0.0f, 0.0f), TICK);
    VeerMotionState after = veer_vehicle_after_contact(&tick, before, meant, (VeerVec3){0});
    assert_float_equal(length3(after.velocity), 12.0f, 1e-3f);
    before = cruise(20.0f);
    meant = veer_vehicle_step(&craft, &limits, before, vec3(20.0f, 0.0f, 0.0f), TICK);
    after = veer_vehicle_after_contact(&tick, before, meant, (VeerVec3){0});
    assert_float_equal(length3(after.velocity), 20.0f - 20.0f * TICK, 1e-3f);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(aircraft_takes_off_and_never_stalls),
        cmocka_unit_test(aircraft_told_to_stop_circles),
        cmocka_unit_test(aircraft_told_to_go_straight_up_keeps_its_course),
        cmocka_unit_test(aircraft_turns_at_the_rate_of_its_bank),
        cmocka_unit_test(aircraft_takes_its_course_without_overshoot),
        cmocka_unit_test(aircraft_climbs_no_steeper_than_it_can),
        cmocka_unit_test(aircraft_with_little_lift_banks_less),
        cmocka_unit_test(aircraft_flies_on_along_a_wall),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
