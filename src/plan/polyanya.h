/// The inside of the search by intervals.
#ifndef VEER_PLAN_POLYANYA_H
#define VEER_PLAN_POLYANYA_H

#include "plan/mesh_space.h"

#include <math.h>

static inline double veer_polyanya_gap(VeerVec2 a, VeerVec2 b)
{
    double x = (double)b.x - (double)a.x, y = (double)b.y - (double)a.y;
    return sqrt(x * x + y * y);
}

/// As veer_orient.
static inline int veer_polyanya_side(const VeerMeshSearch *search, VeerVec2 a, VeerVec2 b,
                                     VeerVec2 c)
{
    double left = ((double)b.x - (double)a.x) * ((double)c.y - (double)a.y);
    double right = ((double)b.y - (double)a.y) * ((double)c.x - (double)a.x);
    double turn = left - right;
    if (search->is_exact || fabs(turn) > 0x1p-50 * (fabs(left) + fabs(right))) {
        return (turn > 0.0) - (turn < 0.0);
    }
    return veer_orient(a, b, c);
}

static inline bool veer_ray_is_open(VeerRay ray)
{
    return ray.from == ray.to;
}

/// Whether a way to a root is the best so far, but for rounding; it is noted. Of ways of one length
/// each may see what the others do not.
bool veer_polyanya_note(VeerMeshSearch *search, uint32_t root, double cost);
/// A part of a side of the polygon that is left is seen from a root.
void veer_polyanya_see(VeerMeshSearch *search, uint32_t side, uint32_t root, double cost,
                       VeerRay left, VeerRay right);
/// A way has come to the goal, or to the start of a link.
void veer_polyanya_arrive(VeerMeshSearch *search, uint32_t root, double cost, uint32_t side,
                          uint32_t link);
/// Begins ways at a point of a polygon; of all polygons that hold it, if it lies on sides.
void veer_polyanya_leave(VeerMeshSearch *search, uint32_t polygon, uint32_t point, double cost);
/// All that an interval leads to in the polygon beyond.
void veer_polyanya_spread(VeerMeshSearch *search, uint32_t node);

#endif
