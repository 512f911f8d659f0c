/// Rasterises obstacles to cells.
#include "geom/buckets.h"
#include "geom/segment.h"
#include "map/grid/grid.h"
#include "math/vec.h"

#include <math.h>

/// An overlap of less than this part of a cell's side does not count, so that rounding never does.
#define SLOP 1e-5f

/// A point in cells.
static VeerVec2 in_cells(const VeerGrid *grid, VeerVec3 point)
{
    VeerVec3 origin = grid->def.origin;
    float size = grid->def.cell_size;
    return vec2((point.x - origin.x) / size, (point.y - origin.y) / size);
}

/// The cells that a box overlaps, in cells.
static VeerCellRect cells_of(const VeerGrid *grid, VeerFlatBox box)
{
    VeerVec2 lower = box.lower, upper = box.upper;
    int32_t width = (int32_t)grid->def.width, height = (int32_t)grid->def.height;
    return (VeerCellRect){
        {whole_within(floorf(lower.x + SLOP), width), whole_within(floorf(lower.y + SLOP), height)},
        {whole_within(ceilf(upper.x - SLOP), width), whole_within(ceilf(upper.y - SLOP), height)}};
}

/// Fills the cells of a row that a line passes through.
static void fill_crossed(VeerGrid *grid, VeerVec2 a, VeerVec2 b, int32_t y, bool is_blocked)
{
    float lower = min_f(a.y, b.y), upper = max_f(a.y, b.y);
    float from = max_f(lower, (float)y), to = min_f(upper, (float)y + 1.0f);
    float slope = upper > lower ? (b.x - a.x) / (b.y - a.y) : 0.0f;
    float first = upper > lower ? a.x + (from - a.y) * slope : a.x;
    float last = upper > lower ? a.x + (to - a.y) * slope : b.x;
    VeerFlatBox box = veer_line_box(vec2(first, (float)y), vec2(last, (float)y + 1.0f), 0.0f);
    veer_grid_fill(grid, cells_of(grid, box), is_blocked);
}

/// All cells whose inside a line passes through.
static void fill_line(VeerGrid *grid, VeerVec2 a, VeerVec2 b, bool is_blocked)
{
    VeerCellRect rect = cells_of(grid, veer_line_box(a, b, 0.0f));
    for (int32_t y = rect.lower.y; y < rect.upper.y; y++) {
        fill_crossed(grid, a, b, y, is_blocked);
    }
}

/// The sides of a polygon that cross a line of middles of cells.
typedef struct PolygonRow {
    const VeerGrid *grid;
    const VeerVec3 *points;
    uint32_t count;
    float y; ///< cells
} PolygonRow;

/// Where the border next crosses the line, beyond x, in cells; INFINITY: nowhere.
/// @param is_inside  whether the cells after it are inside
static float next_crossing(const PolygonRow *crossings, float x, bool *is_inside)
{
    float least = INFINITY;
    uint32_t same = 0;
    for (uint32_t i = 0; i < crossings->count; i++) {
        VeerVec2 a = in_cells(crossings->grid, crossings->points[i]);
        VeerVec2 b =
            in_cells(crossings->grid, crossings->points[i + 1u < crossings->count ? i + 1u : 0]);
        if ((a.y <= crossings->y) == (b.y <= crossings->y)) {
            continue;
        }
        float at = a.x + (crossings->y - a.y) * ((b.x - a.x) / (b.y - a.y));
        if (at > x && at <= least) {
            same = at < least ? 1u : same + 1u;
            least = at;
        }
    }
    *is_inside = same % 2u ? !*is_inside : *is_inside;
    return least;
}

/// Fills the cells of a row whose middles lie within.
static void fill_row(VeerGrid *grid, const PolygonRow *crossings, int32_t y, bool is_blocked)
{
    bool is_inside = false;
    int32_t width = (int32_t)grid->def.width;
    float x = next_crossing(crossings, -INFINITY, &is_inside);
    while (x < INFINITY) {
        bool was_inside = is_inside;
        float next = next_crossing(crossings, x, &is_inside);
        if (was_inside) {
            veer_grid_fill(grid,
                           (VeerCellRect){{whole_within(ceilf(x - 0.5f), width), y},
                                          {whole_within(ceilf(next - 0.5f), width), y + 1}},
                           is_blocked);
        }
        x = next;
    }
}

static bool are_points(const VeerVec3 *points, uint32_t count)
{
    for (uint32_t i = 0; i < count; i++) {
        if (!(fabsf(points[i].x) <= VEER_WORLD_LIMIT && fabsf(points[i].y) <= VEER_WORLD_LIMIT)) {
            return false;
        }
    }
    return true;
}

VeerStatus veer_grid_fill_polygon(VeerGrid *grid, const VeerVec3 *points, uint32_t count,
                                  bool is_blocked)
{
    if (!grid || !points || count < 3 || !are_points(points, count)) {
        return VEER_BAD_VALUE;
    }
    VeerVec2 first = in_cells(grid, points[0]);
    VeerFlatBox box = {first, first};
    for (uint32_t i = 0; i < count; i++) {
        VeerVec2 a = in_cells(grid, points[i]);
        box = veer_flat_boxes_join(box, (VeerFlatBox){a, a});
        fill_line(grid, a, in_cells(grid, points[i + 1u < count ? i + 1u : 0]), is_blocked);
    }
    VeerCellRect rect = cells_of(grid, box);
    for (int32_t y = rect.lower.y; y < rect.upper.y; y++) {
        PolygonRow crossings = {grid, points, count, (float)y + 0.5f};
        fill_row(grid, &crossings, y, is_blocked);
    }
    return VEER_OK;
}

/// From a segment to the nearest point of a cell, in cells; 0 where they meet.
static float segment_gap(VeerVec2 a, VeerVec2 b, VeerCell cell)
{
    VeerVec2 at = vec2((float)cell.x, (float)cell.y);
    const VeerVec2 corners[4] = {at, vec2(at.x + 1.0f, at.y), vec2(at.x + 1.0f, at.y + 1.0f),
                                 vec2(at.x, at.y + 1.0f)};
    float least = INFINITY;
    for (int i = 0; i < 4; i++) {
        least = min_f(least, veer_segment_separation2(a, b, corners[i], corners[(i + 1) % 4]));
    }
    bool is_inside = a.x >= at.x && a.x <= at.x + 1.0f && a.y >= at.y && a.y <= at.y + 1.0f;
    return is_inside ? 0.0f : least;
}

VeerStatus veer_grid_fill_segment(VeerGrid *grid, VeerVec3 a, VeerVec3 b, float radius,
                                  bool is_blocked)
{
    const VeerVec3 ends[2] = {a, b};
    if (!grid || !are_points(ends, 2) || !(radius >= 0.0f && radius <= VEER_WORLD_LIMIT)) {
        return VEER_BAD_VALUE;
    }
    VeerVec2 from = in_cells(grid, a), to = in_cells(grid, b);
    float reach = radius / grid->def.cell_size;
    fill_line(grid, from, to, is_blocked);
    VeerCellRect rect = cells_of(grid, veer_line_box(from, to, reach));
    for (VeerCell cell = rect.lower; reach > 0.0f && cell.y < rect.upper.y; cell.y++) {
        for (cell.x = rect.lower.x; cell.x < rect.upper.x; cell.x++) {
            if (segment_gap(from, to, cell) < reach - SLOP) {
                veer_grid_put(grid, cell, is_blocked);
            }
        }
    }
    return VEER_OK;
}
