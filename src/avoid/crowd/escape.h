/// Escapes: past an obstacle that comes on the side that walls leave open, and out of its way
/// before out of other bodies'.
///
/// The velocities that avoid a disc are not convex: ORCA keeps those on the side that is nearer to
/// the present velocity (van den Berg et al. 2011, section 4). Where a wall closes that side, as in
/// the corner of a yard, the agent would wait there until it is crushed, while the other side may
/// be open. And obstacles never yield, agents do.
/// Source of the idea to choose sides apart: Snape et al., "The hybrid reciprocal velocity
/// obstacle", 2011.
#ifndef VEER_AVOID_CROWD_ESCAPE_H
#define VEER_AVOID_CROWD_ESCAPE_H

#include "veer/avoid.h"

/// A velocity that keeps clear of obstacles that come.
///
/// @param answer  of the velocity program for the aim
/// @return `answer` where it keeps clear of them already
/// Cost: little unless there are walls and an obstacle comes; then some ten velocity programs.
VeerVec3 veer_crowd_escape(const VeerView *view, const VeerAvoidParams *params, VeerVec3 aim,
                           VeerVec3 answer);

#endif
