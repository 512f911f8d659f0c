/// Links of a grid: paths from cell to cell over what is blocked.
///
/// Where a link begins is a node of its own beside that of its cell. Paths of eight directions come
/// to it as to any neighbour. Jumps pass over cells without a node, so each node checks whether a
/// link begins where its jumps pass: of all shortest paths to that cell one goes so, first
/// diagonal and then straight, from a corner, from the start, or from where another link ends.
#include "plan/grid/grid.h"

uint32_t veer_grid_link_node(const VeerGridSpace *space, uint32_t start)
{
    return space->cell_count + start;
}

static const VeerGridLink *link_of(const VeerGridSpace *space, uint32_t start)
{
    return &space->links[start / 2u];
}

VeerCell veer_grid_link_begin(const VeerGridSpace *space, uint32_t start)
{
    const VeerGridLink *link = link_of(space, start);
    return start & 1u ? link->to : link->from;
}

static bool may_begin(const VeerGridSpace *space, uint32_t start)
{
    const VeerGridLink *link = link_of(space, start);
    return (link->flags & ~space->may_use) == 0 && !(link->is_one_way && (start & 1u));
}

/// Goes over a link, to where it ends.
static void cross(const VeerGridSpace *space, VeerSearch *search, uint32_t start, uint64_t cost)
{
    VeerCell begin = veer_grid_link_begin(space, start);
    VeerCell end = veer_grid_link_begin(space, start ^ 1u);
    uint32_t least = veer_octile_cost(end.x - begin.x, end.y - begin.y);
    uint32_t own = link_of(space, start)->cost;
    if (!veer_grid_is_blocked(space->grid, end)) {
        veer_grid_reach(space, search, end.x, end.y, cost + (own > least ? own : least), 0);
    }
}

static bool is_free(const VeerGridSpace *space, int32_t x, int32_t y)
{
    return !veer_bitmap_get(&space->grid->blocked[0], y, x);
}

/// Whether steps of (dx, dy) lead from a cell `count` times over what is free.
static bool is_open(const VeerGridSpace *space, VeerCell *cell, VeerCell step, int32_t count)
{
    for (; count > 0; count--) {
        bool is_beside =
            is_free(space, cell->x + step.x, cell->y) && is_free(space, cell->x, cell->y + step.y);
        cell->x += step.x;
        cell->y += step.y;
        if (!is_beside || !is_free(space, cell->x, cell->y)) {
            return false;
        }
    }
    return true;
}

/// Whether jumps that came to a cell along `ahead` (zero: from anywhere) go on to a side as well.
static bool turns_to(const VeerGridSpace *space, VeerCell cell, VeerCell ahead, VeerCell side)
{
    return !is_free(space, cell.x - ahead.x + side.x, cell.y - ahead.y + side.y) &&
           is_free(space, cell.x + side.x, cell.y + side.y);
}

/// Whether jumps from a cell set out in a direction.
static bool sets_out(const VeerGridSpace *space, VeerCell cell, VeerCell ahead, VeerCell step)
{
    int32_t along = step.x * ahead.x + step.y * ahead.y;
    VeerCell side = {ahead.x ? 0 : step.x, ahead.y ? 0 : step.y};
    bool is_anywhere = ahead.x == 0 && ahead.y == 0;
    bool is_straight = side.x == 0 && side.y == 0;
    return is_anywhere ||
           (along >= 0 && (is_straight ? along > 0 : turns_to(space, cell, ahead, side)));
}

/// Whether jumps from a cell pass another, first diagonal and then straight.
static bool passes(const VeerGridSpace *space, VeerCell cell, uint32_t tag, VeerCell place)
{
    static const VeerCell aheads[5] = {{0, 0}, {1, 0}, {0, 1}, {-1, 0}, {0, -1}};
    int32_t dx = place.x - cell.x, dy = place.y - cell.y;
    int32_t x = veer_apart(dx, 0), y = veer_apart(dy, 0), across = x < y ? x : y;
    VeerCell step = {veer_sign(dx), veer_sign(dy)};
    VeerCell rest = {x > y ? step.x : 0, y > x ? step.y : 0};
    return ((x | y) == 0 || sets_out(space, cell, aheads[tag], step)) &&
           is_open(space, &cell, step, across) && is_open(space, &cell, rest, x + y - 2 * across);
}

/// Reaches the links that begin where a node's own jumps, or steps, lead.
static void offer_links(const VeerGridSpace *space, VeerSearch *search, uint32_t node,
                        uint64_t cost)
{
    VeerCell cell = veer_grid_node_cell(space->grid, node);
    uint32_t tag = veer_search_tag(search, node);
    for (uint32_t start = 0; start < 2u * space->link_count; start++) {
        VeerCell begin = veer_grid_link_begin(space, start);
        bool is_here = begin.x == cell.x && begin.y == cell.y;
        if (may_begin(space, start) &&
            (is_here || (space->is_jumping && passes(space, cell, tag, begin)))) {
            uint64_t least = veer_octile_cost(begin.x - cell.x, begin.y - cell.y);
            veer_search_reach(search, veer_grid_link_node(space, start), cost + least);
        }
    }
}

void veer_grid_links(void *user, VeerSearch *search, uint32_t node, uint64_t cost)
{
    const VeerGridSpace *space = user;
    if (node >= space->cell_count) {
        cross(space, search, node - space->cell_count, cost);
        return;
    }
    if (space->is_jumping) {
        veer_grid_jumps(user, search, node, cost);
    } else {
        veer_grid_steps(user, search, node, cost);
    }
    offer_links(space, search, node, cost);
}
