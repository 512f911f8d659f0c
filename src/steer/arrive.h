/// Wishes: preferred velocities from what an agent wants. Pure functions of plain values.
#ifndef VEER_STEER_ARRIVE_H
#define VEER_STEER_ARRIVE_H

#include "math/vec.h"

/// How fast a body may go so that it can still stop within `distance`.
///
/// @param distance  m, >= 0
/// @param braking   m/s², > 0; INFINITY: stops at once
/// @param dt        s: the speed is held for one tick before braking begins
/// @return m/s; covers no more than `distance` in the tick
/// Source: v dt + v²/(2 b) = d, solved in the form that does not subtract nearly equal numbers.
float veer_steer_stopping_speed(float distance, float braking, float dt);

/// The velocity that goes straight to a point and comes to rest there.
///
/// @param offset  m, to the point
/// @param speed   m/s, where nothing makes it brake
VeerVec3 veer_steer_arrive(VeerVec3 offset, float speed, float braking, float dt);

/// Seconds until a body of `speed` can meet a target that keeps its velocity.
///
/// @param offset    m, from the body to the target
/// @param velocity  m/s, of the target
/// @return >= 0; INFINITY when it never can
/// Source: smallest root t >= 0 of |offset + velocity t| = speed t.
float veer_steer_intercept_time(VeerVec3 offset, VeerVec3 velocity, float speed);

#endif
