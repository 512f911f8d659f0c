#include "motion/vehicle_cases.h"

#include <string.h>

/// Drives a body through commands and knocks, and looks at each tick.
static void drive(Draws *draws, VeerVehicle kind)
{
    VeerVehicleParams vehicle = draw_vehicle(draws, kind);
    VeerMotionLimits limits = draw_limits(draws);
    VeerMotionTick tick = {&vehicle, &limits, draw(draws, 0.001f, 0.3f)};
    VeerMotionState state = rest(draws, &vehicle);
    VeerVec3 command = {0};
    for (int i = 0; i < 60; ++i) {
        command = draw(draws, 0.0f, 1.0f) < 0.2f ? draw_command(draws) : command;
        VeerMotionState next = veer_vehicle_step(&vehicle, &limits, state, command, tick.dt);
        VeerVec3 moved = next.velocity;
        expect_vehicle(&tick, state, next, moved);
        if (draw(draws, 0.0f, 1.0f) < 0.2f) {
            moved = clamp_length3(draw3(draws, 10.0f), limits.max_speed);
            next = veer_vehicle_after_contact(&tick, state, next, moved);
            expect_vehicle(&tick, state, next, moved);
        }
        state = next;
    }
}

static void vehicles_keep_every_limit(void **unused)
{
    (void)unused;
    for (int kind = 0; kind < VEER_VEHICLE_COUNT; ++kind) {
        Draws draws = {.seed = 40 + (uint64_t)kind};
        print_message("seed %d\n", 40 + kind);
        for (int i = 0; i < 1500; ++i) {
            drive(&draws, (VeerVehicle)kind);
        }
    }
}

/// States that no vehicle would come to by itself.
static void vehicles_stay_finite_whatever_the_state(void **unused)
{
    (void)unused;
    Draws draws = {.seed = 50};
    for (int i = 0; i < 20000; ++i) {
        VeerVehicleParams vehicle = draw_vehicle(&draws, (VeerVehicle)(i % VEER_VEHICLE_COUNT));
        VeerMotionLimits limits = draw_limits(&draws);
        limits.max_speed = i % 7 == 0 ? 0.0f : limits.max_speed;
        VeerMotionState state = draw_state(&draws, &limits);
        state.velocity = clamp_length3(draw3(&draws, 20.0f), limits.max_speed);
        state.spin = scale3(draw3(&draws, 1.0f), i % 3 == 0 ? 1e6f : 3.0f);
        state.heading = i % 5 == 0 ? vec3(0.0f, 0.0f, 1.0f) : state.heading;
        VeerVec3 command = draw3(&draws, i % 2 == 0 ? 10.0f : 1e6f);
        VeerMotionState next =
            veer_vehicle_step(&vehicle, &limits, state, command, draw(&draws, 1e-4f, 1.0f));
        assert_true(is_finite3(next.velocity) && is_finite3(next.heading) && is_finite3(next.spin));
        assert_true(length3(next.velocity) <= limits.max_speed);
        assert_float_equal(length3(next.heading), 1.0f, 1e-5f);
    }
}

static void vehicles_in_the_plane_stay_in_it(void **unused)
{
    (void)unused;
    for (int kind = 0; kind < VEER_VEHICLE_COUNT; ++kind) {
        Draws draws = {.seed = 60};
        VeerVehicleParams vehicle = veer_vehicle_params_default((VeerVehicle)kind);
        VeerMotionLimits limits = {20.0f, 8.0f, 8.0f, 2.0f};
        VeerMotionState state = {.heading = {1.0f, 0.0f, 0.0f}};
        for (int i = 0; i < 500; ++i) {
            VeerVec3 command = draw3(&draws, 20.0f);
            command.z = 0.0f;
            state = veer_vehicle_step(&vehicle, &limits, state, command, 0.05f);
            assert_true(state.velocity.z == 0.0f && state.heading.z == 0.0f);
        }
    }
}

