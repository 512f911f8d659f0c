/// Jump-point search by bit-parallel scans.
///
/// Of all paths of one length only those are looked at that go diagonally first and turn as late as
/// they can. Such a path turns nowhere but at corners, which a scan finds 64 cells at a time. Cells
/// where a diagonal goes over into a straight line are passed through and not kept: a scan along
/// the diagonal tells of the corners that are straight ahead of each of its cells.
/// Source: Harabor and Grastien, "Online graph pruning for pathfinding on grid maps", AAAI 2011;
/// "Improving jump point search", ICAPS 2014 (block-based scanning, pruning of intermediate
/// points). Here the stops are bitmaps of their own, so that a scan reads one line and not three.
#include "plan/grid/grid.h"

#include <stdlib.h>

/// A corner that was found.
typedef struct FoundCorner {
    int32_t x, y;
    uint64_t cost;
    uint32_t node, tag;
} FoundCorner;

enum {
    MAX_FOUND = 16,
    AWAY = 5, ///< the tag of a start that was left towards the goal; 1 + direction: of a corner
};

typedef struct JumpScan {
    const VeerGridSpace *space;
    const VeerGrid *grid;
    VeerSearch *search;
    VeerCell goal;
    uint32_t count;
    FoundCorner
        found[MAX_FOUND]; ///< not told of yet: what is known of them comes from memory meanwhile
} JumpScan;

/// Reaches the corners that were found.
static void tell(JumpScan *jump)
{
    for (uint32_t i = 0; i < jump->count; i++) {
        const FoundCorner *at = &jump->found[i];
        if (veer_search_improve(jump->search, at->node, at->cost, at->tag)) {
            veer_search_wait(jump->search, at->node, at->cost,
                             veer_octile_cost(at->x - jump->goal.x, at->y - jump->goal.y));
        }
    }
    jump->count = 0;
}

static inline void find(JumpScan *jump, int32_t x, int32_t y, uint64_t cost, uint32_t tag)
{
    uint32_t node = veer_grid_node(jump->grid, (VeerCell){x, y});
    veer_prefetch(&jump->search->nodes[node]);
    jump->found[jump->count++] = (FoundCorner){x, y, cost, node, tag};
    if (jump->count == MAX_FOUND) {
        tell(jump);
    }
}

/// Where a line begins, in words; bitmaps of one axis are alike.
static inline ptrdiff_t line_at(const JumpScan *jump, bool is_column, int32_t line)
{
    return (ptrdiff_t)line * jump->grid->blocked[is_column].stride;
}

/// Finds the first corner in a direction, or the goal if that comes earlier.
/// @param at  where the cell's line begins
static inline void scan_line(JumpScan *jump, VeerDirection direction, VeerCell cell, ptrdiff_t at,
                             uint64_t cost)
{
    const VeerGrid *grid = jump->grid;
    bool is_column = direction & 1, is_forward = direction < 2;
    int32_t line = is_column ? cell.x : cell.y, from = is_column ? cell.y : cell.x;
    int32_t goal_line = is_column ? jump->goal.x : jump->goal.y;
    const uint64_t *stops = grid->stops[direction].words + at;
    int32_t to = is_forward ? veer_bitmap_line_next(stops, from + 1)
                            : veer_bitmap_line_last(stops, from - 1);
    if (line == goal_line) {
        int32_t goal = is_column ? jump->goal.y : jump->goal.x;
        bool is_ahead = is_forward ? goal > from && goal <= to : goal < from && goal >= to;
        to = is_ahead ? goal : to;
    }
    if (grid->blocked[is_column].words[at + (to >> 6)] >> (to & 63) & 1u) {
        return;
    }
    uint32_t steps = (uint32_t)(is_forward ? to - from : from - to);
    find(jump, is_column ? cell.x : to, is_column ? to : cell.y,
         cost + (uint64_t)steps * VEER_COST_STRAIGHT, 1u + (uint32_t)direction);
}

static inline void scan(JumpScan *jump, VeerDirection direction, int32_t x, int32_t y,
                        uint64_t cost)
{
    bool is_column = direction & 1;
    scan_line(jump, direction, (VeerCell){x, y}, line_at(jump, is_column, is_column ? x : y), cost);
}

