#include "motion/limits.h"

#include "math/trig.h"

/// Below this part of the max speed a velocity says nothing of where the body looks.
#define HEADING_SPEED 1e-3f

/// velocity + change, |change| shortened to the limit; stays within max_speed, which both ends
/// keep.
static VeerVec3 step_towards(VeerVec3 velocity, VeerVec3 target, float limit, float max_speed)
{
    VeerVec3 change = clamp_length3(sub3(target, velocity), limit);
    return clamp_length3(add3(velocity, change), max_speed);
}

/// The nearest velocity to the target within the limits of acceleration and braking.
static VeerVec3 accelerate(const VeerMotionLimits *limits, VeerVec3 velocity, VeerVec3 target,
                           float dt)
{
    float speed = length3(velocity);
    float gain = limits->max_acceleration * dt;
    float loss = limits->max_braking * dt;
    VeerVec3 next = step_towards(velocity, target, gain, limits->max_speed);
    if (gain == loss || length3(next) >= speed) {
        return next;
    }
    VeerVec3 braked = step_towards(velocity, target, loss, limits->max_speed);
    // The braking limit may reach beyond the slowest point of the way, to where speed rises again.
    return length3(braked) <= speed
               ? braked
               : step_towards(velocity, target, min_f(gain, loss), limits->max_speed);
}

static VeerVec3 heading_of(const VeerMotionLimits *limits, VeerVec3 velocity, VeerVec3 fallback)
{
    bool is_moving = length3(velocity) > HEADING_SPEED * limits->max_speed;
    return is_moving ? unit3(velocity, fallback) : fallback;
}

/// A unit vector at right angles to the heading, towards `direction`; to the right where that is
/// straight ahead or behind.
static VeerVec3 side_of(VeerVec3 heading, VeerVec3 direction)
{
    VeerVec3 across = along3(direction, heading, -dot3(direction, heading));
    VeerVec3 right = vec3(heading.y, -heading.x, 0.0f);
    VeerVec3 side = length3(across) > 1e-6f ? unit3(across, right) : right;
    // Once more: of a short difference much is rounding, which need not be at right angles.
    return unit3(along3(side, heading, -dot3(side, heading)), vec3(1.0f, 0.0f, 0.0f));
}

/// heading turned towards a direction by at most `angle`, rad.
static VeerVec3 turn(VeerVec3 heading, VeerVec3 direction, float angle)
{
    VeerVec3 side = side_of(heading, direction);
    float error = veer_atan2(fabsf(dot3(direction, side)), dot3(direction, heading));
    if (error <= angle) {
        return direction;
    }
    VeerVec3 turned = add3(scale3(heading, veer_cos(angle)), scale3(side, veer_sin(angle)));
    return unit3(turned, heading);
}

/// For bodies that move along their heading: turn first, then speed up or brake along it.
static VeerMotionState turn_and_go(const VeerMotionLimits *limits, VeerMotionState state,
                                   VeerVec3 wish, float dt)
{
    VeerVec3 direction = unit3(wish, state.heading);
    VeerVec3 heading = turn(state.heading, direction, limits->max_turn_rate * dt);
    float speed = clamp_f(dot3(wish, heading), 0.0f, limits->max_speed);
    VeerVec3 velocity = accelerate(limits, state.velocity, scale3(heading, speed), dt);
    return (VeerMotionState){velocity, turn(state.heading, heading_of(limits, velocity, heading),
                                            limits->max_turn_rate * dt)};
}

VeerMotionState veer_motion_limit(const VeerMotionLimits *limits, VeerMotionState state,
                                  VeerVec3 wish, float dt)
{
    VeerVec3 target = clamp_length3(wish, limits->max_speed);
    if (isfinite(limits->max_turn_rate)) {
        return turn_and_go(limits, state, target, dt);
    }
    VeerVec3 velocity = accelerate(limits, state.velocity, target, dt);
    return (VeerMotionState){velocity, heading_of(limits, velocity, state.heading)};
}

VeerMotionState veer_motion_after_contact(const VeerMotionLimits *limits, VeerMotionState before,
                                          VeerMotionState meant, VeerVec3 moved, float dt)
{
    if (!isfinite(limits->max_turn_rate)) {
        return veer_motion_limit(limits, before, moved, dt);
    }
    float speed = clamp_f(dot3(moved, meant.heading), 0.0f, limits->max_speed);
    VeerVec3 target = scale3(meant.heading, speed);
    return (VeerMotionState){accelerate(limits, before.velocity, target, dt), meant.heading};
}
