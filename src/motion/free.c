/// Bodies that move in any direction at once, or, with a turn rate, along their heading only.
#include "motion/constants.h"
#include "motion/limits.h"
#include "motion/motion.h"

static VeerVec3 heading_of(const VeerMotionLimits *limits, VeerVec3 velocity, VeerVec3 fallback)
{
    bool is_moving = length3(velocity) > HEADING_SPEED * limits->max_speed;
    return is_moving ? unit3(velocity, fallback) : fallback;
}

/// The greatest speed at the end of the tick, m/s.
static float top_speed(const VeerMotionTick *tick, float speed)
{
    const VeerMotionLimits *limits = tick->limits;
    return max_f(speed, min_f(speed + limits->max_acceleration * tick->dt, limits->max_speed));
}

/// The speed nearest to the command along a new heading that turning there leaves room for.
static float speed_along(const VeerMotionTick *tick, VeerMotionState state, VeerVec3 heading,
                         VeerVec3 command)
{
    const VeerMotionLimits *limits = tick->limits;
    float speed = clamp_f(dot3(state.velocity, state.heading), 0.0f, limits->max_speed);
    // The chord stands for the angle: 1 - cos of that is half its square.
    VeerRolling rolling = {speed, top_speed(tick, speed), length3(sub3(heading, state.heading))};
    float target = clamp_f(dot3(command, heading), 0.0f, rolling.top);
    return veer_motion_rolling_speed(limits, rolling, target, tick->dt);
}

/// For bodies that move along their heading: turn as far as grip and turn rate let them, and speed
/// up or brake by what that leaves. In shares, so that what they can do does not depend on the
/// tick.
static VeerMotionState turn_and_go(const VeerMotionTick *tick, VeerMotionState state,
                                   VeerVec3 command)
{
    const VeerMotionLimits *limits = tick->limits;
    float angle = limits->max_turn_rate * tick->dt;
    float grip = FREE_GRIP * min_f(limits->max_acceleration, limits->max_braking) * tick->dt;
    float bend = min_f(grip / top_speed(tick, length3(state.velocity)), angle);
    VeerVec3 heading = veer_motion_turn(state.heading, unit3(command, state.heading), bend);
    float speed = speed_along(tick, state, heading, command);
    VeerVec3 velocity =
        veer_motion_accelerate(limits, state.velocity, scale3(heading, speed), tick->dt);
    VeerVec3 towards = heading_of(limits, velocity, heading);
    return (VeerMotionState){
        .velocity = velocity,
        .heading = veer_motion_turn(state.heading, towards, angle),
    };
}

VeerMotionState veer_free_step(const VeerMotionTick *tick, VeerMotionState state, VeerVec3 command)
{
    const VeerMotionLimits *limits = tick->limits;
    VeerVec3 target = clamp_length3(command, limits->max_speed);
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
