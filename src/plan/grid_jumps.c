/// Jump-point search by bit-parallel scans, without cutting corners.
///
/// Of all ways of one length only those are looked at that go diagonally first and turn as late as
/// they can. Such a way turns nowhere but at corners, which a scan finds 64 cells at a time. Cells
/// where a diagonal goes over into a straight line are passed through and not kept: a scan along
/// the diagonal tells of the corners that lie straight ahead of each of its cells.
/// Source: Harabor and Grastien, "Online graph pruning for pathfinding on grid maps", AAAI 2011;
/// "Improving jump point search", ICAPS 2014 (block-based scanning, pruning of intermediate
/// points). Here the stops are bitmaps of their own, so that a scan reads one line and not three.
#include "plan/grid_space.h"

typedef struct Jump {
    const VeerGridSpace *space;
    const VeerGrid *grid;
    VeerSearch *search;
    VeerCell goal;
} Jump;

/// Tells of the first corner in a direction, or of the goal if that comes earlier.
static inline void scan(const Jump *jump, VeerDirection direction, int32_t x, int32_t y,
                        uint64_t cost)
{
    const VeerGrid *grid = jump->grid;
    bool is_column = direction & 1, is_forward = direction < 2;
    int32_t line = is_column ? x : y, from = is_column ? y : x;
    int32_t goal_line = is_column ? jump->goal.x : jump->goal.y;
    int32_t to = is_forward ? veer_bitmap_next(&grid->stops[direction], line, from + 1)
                            : veer_bitmap_last(&grid->stops[direction], line, from - 1);
    if (line == goal_line) {
        int32_t goal = is_column ? jump->goal.y : jump->goal.x;
        bool is_ahead = is_forward ? goal > from && goal <= to : goal < from && goal >= to;
        to = is_ahead ? goal : to;
    }
    if (veer_bitmap_get(&grid->blocked[is_column], line, to)) {
        return;
    }
    uint32_t steps = (uint32_t)(is_forward ? to - from : from - to);
    veer_grid_reach(jump->space, jump->search, is_column ? x : to, is_column ? to : y,
                    cost + (uint64_t)steps * VEER_COST_STRAIGHT, 1u + (uint32_t)direction);
}

/// Whether the cells at x and x + dx of a row are free (bit 0 and 1, the lesser x first).
static inline uint32_t free_pair(const VeerBitmap *rows, int32_t y, int32_t lesser)
{
    return ~(uint32_t)veer_bits_from(veer_bitmap_line(rows, y) - 1, (size_t)(lesser + 64)) & 3u;
}

/// Goes diagonally from a cell as far as that is free, and scans both ways from each cell.
static inline void scan_diagonal(const Jump *jump, VeerDirection along, VeerDirection across,
                                 int32_t x, int32_t y, uint64_t cost)
{
    const VeerBitmap *rows = &jump->grid->blocked[0];
    int32_t dx = along == VEER_EAST ? 1 : -1, dy = across == VEER_SOUTH ? 1 : -1;
    int32_t lesser = dx > 0 ? x : x - 1;
    // Of the row that it is in, only the cell ahead matters.
    const uint32_t own = dx > 0 ? 1u : 2u;
    while (((free_pair(rows, y, lesser) | own) & free_pair(rows, y + dy, lesser)) == 3u) {
        x += dx;
        y += dy;
        lesser += dx;
        cost += VEER_COST_DIAGONAL;
        if (x == jump->goal.x && y == jump->goal.y) {
            veer_grid_reach(jump->space, jump->search, x, y, cost, 1u + (uint32_t)along);
            return;
        }
        scan(jump, along, x, y, cost);
        scan(jump, across, x, y, cost);
    }
}

/// As scan_diagonal, with the directions known to the compiler.
static void scan_between(const Jump *jump, VeerDirection a, VeerDirection b, VeerCell cell,
                         uint64_t cost)
{
    switch (1u << a | 1u << b) {
    case 1u << VEER_EAST | 1u << VEER_SOUTH:
        scan_diagonal(jump, VEER_EAST, VEER_SOUTH, cell.x, cell.y, cost);
        break;
    case 1u << VEER_WEST | 1u << VEER_SOUTH:
        scan_diagonal(jump, VEER_WEST, VEER_SOUTH, cell.x, cell.y, cost);
        break;
    case 1u << VEER_WEST | 1u << VEER_NORTH:
        scan_diagonal(jump, VEER_WEST, VEER_NORTH, cell.x, cell.y, cost);
        break;
    default:
        scan_diagonal(jump, VEER_EAST, VEER_NORTH, cell.x, cell.y, cost);
        break;
    }
}

static bool is_blocked_at(const VeerGrid *grid, VeerCell cell)
{
    return veer_bitmap_get(&grid->blocked[0], cell.y, cell.x);
}

static VeerCell moved(VeerCell cell, VeerDirection direction)
{
    int32_t step = direction < 2 ? 1 : -1;
    return direction & 1 ? (VeerCell){cell.x, cell.y + step} : (VeerCell){cell.x + step, cell.y};
}

/// Turns to a side if a corner ended there.
static void turn(const Jump *jump, VeerDirection direction, VeerDirection side, VeerCell cell,
                 uint64_t cost)
{
    VeerCell behind = moved(cell, direction ^ 2);
    if (is_blocked_at(jump->grid, moved(behind, side)) &&
        !is_blocked_at(jump->grid, moved(cell, side))) {
        scan(jump, side, cell.x, cell.y, cost);
        scan_between(jump, direction, side, cell, cost);
    }
}

static void leave_start(const Jump *jump, VeerCell cell, uint64_t cost)
{
    for (int i = 0; i < 4; i++) {
        scan(jump, (VeerDirection)i, cell.x, cell.y, cost);
        scan_between(jump, (VeerDirection)i, (VeerDirection)((i + 1) & 3), cell, cost);
    }
}

void veer_grid_jumps(void *user, VeerSearch *search, uint32_t node, uint64_t cost)
{
    const VeerGridSpace *space = user;
    Jump jump = {space, space->grid, search, space->goal};
    VeerCell cell = veer_grid_node_cell(space->grid, node);
    uint32_t tag = veer_search_tag(search, node);
    if (tag == 0) {
        leave_start(&jump, cell, cost);
        return;
    }
    VeerDirection direction = (VeerDirection)(tag - 1u);
    scan(&jump, direction, cell.x, cell.y, cost);
    turn(&jump, direction, (VeerDirection)((direction + 1) & 3), cell, cost);
    turn(&jump, direction, (VeerDirection)((direction + 3) & 3), cell, cost);
}
