/// Strings: from a route to its points.
#include "plan/grid/pull.h"

static int32_t distance(int32_t a, int32_t b)
{
    return a < b ? b - a : a - b;
}

/// Whether the cells are a route whose turns lie on free cells; sums how far it goes along x and y.
static bool is_route(const VeerGrid *grid, const VeerCell *cells, uint32_t count, int64_t way[2])
{
    uint32_t width = grid->def.width, height = grid->def.height;
    for (uint32_t i = 0; i < count; i++) {
        if ((uint32_t)cells[i].x >= width || (uint32_t)cells[i].y >= height) {
            return false;
        }
        VeerCell before = cells[i > 0 ? i - 1 : 0];
        int32_t dx = distance(cells[i].x, before.x), dy = distance(cells[i].y, before.y);
        if (dx != dy && dx != 0 && dy != 0) {
            return false;
        }
        way[0] += dx;
        way[1] += dy;
    }
    return count > 0;
}

static void find_box(VeerPull *pull)
{
    VeerCellRun box = {INT32_MAX, 0};
    for (uint32_t i = 0; i < pull->count; i++) {
        int32_t y = veer_pull_cell(pull, i).y;
        box.begin = y < box.begin ? y : box.begin;
        box.end = y + 1 > box.end ? y + 1 : box.end;
    }
    pull->box = box;
}

VeerStatus veer_grid_pull(const VeerGrid *grid, const VeerCell *cells, uint32_t count,
                          VeerVec3 *points, uint32_t capacity, uint32_t *point_count)
{
    int64_t way[2] = {0, 0};
    *point_count = 0;
    if (!is_route(grid, cells, count, way)) {
        return VEER_BAD_VALUE;
    }
    if (grid->costs) {
        *point_count = veer_grid_pull_over_costs(grid, cells, count, points, capacity);
        return *point_count <= capacity ? VEER_OK : VEER_FULL;
    }
    bool is_turned = way[1] < way[0];
    VeerPull pull = {.grid = grid,
                     .columns = &grid->blocked[!is_turned],
                     .cells = cells,
                     .count = count,
                     .is_turned = is_turned,
                     .points = points,
                     .capacity = capacity};
    if (!veer_pull_bent(&pull)) {
        find_box(&pull);
        veer_pull_through(&pull);
    }
    if (pull.is_blocked) {
        return VEER_BAD_VALUE;
    }
    *point_count = pull.point_count;
    return pull.point_count <= capacity ? VEER_OK : VEER_FULL;
}
