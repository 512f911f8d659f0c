/// Routes over cells that cost something, pulled tight: straight on wherever that costs no more.
#include "plan/grid/grid.h"

#include <math.h>

/// How many turns of the route a string looks ahead after the last that it can leave out.
#define LOOK_AHEAD 8u
/// Rounding: a string may cost this part more than the route.
#define SLOP 1e-9

/// A straight line from the middle of one cell to the middle of another.
typedef struct CostLine {
    int32_t x, y;           ///< the cell that it is in
    int32_t step_x, step_y; ///< 1 or -1
    int64_t columns, rows;  ///< how many it goes along either axis
    int64_t column, row;    ///< how many it has gone
} CostLine;

static CostLine line_of(VeerCell from, VeerCell to)
{
    int32_t dx = to.x - from.x, dy = to.y - from.y;
    return (CostLine){
        from.x, from.y, dx < 0 ? -1 : 1, dy < 0 ? -1 : 1, dx < 0 ? -dx : dx, dy < 0 ? -dy : dy,
        0,      0};
}

/// Goes on to the next cell, across a corner at once. @return which part of the line is behind
static double leave_cell(CostLine *line)
{
    bool has_column = line->column < line->columns, has_row = line->row < line->rows;
    // Where it crosses the next border along either axis, in halves of columns · rows.
    int64_t x = (2 * line->column + 1) * line->rows, y = (2 * line->row + 1) * line->columns;
    bool goes_x = has_column && (!has_row || x <= y), goes_y = has_row && (!has_column || y <= x);
    double part = goes_x ? (double)(2 * line->column + 1) / (2.0 * (double)line->columns)
                         : (double)(2 * line->row + 1) / (2.0 * (double)line->rows);
    line->x += goes_x ? line->step_x : 0;
    line->y += goes_y ? line->step_y : 0;
    line->column += goes_x;
    line->row += goes_y;
    return part;
}

/// What a straight line costs, in cells: the cost of each cell times its length there.
static double cost_between(const VeerGrid *grid, VeerCell from, VeerCell to)
{
    CostLine line = line_of(from, to);
    double sum = 0.0, last = 0.0;
    while (line.column < line.columns || line.row < line.rows) {
        VeerCell cell = {line.x, line.y};
        double part = leave_cell(&line);
        sum += (part - last) * (double)veer_grid_cost(grid, cell);
        last = part;
    }
    double x = (double)line.columns, y = (double)line.rows;
    return (sum + (1.0 - last) * (double)veer_grid_cost(grid, to)) * sqrt(x * x + y * y);
}

/// The last of cells[count] that a string from cells[at] can go straight to.
static uint32_t reach_from(const VeerGrid *grid, const VeerCell *cells, uint32_t count, uint32_t at)
{
    uint32_t best = at + 1u;
    double cost = 0.0;
    for (uint32_t i = at + 1u; i < count && i <= best + LOOK_AHEAD; i++) {
        cost += cost_between(grid, cells[i - 1u], cells[i]);
        if (i > best && veer_grid_sees(grid, cells[at], cells[i]) &&
            cost_between(grid, cells[at], cells[i]) <= cost * (1.0 + SLOP)) {
            best = i;
        }
    }
    return best;
}

uint32_t veer_grid_pull_over_costs(const VeerGrid *grid, const VeerCell *cells, uint32_t count,
                                   VeerVec3 *points, uint32_t capacity)
{
    uint32_t made = 0;
    for (uint32_t at = 0; at < count; at = reach_from(grid, cells, count, at)) {
        if (made < capacity) {
            points[made] = veer_grid_centre(grid, cells[at]);
        }
        made++;
    }
    return made;
}
