/// Whether a body kept every limit of its own and of its vehicle in a tick.
#ifndef VEER_TESTS_VEHICLE_LIMITS_H
#define VEER_TESTS_VEHICLE_LIMITS_H

#include "support/suite.h"

#include "math/trig.h"
#include "motion/motion.h"

/// Rounding: a part of a limit, and m/s (or rad).
#define PART 1e-5f

static inline float angle_between(VeerVec3 a, VeerVec3 b)
{
    return veer_atan2(length3(cross3(a, b)), dot3(a, b));
}

static inline void expect_within(const VeerMotionLimits *limits, VeerMotionState before,
                                 VeerMotionState after, float dt)
{
    float change = length3(sub3(after.velocity, before.velocity));
    float slack = limits->max_speed * PART + 1e-6f;
    bool is_slower = length3(after.velocity) < length3(before.velocity);
    float limit = (is_slower ? limits->max_braking : limits->max_acceleration) * dt;
    float turned = angle_between(before.heading, after.heading);
    assert_true(is_finite3(after.velocity) && is_finite3(after.heading));
    assert_true(length3(after.velocity) <= limits->max_speed);
    // At the border between faster and slower either limit may count.
    bool is_border = fabsf(length3(after.velocity) - length3(before.velocity)) <= slack;
    float other = max_f(limits->max_braking, limits->max_acceleration) * dt;
    assert_true(change <= (is_border ? other : limit) + slack);
    assert_float_equal(length3(after.heading), 1.0f, 1e-5f);
    assert_true(!isfinite(limits->max_turn_rate) || turned <= limits->max_turn_rate * dt + 1e-3f);
}

static inline void expect_torque(const VeerTorque *torque, const VeerMotionLimits *limits,
                                 VeerMotionState before, VeerMotionState after, float dt)
{
    float limit = torque->max_angular_acceleration * dt;
    float change = length3(sub3(after.spin, before.spin));
    assert_true(change <= limit * 1.0001f + 1e-4f * length3(before.spin) + 1e-4f);
    assert_true(length3(after.spin) <= limits->max_turn_rate * 1.0001f);
    assert_true(fabsf(dot3(after.spin, after.heading)) <= 1e-3f * (1.0f + length3(after.spin)));
}

static inline void expect_car(const VeerCar *car, VeerMotionState before, VeerMotionState after,
                              VeerVec3 moved, float dt)
{
    float turned = angle_between(before.heading, after.heading);
    float length = length3(moved) * dt;
    assert_true(fabsf(after.spin.x) <= car->max_steering);
    assert_true(fabsf(after.spin.x - before.spin.x) <= car->steering_rate * dt * 1.001f + 1e-6f);
    assert_true(turned <= veer_tan(fabsf(after.spin.x)) / car->wheelbase * length * 1.001f + 1e-4f);
    assert_true(after.velocity.z == 0.0f && after.heading.z == 0.0f);
    VeerVec3 slip = along3(after.velocity, after.heading, -dot3(after.velocity, after.heading));
    assert_true(length3(slip) <= 1e-4f * length3(after.velocity) + 1e-5f);
}

static inline void expect_aircraft(const VeerAircraft *craft, const VeerMotionLimits *limits,
                                   VeerMotionState before, VeerMotionState after, float dt)
{
    float least = min_f(craft->min_speed, limits->max_speed);
    float was = length3(before.velocity), is = length3(after.velocity);
    assert_true(is >= min_f(least, was) * 0.9999f - 1e-5f);
    float climb = asinf(after.heading.z), before_climb = asinf(before.heading.z);
    assert_true(fabsf(climb) <= max_f(craft->max_climb, fabsf(before_climb)) + 1e-3f);
    assert_true(fabsf(after.spin.x) <= craft->max_bank);
    assert_true(fabsf(after.spin.x - before.spin.x) <= craft->roll_rate * dt * 1.001f + 1e-6f);
}

/// @param moved  m/s: the displacement ÷ dt
static inline void expect_vehicle(const VeerMotionTick *tick, VeerMotionState before,
                                  VeerMotionState after, VeerVec3 moved)
{
    const VeerVehicleParams *vehicle = tick->vehicle;
    expect_within(tick->limits, before, after, tick->dt);
    assert_true(is_finite3(after.spin));
    if (vehicle->kind == VEER_VEHICLE_TORQUE) {
        expect_torque(&vehicle->torque, tick->limits, before, after, tick->dt);
    } else if (vehicle->kind == VEER_VEHICLE_CAR) {
        expect_car(&vehicle->car, before, after, moved, tick->dt);
    } else if (vehicle->kind == VEER_VEHICLE_AIRCRAFT) {
        expect_aircraft(&vehicle->aircraft, tick->limits, before, after, tick->dt);
    } else {
        assert_true(length3(after.spin) == 0.0f);
    }
}

#endif
