/// The velocities that an agent may choose from: half-planes of walls and bodies in the plane,
/// half-spaces in space.
#ifndef VEER_AVOID_CROWD_ALLOWED_H
#define VEER_AVOID_CROWD_ALLOWED_H

#include "avoid/orca/orca.h"

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
void veer_allowed_sense(VeerAllowedVelocities *allowed, const VeerView *view,
                        const VeerAvoidParams *resting, const VeerAvoidParams *moving);

/// The answer of the velocity program; rest where constraints out of all proportion (radii over
/// 1e29 m) leave no number.
VeerVec3 veer_allowed_choose(VeerAllowedVelocities *allowed, VeerVec3 preferred);

/// An answer brought back to the preferred speed.
///
/// The velocity nearest to the preferred one trades speed for direction: two agents that cross
/// would both crawl where a small detour at full speed is as safe. So the program is solved once
/// more for the direction of the answer, unless that leads backwards. Measured: 50 agents that
/// change places across a circle, time ratio 1.15 to 1.08; 200 across a sphere, 1.50 to 1.28.
VeerVec3 veer_allowed_keep_pace(VeerAllowedVelocities *allowed, VeerVec3 preferred,
                                VeerVec3 answer);

/// veer_allowed_sense, and the answer for an aim, m/s. Walls' half-planes at the present velocity
/// may hide what is clear: a velocity that runs across an opening keeps running to and fro. So
/// where they bar the aim, cut down to what is clear of all walls, those that do are taken anew,
/// and of both answers the one nearer to the aim counts.
VeerVec3 veer_allowed_find(VeerAllowedVelocities *allowed, const VeerView *view,
                           const VeerAvoidParams *resting, const VeerAvoidParams *moving,
                           VeerVec3 aim);

/// Marks the constraints on the trace of a view, if it has one.
void veer_allowed_trace(const VeerAllowedVelocities *allowed, const VeerView *view);

#endif
