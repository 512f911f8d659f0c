/// Velocity programs in the plane.
#ifndef VEER_AVOID_ORCA_LP2_H
#define VEER_AVOID_ORCA_LP2_H

#include "avoid/orca/halfplane.h"

enum {
    VEER_LP2_LANES = VEER_MAX_PLANES + 16 ///< so that lanes beyond the last plane can be read
};

/// What to look for within the disc of radius `limit` and the half-planes.
typedef struct VeerLp2 {
    const VeerHalfPlane *planes; ///< planes[count], all kept alike
    uint32_t count;
    float limit;  ///< m/s, >= 0
    float slack;  ///< m/s, >= 0: a plane broken by less counts as kept
    VeerVec2 aim; ///< the point to come near to, or the direction to go far along
    bool is_far;  ///< far along `aim`, whose length then does not matter
} VeerLp2;

/// Solves a program by adding one half-plane after the other.
///
/// @param out  the best point for the planes before the one that failed
/// @return how many planes were kept: `count` when the program is feasible
/// Cost O(count) expected, O(count²) at worst. Source: de Berg et al., "Computational Geometry",
/// 3rd ed., section 4.3, with a strictly convex objective, whose optimum is unique: so the answer
/// depends on the order of the planes by rounding alone.
uint32_t veer_lp2_reach(const VeerLp2 *program, VeerVec2 *out);

/// The velocities to choose from: half-planes within a limit, column by column.
typedef struct VeerLp2Region {
    uint32_t count, hard_count;
    float limit;     ///< m/s
    bool is_relaxed; ///< infeasible: the planes were moved outwards until it was not
    VeerVec2 least;  ///< then: a point that keeps them
    float x[VEER_LP2_LANES], y[VEER_LP2_LANES]; ///< of the normals
    float distance[VEER_LP2_LANES];             ///< m/s
} VeerLp2Region;

/// Takes in planes[count]: the arguments of veer_lp2_solve.
void veer_lp2_open(VeerLp2Region *region, const VeerHalfPlane *planes, uint32_t count,
                   uint32_t hard_count, float limit);

/// veer_lp2_solve for one of several preferred velocities: what does not depend on it is done once.
VeerVec2 veer_lp2_choose(VeerLp2Region *region, VeerVec2 preferred);

/// The velocity nearest to `preferred` within `limit` that keeps all planes, and where that cannot
/// be: the greatest violation among the first `hard_count` planes is the least possible, then the
/// greatest violation among the rest, and then it is the nearest to the preferred one.
///
/// @param planes  planes[count], count <= VEER_MAX_PLANES
/// @return length2 at most limit; finite when all that goes in is
/// Each stage has one optimum, so the answer depends on the order of the planes by rounding alone.
/// Cost as veer_lp2_reach; some four times that when infeasible.
VeerVec2 veer_lp2_solve(const VeerHalfPlane *planes, uint32_t count, uint32_t hard_count,
                        float limit, VeerVec2 preferred);

#endif
