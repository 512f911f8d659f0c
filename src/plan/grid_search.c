/// Ways over a grid: from the query to the search, and from its nodes to the route.
#include "plan/grid_space.h"

#include <string.h>

#define COOKIE 0x71756572u

_Static_assert(sizeof(VeerGridSpace) <= VEER_SEARCH_ROOM, "a grid's space fits in the room");

VeerGridQuery veer_grid_query_default(void)
{
    return (VeerGridQuery){.weight = 1.0f, .may_use = UINT32_MAX, .cookie = COOKIE};
}

const char *veer_planner_name(VeerPlanner planner)
{
    static const char *const names[VEER_PLANNER_COUNT] = {"jump", "astar", "dijkstra",
                                                          "breadth-first", "depth-first"};
    return (uint32_t)planner < VEER_PLANNER_COUNT ? names[planner] : "unknown";
}

/// Whether both ends of each link lie on the grid, where links are for the planner.
static bool are_links_good(const VeerGridQuery *query)
{
    bool are_good = query->link_count == 0 ||
                    (query->links && query->link_count <= VEER_MOST_LINKS && !query->cuts_corners);
    for (uint32_t i = 0; are_good && i < query->link_count; i++) {
        are_good = veer_grid_has(query->grid, query->links[i].from) &&
                   veer_grid_has(query->grid, query->links[i].to);
    }
    return are_good;
}

static bool is_good(const VeerGridQuery *query)
{
    bool has_jumps = query->planner == VEER_PLANNER_JUMP;
    return query->cookie == COOKIE && query->grid &&
           (uint32_t)query->planner < VEER_PLANNER_COUNT &&
           veer_grid_has(query->grid, query->start) &&
           (query->is_goal || veer_grid_has(query->grid, query->goal)) && query->weight >= 1.0f &&
           query->weight <= 64.0f && !(has_jumps && (query->is_goal || query->grid->costs)) &&
           are_links_good(query);
}

/// The cell of a node, or where its link begins.
static VeerCell cell_of(const VeerGridSpace *space, uint32_t node)
{
    return node < space->cell_count ? veer_grid_node_cell(space->grid, node)
                                    : veer_grid_link_begin(space, node - space->cell_count);
}

static bool is_goal(void *user, uint32_t node)
{
    const VeerGridSpace *space = user;
    if (!space->is_goal) {
        return node == space->goal_node;
    }
    return node < space->cell_count &&
           space->is_goal(space->user, veer_grid_node_cell(space->grid, node));
}

static uint32_t estimate(void *user, uint32_t node)
{
    const VeerGridSpace *space = user;
    VeerCell cell = cell_of(space, node);
    return space->is_goal ? 0 : veer_octile_cost(cell.x - space->goal.x, cell.y - space->goal.y);
}

