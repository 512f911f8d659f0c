/// Lines of sight, a row of cells at a time.
#include "plan/grid/grid.h"

/// A line from cell to cell over rows (or over columns, with x and y changed): rows go up from 0
/// to `rows`. The column where it enters row k is floor + rest / (2 rows), and that moves by
/// step + step_rest / (2 rows) a row.
typedef struct SightLine {
    const VeerBitmap *map;
    int32_t first, last, row, rows; ///< columns of both ends, row of the first
    int32_t floor, rest, step, step_rest;
} SightLine;

static int32_t floor_of(int32_t value, int32_t divisor)
{
    return value / divisor - (value % divisor < 0 ? 1 : 0);
}

static inline void to_next_row(SightLine *line)
{
    line->floor += line->step;
    line->rest += line->step_rest;
    if (line->rest >= 2 * line->rows) {
        line->rest -= 2 * line->rows;
        line->floor++;
    }
}

/// The line enters row k + 1 at column first + ((2k + 1) d + rows) / (2 rows).
static SightLine make_line(const VeerBitmap *map, VeerCell from, VeerCell to)
{
    SightLine line = {
        .map = map, .first = from.x, .last = to.x, .row = from.y, .rows = to.y - from.y};
    int32_t d = to.x - from.x, divisor = 2 * line.rows;
    if (line.rows > 0) {
        int32_t offset = floor_of(d + line.rows, divisor);
        line.floor = from.x + offset;
        line.rest = d + line.rows - offset * divisor;
        line.step = floor_of(2 * d, divisor);
        line.step_rest = 2 * d - line.step * divisor;
    }
    return line;
}

static inline bool is_free_between(const SightLine *line, int32_t row, int32_t lower, int32_t upper)
{
    const uint64_t *words = veer_bitmap_line(line->map, row);
    uint32_t width = (uint32_t)(upper - lower);
    // One look tells of 57 cells at least.
    return width < 57 ? veer_bits_from(words, (size_t)lower) << (63u - width) == 0
                      : veer_bitmap_line_next(words, lower) > upper;
}

/// Where it passes exactly through a corner (rest 0), it touches the cell before as well.
static inline bool is_free_along(SightLine line, bool goes_up)
{
    int32_t enter_lower = line.first, enter_upper = line.first;
    for (int32_t k = 0; k <= line.rows; k++) {
        int32_t edge = k < line.rows ? line.floor : line.last;
        int32_t touched = k < line.rows && line.rest == 0 ? edge - 1 : edge;
        int32_t lower = goes_up ? enter_lower : touched, upper = goes_up ? edge : enter_upper;
        if (!is_free_between(&line, line.row + k, lower, upper)) {
            return false;
        }
        enter_lower = touched;
        enter_upper = edge;
        to_next_row(&line);
    }
    return true;
}

static bool is_line_free(const SightLine *line)
{
    return line->last >= line->first ? is_free_along(*line, true) : is_free_along(*line, false);
}

static VeerCell turned(VeerCell cell, bool is_turned)
{
    return is_turned ? (VeerCell){cell.y, cell.x} : cell;
}

bool veer_grid_sees(const VeerGrid *grid, VeerCell from, VeerCell to)
{
    if (!veer_grid_has(grid, from) || !veer_grid_has(grid, to)) {
        return false;
    }
    bool is_steep = veer_apart(from.y, to.y) > veer_apart(from.x, to.x);
    VeerCell a = turned(from, is_steep), b = turned(to, is_steep);
    SightLine line = make_line(&grid->blocked[is_steep], a.y <= b.y ? a : b, a.y <= b.y ? b : a);
    return is_line_free(&line);
}