/// Whether two cells side by side of a line are free (bit 0 and 1, the lesser first).
/// @param at  where the line begins
static inline uint32_t free_at(const VeerBitmap *map, ptrdiff_t at, int32_t lesser)
{
    return ~(uint32_t)veer_bits_from(map->words + at - 1, (size_t)lesser + 64u) & 3u;
}

static inline uint32_t free_pair(const VeerBitmap *map, int32_t line, int32_t lesser)
{
    return free_at(map, (ptrdiff_t)line * map->stride, lesser);
}

/// Goes diagonally from a cell as far as that is free, and scans along both axes from each cell.
static inline void scan_diagonal(JumpScan *jump, VeerDirection along, VeerDirection across,
                                 int32_t x, int32_t y, uint64_t cost)
{
    const VeerBitmap *rows = &jump->grid->blocked[0];
    int32_t dx = along == VEER_EAST ? 1 : -1, dy = across == VEER_SOUTH ? 1 : -1;
    int32_t lesser = dx > 0 ? x : x - 1;
    ptrdiff_t row = line_at(jump, false, y), column = line_at(jump, true, x);
    ptrdiff_t row_step = line_at(jump, false, dy), column_step = line_at(jump, true, dx);
    // Of the row that it is in, only the cell ahead matters.
    const uint32_t own = dx > 0 ? 1u : 2u;
    while (((free_at(rows, row, lesser) | own) & free_at(rows, row + row_step, lesser)) == 3u) {
        x += dx;
        y += dy;
        lesser += dx;
        row += row_step;
        column += column_step;
        cost += VEER_COST_DIAGONAL;
        if (x == jump->goal.x && y == jump->goal.y) {
            find(jump, x, y, cost, 1u + (uint32_t)along);
            return;
        }
        scan_line(jump, along, (VeerCell){x, y}, row, cost);
        scan_line(jump, across, (VeerCell){x, y}, column, cost);
    }
}

/// As scan_diagonal, by the directions along x and along y, known to the compiler.
static void scan_south_east(JumpScan *jump, VeerCell cell, uint64_t cost)
{
    scan_diagonal(jump, VEER_EAST, VEER_SOUTH, cell.x, cell.y, cost);
}

static void scan_south_west(JumpScan *jump, VeerCell cell, uint64_t cost)
{
    scan_diagonal(jump, VEER_WEST, VEER_SOUTH, cell.x, cell.y, cost);
}

static void scan_north_west(JumpScan *jump, VeerCell cell, uint64_t cost)
{
    scan_diagonal(jump, VEER_WEST, VEER_NORTH, cell.x, cell.y, cost);
}

static void scan_north_east(JumpScan *jump, VeerCell cell, uint64_t cost)
{
    scan_diagonal(jump, VEER_EAST, VEER_NORTH, cell.x, cell.y, cost);
}

static inline void scan_between(JumpScan *jump, VeerDirection a, VeerDirection b, VeerCell cell,
                                uint64_t cost)
{
    bool is_east = a == VEER_EAST || b == VEER_EAST, is_south = a == VEER_SOUTH || b == VEER_SOUTH;
    if (is_south) {
        (is_east ? scan_south_east : scan_south_west)(jump, cell, cost);
    } else {
        (is_east ? scan_north_east : scan_north_west)(jump, cell, cost);
    }
}

/// Turns to a side if a corner ended there: the cell beside the one before is blocked, the cell
/// beside is free.
static inline void turn(JumpScan *jump, VeerDirection direction, VeerDirection side, VeerCell cell,
                        uint64_t cost)
{
    bool is_column = direction & 1, is_forward = direction < 2;
    int32_t line = (is_column ? cell.x : cell.y) + (side < 2 ? 1 : -1);
    int32_t lesser = (is_column ? cell.y : cell.x) - (is_forward ? 1 : 0);
    if (free_pair(&jump->grid->blocked[is_column], line, lesser) == (is_forward ? 2u : 1u)) {
        scan(jump, side, cell.x, cell.y, cost);
        scan_between(jump, direction, side, cell, cost);
    }
}

/// Bit i: whether direction i does not lead away from the goal.
static uint32_t towards_goal(const JumpScan *jump, VeerCell cell)
{
    uint32_t along = jump->goal.x >= cell.x ? VEER_EAST : VEER_WEST;
    uint32_t across = jump->goal.y >= cell.y ? VEER_SOUTH : VEER_NORTH;
    return 1u << along | 1u << across;
}

