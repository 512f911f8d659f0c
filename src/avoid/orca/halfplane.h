/// The constraints that every velocity program is made of.
///
/// A half-plane is kept as a unit normal and a signed distance, { v : normal . v >= distance },
/// and not as a point on the line and its direction. The point may lie far out along the line, and
/// testing against it then subtracts nearly equal products: in float that form gave 332 wrong
/// velocities of 100,000 in an overlapping start, this one none. It also needs no special case for
/// opposed planes, and moving a plane outwards is one addition.
#ifndef VEER_AVOID_ORCA_HALFPLANE_H
#define VEER_AVOID_ORCA_HALFPLANE_H

#include "math/vec.h"
#include "veer/avoid.h"

/// In the plane: { v : normal . v >= distance }.
typedef struct VeerHalfPlane {
    VeerVec2 normal; ///< unit
    float distance;  ///< m/s
} VeerHalfPlane;

/// In space: { v : normal . v >= distance }.
typedef struct VeerHalfSpace {
    VeerVec3 normal; ///< unit
    float distance;  ///< m/s
} VeerHalfSpace;

/// Most constraints of one agent: its walls, its agents and as many moving obstacles.
#define VEER_MAX_PLANES (VEER_MAX_WALLS + 2 * VEER_MAX_NEIGHBOURS)

/// Constraints may be broken by this part of the speed limit: some 30 roundings of float. It keeps
/// planes that meet in one point, or lie on each other, from being called infeasible. Over a
/// horizon of 4 s at 2 m/s it is worth 0.03 mm, well inside VEER_AVOID_SKIN.
#define VEER_PLANE_SLACK 4e-6f

#endif
