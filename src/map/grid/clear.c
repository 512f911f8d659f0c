/// Whether a disc may go straight over a grid, and how far.
#include "map/grid/clear.h"
#include "geom/segment.h"
#include "map/grid/grid.h"

/// A disc that goes straight from one point to another.
typedef struct GridWay {
    VeerVec2 from, to;
    float radius;
    bool is_clear;
} GridWay;

/// @return false: a disc that starts at a point is not on the edge's free side
static bool find_barrier(const VeerGridEdge *edge, VeerVec2 from, float radius,
                         VeerGridBarrier *out)
{
    VeerVec2 a = plane2(edge->a), b = plane2(edge->b);
    if (cross2(sub2(b, a), sub2(from, a)) < 0.0f) {
        return false;
    }
    // A disc that starts too near may go on, as long as it comes no nearer.
    *out = (VeerGridBarrier){a, b, min_f(radius, veer_segment_distance2(a, b, from))};
    return true;
}

static bool lets_through(const VeerGridBarrier *barrier, VeerVec2 from, VeerVec2 to)
{
    return veer_segment_separation2(from, to, barrier->a, barrier->b) >= barrier->least;
}

/// All that a disc sweeps from one point to another is in it.
static VeerBounds swept_by(VeerVec3 from, VeerVec3 to, float radius)
{
    return (VeerBounds){
        {min_f(from.x, to.x) - radius, min_f(from.y, to.y) - radius, 0.0f},
        {max_f(from.x, to.x) + radius, max_f(from.y, to.y) + radius, 0.0f},
    };
}

static bool meet(void *context, const VeerGridEdge *edge)
{
    GridWay *way = context;
    VeerGridBarrier barrier;
    way->is_clear = !find_barrier(edge, way->from, way->radius, &barrier) ||
                    lets_through(&barrier, way->from, way->to);
    return way->is_clear;
}

bool veer_grid_lets_through(const VeerGrid *grid, VeerVec3 from, VeerVec3 to, float radius)
{
    GridWay way = {plane2(from), plane2(to), radius, true};
    veer_grid_edges(grid, swept_by(from, to, radius), meet, &way);
    return way.is_clear;
}

bool veer_grid_is_clear(const VeerGrid *grid, VeerVec3 from, VeerVec3 to, float radius)
{
    return grid && isfinite(from.x + from.y + to.x + to.y + radius) &&
           veer_grid_lets_through(grid, from, to, radius);
}

static bool collect(void *context, const VeerGridEdge *edge)
{
    VeerGridBarriers *barriers = context;
    VeerGridBarrier barrier;
    if (!find_barrier(edge, plane2(barriers->from), barriers->radius, &barrier)) {
        return true;
    }
    barriers->is_whole = barriers->count < VEER_MAX_BARRIERS;
    if (barriers->is_whole) {
        barriers->all[barriers->count++] = barrier;
    }
    return barriers->is_whole;
}

bool veer_grid_find_barriers(const VeerGrid *grid, VeerVec3 back, VeerVec3 ahead,
                             VeerGridBarriers *barriers)
{
    barriers->count = 0;
    barriers->is_whole = true;
    veer_grid_edges(grid, swept_by(back, ahead, barriers->radius), collect, barriers);
    return barriers->is_whole;
}

/// m, from a coordinate of one interval to the nearest of another; < 0: they overlap.
static float apart(float a, float b, float c, float d)
{
    return max_f(min_f(a, b) - max_f(c, d), min_f(c, d) - max_f(a, b));
}

/// Whether boxes tell that a way does not come near enough: most barriers are seen to be no matter
/// so, without the distance of segments. Rounding is far less than what is left out.
static bool is_far(const VeerGridBarrier *barrier, VeerVec2 from, VeerVec2 to)
{
    float most = 1.001f * barrier->least;
    return apart(from.x, to.x, barrier->a.x, barrier->b.x) > most ||
           apart(from.y, to.y, barrier->a.y, barrier->b.y) > most;
}

bool veer_grid_passes_barriers(void *barriers, VeerVec3 from, VeerVec3 to)
{
    const VeerGridBarriers *own = barriers;
    VeerVec2 begin = plane2(from), end = plane2(to);
    bool is_clear = true;
    for (uint32_t i = 0; i < own->count && is_clear; i++) {
        const VeerGridBarrier *barrier = &own->all[i];
        is_clear = is_far(barrier, begin, end) || lets_through(barrier, begin, end);
    }
    return is_clear;
}
