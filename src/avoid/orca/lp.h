/// Velocity programs, in the plane and in space.
#ifndef VEER_AVOID_ORCA_LP_H
#define VEER_AVOID_ORCA_LP_H

#include "avoid/orca/halfplane.h"

enum {
    VEER_LP_LANES = VEER_MAX_PLANES + 8 ///< so that lanes beyond the last plane can be read
};

/// The velocities to choose from: within a limit, those that planes allow.
typedef struct VeerLpDef {
    const VeerHalfSpace *planes; ///< planes[count], count <= VEER_MAX_PLANES, the hard ones first
    uint32_t count, hard_count;
    float limit; ///< m/s
    VeerSpace space;
} VeerLpDef;

/// The same, column by column.
typedef struct VeerLpRegion {
    uint32_t count, hard_count;
    float limit;     ///< m/s
    bool is_spatial; ///< else there are no z
    bool is_relaxed; ///< infeasible: the planes were moved outwards until it was not
    VeerVec3 least;  ///< then: a point that keeps them
    float x[VEER_LP_LANES], y[VEER_LP_LANES], z[VEER_LP_LANES]; ///< of the normals
    float distance[VEER_LP_LANES];                              ///< m/s
} VeerLpRegion;

/// What to look for among the first planes of a region, all kept alike.
typedef struct VeerLp {
    const VeerLpRegion *region;
    uint32_t count;
    float limit;  ///< m/s, >= 0
    float slack;  ///< m/s, >= 0: a plane broken by less counts as kept
    VeerVec3 aim; ///< the point to come near to, or the direction to go far along
    bool is_far;  ///< far along `aim`, whose length then does not matter
} VeerLp;

/// Solves a program over an open region by adding one plane after the other.
///
/// @param out  the best point for the planes before the one that failed
/// @return how many planes were kept: `count` when the program is feasible
/// Cost O(count) expected, O(count²) at worst, in space times the cost in a plane. Source: de Berg
/// et al., "Computational Geometry", 3rd ed., section 4.3, with a strictly convex objective, whose
/// optimum is unique: so the answer depends on the order of the planes by rounding alone.
uint32_t veer_lp_reach(const VeerLp *program, VeerVec3 *out);

/// Takes in the planes of a problem.
void veer_lp_open(VeerLpRegion *region, const VeerLpDef *def);

/// veer_lp_solve for one of several preferred velocities: what does not depend on it is done once.
VeerVec3 veer_lp_choose(VeerLpRegion *region, VeerVec3 preferred);

/// The velocity nearest to `preferred` within the limit that keeps all planes, and where that
/// cannot be: the greatest violation among the hard planes is the least possible, then the greatest
/// violation among the rest, and then it is the nearest to the preferred one.
///
/// @return length3 at most limit; finite when all that goes in is
/// Each stage has one optimum, so the answer depends on the order of the planes by rounding alone.
/// Cost as veer_lp_reach; some four times that when infeasible.
VeerVec3 veer_lp_solve(const VeerLpDef *def, VeerVec3 preferred);

#endif
