/// The velocities that an agent may choose from: half-planes of walls and bodies in the plane,
/// half-spaces in space.
#ifndef VEER_AVOID_ORCA_ALLOWED_H
#define VEER_AVOID_ORCA_ALLOWED_H

#include "avoid/orca/halfplane.h"
#include "avoid/orca/lp.h"

/// The velocities that an agent may choose from.
typedef struct VeerAllowedVelocities {
    VeerSpace space;
    uint32_t count, hard_count; ///< walls first: they are kept before bodies
    float limit;                ///< m/s
    VeerHalfSpace planes[VEER_MAX_PLANES];
    VeerLpRegion region; ///< planar: of the planes
    bool is_open;        ///< it is filled
} VeerAllowedVelocities;

/// Collects the constraints of all that is sensed.
///
/// @param resting  params for walls and obstacles at rest
/// @param moving   for all other bodies; NULL: these are left out
/// @param clear    as of veer_orca2_walls
void veer_allowed_sense(VeerAllowedVelocities *allowed, const VeerView *view,
                        const VeerAvoidParams *resting, const VeerAvoidParams *moving,
                        VeerVec3 clear);

/// The answer of the velocity program; rest where constraints out of all proportion (radii over
/// 1e29 m) leave no number.
VeerVec3 veer_allowed_choose(VeerAllowedVelocities *allowed, VeerVec3 preferred);

/// Marks the constraints on the trace of a view, if it has one.
void veer_allowed_trace(const VeerAllowedVelocities *allowed, const VeerView *view);

#endif
