/// The constraints that every velocity program is made of.
///
/// A half-plane is kept as a unit normal and a signed distance, { v : normal . v >= distance },
/// and not as a point on the line and its direction. The point may be far out along the line, and
/// testing against it then subtracts nearly equal products: in float that form gave 332 wrong
/// velocities of 100,000 in an overlapping start, this one none. It also needs no special case for
/// opposed planes, and moving a plane outwards is one addition.
#ifndef VEER_AVOID_ORCA_HALFPLANE_H
#define VEER_AVOID_ORCA_HALFPLANE_H

#include "avoid/orca/constants.h"
#include "math/vec.h"
#include "veer/avoid.h"

/// { v : normal . v >= distance }, in space or, with z = 0, in the plane.
typedef struct VeerHalfSpace {
    VeerVec3 normal; ///< unit
    float distance;  ///< m/s
} VeerHalfSpace;

/// Whether a half-space is made of numbers: of inputs out of all proportion (speeds over 1e18 m/s)
/// it is not.
static inline bool is_finite_space(VeerHalfSpace space)
{
    return isfinite(space.normal.x + space.normal.y + space.normal.z + space.distance);
}

/// Most constraints of one agent: its walls, its agents and as many moving obstacles.
#define VEER_MAX_PLANES (VEER_MAX_WALLS + 2 * VEER_MAX_NEIGHBOURS)

#endif
