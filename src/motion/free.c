/// Bodies that move in any direction at once, or, with a turn rate, along their heading only.
#include "motion/limits.h"
#include "motion/vehicle.h"

/// Below this part of the max speed a velocity says nothing of where the body looks.
#define HEADING_SPEED 1e-3f

static VeerVec3 heading_of(const VeerMotionLimits *limits, VeerVec3 velocity, VeerVec3 fallback)
{
    bool is_moving = length3(velocity) > HEADING_SPEED * limits->max_speed;
    return is_moving ? unit3(velocity, fallback) : fallback;
}

/// For bodies that move along their heading: turn first, then speed up or brake along it.
static VeerMotionState turn_and_go(const VeerMotionTick *tick, VeerMotionState state, VeerVec3 wish)
{
    const VeerMotionLimits *limits = tick->limits;
    float angle = limits->max_turn_rate * tick->dt;
    VeerVec3 heading = veer_motion_turn(state.heading, unit3(wish, state.heading), angle);
    float speed = clamp_f(dot3(wish, heading), 0.0f, limits->max_speed);
    VeerVec3 velocity =
        veer_motion_accelerate(limits, state.velocity, scale3(heading, speed), tick->dt);
    VeerVec3 towards = heading_of(limits, velocity, heading);
    return (VeerMotionState){
        .velocity = velocity,
        .heading = veer_motion_turn(state.heading, towards, angle),
    };
}

VeerMotionState veer_free_step(const VeerMotionTick *tick, VeerMotionState state, VeerVec3 wish)
{
    const VeerMotionLimits *limits = tick->limits;
    VeerVec3 target = clamp_length3(wish, limits->max_speed);
    if (isfinite(limits->max_turn_rate)) {
        return turn_and_go(tick, state, target);
    }
    VeerVec3 velocity = veer_motion_accelerate(limits, state.velocity, target, tick->dt);
    return (VeerMotionState){
        .velocity = velocity,
        .heading = heading_of(limits, velocity, state.heading),
    };
}

VeerMotionState veer_free_after_contact(const VeerMotionTick *tick, VeerMotionState before,
                                        VeerMotionState meant, VeerVec3 moved)
{
    const VeerMotionLimits *limits = tick->limits;
    if (!isfinite(limits->max_turn_rate)) {
        return veer_free_step(tick, before, moved);
    }
    float speed = clamp_f(dot3(moved, meant.heading), 0.0f, limits->max_speed);
    VeerVec3 target = scale3(meant.heading, speed);
    return (VeerMotionState){
        .velocity = veer_motion_accelerate(limits, before.velocity, target, tick->dt),
        .heading = meant.heading,
    };
}
