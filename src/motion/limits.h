/// What the limits of speed, acceleration, braking and turning leave of a change. Shared by the
/// vehicles; pure functions of plain values.
#ifndef VEER_MOTION_LIMITS_H
#define VEER_MOTION_LIMITS_H

#include "math/vec.h"
#include "veer/vehicle.h"

/// The nearest velocity to the target, m/s, within the limits of speed, acceleration and braking.
/// @param velocity  within max_speed
VeerVec3 veer_motion_accelerate(const VeerMotionLimits *limits, VeerVec3 velocity, VeerVec3 target,
                                float dt);

/// A unit vector at right angles to the heading, towards `direction`; to the right where that is
/// straight ahead or behind.
VeerVec3 veer_motion_side(VeerVec3 heading, VeerVec3 direction);

/// The heading turned towards a direction by at most `angle`, rad.
VeerVec3 veer_motion_turn(VeerVec3 heading, VeerVec3 direction, float angle);

#endif
