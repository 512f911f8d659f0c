// Bodies that go along their heading: what they can do does not depend on the tick.
#include "motion/vehicle_cases.h"

static const VeerMotionLimits limits = {14.0f, 15.0f, 15.0f, 3.0f};

/// Where a body is after `seconds` of a command, from 12 m/s along x.
static VeerVec3 fly(VeerVec3 command, float seconds, uint32_t ticks)
{
    VeerVehicleParams vehicle = veer_vehicle_params_default(VEER_VEHICLE_FREE);
    VeerMotionState state = {.velocity = {12.0f, 0.0f, 0.0f}, .heading = {1.0f, 0.0f, 0.0f}};
    VeerVec3 place = {0};
    float dt = seconds / (float)ticks;
    for (uint32_t i = 0; i < ticks; ++i) {
        VeerMotionState next = veer_vehicle_step(&vehicle, &limits, state, command, dt);
        expect_within(&limits, state, next, dt);
        place = along3(place, add3(state.velocity, next.velocity), 0.5f * dt);
        state = next;
    }
    return place;
}

static void turning_back_takes_as_long_whatever_the_tick(void **unused)
{
    (void)unused;
    for (int i = 1; i <= 3; ++i) {
        VeerVec3 command = vec3(12.0f * veer_cos((float)i), 12.0f * veer_sin((float)i), 0.0f);
        VeerVec3 fine = fly(command, 3.0f, 720), coarse = fly(command, 3.0f, 90);
        // Of a way of 30 m.
        assert_true(length3(sub3(fine, coarse)) < 0.5f);
    }
}

static void it_turns_while_it_brakes(void **unused)
{
    (void)unused;
    VeerVehicleParams vehicle = veer_vehicle_params_default(VEER_VEHICLE_FREE);
    VeerMotionState state = {.velocity = {12.0f, 0.0f, 0.0f}, .heading = {1.0f, 0.0f, 0.0f}};
    VeerVec3 command = vec3(0.0f, 4.0f, 0.0f);
    for (int i = 0; i < 20; ++i) {
        state = veer_vehicle_step(&vehicle, &limits, state, command, 1.0f / 60.0f);
    }
    assert_true(length3(state.velocity) < 9.0f);
    assert_true(state.heading.y > 0.3f);
}

static void straight_on_it_brakes_with_all_it_has(void **unused)
{
    (void)unused;
    VeerVehicleParams vehicle = veer_vehicle_params_default(VEER_VEHICLE_FREE);
    VeerMotionState state = {.velocity = {12.0f, 0.0f, 0.0f}, .heading = {1.0f, 0.0f, 0.0f}};
    VeerMotionState next =
        veer_vehicle_step(&vehicle, &limits, state, vec3(0.0f, 0.0f, 0.0f), 0.1f);
    assert_float_equal(next.velocity.x, 10.5f, 1e-4f);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(turning_back_takes_as_long_whatever_the_tick),
        cmocka_unit_test(it_turns_while_it_brakes),
        cmocka_unit_test(straight_on_it_brakes_with_all_it_has),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
