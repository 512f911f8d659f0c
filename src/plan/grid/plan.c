/// Paths over a grid from query to points.
#include "plan/grid/grid.h"

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

VeerStatus veer_grid_plan(VeerSearch *search, const VeerGridQuery *query, VeerVec3 *points,
                          uint32_t capacity, uint32_t *count)
{
    if (!query || !count || (!points && capacity > 0)) {
        return VEER_BAD_VALUE;
    }
    *count = 0;
    VeerStatus status =
        query->link_count > 0 ? VEER_BAD_VALUE : veer_grid_search_begin(search, query);
    if (status != VEER_OK) {
        return status;
    }
    (void)veer_search_run(search, UINT32_MAX);
    // What waits is not asked for any more once the search has ended, and its room holds any route.
    VeerCell *cells = (VeerCell *)search->open;
    uint32_t cell_count = 0;
    VeerStatus found = veer_grid_search_route(search, cells, search->node_capacity, &cell_count);
    status = pull(query->grid, cells, cell_count, points, capacity, count);
    return status == VEER_OK ? found : status;
}
