/// Lines of sight, a row of cells at a time.
#include "plan/grid_sight.h"

#include "map/grid.h"

/// A line from cell to cell over rows (or over columns, with x and y changed): rows go up from 0
/// to `rows`. The column where it enters row k is floor + rest / (2 rows), and that moves by
/// step + step_rest / (2 rows) a row.
typedef struct Line {
    const VeerBitmap *map;
    int32_t first, last, row, rows; ///< columns of both ends, row of the first
    int32_t floor, rest, step, step_rest;
} Line;

static int32_t floor_of(int32_t value, int32_t divisor)
{
    return value / divisor - (value % divisor < 0 ? 1 : 0);
}

static void to_next_row(Line *line)
{
    line->floor += line->step;
    line->rest += line->step_rest;
    if (line->rest >= 2 * line->rows) {
        line->rest -= 2 * line->rows;
        line->floor++;
    }
}

/// The line enters row k + 1 at column first + ((2k + 1) d + rows) / (2 rows).
static Line make_line(const VeerBitmap *map, VeerCell from, VeerCell to)
{
    Line line = {.map = map, .first = from.x, .last = to.x, .row = from.y, .rows = to.y - from.y};
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

static bool is_free_between(const Line *line, int32_t row, int32_t lower, int32_t upper)
{
    uint64_t seen = veer_bits_from(veer_bitmap_line(line->map, row), (size_t)lower);
    if (seen) {
        return lower + (int32_t)veer_bits_lowest(seen) > upper;
    }
    return upper - lower < 57 || veer_bitmap_next(line->map, row, lower) > upper;
}

/// Where it passes exactly through a corner (rest 0), it touches the cell before as well. With a
/// route, that is at column `route` of row 0 and moves by one a row, all between both counts too.
static inline bool is_line_free(Line *line, bool has_route, int32_t route)
{
    bool goes_up = line->last >= line->first;
    int32_t enter_lower = line->first, enter_upper = line->first, ahead = goes_up ? 1 : -1;
    for (int32_t k = 0; k <= line->rows; k++) {
        int32_t edge = k < line->rows ? line->floor : line->last;
        int32_t touched = k < line->rows && line->rest == 0 ? edge - 1 : edge;
        int32_t lower = goes_up ? enter_lower : touched, upper = goes_up ? edge : enter_upper;
        if (has_route) {
            lower = route < lower ? route : lower;
            upper = route > upper ? route : upper;
            route += ahead;
        }
        if (!is_free_between(line, line->row + k, lower, upper)) {
            return false;
        }
        enter_lower = touched;
        enter_upper = edge;
        to_next_row(line);
    }
    return true;
}

static int32_t distance(int32_t a, int32_t b)
{
    return a < b ? b - a : a - b;
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
    bool is_steep = distance(from.y, to.y) > distance(from.x, to.x);
    VeerCell a = turned(from, is_steep), b = turned(to, is_steep);
    Line line = make_line(&grid->blocked[is_steep], a.y <= b.y ? a : b, a.y <= b.y ? b : a);
    return is_line_free(&line, false, 0);
}

/// Whether one leg of a route along x goes along it and the other one diagonally, and none back.
static bool is_bent_once(VeerCell a, VeerCell bend, VeerCell b)
{
    bool is_between = a.x <= b.x ? a.x <= bend.x && bend.x <= b.x : b.x <= bend.x && bend.x <= a.x;
    bool is_first = bend.y == b.y && distance(a.x, bend.x) == distance(a.y, bend.y);
    bool is_second = bend.y == a.y && distance(bend.x, b.x) == distance(bend.y, b.y);
    return is_between && (is_first || is_second);
}

bool veer_grid_sees_along(const VeerGrid *grid, const VeerCell *cells, uint32_t count)
{
    if (count < 2 || count > 3) {
        return false;
    }
    VeerCell from = cells[0], to = cells[count - 1u];
    bool is_steep = distance(from.y, to.y) > distance(from.x, to.x);
    VeerCell a = turned(from, is_steep), b = turned(to, is_steep),
             bend = turned(cells[1], is_steep);
    if (!is_bent_once(a, bend, b)) {
        return false;
    }
    VeerCell first = a.y <= b.y ? a : b, last = a.y <= b.y ? b : a;
    Line line = make_line(&grid->blocked[is_steep], first, last);
    return is_line_free(&line, true, bend.y == first.y ? bend.x : first.x);
}