static void defaults_are_valid(void **unused)
{
    (void)unused;
    for (int kind = 0; kind < VEER_VEHICLE_COUNT; ++kind) {
        VeerVehicleParams params = veer_vehicle_params_default((VeerVehicle)kind);
        assert_int_equal(params.kind, kind);
        assert_true(veer_vehicle_params_are_valid(&params));
    }
    assert_int_equal(veer_vehicle_params_default(VEER_VEHICLE_COUNT).kind, VEER_VEHICLE_FREE);
}

static void constants_out_of_range_are_refused(void **unused)
{
    (void)unused;
    const VeerVehicleParams bad[] = {
        {.kind = VEER_VEHICLE_COUNT},
        {.kind = VEER_VEHICLE_THRUSTER, .thruster = {.lateral = 1.5f}},
        {.kind = VEER_VEHICLE_THRUSTER, .thruster = {.lateral = NAN}},
        {.kind = VEER_VEHICLE_TORQUE, .torque = {-0.1f, 1.0f}},
        {.kind = VEER_VEHICLE_TORQUE, .torque = {0.0f, 0.0f}},
        {.kind = VEER_VEHICLE_CAR, .car = {0.0f, 0.5f, 1.0f, 0.0f}},
        {.kind = VEER_VEHICLE_CAR, .car = {2.0f, 1.6f, 1.0f, 0.0f}},
        {.kind = VEER_VEHICLE_CAR, .car = {2.0f, 0.5f, NAN, 0.0f}},
        {.kind = VEER_VEHICLE_CAR, .car = {2.0f, 0.5f, 1.0f, 1.5f}},
        {.kind = VEER_VEHICLE_CAR, .car = {2.0f, 0.5f, 1.0f, -0.1f}},
        {.kind = VEER_VEHICLE_CAR, .car = {2.0f, 0.0f, 1.0f, 0.0f}},
        {.kind = VEER_VEHICLE_CAR, .car = {2.0f, 0.5f, 0.0f, 0.0f}},
        {.kind = VEER_VEHICLE_CAR, .car = {INFINITY, 0.5f, 1.0f, 0.0f}},
        {.kind = VEER_VEHICLE_AIRCRAFT, .aircraft = {-1.0f, 0.5f, 1.0f, 1.0f}},
        {.kind = VEER_VEHICLE_AIRCRAFT, .aircraft = {1.0f, 2.0f, 1.0f, 1.0f}},
        {.kind = VEER_VEHICLE_AIRCRAFT, .aircraft = {1.0f, 0.5f, 0.0f, 1.0f}},
        {.kind = VEER_VEHICLE_AIRCRAFT, .aircraft = {1.0f, 0.5f, 1.0f, 0.0f}},
        {.kind = VEER_VEHICLE_AIRCRAFT, .aircraft = {INFINITY, 0.5f, 1.0f, 1.0f}},
        {.kind = VEER_VEHICLE_AIRCRAFT, .aircraft = {1.0f, -0.1f, 1.0f, 1.0f}},
        {.kind = VEER_VEHICLE_AIRCRAFT, .aircraft = {1.0f, 0.5f, 1.6f, 1.0f}},
    };
    for (size_t i = 0; i < sizeof bad / sizeof *bad; ++i) {
        assert_false(veer_vehicle_params_are_valid(&bad[i]));
    }
}

