/// Bodies at random, and what one tick may do to them.
#ifndef VEER_TESTS_VEHICLE_CASES_H
#define VEER_TESTS_VEHICLE_CASES_H

#include "support/suite.h"

#include "base/random.h"
#include "math/trig.h"
#include "motion/motion.h"
#include "motion/vehicle_limits.h"

typedef struct Draws {
    uint64_t seed, count;
} Draws;

static inline float draw(Draws *draws, float lower, float upper)
{
    return lower + (upper - lower) * veer_random_unit(draws->seed, 1, draws->count++);
}

static inline VeerVec3 draw3(Draws *draws, float reach)
{
    float x = draw(draws, -reach, reach), y = draw(draws, -reach, reach);
    return vec3(x, y, draw(draws, -reach, reach));
}

/// Limits of any size, each one in four infinite.
static inline VeerMotionLimits draw_limits(Draws *draws)
{
    VeerMotionLimits limits = {draw(draws, 0.0f, 20.0f), INFINITY, INFINITY, INFINITY};
    limits.max_acceleration = draw(draws, 0.0f, 1.0f) < 0.25f ? INFINITY : draw(draws, 0.1f, 30.0f);
    limits.max_braking = draw(draws, 0.0f, 1.0f) < 0.25f ? INFINITY : draw(draws, 0.1f, 30.0f);
    limits.max_turn_rate = draw(draws, 0.0f, 1.0f) < 0.5f ? INFINITY : draw(draws, 0.05f, 9.0f);
    return limits;
}

static inline VeerMotionState draw_state(Draws *draws, const VeerMotionLimits *limits)
{
    VeerVec3 heading = unit3(draw3(draws, 1.0f), vec3(0.0f, 0.0f, 1.0f));
    VeerVec3 velocity = isfinite(limits->max_turn_rate)
                            ? scale3(heading, draw(draws, 0.0f, limits->max_speed))
                            : draw3(draws, limits->max_speed);
    return (VeerMotionState){
        clamp_length3(velocity, limits->max_speed), heading, {0.0f, 0.0f, 0.0f}};
}

static inline VeerVehicleParams draw_vehicle(Draws *draws, VeerVehicle kind)
{
    VeerVehicleParams vehicle = {.kind = kind};
    bool is_at_once = draw(draws, 0.0f, 1.0f) < 0.2f;
    switch (kind) {
    case VEER_VEHICLE_THRUSTER:
        vehicle.thruster.lateral = draw(draws, -1.0f, 1.0f) > 0.0f ? draw(draws, 0.0f, 1.0f) : 0.0f;
        vehicle.thruster.is_headlong = draw(draws, 0.0f, 1.0f) < 0.3f;
        break;
    case VEER_VEHICLE_TORQUE:
        vehicle.torque.lateral = draw(draws, 0.0f, 1.0f);
        vehicle.torque.max_angular_acceleration = is_at_once ? INFINITY : draw(draws, 0.1f, 50.0f);
        break;
    case VEER_VEHICLE_CAR:
        vehicle.car.wheelbase = draw(draws, 0.2f, 4.0f);
        vehicle.car.max_steering = draw(draws, 0.05f, 1.4f);
        vehicle.car.steering_rate = is_at_once ? INFINITY : draw(draws, 0.1f, 5.0f);
        vehicle.car.reverse = max_f(draw(draws, -1.0f, 1.0f), 0.0f);
        break;
    case VEER_VEHICLE_AIRCRAFT:
        vehicle.aircraft.min_speed = draw(draws, 0.0f, 10.0f);
        vehicle.aircraft.max_climb = draw(draws, 0.0f, 1.5f);
        vehicle.aircraft.max_bank = draw(draws, 0.05f, 1.4f);
        vehicle.aircraft.roll_rate = is_at_once ? INFINITY : draw(draws, 0.1f, 5.0f);
        break;
    default:
        break;
    }
    return vehicle;
}

/// A body at rest, which from there on only its vehicle moves.
static inline VeerMotionState rest(Draws *draws, const VeerVehicleParams *vehicle)
{
    VeerVec3 direction = draw3(draws, 1.0f);
    direction.z = vehicle->kind == VEER_VEHICLE_CAR ? 0.0f : direction.z;
    if (vehicle->kind == VEER_VEHICLE_AIRCRAFT) {
        float level = length3(vec3(direction.x, direction.y, 0.0f));
        direction.z = clamp_f(direction.z, -1.0f, 1.0f) * level *
                      min_f(veer_tan(vehicle->aircraft.max_climb * 0.9f), 10.0f);
    }
    return (VeerMotionState){.heading = unit3(direction, vec3(1.0f, 0.0f, 0.0f))};
}

/// What a host, an avoidance model or a bad day may command.
static inline VeerVec3 draw_command(Draws *draws)
{
    float kind = draw(draws, 0.0f, 1.0f);
    if (kind < 0.2f) {
        return (VeerVec3){0};
    }
    return kind < 0.3f ? vec3(0.0f, 0.0f, draw(draws, -9.0f, 9.0f)) : draw3(draws, 30.0f);
}

#endif
