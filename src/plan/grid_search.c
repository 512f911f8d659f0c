/// Ways over a grid: from the query to the search, and from its nodes to the route.
#include "plan/grid_space.h"

#include <string.h>

#define COOKIE 0x71756572u

_Static_assert(sizeof(VeerGridSpace) <= VEER_SEARCH_ROOM, "a grid's space fits in the room");

VeerGridQuery veer_grid_query_default(void)
{
    return (VeerGridQuery){.weight = 1.0f, .cookie = COOKIE};
}

const char *veer_planner_name(VeerPlanner planner)
{
    static const char *const names[VEER_PLANNER_COUNT] = {"jump", "astar", "dijkstra",
                                                          "breadth-first", "depth-first"};
    return (uint32_t)planner < VEER_PLANNER_COUNT ? names[planner] : "unknown";
}

static bool is_good(const VeerGridQuery *query)
{
    bool has_jumps = query->planner == VEER_PLANNER_JUMP;
    return query->cookie == COOKIE && query->grid &&
           (uint32_t)query->planner < VEER_PLANNER_COUNT &&
           veer_grid_has(query->grid, query->start) &&
           (query->is_goal || veer_grid_has(query->grid, query->goal)) && query->weight >= 1.0f &&
           query->weight <= 64.0f && !(has_jumps && (query->is_goal || query->grid->costs));
}

static bool is_goal(void *user, uint32_t node)
{
    const VeerGridSpace *space = user;
    return space->is_goal ? space->is_goal(space->user, veer_grid_node_cell(space->grid, node))
                          : node == space->goal_node;
}

static uint32_t estimate(void *user, uint32_t node)
{
    const VeerGridSpace *space = user;
    VeerCell cell = veer_grid_node_cell(space->grid, node);
    return space->is_goal ? 0 : veer_octile_cost(cell.x - space->goal.x, cell.y - space->goal.y);
}

/// The goal, or what comes nearest to it of all that can be reached. The labels of a start that is
/// blocked say nothing.
static VeerCell choose_goal(const VeerGridQuery *query)
{
    VeerCell goal = query->goal;
    if (!query->labels || query->is_goal || veer_grid_is_blocked(query->grid, query->start)) {
        return goal;
    }
    uint32_t label = veer_labels_at(query->labels, query->start);
    if (label != veer_labels_at(query->labels, goal)) {
        (void)veer_labels_nearest(query->labels, goal, label, &goal);
    }
    return goal;
}

static VeerSearchSpace make_space(const VeerGridQuery *query, VeerSearch *search)
{
    const VeerGridDef *def = veer_grid_def(query->grid);
    bool jumps = query->planner == VEER_PLANNER_JUMP;
    return (VeerSearchSpace){.node_count = def->width * def->height,
                             .expand = !jumps                ? veer_grid_steps
                                       : query->cuts_corners ? veer_grid_jumps_cutting
                                                             : veer_grid_jumps,
                             .estimate = estimate,
                             .is_goal = is_goal,
                             .user = search->room.bytes};
}

VeerStatus veer_grid_search_begin(VeerSearch *search, const VeerGridQuery *query)
{
    static const VeerSearchOrder orders[VEER_PLANNER_COUNT] = {
        VEER_SEARCH_ASTAR, VEER_SEARCH_ASTAR, VEER_SEARCH_DIJKSTRA, VEER_SEARCH_BREADTH_FIRST,
        VEER_SEARCH_DEPTH_FIRST};
    if (!is_good(query)) {
        return VEER_BAD_VALUE;
    }
    if (!veer_grid_is_committed(query->grid)) {
        return VEER_BUSY;
    }
    VeerSearchSpace space = make_space(query, search);
    if (space.node_count > search->node_capacity) {
        return VEER_FULL;
    }
    VeerCell goal = choose_goal(query);
    uint32_t goal_node = query->is_goal ? VEER_NO_NODE : veer_grid_node(query->grid, goal);
    VeerGridSpace kept = {query->grid,         goal,           goal_node,
                          query->cuts_corners, query->is_goal, query->user};
    memcpy(search->room.bytes, &kept, sizeof kept);
    VeerSearchOptions options = {orders[query->planner], query->weight};
    uint32_t start = veer_grid_node(query->grid, query->start);
    VeerStatus status = veer_search_begin(search, &space, &options, &start, 1);
    search->is_replaced = !query->is_goal && (goal.x != query->goal.x || goal.y != query->goal.y);
    return status;
}

/// Takes the cells of a route one by one from its end, and keeps those where it turns.
typedef struct Turns {
    VeerCell *cells; ///< NULL: only counts
    uint32_t total, count;
    VeerCell last, heading;
} Turns;

static int32_t sign(int32_t value)
{
    return (value > 0) - (value < 0);
}

static void add_cell(Turns *turns, VeerCell cell)
{
    VeerCell heading = {sign(cell.x - turns->last.x), sign(cell.y - turns->last.y)};
    bool goes_on =
        turns->count > 1 && heading.x == turns->heading.x && heading.y == turns->heading.y;
    turns->count += goes_on ? 0 : 1u;
    turns->last = cell;
    turns->heading = heading;
    if (turns->cells) {
        turns->cells[turns->total - turns->count] = cell;
    }
}

/// Where a jump from a to b goes over from the diagonal, which comes first, to the straight.
static VeerCell bend(VeerCell a, VeerCell b)
{
    int32_t dx = b.x - a.x, dy = b.y - a.y;
    int32_t along = dx < 0 ? -dx : dx, across = dy < 0 ? -dy : dy;
    int32_t diagonal = along < across ? along : across;
    return (VeerCell){a.x + sign(dx) * diagonal, a.y + sign(dy) * diagonal};
}

static uint32_t walk(const VeerSearch *search, const VeerGrid *grid, VeerCell *cells,
                     uint32_t total)
{
    Turns turns = {.cells = cells, .total = total};
    uint32_t node = search->target;
    VeerCell cell = veer_grid_node_cell(grid, node);
    add_cell(&turns, cell);
    while ((node = search->nodes[node].parent) != VEER_NO_NODE) {
        VeerCell before = veer_grid_node_cell(grid, node);
        VeerCell between = bend(before, cell);
        if (between.x != cell.x || between.y != cell.y) {
            add_cell(&turns, between);
        }
        if (between.x != before.x || between.y != before.y) {
            add_cell(&turns, before);
        }
        cell = before;
    }
    return turns.count;
}

VeerStatus veer_grid_search_route(const VeerSearch *search, VeerCell *cells, uint32_t capacity,
                                  uint32_t *count)
{
    VeerGridSpace space;
    *count = 0;
    if (search->target == VEER_NO_NODE || search->space.is_goal != is_goal) {
        return VEER_BAD_VALUE;
    }
    memcpy(&space, search->room.bytes, sizeof space);
    *count = walk(search, space.grid, NULL, 0);
    if (*count > capacity) {
        return VEER_FULL;
    }
    (void)walk(search, space.grid, cells, *count);
    bool is_whole = search->state == VEER_SEARCH_FOUND && !search->is_replaced;
    return is_whole ? VEER_OK : VEER_PARTIAL;
}