static void constants_at_the_ends_of_their_ranges_are_taken(void **unused)
{
    (void)unused;
    const VeerVehicleParams good[] = {
        {.kind = VEER_VEHICLE_THRUSTER, .thruster = {.lateral = 0.0f}},
        {.kind = VEER_VEHICLE_THRUSTER, .thruster = {.lateral = 1.0f}},
        {.kind = VEER_VEHICLE_TORQUE, .torque = {0.0f, INFINITY}},
        {.kind = VEER_VEHICLE_TORQUE, .torque = {1.0f, 1e-6f}},
        {.kind = VEER_VEHICLE_CAR, .car = {1e-6f, 1e-6f, 1e-6f, 0.0f}},
        {.kind = VEER_VEHICLE_CAR, .car = {VEER_WORLD_LIMIT, 1.57f, INFINITY, 1.0f}},
        {.kind = VEER_VEHICLE_AIRCRAFT, .aircraft = {0.0f, 0.0f, 1e-6f, 1e-6f}},
        {.kind = VEER_VEHICLE_AIRCRAFT, .aircraft = {VEER_WORLD_LIMIT, 1.57f, 1.57f, INFINITY}},
    };
    for (size_t i = 0; i < sizeof good / sizeof *good; ++i) {
        assert_true(veer_vehicle_params_are_valid(&good[i]));
    }
}

static void packed_constants_come_back(void **unused)
{
    (void)unused;
    Draws draws = {.seed = 70};
    for (int i = 0; i < 40 * VEER_VEHICLE_COUNT; ++i) {
        int kind = i % VEER_VEHICLE_COUNT;
        VeerVehicleParams params = i < VEER_VEHICLE_COUNT
                                       ? veer_vehicle_params_default((VeerVehicle)kind)
                                       : draw_vehicle(&draws, (VeerVehicle)kind);
        VeerVehicleValues values = veer_vehicle_pack(&params);
        VeerVehicleParams back = veer_vehicle_unpack(params.kind, values);
        VeerVehicleValues again = veer_vehicle_pack(&back);
        assert_int_equal(back.kind, kind);
        assert_memory_equal(&values, &again, sizeof values);
        if (kind == VEER_VEHICLE_THRUSTER) {
            assert_int_equal(back.thruster.is_headlong, params.thruster.is_headlong);
            assert_true(back.thruster.lateral == params.thruster.lateral);
        }
    }
}

static void turning_circles_are_those_that_are_driven(void **unused)
{
    (void)unused;
    VeerMotionLimits limits = {15.0f, 100.0f, 100.0f, INFINITY};
    for (int kind = VEER_VEHICLE_CAR; kind <= VEER_VEHICLE_AIRCRAFT; ++kind) {
        VeerVehicleParams vehicle = veer_vehicle_params_default((VeerVehicle)kind);
        float radius = veer_vehicle_turning_radius(&vehicle, &limits, 12.0f, 0.01f);
        VeerMotionState state = {{12.0f, 0.0f, 0.0f}, {1.0f, 0.0f, 0.0f}, {0.0f, 0.0f, 0.0f}};
        float steepest =
            kind == VEER_VEHICLE_CAR ? vehicle.car.max_steering : vehicle.aircraft.max_bank;
        state.spin.x = steepest;
        // Towards the left of wherever it heads: it turns for ever.
        VeerMotionState next = state;
        for (int i = 0; i < 10; ++i) {
            state = next;
            VeerVec3 left = {-state.heading.y * 12.0f, state.heading.x * 12.0f, 0.0f};
            next = veer_vehicle_step(&vehicle, &limits, state, left, 0.01f);
        }
        float turned = angle_between(state.heading, next.heading);
        assert_float_equal(length3(next.velocity) * 0.01f / turned, radius, 0.02f * radius);
    }
    VeerVehicleParams thruster = veer_vehicle_params_default(VEER_VEHICLE_THRUSTER);
    assert_true(veer_vehicle_turning_radius(&thruster, &limits, 5.0f, 0.01f) == 0.0f);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(vehicles_keep_every_limit),
        cmocka_unit_test(vehicles_stay_finite_whatever_the_state),
        cmocka_unit_test(vehicles_in_the_plane_stay_in_it),
        cmocka_unit_test(defaults_are_valid),
        cmocka_unit_test(constants_out_of_range_are_refused),
        cmocka_unit_test(constants_at_the_ends_of_their_ranges_are_taken),
        cmocka_unit_test(packed_constants_come_back),
        cmocka_unit_test(turning_circles_are_those_that_are_driven),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
