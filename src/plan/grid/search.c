/// Paths over a grid: from the query to the search, and from its nodes to the route.
#include "map/layers/layers.h"
#include "plan/grid/grid.h"

#include <string.h>

#define COOKIE 0x71756572u

_Static_assert(sizeof(VeerGridSpace) <= VEER_SEARCH_ROOM, "a grid's space fits in the room");

VeerGridQuery veer_grid_query_default(void)
{
    return (VeerGridQuery){.weight = 1.0f, .may_use = UINT32_MAX, .cookie = COOKIE};
}

const char *veer_grid_planner_name(VeerGridPlanner planner)
{
    static const char *const names[VEER_GRID_PLANNER_COUNT] = {"jump", "astar", "dijkstra",
                                                               "breadth-first", "depth-first"};
    return (uint32_t)planner < VEER_GRID_PLANNER_COUNT ? names[planner] : "unknown";
}

/// Whether both ends of each link are on the grid, where links are for the planner.
static bool are_links_good(const VeerGridQuery *query)
{
    bool are_good = query->link_count == 0 || (query->links && query->link_count <= VEER_MAX_LINKS);
    for (uint32_t i = 0; are_good && i < query->link_count; i++) {
        are_good = veer_grid_has(query->grid, query->links[i].from) &&
                   veer_grid_has(query->grid, query->links[i].to);
    }
    return are_good;
}

static bool is_good(const VeerGridQuery *query)
{
    if (!query || query->cookie != COOKIE || !query->grid) {
        return false;
    }
    const VeerGridDef *def = &query->grid->def;
    bool has_jumps = query->planner == VEER_GRID_JUMP;
    return (!query->labels || veer_labels_fit(query->labels, def->width, def->height)) &&
           (uint32_t)query->planner < VEER_GRID_PLANNER_COUNT &&
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
    bool jumps = query->planner == VEER_GRID_JUMP;
    return (VeerSearchSpace){.node_count = def->width * def->height + 2u * query->link_count,
                             .expand = query->link_count > 0 ? veer_grid_links
                                       : jumps               ? veer_grid_jumps
                                                             : veer_grid_steps,
                             .estimate = estimate,
                             .is_goal = is_goal,
                             .user = search->room.bytes};
}

/// What the search keeps of a query.
static VeerGridSpace *keep_space(VeerSearch *search, const VeerGridQuery *query, VeerCell goal)
{
    VeerGridSpace *space = (VeerGridSpace *)search->room.bytes;
    space->grid = query->grid;
    space->goal = goal;
    space->goal_node = query->is_goal ? VEER_NO_NODE : veer_grid_node(query->grid, goal);
    space->is_goal = query->is_goal;
    space->user = query->user;
    space->links = query->links;
    space->link_count = query->link_count;
    space->may_use = query->may_use;
    space->cell_count = query->grid->def.width * query->grid->def.height;
    space->is_jumping = query->planner == VEER_GRID_JUMP;
    space->is_open = false;
    return space;
}

/// Whether a query is for jumps alone: then an open path, which is looked for at once, is as good
/// as any.
static bool may_be_open(const VeerGridQuery *query)
{
    return query->planner == VEER_GRID_JUMP && query->link_count == 0 &&
           (query->start.x != query->goal.x || query->start.y != query->goal.y);
}

/// Ends a search before it begins, if the path is open. @return whether it is
static bool go_openly(VeerSearch *search, const VeerGridQuery *query)
{
    VeerCell start = query->start, goal = query->goal;
    VeerOpenPath open = veer_grid_open_path(query->grid, start, goal);
    if (open.cost == 0) {
        return false;
    }
    // Of a search that has ended nothing else is asked.
    VeerGridSpace *space = (VeerGridSpace *)search->room.bytes;
    space->start = start;
    space->bend = open.bend;
    space->goal = goal;
    space->is_open = true;
    search->space.is_goal = is_goal;
    veer_search_settle(search, veer_grid_node(query->grid, start));
    veer_grid_lead(search, query->grid, goal, open, 0);
    return true;
}

/// Whether a search can answer a query. @return as veer_grid_search_begin
static VeerStatus check(const VeerSearch *search, const VeerGridQuery *query)
{
    if (!search || !is_good(query)) {
        return VEER_BAD_VALUE;
    }
    const VeerGrid *grid = query->grid;
    if (!veer_grid_is_committed(grid)) {
        return VEER_BUSY;
    }
    uint32_t nodes = grid->def.width * grid->def.height + 2u * query->link_count;
    return nodes > search->node_capacity ? VEER_FULL : VEER_OK;
}

/// Begins to search for a path that is not open.
static void begin(VeerSearch *search, const VeerGridQuery *query)
{
    static const VeerSearchOrder orders[VEER_GRID_PLANNER_COUNT] = {
        VEER_SEARCH_ASTAR, VEER_SEARCH_ASTAR, VEER_SEARCH_DIJKSTRA, VEER_SEARCH_BREADTH_FIRST,
        VEER_SEARCH_DEPTH_FIRST};
    VeerSearchSpace space = make_space(query, search);
    VeerCell goal = choose_goal(query);
    (void)keep_space(search, query, goal);
    VeerSearchOptions options = {orders[query->planner], query->weight};
    uint32_t start = veer_grid_node(query->grid, query->start);
    (void)veer_search_begin(search, &space, &options, &start, 1);
    search->is_replaced = !query->is_goal && (goal.x != query->goal.x || goal.y != query->goal.y);
}

