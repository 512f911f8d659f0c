/// What a body can really do in one tick. Pure functions of plain values.
#ifndef VEER_MOTION_LIMITS_H
#define VEER_MOTION_LIMITS_H

#include "math/vec.h"

/// Limits of a body; INFINITY: none.
typedef struct VeerMotionLimits {
    float max_speed;        ///< m/s
    float max_acceleration; ///< m/s²
    float max_braking;      ///< m/s², while the speed falls
    float max_turn_rate;    ///< rad/s; finite: the body moves along its heading only
} VeerMotionLimits;

/// How a body moves.
typedef struct VeerMotionState {
    VeerVec3 velocity; ///< m/s
    VeerVec3 heading;  ///< unit vector
} VeerMotionState;

/// The state after one tick that comes nearest to the wished velocity.
///
/// @param wish  m/s
/// @param dt    s, > 0
/// The result keeps every limit: |velocity| <= max_speed, |change| <= acceleration (or braking) ·
/// dt, heading turned by at most max_turn_rate · dt. The state that goes in is within max_speed.
/// Cost O(1).
VeerMotionState veer_motion_limit(const VeerMotionLimits *limits, VeerMotionState state,
                                  VeerVec3 wish, float dt);

/// The state of a body that meant to move as `meant`, but whose contacts made it move otherwise.
///
/// @param before  the state at the start of the tick, within its limits
/// @param moved   m/s: the displacement that it really made ÷ dt, within max_speed
/// The velocity goes as near to `moved` as the limits allow. Cost O(1).
VeerMotionState veer_motion_after_contact(const VeerMotionLimits *limits, VeerMotionState before,
                                          VeerMotionState meant, VeerVec3 moved, float dt);

#endif