/// Leaves the start in the directions between those, or in all others.
static void leave_start(JumpScan *jump, VeerCell cell, uint64_t cost, bool is_towards)
{
    uint32_t towards = towards_goal(jump, cell), between = towards & (towards >> 1 | towards << 3);
    for (uint32_t i = 0; i < 4; i++) {
        if ((towards >> i & 1u) == is_towards) {
            scan(jump, (VeerDirection)i, cell.x, cell.y, cost);
        }
        if ((between >> i & 1u) == is_towards) {
            scan_between(jump, (VeerDirection)i, (VeerDirection)((i + 1u) & 3u), cell, cost);
        }
    }
}

/// Leaves the start towards the goal, and puts off the rest: a first step in any other direction
/// makes the path at least two diagonal steps less two straight ones longer than the estimate.
static void leave_towards(JumpScan *jump, uint32_t node, VeerCell cell, uint64_t cost)
{
    VeerSearch *search = jump->search;
    leave_start(jump, cell, cost, true);
    if (jump->space->link_count > 0 || search->weight != 256u) {
        leave_start(jump, cell, cost, false);
        return;
    }
    uint64_t least = cost + veer_octile_cost(jump->goal.x - cell.x, jump->goal.y - cell.y);
    veer_search_put_off(search, node, AWAY,
                        least + 2ull * (VEER_COST_DIAGONAL - VEER_COST_STRAIGHT));
}

static inline void leave(JumpScan *jump, VeerDirection direction, VeerCell cell, uint64_t cost)
{
    scan(jump, direction, cell.x, cell.y, cost);
    turn(jump, direction, (VeerDirection)((direction + 1) & 3), cell, cost);
    turn(jump, direction, (VeerDirection)((direction + 3) & 3), cell, cost);
}

/// As leave, with the direction known to the compiler.
static void leave_corner(JumpScan *jump, VeerDirection direction, VeerCell cell, uint64_t cost)
{
    switch (direction) {
    case VEER_EAST:
        leave(jump, VEER_EAST, cell, cost);
        break;
    case VEER_SOUTH:
        leave(jump, VEER_SOUTH, cell, cost);
        break;
    case VEER_WEST:
        leave(jump, VEER_WEST, cell, cost);
        break;
    default:
        leave(jump, VEER_NORTH, cell, cost);
        break;
    }
}

enum { NEAR = 64 }; // cells to the goal, from where it is worth a look whether the path is open

/// Ends the search where nothing is in the way from a corner near the goal: no path is shorter,
/// since none that waits may be. @return whether it has
static bool arrive(const VeerGridSpace *space, VeerSearch *search, uint32_t node, VeerCell cell,
                   uint64_t cost)
{
    VeerCell goal = space->goal;
    if (abs(goal.x - cell.x) > NEAR || abs(goal.y - cell.y) > NEAR || space->link_count > 0) {
        return false;
    }
    VeerOpenPath open = veer_grid_open_path(space->grid, cell, goal);
    if (open.cost > 0) {
        veer_search_arrive(search, node);
        veer_grid_lead(search, space->grid, goal, open, cost);
    }
    return open.cost > 0;
}

void veer_grid_jumps(void *user, VeerSearch *search, uint32_t node, uint64_t cost)
{
    const VeerGridSpace *space = user;
    VeerCell cell = veer_grid_node_cell(space->grid, node);
    uint32_t tag = veer_search_tag(search, node);
    if (tag != 0 && tag != AWAY && arrive(space, search, node, cell, cost)) {
        return;
    }
    JumpScan jump;
    jump.space = space;
    jump.grid = space->grid;
    jump.search = search;
    jump.goal = space->goal;
    jump.count = 0;
    for (uint32_t i = 0; i < 3 && i < search->open_count; i++) {
        veer_prefetch(&search->nodes[(uint32_t)search->open[i].tie_node]);
    }
    if (tag == 0) {
        leave_towards(&jump, node, cell, cost);
    } else if (tag == AWAY) {
        leave_start(&jump, cell, cost, false);
    } else {
        leave_corner(&jump, (VeerDirection)(tag - 1u), cell, cost);
    }
    tell(&jump);
}
