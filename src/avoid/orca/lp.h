/// Velocity programs, in the plane and in space.
#ifndef VEER_AVOID_ORCA_LP_H
#define VEER_AVOID_ORCA_LP_H

#include "avoid/orca/halfplane.h"

enum {
    VEER_LP_LANES = VEER_MAX_PLANES + 16 ///< so that lanes beyond the last plane can be read
};

/// The velocities to choose from: half-planes, or half-spaces, within a limit, column by column.
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

/// Adds a half-space behind those of a region, or a half-plane, with z = 0.
static inline void veer_lp_add(VeerLpRegion *region, VeerVec3 normal, float distance)
{
    uint32_t i = region->count++;
    region->x[i] = normal.x;
    region->y[i] = normal.y;
    region->z[i] = normal.z;
    region->distance[i] = distance;
}

/// Solves a program by adding one plane after the other. The lanes after its last plane must be
/// filled up.
///
/// @param out  the best point for the planes before the one that failed
/// @return how many planes were kept: `count` when the program is feasible
/// Cost O(count) expected, O(count²) at worst, in space times the cost in a plane. Source: de Berg
/// et al., "Computational Geometry", 3rd ed., section 4.3, with a strictly convex objective, whose
/// optimum is unique: so the answer depends on the order of the planes by rounding alone.
uint32_t veer_lp_reach(const VeerLp *program, VeerVec3 *out);

/// Fills the lanes after the last plane.
void veer_lp_fill_up(VeerLpRegion *region);

/// The best point on plane i, of space, that keeps those before it. @return false: there is none
bool veer_lp3_on_plane(const VeerLp *program, uint32_t i, VeerVec3 *out);

/// Takes in planes[count]: the arguments of veer_lp2_solve.
void veer_lp2_open(VeerLpRegion *region, const VeerHalfPlane *planes, uint32_t count,
                   uint32_t hard_count, float limit);

/// veer_lp2_solve for one of several preferred velocities: what does not depend on it is done once.
VeerVec3 veer_lp_choose(VeerLpRegion *region, VeerVec3 preferred);

/// The velocity nearest to `preferred` within `limit` that keeps all planes, and where that cannot
/// be: the greatest violation among the first `hard_count` planes is the least possible, then the
/// greatest violation among the rest, and then it is the nearest to the preferred one.
///
/// @param planes  planes[count], count <= VEER_MAX_PLANES
/// @return length2 at most limit; finite when all that goes in is
/// Each stage has one optimum, so the answer depends on the order of the planes by rounding alone.
/// Cost as veer_lp_reach; some four times that when infeasible.
VeerVec2 veer_lp2_solve(const VeerHalfPlane *planes, uint32_t count, uint32_t hard_count,
                        float limit, VeerVec2 preferred);

/// As veer_lp2_solve, in space.
VeerVec3 veer_lp3_solve(const VeerHalfSpace *spaces, uint32_t count, uint32_t hard_count,
                        float limit, VeerVec3 preferred);

#endif
