/// Exact distances: along the columns out of the bitmap, then along the rows over the columns
/// beside. A cell's distance is that of its middle to the nearest square that is blocked, not to
/// its middle: counted in half cells, a square that begins k cells away is 2k - 1 off. Columns
/// further off than the best so far are not looked at.
#include "map/grid/grid.h"
#include "math/vec.h"

#include <string.h>

struct VeerClearance {
    uint32_t width, height;
    int32_t reach;
    uint16_t *squares; ///< of the distance in half cells, at most (2 reach)²
    /// Of one row. columns[width + 2]: squares of distances along the columns, 0 outside;
    /// above[width] and below[width]: the rows of the nearest blocked cells up and down.
    uint16_t *columns;
    int16_t *above, *below;
};

static size_t lay_out(void *memory, uint32_t width, uint32_t height, VeerClearance *parts)
{
    VeerArena arena = {memory, 0};
    (void)veer_arena_take(&arena, 1, sizeof *parts);
    parts->squares = veer_arena_take(&arena, (size_t)width * height, sizeof *parts->squares);
    parts->columns = veer_arena_take(&arena, (size_t)width + 2u, sizeof *parts->columns);
    parts->above = veer_arena_take(&arena, width, sizeof *parts->above);
    parts->below = veer_arena_take(&arena, width, sizeof *parts->below);
    return arena.used;
}

size_t veer_clearance_size(uint32_t width, uint32_t height)
{
    VeerClearance parts;
    return veer_grid_are_sides(width, height) ? lay_out(NULL, width, height, &parts) : 0;
}

VeerClearance *veer_clearance_init(void *memory, uint32_t width, uint32_t height, uint32_t reach)
{
    VeerClearance *clearance = memory;
    if (!clearance || !veer_grid_are_sides(width, height)) {
        return NULL;
    }
    reach = reach < 1 ? 1 : reach;
    reach = reach > VEER_MAX_CLEARANCE_REACH ? VEER_MAX_CLEARANCE_REACH : reach;
    *clearance = (VeerClearance){.width = width, .height = height, .reach = (int32_t)reach};
    (void)lay_out(memory, width, height, clearance);
    memset(clearance->squares, 0, (size_t)width * height * sizeof *clearance->squares);
    memset(clearance->columns, 0, ((size_t)width + 2u) * sizeof *clearance->columns);
    return clearance;
}

/// The squares of the distances along columns, in half cells: to the near edge of what is blocked.
/// Rows come one after the other: a column is looked up at the first, and where one is blocked.
static void measure_columns(VeerClearance *clearance, const VeerGrid *grid, int32_t y,
                            bool is_first, int32_t lower, int32_t upper)
{
    const VeerBitmap *columns = &grid->blocked[1];
    int16_t *above = clearance->above, *below = clearance->below;
    for (int32_t x = lower; x < upper; x++) {
        if (is_first || below[x] < y) {
            above[x] = (int16_t)(is_first ? veer_bitmap_last(columns, x, y) : below[x]);
            below[x] = (int16_t)veer_bitmap_next(columns, x, y);
        }
        int32_t gap = min_i(min_i(y - above[x], below[x] - y), clearance->reach + 1);
        clearance->columns[x + 1] = gap == 0 ? 0 : (uint16_t)((2 * gap - 1) * (2 * gap - 1));
    }
}

/// The least square over the columns beside one, `here`. There is always one outside, if no nearer.
static int32_t least_beside(const uint16_t *here, int32_t most)
{
    int32_t least = min_i(*here, most);
    for (int32_t off = 1; (2 * off - 1) * (2 * off - 1) < least; off++) {
        int32_t along = min_i(here[-off], here[off]);
        least = min_i(least, along + (2 * off - 1) * (2 * off - 1));
    }
    return least;
}

static void measure_row(VeerClearance *clearance, int32_t y, int32_t lower, int32_t upper)
{
    uint16_t *row = clearance->squares + (size_t)y * clearance->width;
    for (int32_t x = lower; x < upper; x++) {
        row[x] = (uint16_t)least_beside(&clearance->columns[x + 1],
                                        4 * clearance->reach * clearance->reach);
    }
}

VeerStatus veer_clearance_update(VeerClearance *clearance, const VeerGrid *grid, VeerCellRect rect)
{
    if (!clearance || !veer_grid_is_sized(grid, clearance->width, clearance->height)) {
        return VEER_BAD_VALUE;
    }
    int32_t width = (int32_t)clearance->width, height = (int32_t)clearance->height;
    VeerCell lower = {max_i(rect.lower.x, 0), max_i(rect.lower.y, 0)};
    VeerCell upper = {min_i(rect.upper.x, width), min_i(rect.upper.y, height)};
    if (lower.x >= upper.x || lower.y >= upper.y) {
        return VEER_OK;
    }
    int32_t by = clearance->reach, first = max_i(lower.y - by, 0);
    int32_t left = max_i(lower.x - by, 0), right = min_i(upper.x + by, width);
    for (int32_t y = first; y < min_i(upper.y + by, height); y++) {
        measure_columns(clearance, grid, y, y == first, max_i(left - by, 0),
                        min_i(right + by, width));
        measure_row(clearance, y, left, right);
    }
    return VEER_OK;
}

VeerStatus veer_clearance_build(VeerClearance *clearance, const VeerGrid *grid)
{
    VeerCellRect all = {{0, 0}, {VEER_MAX_GRID_CELLS, VEER_MAX_GRID_CELLS}};
    return veer_clearance_update(clearance, grid, all);
}

float veer_clearance_at(const VeerClearance *clearance, VeerCell cell)
{
    if (!clearance || cell.x < 0 || cell.y < 0 || cell.x >= (int32_t)clearance->width ||
        cell.y >= (int32_t)clearance->height) {
        return 0.0f;
    }
    size_t index = (size_t)cell.y * clearance->width + (size_t)cell.x;
    return 0.5f * sqrtf((float)clearance->squares[index]);
}
