/// What the limits of speed, acceleration, braking and turning leave of a change. Shared by the
/// vehicles; pure functions of plain values.
#ifndef VEER_MOTION_LIMITS_H
#define VEER_MOTION_LIMITS_H

#include "math/trig.h"
#include "math/vec.h"
#include "motion/motion.h"
#include "veer/vehicle.h"

/// The nearest velocity to the target, m/s, within the limits of speed, acceleration and braking.
/// @param velocity  m/s; from one above max_speed it goes towards the target as fast as
/// acceleration
///                  and braking let it
/// @param target    within max_speed
VeerVec3 veer_motion_accelerate(const VeerMotionLimits *limits, VeerVec3 velocity, VeerVec3 target,
                                float dt);

/// The unit vector of a heading in the plane of x and y; along x where it is vertical.
static inline VeerVec2 course_of(VeerVec3 heading)
{
    return plane2(unit3(vec3(heading.x, heading.y, 0.0f), vec3(1.0f, 0.0f, 0.0f)));
}

/// A vector turned by an angle, rad, to the left.
static inline VeerVec2 rotated2(VeerVec2 a, float angle)
{
    return add2(scale2(a, veer_cos(angle)), scale2(left2(a), veer_sin(angle)));
}

/// A unit vector at right angles to the heading, towards `direction`; to the right where that is
/// straight ahead or behind.
VeerVec3 veer_motion_side(VeerVec3 heading, VeerVec3 direction);

/// The heading turned towards a direction by at most `angle`, rad.
VeerVec3 veer_motion_turn(VeerVec3 heading, VeerVec3 direction, float angle);

/// The rate at which a body may turn towards something `angle` (rad, >= 0) away so that it can
/// still come to rest exactly there: in whole ticks, the last of which ends there.
///
/// @param deceleration  rad/s², > 0; INFINITY: stops at once
/// @return rad/s, >= 0. Taken tick after tick, and approached as fast as the same limit allows, it
///         is the quickest turn without overshoot.
/// Source: the time-optimal control of a sampled double integrator: k ticks of ever less rate,
/// rate - 0, 1, …, k - 1 times deceleration · dt, add up to the angle; solved for the rate.
float veer_motion_stopping_rate(float angle, float deceleration, float dt);

/// How a body that moves along its heading goes on: how fast it is, and how it turns in a tick.
typedef struct VeerRolling {
    float speed;  ///< m/s, at the start
    float top;    ///< m/s, the greatest that it may have at the end, >= speed
    float turned; ///< rad that the heading turns by at most
} VeerRolling;

/// The speed nearest to `target` (m/s, at most top) that leaves the change of velocity, turn
/// included, within the limits of acceleration and braking.
/// top · turned is at most the lesser of them · dt.
/// Source: |u h' - v h|² = (u - v)² + 2 u v (1 - cos(turned)), and 1 - cos(x) <= x²/2.
float veer_motion_rolling_speed(const VeerMotionLimits *limits, VeerRolling rolling, float target,
                                float dt);

#endif
