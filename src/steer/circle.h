/// What bodies that cannot turn on the spot can reach. Pure functions of plain values.
#ifndef VEER_STEER_CIRCLE_H
#define VEER_STEER_CIRCLE_H

#include "math/vec.h"

/// Whether a point can be reached by turning towards it: it is outside of the circles of the body's
/// tightest turns, to whichever side.
///
/// @param offset   m, to the point
/// @param heading  unit vector
/// @param radius   m, >= 0, of the tightest turn
/// @param near     m, >= 0: as near as this to the point is enough
bool veer_steer_can_reach(VeerVec3 offset, VeerVec3 heading, float radius, float near);

#endif
