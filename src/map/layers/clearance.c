/// Exact distances in two passes: along the columns, then along the rows.
/// Source: Meijster, Roerdink and Hesselink, "A general algorithm for computing distance transforms
/// in linear time", 2000. A cell's distance here is that of its middle to the nearest square that
/// is blocked, not to its middle: counted in half cells, a square that begins k cells away is
/// 2k - 1 off, so the parabolas have their centres between the columns.
#include "map/grid/grid.h"
#include "math/vec.h"

#include <math.h>
#include <string.h>

/// A parabola of the lower envelope: of the line between columns x - 1 and x, best from column
/// `from` on.
typedef struct ClearanceParabola {
    int32_t x, from;
    int32_t height;
} ClearanceParabola;

struct VeerClearance {
    uint32_t width, height;
    int32_t reach;
    uint8_t *gaps; ///< rows to the nearest blocked cell of the column; over the reach: reach + 1
    uint16_t *squares;           ///< of the distance in half cells, at most (2 reach)²
    ClearanceParabola *envelope; ///< envelope[width + 1]: scratch of one row
};

static size_t lay_out(void *memory, uint32_t width, uint32_t height, VeerClearance *parts)
{
    VeerArena arena = {memory, 0};
    (void)veer_arena_take(&arena, 1, sizeof *parts);
    size_t count = (size_t)width * height;
    parts->gaps = veer_arena_take(&arena, count, sizeof *parts->gaps);
    parts->squares = veer_arena_take(&arena, count, sizeof *parts->squares);
    parts->envelope = veer_arena_take(&arena, (size_t)width + 1u, sizeof *parts->envelope);
    return arena.used;
}

size_t veer_clearance_size(uint32_t width, uint32_t height)
{
    VeerClearance parts;
    return lay_out(NULL, width, height, &parts);
}

VeerClearance *veer_clearance_init(void *memory, uint32_t width, uint32_t height, uint32_t reach)
{
    VeerClearance *clearance = memory;
    reach = reach < 1 ? 1 : reach;
    reach = reach > VEER_MAX_CLEARANCE_REACH ? VEER_MAX_CLEARANCE_REACH : reach;
    *clearance = (VeerClearance){.width = width, .height = height, .reach = (int32_t)reach};
    (void)lay_out(memory, width, height, clearance);
    memset(clearance->gaps, 0, (size_t)width * height * sizeof *clearance->gaps);
    memset(clearance->squares, 0, (size_t)width * height * sizeof *clearance->squares);
    return clearance;
}

static bool is_blocked(const VeerGrid *grid, int32_t x, int32_t y)
{
    return veer_bitmap_get(&grid->blocked[0], y, x);
}

/// Rows down from the blocked cell above, then the lesser of that and rows up from the one below.
/// The first of each is looked up in the bitmap, so that rows outside of the rectangle do not
/// matter.
static void measure_columns(VeerClearance *clearance, const VeerGrid *grid, VeerCellRect rect)
{
    const VeerBitmap *columns = &grid->blocked[1];
    size_t width = clearance->width;
    int32_t most = clearance->reach + 1, last = rect.upper.y - 1;
    for (int32_t x = rect.lower.x; x < rect.upper.x; x++) {
        int32_t above = rect.lower.y - veer_bitmap_last(columns, x, rect.lower.y);
        clearance->gaps[(size_t)rect.lower.y * width + (size_t)x] = (uint8_t)min_i(above, most);
    }
    for (int32_t y = rect.lower.y + 1; y <= last; y++) {
        uint8_t *row = clearance->gaps + (size_t)y * width;
        for (int32_t x = rect.lower.x; x < rect.upper.x; x++) {
            row[x] = is_blocked(grid, x, y) ? 0 : (uint8_t)min_i(row[x - (int32_t)width] + 1, most);
        }
    }
    for (int32_t x = rect.lower.x; x < rect.upper.x; x++) {
        uint8_t *gap = &clearance->gaps[(size_t)last * width + (size_t)x];
        *gap = (uint8_t)min_i(veer_bitmap_next(columns, x, last) - last, *gap);
    }
    for (int32_t y = last - 1; y >= rect.lower.y; y--) {
        uint8_t *row = clearance->gaps + (size_t)y * width;
        for (int32_t x = rect.lower.x; x < rect.upper.x; x++) {
            row[x] = (uint8_t)min_i(row[x], row[(size_t)x + width] + 1);
        }
    }
}

