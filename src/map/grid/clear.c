/// Whether a disc may go straight over a grid, and how far.
#include "geom/segment.h"
#include "map/grid/grid.h"

/// A disc that goes straight from one point to another.
typedef struct GridWay {
    VeerVec2 from, to;
    float radius;
    bool is_clear;
} GridWay;

/// A side of a blocked cell, and how near the middle of a disc may come to it.
typedef struct GridBarrier {
    VeerVec2 a, b;
    float least; ///< m
} GridBarrier;

/// @return false: a disc that starts at a point is not on the edge's free side
static bool find_barrier(const VeerGridEdge *edge, VeerVec2 from, float radius, GridBarrier *out)
{
    VeerVec2 a = plane2(edge->a), b = plane2(edge->b);
    if (cross2(sub2(b, a), sub2(from, a)) < 0.0f) {
        return false;
    }
    // A disc that starts too near may go on, as long as it comes no nearer.
    *out = (GridBarrier){a, b, min_f(radius, veer_segment_distance2(a, b, from))};
    return true;
}

static bool lets_through(const GridBarrier *barrier, VeerVec2 from, VeerVec2 to)
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
    GridBarrier barrier;
    way->is_clear = !find_barrier(edge, way->from, way->radius, &barrier) ||
                    lets_through(&barrier, way->from, way->to);
    return way->is_clear;
}

/// Where along one axis a way begins.
typedef struct AxisBegin {
    int32_t around[2]; ///< the cells that it begins in: two on the line between them, else one
    int32_t first[2];  ///< those of them that it touches as it goes on
} AxisBegin;

static AxisBegin begin_on_axis(bool is_on_line, int32_t cell, float direction)
{
    int32_t before = is_on_line ? cell - 1 : cell;
    return (AxisBegin){{before, cell},
                       {direction > 0.0f ? cell : before, direction < 0.0f ? before : cell}};
}

static bool are_blocked(const VeerGrid *grid, const int32_t x[2], const int32_t y[2])
{
    bool is_blocked = true;
    for (int i = 0; i < 4 && is_blocked; i++) {
        is_blocked = veer_grid_is_blocked(grid, (VeerCell){x[i & 1], y[i >> 1]});
    }
    return is_blocked;
}

/// A point of a map.
typedef struct GridPoint {
    VeerCell cell;
    bool is_on_x, is_on_y; ///< it is on the line before its cell
} GridPoint;

static GridPoint point_of(const VeerGrid *grid, VeerVec3 at)
{
    const VeerGridDef *def = veer_grid_def(grid);
    VeerCell cell = veer_grid_cell_at(grid, at);
    return (GridPoint){cell, (at.x - def->origin.x) / def->cell_size == (float)cell.x,
                       (at.y - def->origin.y) / def->cell_size == (float)cell.y};
}

/// Whether a way that begins at the rim of what is blocked leads into it: to the edges there it is
/// no nearer than at its begin.
static bool leads_in(const VeerGrid *grid, VeerVec3 from, VeerVec3 to)
{
    GridPoint begin = point_of(grid, from);
    AxisBegin x = begin_on_axis(begin.is_on_x, begin.cell.x, to.x - from.x);
    AxisBegin y = begin_on_axis(begin.is_on_y, begin.cell.y, to.y - from.y);
    return (begin.is_on_x || begin.is_on_y) && are_blocked(grid, x.first, y.first) &&
           !are_blocked(grid, x.around, y.around);
}

bool veer_grid_lets_through(const VeerGrid *grid, VeerVec3 from, VeerVec3 to, float radius)
{
    if (leads_in(grid, from, to)) {
        return false;
    }
    GridWay way = {plane2(from), plane2(to), radius, true};
    veer_grid_edges(grid, swept_by(from, to, radius), meet, &way);
    return way.is_clear;
}

bool veer_grid_is_clear(const VeerGrid *grid, VeerVec3 from, VeerVec3 to, float radius)
{
    return grid && isfinite(from.x + from.y + to.x + to.y + radius) &&
           veer_grid_lets_through(grid, from, to, radius);
}

/// m, from a coordinate of one interval to the nearest of another; < 0: they overlap.
static float apart(float a, float b, float c, float d)
{
    return max_f(min_f(a, b) - max_f(c, d), min_f(c, d) - max_f(a, b));
}

/// Whether boxes tell that a way does not come near enough: most barriers are seen to be no matter
/// so, without the distance of segments. Rounding is far less than what is left out.
static bool is_far(const GridBarrier *barrier, VeerVec2 from, VeerVec2 to)
{
    float most = 1.001f * barrier->least;
    return apart(from.x, to.x, barrier->a.x, barrier->b.x) > most ||
           apart(from.y, to.y, barrier->a.y, barrier->b.y) > most;
}

/// The part of a way that a barrier leaves: of a disc that touches it already none, if it would
/// come nearer.
static float part_before(const GridBarrier *barrier, VeerVec2 from, VeerVec2 to, float radius)
{
    bool is_near = barrier->least < radius;
    float part =
        is_near ? 0.0f : veer_segment_cast2(barrier->a, barrier->b, from, sub2(to, from), radius);
    return part > 0.0f || !lets_through(barrier, from, to) ? part : 1.0f;
}

/// A way, and the part of it that is clear.
typedef struct FreePart {
    GridWay way;
    float part;
} FreePart;

static bool shorten(void *context, const VeerGridEdge *edge)
{
    FreePart *free = context;
    const GridWay *way = &free->way;
    GridBarrier barrier;
    if (find_barrier(edge, way->from, way->radius, &barrier) &&
        !is_far(&barrier, way->from, way->to)) {
        float part = part_before(&barrier, way->from, way->to, way->radius);
        free->part = min_f(free->part, part);
    }
    return free->part > 0.0f;
}

float veer_grid_free_part(const VeerGrid *grid, VeerVec3 from, VeerVec3 to, float radius)
{
    if (leads_in(grid, from, to)) {
        return 0.0f;
    }
    FreePart free = {{plane2(from), plane2(to), radius, true}, 1.0f};
    veer_grid_edges(grid, swept_by(from, to, radius), shorten, &free);
    return free.part;
}
