/// Jump-point search where a diagonal step may cut one corner: it needs one free cell beside it.
///
/// A way then may turn before the end of a corner, diagonally round it, so that scans need the
/// cells ahead, and diagonals can meet corners too.
/// Source: as in jumps.c, with the rules of the paper from 2011.
#include "plan/grid/space.h"

enum { SEEN = 56 }; // bits of one look that have all of their neighbours with them

typedef struct Jump {
    const VeerGridSpace *space;
    const VeerGrid *grid;
    VeerSearch *search;
    VeerCell goal;
} Jump;

// A corner: the cell beside is blocked, the next one there is free, and so is the cell ahead.
static uint64_t stops_of(const uint64_t here[2], const uint64_t before[2], const uint64_t after[2])
{
    return here[0] | (((before[0] & ~before[1]) | (after[0] & ~after[1])) & ~here[1]);
}

static int32_t stop_forward(const VeerBitmap *map, int32_t line, int32_t index)
{
    for (;; index += SEEN) {
        uint64_t bits[3][2];
        for (int i = 0; i < 3; i++) {
            bits[i][0] = veer_bits_from(veer_bitmap_line(map, line + i - 1), (size_t)index);
            bits[i][1] = bits[i][0] >> 1;
        }
        uint64_t stops = stops_of(bits[1], bits[0], bits[2]) & ((UINT64_C(1) << SEEN) - 1u);
        if (stops) {
            return index + (int32_t)veer_bits_lowest(stops);
        }
    }
}

static int32_t stop_backward(const VeerBitmap *map, int32_t line, int32_t index)
{
    for (;; index -= SEEN) {
        uint64_t bits[3][2];
        for (int i = 0; i < 3; i++) {
            const uint64_t *words = veer_bitmap_line(map, line + i - 1) - 1;
            bits[i][0] = veer_bits_up_to(words, (size_t)(index + 64));
            bits[i][1] = bits[i][0] << 1;
        }
        uint64_t stops = stops_of(bits[1], bits[0], bits[2]) >> (64 - SEEN) << (64 - SEEN);
        if (stops) {
            return index - 63 + (int32_t)veer_bits_highest(stops);
        }
    }
}

static bool is_free_at(const Jump *jump, int32_t x, int32_t y)
{
    return !veer_bitmap_get(&jump->grid->blocked[0], y, x);
}

/// As scan of jumps.c.
static void scan(const Jump *jump, VeerDirection direction, int32_t x, int32_t y, uint64_t cost)
{
    bool is_column = direction & 1, is_forward = direction < 2;
    const VeerBitmap *map = &jump->grid->blocked[is_column];
    int32_t line = is_column ? x : y, from = is_column ? y : x;
    int32_t to =
        is_forward ? stop_forward(map, line, from + 1) : stop_backward(map, line, from - 1);
    if (line == (is_column ? jump->goal.x : jump->goal.y)) {
        int32_t goal = is_column ? jump->goal.y : jump->goal.x;
        bool is_ahead = is_forward ? goal > from && goal <= to : goal < from && goal >= to;
        to = is_ahead ? goal : to;
    }
    if (!veer_bitmap_get(map, line, to)) {
        uint32_t steps = (uint32_t)(is_forward ? to - from : from - to);
        veer_grid_reach(jump->space, jump->search, is_column ? x : to, is_column ? to : y,
                        cost + (uint64_t)steps * VEER_COST_STRAIGHT, 1u + (uint32_t)direction);
    }
}

static void scan_x(const Jump *jump, int32_t dx, VeerCell cell, uint64_t cost)
{
    scan(jump, dx > 0 ? VEER_EAST : VEER_WEST, cell.x, cell.y, cost);
}

static void scan_y(const Jump *jump, int32_t dy, VeerCell cell, uint64_t cost)
{
    scan(jump, dy > 0 ? VEER_SOUTH : VEER_NORTH, cell.x, cell.y, cost);
}