/// The goal, or what comes nearest to it of all that can be reached. The labels of a start that is
/// blocked say nothing.
static VeerCell choose_goal(const VeerGridQuery *query)
{
    VeerCell goal = query->goal;
    if (!query->labels || query->link_count > 0 || query->is_goal ||
        veer_grid_is_blocked(query->grid, query->start)) {
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
    return (VeerSearchSpace){.node_count = def->width * def->height + 2u * query->link_count,
                             .expand = query->link_count > 0 ? veer_grid_links
                                       : !jumps              ? veer_grid_steps
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
    VeerGridSpace kept = {
        .grid = query->grid,
        .goal = goal,
        .goal_node = goal_node,
        .cuts_corners = query->cuts_corners,
        .is_goal = query->is_goal,
        .user = query->user,
        .links = query->links,
        .link_count = query->link_count,
        .may_use = query->may_use,
        .cell_count = space.node_count - 2u * query->link_count,
        .is_jumping = query->planner == VEER_PLANNER_JUMP,
    };
    memcpy(search->room.bytes, &kept, sizeof kept);
    VeerSearchOptions options = {orders[query->planner], query->weight};
    uint32_t start = veer_grid_node(query->grid, query->start);
    VeerStatus status = veer_search_begin(search, &space, &options, &start, 1);
    search->is_replaced = !query->is_goal && (goal.x != query->goal.x || goal.y != query->goal.y);
    return status;
}

/// Takes the cells of a route one by one from its end, and keeps those where it turns, and hops.
typedef struct Turns {
    VeerCell *cells; ///< NULL: only counts
    uint32_t total, count;
    uint32_t run; ///< cells since the last hop
    VeerCell last, heading;
} Turns;

static int32_t sign(int32_t value)
{
    return (value > 0) - (value < 0);
}

static void add_cell(Turns *turns, VeerCell cell)
{
    VeerCell heading = {sign(cell.x - turns->last.x), sign(cell.y - turns->last.y)};
    bool goes_on = turns->run > 1 && heading.x == turns->heading.x && heading.y == turns->heading.y;
    turns->count += goes_on ? 0 : 1u;
    turns->run += goes_on ? 0 : 1u;
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

/// Adds what lies between the last cell and one before it, and that.
static void add_leg(Turns *turns, VeerCell before)
{
    VeerCell cell = turns->last, between = bend(before, cell);
    if (between.x != cell.x || between.y != cell.y) {
        add_cell(turns, between);
    }
    if (between.x != before.x || between.y != before.y) {
        add_cell(turns, before);
    }
}

/// Hops, taken one by one from the end of a route.
typedef struct Hops {
    VeerGridHop *hops; ///< hops[capacity]: the first of them
    uint32_t capacity, total, count, cells;
} Hops;

static void add_hop(Hops *hops, uint32_t before, uint32_t link)
{
    uint32_t place = hops->total - ++hops->count;
    if (hops->total > 0 && place < hops->capacity) {
        hops->hops[place] = (VeerGridHop){hops->cells - before, link};
    }
}

static uint32_t walk(const VeerSearch *search, const VeerGridSpace *space, VeerCell *cells,
                     uint32_t total, Hops *hops)
{
    Turns turns = {.cells = cells, .total = total};
    uint32_t node = search->target;
    add_cell(&turns, cell_of(space, node));
    while ((node = search->nodes[node].parent) != VEER_NO_NODE) {
        VeerCell before = cell_of(space, node);
        if (node < space->cell_count) {
            add_leg(&turns, before);
            continue;
        }
        turns.run = 0;
        add_cell(&turns, before);
        add_hop(hops, turns.count, (node - space->cell_count) / 2u);
    }
    return turns.count;
}

static bool is_begun(const VeerSearch *search)
{
    return search->target != VEER_NO_NODE && search->space.is_goal == is_goal;
}

uint32_t veer_grid_search_hops(const VeerSearch *search, VeerGridHop *hops, uint32_t capacity)
{
    VeerGridSpace space;
    Hops all = {hops, capacity, 0, 0, 0};
    if (!is_begun(search)) {
        return 0;
    }
    memcpy(&space, search->room.bytes, sizeof space);
    all.cells = walk(search, &space, NULL, 0, &all);
    all.total = all.count;
    all.count = 0;
    (void)walk(search, &space, NULL, 0, &all);
    return all.total;
}

VeerStatus veer_grid_search_route(const VeerSearch *search, VeerCell *cells, uint32_t capacity,
                                  uint32_t *count)
{
    VeerGridSpace space;
    *count = 0;
    Hops none = {NULL, 0, 0, 0, 0};
    if (!is_begun(search)) {
        return VEER_BAD_VALUE;
    }
    memcpy(&space, search->room.bytes, sizeof space);
    *count = walk(search, &space, NULL, 0, &none);
    if (*count > capacity) {
        return VEER_FULL;
    }
    (void)walk(search, &space, cells, *count, &none);
    bool is_whole = search->state == VEER_SEARCH_FOUND && !search->is_replaced;
    return is_whole ? VEER_OK : VEER_PARTIAL;
}