/// The square of a column's gap, in half cells: to the near edge of what is blocked.
static int32_t square_of(const VeerClearance *clearance, int32_t x, int32_t y)
{
    if (x < 0 || x >= (int32_t)clearance->width) {
        return 0;
    }
    int32_t gap = clearance->gaps[(size_t)y * clearance->width + (size_t)x];
    return gap == 0 ? 0 : (2 * gap - 1) * (2 * gap - 1);
}

static int32_t ceiling(int64_t value, int64_t divisor)
{
    return (int32_t)(value / divisor + (value % divisor > 0 ? 1 : 0));
}

/// The first column where parabola b, further along, is not above a:
/// (2x - cb)² + hb <= (2x - ca)² + ha, with the centres c = 2x - 1.
static int32_t first_of(ClearanceParabola a, int32_t x, int32_t height)
{
    int64_t ca = 2 * (int64_t)a.x - 1, cb = 2 * (int64_t)x - 1;
    return ceiling(cb * cb - ca * ca + height - a.height, 4 * (cb - ca));
}

/// The lower envelope of the parabolas between columns lower - 1 and upper. @return how many
static int32_t make_envelope(VeerClearance *clearance, int32_t y, int32_t lower, int32_t upper)
{
    ClearanceParabola *envelope = clearance->envelope;
    int32_t count = 0, before = square_of(clearance, lower - 1, y);
    for (int32_t x = lower; x <= upper; x++) {
        int32_t here = square_of(clearance, x, y);
        int32_t height = before < here ? before : here, from = INT32_MIN;
        before = here;
        while (count > 0) {
            from = first_of(envelope[count - 1], x, height);
            if (from > envelope[count - 1].from) {
                break;
            }
            count--;
            from = INT32_MIN;
        }
        envelope[count++] = (ClearanceParabola){x, from, height};
    }
    return count;
}

static void measure_row(VeerClearance *clearance, int32_t y, int32_t lower, int32_t upper)
{
    int32_t width = (int32_t)clearance->width, reach = clearance->reach;
    int32_t from = lower - reach - 1 > 0 ? lower - reach - 1 : 0;
    int32_t count = make_envelope(clearance, y, from, min_i(upper + reach + 1, width));
    const ClearanceParabola *best = clearance->envelope, *last = best + count - 1;
    uint16_t *row = clearance->squares + (size_t)y * clearance->width;
    for (int32_t x = lower; x < upper; x++) {
        while (best < last && best[1].from <= x) {
            best++;
        }
        int64_t off = 2 * ((int64_t)x - best->x) + 1;
        int64_t beside = off * off + best->height;
        int32_t square = min_i(square_of(clearance, x, y), 4 * reach * reach);
        row[x] = (uint16_t)(beside < square ? (int32_t)beside : square);
    }
}

static VeerCellRect widened(const VeerClearance *clearance, VeerCellRect rect, int32_t by)
{
    int32_t width = (int32_t)clearance->width, height = (int32_t)clearance->height;
    return (VeerCellRect){{max_i(rect.lower.x - by, 0), max_i(rect.lower.y - by, 0)},
                          {min_i(rect.upper.x + by, width), min_i(rect.upper.y + by, height)}};
}

VeerStatus veer_clearance_update(VeerClearance *clearance, const VeerGrid *grid, VeerCellRect rect)
{
    if (grid->def.width != clearance->width || grid->def.height != clearance->height) {
        return VEER_BAD_VALUE;
    }
    VeerCellRect changed = widened(clearance, rect, 0);
    if (changed.lower.x >= changed.upper.x || changed.lower.y >= changed.upper.y) {
        return VEER_OK;
    }
    VeerCellRect wide = widened(clearance, changed, clearance->reach + 1);
    VeerCellRect columns = {{changed.lower.x, wide.lower.y}, {changed.upper.x, wide.upper.y}};
    measure_columns(clearance, grid, columns);
    for (int32_t y = wide.lower.y; y < wide.upper.y; y++) {
        measure_row(clearance, y, wide.lower.x, wide.upper.x);
    }
    return VEER_OK;
}

VeerStatus veer_clearance_build(VeerClearance *clearance, const VeerGrid *grid)
{
    VeerCellRect all = {{0, 0}, {(int32_t)clearance->width, (int32_t)clearance->height}};
    return veer_clearance_update(clearance, grid, all);
}

float veer_clearance_at(const VeerClearance *clearance, VeerCell cell)
{
    if (cell.x < 0 || cell.y < 0 || cell.x >= (int32_t)clearance->width ||
        cell.y >= (int32_t)clearance->height) {
        return 0.0f;
    }
    size_t index = (size_t)cell.y * clearance->width + (size_t)cell.x;
    return 0.5f * sqrtf((float)clearance->squares[index]);
}
