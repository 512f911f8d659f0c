/// Velocity programs in space.
#ifndef VEER_AVOID_ORCA_LP3_H
#define VEER_AVOID_ORCA_LP3_H

#include "avoid/orca/halfplane.h"

/// As veer_lp2_solve, in space: nearest to `preferred` within `limit`; where the half-spaces leave
/// no room, the least greatest violation of the first `hard_count`, then of the rest.
///
/// @param spaces  spaces[count], count <= VEER_MAX_PLANES
/// @return length3 at most limit; finite when all that goes in is
/// Cost O(count) expected: each violated half-space reduces to a program in its plane.
VeerVec3 veer_lp3_solve(const VeerHalfSpace *spaces, uint32_t count, uint32_t hard_count,
                        float limit, VeerVec3 preferred);

#endif
