/// From a cell to those around it.
#include "plan/grid/grid.h"

// The eight around a cell, in the order in which they are looked at.
static const VeerCell around[8] = {{1, 0}, {0, 1},  {-1, 0},  {0, -1},
                                   {1, 1}, {-1, 1}, {-1, -1}, {1, -1}};

// Bit 0 to 2: whether the cells at x - 1, x, x + 1 of a row are blocked.
static uint32_t three_of_row(const VeerBitmap *rows, int32_t y, int32_t x)
{
    // Counted from one word earlier, so that x - 1 is not negative.
    return (uint32_t)veer_bits_from(veer_bitmap_line(rows, y) - 1, (size_t)x + 63u) & 7u;
}

// Bit i: whether a step to around[i] is allowed.
static uint32_t open_steps(const VeerGridSpace *space, int32_t x, int32_t y)
{
    const VeerBitmap *rows = &space->grid->blocked[0];
    uint32_t north = ~three_of_row(rows, y - 1, x), here = ~three_of_row(rows, y, x);
    uint32_t south = ~three_of_row(rows, y + 1, x);
    uint32_t straight = (here >> 2 & 1u) | (south & 2u) | (here << 2 & 4u) | (north << 2 & 8u);
    uint32_t corners =
        (south >> 2 & 1u) | (south << 1 & 2u) | (north << 2 & 4u) | (north << 1 & 8u);
    // Diagonal i is between the straight steps i and i + 1.
    uint32_t next = straight >> 1 | (straight << 3 & 8u);
    return straight | (corners & straight & next) << 4;
}

static uint32_t step_cost(const VeerGrid *grid, VeerCell from, VeerCell to, bool is_diagonal)
{
    uint32_t length = is_diagonal ? VEER_COST_DIAGONAL : VEER_COST_STRAIGHT;
    if (!grid->costs) {
        return length;
    }
    // Half of the step is in either cell.
    return (length * (veer_grid_cost(grid, from) + (uint32_t)veer_grid_cost(grid, to))) / 2u;
}

void veer_grid_steps(void *user, VeerSearch *search, uint32_t node, uint64_t cost)
{
    const VeerGridSpace *space = user;
    VeerCell cell = veer_grid_node_cell(space->grid, node);
    for (uint32_t open = open_steps(space, cell.x, cell.y); open; open &= open - 1u) {
        uint32_t i = veer_bits_lowest(open);
        VeerCell next = {cell.x + around[i].x, cell.y + around[i].y};
        veer_grid_reach(space, search, next.x, next.y,
                        cost + step_cost(space->grid, cell, next, i >= 4), 0);
    }
}