/// Whether a diagonal that came by (dx, dy) must be able to turn back along x (or along y).
static bool turns_x(const Jump *jump, int32_t dx, int32_t dy, VeerCell c)
{
    return !is_free_at(jump, c.x - dx, c.y) && is_free_at(jump, c.x - dx, c.y + dy) &&
           is_free_at(jump, c.x, c.y + dy);
}

static bool turns_y(const Jump *jump, int32_t dx, int32_t dy, VeerCell c)
{
    return !is_free_at(jump, c.x, c.y - dy) && is_free_at(jump, c.x + dx, c.y - dy) &&
           is_free_at(jump, c.x + dx, c.y);
}

static void scan_diagonal(const Jump *jump, int32_t dx, int32_t dy, VeerCell c, uint64_t cost)
{
    while (is_free_at(jump, c.x + dx, c.y + dy) &&
           (is_free_at(jump, c.x + dx, c.y) || is_free_at(jump, c.x, c.y + dy))) {
        c.x += dx;
        c.y += dy;
        cost += VEER_COST_DIAGONAL;
        if ((c.x == jump->goal.x && c.y == jump->goal.y) || turns_x(jump, dx, dy, c) ||
            turns_y(jump, dx, dy, c)) {
            uint32_t tag = 5u + (dx < 0 ? 1u : 0u) + (dy < 0 ? 2u : 0u);
            veer_grid_reach(jump->space, jump->search, c.x, c.y, cost, tag);
            return;
        }
        scan_x(jump, dx, c, cost);
        scan_y(jump, dy, c, cost);
    }
}

static void leave_start(const Jump *jump, VeerCell cell, uint64_t cost)
{
    for (int32_t d = -1; d <= 1; d += 2) {
        scan_x(jump, d, cell, cost);
        scan_y(jump, d, cell, cost);
        scan_diagonal(jump, d, -1, cell, cost);
        scan_diagonal(jump, d, 1, cell, cost);
    }
}

static void leave_diagonal(const Jump *jump, int32_t dx, int32_t dy, VeerCell cell, uint64_t cost)
{
    scan_x(jump, dx, cell, cost);
    scan_y(jump, dy, cell, cost);
    scan_diagonal(jump, dx, dy, cell, cost);
    if (turns_x(jump, dx, dy, cell)) {
        scan_diagonal(jump, -dx, dy, cell, cost);
    }
    if (turns_y(jump, dx, dy, cell)) {
        scan_diagonal(jump, dx, -dy, cell, cost);
    }
}

static void leave_straight(const Jump *jump, VeerDirection direction, VeerCell cell, uint64_t cost)
{
    int32_t step = direction < 2 ? 1 : -1;
    scan(jump, direction, cell.x, cell.y, cost);
    for (int32_t side = -1; side <= 1; side += 2) {
        int32_t dx = direction & 1 ? side : step, dy = direction & 1 ? step : side;
        VeerCell beside =
            direction & 1 ? (VeerCell){cell.x + side, cell.y} : (VeerCell){cell.x, cell.y + side};
        if (!is_free_at(jump, beside.x, beside.y)) {
            scan_diagonal(jump, dx, dy, cell, cost);
        }
    }
}

void veer_grid_jumps_cutting(void *user, VeerSearch *search, uint32_t node, uint64_t cost)
{
    const VeerGridSpace *space = user;
    Jump jump = {space, space->grid, search, space->goal};
    VeerCell cell = veer_grid_node_cell(space->grid, node);
    uint32_t tag = veer_search_tag(search, node);
    if (tag == 0) {
        leave_start(&jump, cell, cost);
    } else if (tag < 5) {
        leave_straight(&jump, (VeerDirection)(tag - 1u), cell, cost);
    } else {
        leave_diagonal(&jump, (tag - 5u) & 1u ? -1 : 1, (tag - 5u) & 2u ? -1 : 1, cell, cost);
    }
}
