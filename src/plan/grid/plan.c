/// Ways over a grid from question to points.
#include "plan/grid/pull.h"
#include "plan/grid/space.h"

/// A way that is open, pulled tight. @param is_none  whether it is told that there is none
/// @return whether there is one
static bool plan_openly(VeerPull *pull, const VeerGridQuery *query, bool *is_none)
{
    VeerStrip strip;
    strip.band = veer_band(query->grid, query->start, query->goal);
    if (!veer_band_fits(&strip.band)) {
        return false;
    }
    veer_strip_look(&strip);
    *is_none = strip.way < 0;
    return strip.way >= 0 && veer_pull_strip(pull, &strip);
}

/// Whether an open way may be pulled: both its ends are free.
static bool may_be_open(const VeerGridQuery *query)
{
    const VeerBitmap *rows = &query->grid->blocked[0];
    return veer_grid_may_be_open(query) && !veer_bitmap_get(rows, query->start.y, query->start.x) &&
           !veer_bitmap_get(rows, query->goal.y, query->goal.x);
}

/// Pulls a route; a start that is blocked is left along it first.
static VeerStatus pull(const VeerGrid *grid, VeerCell *cells, uint32_t cell_count, VeerVec3 *points,
                       uint32_t capacity, uint32_t *count)
{
    if (!veer_grid_is_blocked(grid, cells[0])) {
        return veer_grid_pull(grid, cells, cell_count, points, capacity, count);
    }
    uint32_t is_written = capacity > 0;
    VeerStatus status = VEER_OK;
    if (is_written) {
        points[0] = veer_grid_centre(grid, cells[0]);
    }
    if (cell_count > 1) {
        cells[0].x += (cells[1].x > cells[0].x) - (cells[1].x < cells[0].x);
        cells[0].y += (cells[1].y > cells[0].y) - (cells[1].y < cells[0].y);
        status = veer_grid_pull(grid, cells, cell_count, points + is_written, capacity - is_written,
                                count);
    }
    ++*count;
    return is_written ? status : VEER_FULL;
}

/// Searches, and pulls what was found. @param is_closed  no way is open: that need not be looked
/// for
static VeerStatus search_on(VeerSearch *search, const VeerGridQuery *query, bool is_closed,
                            VeerVec3 *points, uint32_t capacity, uint32_t *count)
{
    if (is_closed) {
        veer_grid_begin(search, query);
    } else {
        (void)veer_grid_search_begin(search, query);
    }
    (void)veer_search_run(search, UINT32_MAX);
    // What waits is not asked for any more once the search has ended, and its room holds any route.
    VeerCell *cells = (VeerCell *)search->open;
    uint32_t cell_count = 0;
    VeerStatus found = veer_grid_search_route(search, cells, search->node_capacity, &cell_count);
    VeerStatus status = pull(query->grid, cells, cell_count, points, capacity, count);
    return status == VEER_OK ? found : status;
}

VeerStatus veer_grid_plan(VeerSearch *search, const VeerGridQuery *query, VeerVec3 *points,
                          uint32_t capacity, uint32_t *count)
{
    *count = 0;
    VeerStatus status = query->link_count > 0 ? VEER_BAD_VALUE : veer_grid_check(search, query);
    if (status != VEER_OK) {
        return status;
    }
    bool is_closed = false;
    VeerPull pull = {.grid = query->grid, .points = points, .capacity = capacity};
    if (may_be_open(query) && plan_openly(&pull, query, &is_closed)) {
        *count = pull.point_count;
        return pull.point_count <= capacity ? VEER_OK : VEER_FULL;
    }
    return search_on(search, query, is_closed, points, capacity, count);
}