VeerStatus veer_grid_search_begin(VeerSearch *search, const VeerGridQuery *query)
{
    VeerStatus status = check(search, query);
    if (status == VEER_OK && !(may_be_open(query) && go_openly(search, query))) {
        begin(search, query);
    }
    return status;
}

/// Takes the cells of a route from its end, and keeps those where it turns, and crossings.
typedef struct RouteTurns {
    VeerCell *cells;             ///< NULL: only counts
    VeerGridCrossing *crossings; ///< crossings[crossing_capacity]: the first of them
    uint32_t total, crossing_total, crossing_capacity;
    uint32_t count, crossing_count;
    uint32_t run; ///< cells since the last crossing
    VeerCell last, heading;
} RouteTurns;

static void add_cell(RouteTurns *turns, VeerCell cell)
{
    VeerCell heading = {veer_sign(cell.x - turns->last.x), veer_sign(cell.y - turns->last.y)};
    bool goes_on = turns->run > 1 && heading.x == turns->heading.x && heading.y == turns->heading.y;
    turns->count += goes_on ? 0 : 1u;
    turns->run += goes_on ? 0 : 1u;
    turns->last = cell;
    turns->heading = heading;
    if (turns->cells) {
        turns->cells[turns->total - turns->count] = cell;
    }
}

/// Adds what is between the last cell and one before it, and that.
static void add_leg(RouteTurns *turns, VeerCell before)
{
    VeerCell cell = turns->last, between = veer_grid_bend(before, cell);
    if (between.x != cell.x || between.y != cell.y) {
        add_cell(turns, between);
    }
    if (between.x != before.x || between.y != before.y) {
        add_cell(turns, before);
    }
}

/// Adds the crossing that leads on from the last cell.
static void add_crossing(RouteTurns *turns, uint32_t link)
{
    uint32_t place = turns->crossing_total - ++turns->crossing_count;
    if (turns->crossing_total > 0 && place < turns->crossing_capacity) {
        turns->crossings[place] = (VeerGridCrossing){turns->total - turns->count, link};
    }
}

static const VeerGridSpace *space_of(const VeerSearch *search)
{
    return (const VeerGridSpace *)search->room.bytes;
}

static void walk(const VeerSearch *search, RouteTurns *turns)
{
    const VeerGridSpace *space = space_of(search);
    uint32_t node = search->target;
    add_cell(turns, cell_of(space, node));
    while ((node = search->nodes[node].parent) != VEER_NO_NODE) {
        VeerCell before = cell_of(space, node);
        if (node < space->cell_count) {
            add_leg(turns, before);
            continue;
        }
        turns->run = 0;
        add_cell(turns, before);
        add_crossing(turns, (node - space->cell_count) / 2u);
    }
}

/// How many turns and crossings there are.
static RouteTurns count_turns(const VeerSearch *search)
{
    RouteTurns turns = {.cells = NULL};
    walk(search, &turns);
    return turns;
}

static bool is_begun(const VeerSearch *search)
{
    return veer_search_target(search) != VEER_NO_NODE && search->space.is_goal == is_goal;
}

uint32_t veer_grid_search_crossings(const VeerSearch *search, VeerGridCrossing *crossings,
                                    uint32_t capacity)
{
    if (!is_begun(search) || space_of(search)->is_open) {
        return 0;
    }
    RouteTurns counts = count_turns(search);
    RouteTurns turns = {.crossings = crossings,
                        .crossing_capacity = crossings ? capacity : 0,
                        .total = counts.count,
                        .crossing_total = counts.crossing_count};
    walk(search, &turns);
    return counts.crossing_count;
}

static uint32_t differs(VeerCell a, VeerCell b)
{
    return a.x != b.x || a.y != b.y;
}

/// Writes the cells of a path that was known at once. @return how many there are
static uint32_t write_open_path(const VeerGridSpace *space, VeerCell *cells, uint32_t capacity)
{
    VeerCell turns[4] = {space->start, space->bend}, goal = space->goal;
    uint32_t count = 1u + differs(turns[1], turns[0]);
    turns[count] = veer_grid_bend(turns[count - 1u], goal);
    count += differs(turns[count], turns[count - 1u]) & differs(turns[count], goal);
    turns[count++] = goal;
    if (count <= capacity) {
        memcpy(cells, turns, (capacity < 4 ? count : 4) * sizeof *cells);
    }
    return count;
}

VeerStatus veer_grid_search_route(const VeerSearch *search, VeerCell *cells, uint32_t capacity,
                                  uint32_t *count)
{
    if (!count || (!cells && capacity > 0) || !is_begun(search)) {
        return VEER_BAD_VALUE;
    }
    *count = 0;
    if (space_of(search)->is_open) {
        *count = write_open_path(space_of(search), cells, capacity);
        return *count <= capacity ? VEER_OK : VEER_FULL;
    }
    *count = count_turns(search).count;
    if (*count > capacity) {
        return VEER_FULL;
    }
    RouteTurns turns = {.cells = cells, .total = *count};
    walk(search, &turns);
    bool is_whole = search->state == VEER_SEARCH_FOUND && !search->is_replaced;
    return is_whole ? VEER_OK : VEER_PARTIAL;
}
