/// A grid as a space to search.
#ifndef VEER_PLAN_GRID_H
#define VEER_PLAN_GRID_H

#include "map/grid/grid.h"
#include "plan/search/search.h"
#include "veer/grid_search.h"

/// What a search over a grid keeps in its room.
typedef struct VeerGridSpace {
    const VeerGrid *grid;
    VeerCell goal;
    uint32_t goal_node; ///< VEER_NO_NODE where is_goal decides
    bool (*is_goal)(void *user, VeerCell cell);
    void *user;
    const VeerGridLink *links; ///< the nodes after the cells: 2 i and 2 i + 1 begin link i
    uint32_t link_count, may_use;
    uint32_t cell_count;
    bool is_jumping;
    bool is_open;         ///< the path was known at once:
    VeerCell start, bend; ///< straight to the bend, then as a jump to the goal
} VeerGridSpace;

/// The expand functions: to the eight cells around, and to the next corners. `user` is a
/// VeerGridSpace.
void veer_grid_steps(void *user, VeerSearch *search, uint32_t node, uint64_t cost);
void veer_grid_jumps(void *user, VeerSearch *search, uint32_t node, uint64_t cost);
/// To either of the first two, and over links.
void veer_grid_links(void *user, VeerSearch *search, uint32_t node, uint64_t cost);

/// A path as short as without obstacles: straight to the bend, then as a jump.
typedef struct VeerOpenPath {
    VeerCell bend;
    uint32_t before, cost; ///< to the bend; of the whole: 0: there is none
} VeerOpenPath;

/// Looks for an open path (at most 55 are tried); `from` may be blocked. The cells differ. Cost
/// O(diagonal steps + cells straight / 64)
VeerOpenPath veer_grid_open_path(const VeerGrid *grid, VeerCell from, VeerCell to);

/// Leads a search that has ended over an open path, from its target on. @param cost  until there
static inline void veer_grid_lead(VeerSearch *search, const VeerGrid *grid, VeerCell goal,
                                  VeerOpenPath open, uint64_t cost)
{
    if (open.before > 0) {
        veer_search_lead(search, veer_grid_node(grid, open.bend), cost + open.before);
    }
    veer_search_lead(search, veer_grid_node(grid, goal), cost + open.cost);
}

/// The node where a link begins, by twice the link's number, and 1 more for its other end.
uint32_t veer_grid_link_node(const VeerGridSpace *space, uint32_t start);
VeerCell veer_grid_link_begin(const VeerGridSpace *space, uint32_t start);

/// Where a jump from a to b goes over from the diagonal, which comes first, to the straight.
static inline VeerCell veer_grid_bend(VeerCell a, VeerCell b)
{
    int32_t dx = b.x - a.x, dy = b.y - a.y;
    int32_t x = dx < 0 ? -dx : dx, y = dy < 0 ? -dy : dy, across = x < y ? x : y;
    return (VeerCell){a.x + (dx < 0 ? -across : across), a.y + (dy < 0 ? -across : across)};
}

/// The cost of a path of so many cells along x and y without obstacles.
static inline uint32_t veer_octile_cost(int32_t dx, int32_t dy)
{
    uint32_t x = (uint32_t)(dx < 0 ? -dx : dx), y = (uint32_t)(dy < 0 ? -dy : dy);
    uint32_t least = x < y ? x : y, most = x < y ? y : x;
    return (most - least) * VEER_COST_STRAIGHT + least * VEER_COST_DIAGONAL;
}

/// Tells a search of a path to a cell of the grid.
static inline void veer_grid_reach(const VeerGridSpace *space, VeerSearch *search, int32_t x,
                                   int32_t y, uint64_t cost, uint32_t tag)
{
    uint32_t node = veer_grid_node(space->grid, (VeerCell){x, y});
    if (search->order >= VEER_SEARCH_BREADTH_FIRST) {
        cost = veer_search_rank(search);
    }
    if (veer_search_improve(search, node, cost, tag)) {
        bool is_asked = !space->is_goal;
        uint32_t left = is_asked ? veer_octile_cost(x - space->goal.x, y - space->goal.y) : 0;
        veer_search_wait(search, node, cost, left);
    }
}

/// As veer_grid_pull for a route over a grid with costs: turns only where the route does, and goes
/// straight where that costs no more than the route between. The cells are those of a route.
/// @return how many points there are, also when they do not fit. Cost O(cells on the path)
uint32_t veer_grid_pull_over_costs(const VeerGrid *grid, const VeerCell *cells, uint32_t count,
                                   VeerVec3 *points, uint32_t capacity);

#endif
