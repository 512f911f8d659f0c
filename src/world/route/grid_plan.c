/// Planning over grids.
#include "math/vec.h"
#include "world/base/base.h"
#include "world/map/map.h"
#include "world/route/plan_traits.h"
#include "world/route/route.h"
#include "world/traffic/traffic.h"

// --- Start and goal ---

static int64_t squared(VeerCell a, VeerCell b)
{
    int64_t x = a.x - b.x, y = a.y - b.y;
    return x * x + y * y;
}

/// The nearest free cell of a class to an agent; of cells equally near one from which the goal can
/// be reached.
static bool find_start(const VeerMapClass *class, VeerVec3 position, VeerVec3 goal, VeerCell *out)
{
    VeerCell cell = veer_grid_cell_at(class->grid, position), other;
    *out = cell;
    if (!veer_grid_is_blocked(class->grid, cell)) {
        return true;
    }
    uint32_t label = veer_labels_at(class->labels, veer_grid_cell_at(class->grid, goal));
    bool is_found = veer_labels_nearest(class->labels, cell, VEER_NO_LABEL, out);
    if (is_found && veer_labels_nearest(class->labels, cell, label, &other) &&
        squared(cell, other) <= squared(cell, *out)) {
        *out = other;
    }
    return is_found;
}

/// The cell nearest to one of those with labels[count]; the first of those equally near.
static VeerCell nearest_of(const VeerMapClass *class, VeerCell cell, const uint32_t *labels,
                           uint32_t count)
{
    VeerCell best = cell, other;
    bool has_best = false;
    for (uint32_t i = 0; i < count; i++) {
        if (veer_labels_nearest(class->labels, cell, labels[i], &other) &&
            (!has_best || squared(cell, other) < squared(cell, best))) {
            best = other;
            has_best = true;
        }
    }
    return best;
}

VeerCell veer_grid_plan_goal(const VeerWorld *world, const VeerMapClass *class, uint32_t may_use,
                             VeerCell start, VeerVec3 to)
{
    VeerCell cell = veer_grid_cell_at(class->grid, to);
    uint32_t label = veer_labels_at(class->labels, start), *labels = &label, count = 1;
    uint32_t wanted = veer_labels_at(class->labels, cell);
    if (wanted != label && world->map.links.all) {
        count = veer_links_reach(world, class, may_use, label);
        labels = world->map.links.labels;
    }
    if (veer_links_has_label(labels, count, wanted)) {
        return cell;
    }
    return nearest_of(class, cell, labels, count);
}

/// An agent on a link plans from the link's end.
static bool find_begin(const VeerWorld *world, const VeerMapClass *class, VeerPlanJob *job)
{
    if (veer_links_is_crossing(world, job->slot)) {
        VeerCell exit = veer_links_exit(world, job->slot, class);
        return find_start(class, veer_grid_centre(class->grid, exit), job->to, &job->start);
    }
    return find_start(class, job->from, job->to, &job->start);
}

/// A job may lead through agents that cover the map, if they alone block it.
static void go_through(VeerWorld *world, VeerPlanJob *job)
{
    VeerCell to = veer_grid_cell_at(world->map.grid.walls, job->to);
    if ((job->goal.x != to.x || job->goal.y != to.y) &&
        veer_through_connects(world, job->class, job->start, to)) {
        job->goal = to;
        job->is_through = 1;
    }
}

static bool place(VeerWorld *world, uint32_t slot, VeerPlanJob *job)
{
    job->class = veer_map_class_for(world, world->agent.radius[slot]);
    const VeerMapClass *class = veer_map_class(world, job->class);
    if (!find_begin(world, class, job)) {
        return false;
    }
    job->goal =
        veer_grid_plan_goal(world, class, veer_links_allowed(world, slot), job->start, job->to);
    go_through(world, job);
    return true;
}

// --- The search ---

static bool begin(VeerWorld *world, const VeerPlanJob *job)
{
    const VeerMapClass *class = veer_map_class(world, job->class);
    bool has_links = class->links && !job->is_through;
    VeerGridQuery query = veer_grid_query_default();
    query.grid = job->is_through ? veer_through_grid(world, job->class) : class->grid;
    query.planner = world->map.grid.costs ? VEER_GRID_ASTAR : VEER_GRID_JUMP;
    query.start = job->start;
    query.goal = job->goal;
    query.links = has_links ? class->links : NULL;
    query.link_count = has_links ? world->def.map.max_links : 0u;
    query.may_use = veer_links_allowed(world, job->slot);
    return veer_grid_search_begin(world->map.routes.search, &query) == VEER_OK;
}

// --- The path ---

static bool is_in_cell(const VeerGrid *grid, VeerVec3 point, VeerCell cell)
{
    VeerCell at = veer_grid_cell_at(grid, point);
    return at.x == cell.x && at.y == cell.y;
}

/// Ends a path at the goal itself, if the search has reached its cell, or it is in sight.
static uint32_t reach_goal(const VeerWorld *world, VeerVec3 *points, uint32_t count,
                           const VeerPlanJob *job)
{
    const VeerGrid *walls = world->map.grid.walls;
    VeerVec3 goal = veer_world_flat(world, world->agent.goal_point[job->slot]);
    VeerMapSight sight =
        veer_map_sight(world, walls, VEER_SIGHT_RADII * world->agent.radius[job->slot]);
    bool is_goal =
        is_in_cell(walls, goal, job->goal) && is_in_cell(walls, points[count - 1], job->goal);
    // an agent may cover the goal's cell: then one can still try
    if (is_goal && veer_map_is_clear(&sight, points[count > 1 ? count - 2 : 0], goal)) {
        points[count - 1] = goal;
    } else if (veer_map_is_clear(&sight, points[count - 1], goal)) {
        points[count++] = goal;
    }
    return count;
}

/// Whether the path may begin at its second point: the agent is in the cell of the first, or sees
/// the second.
static bool is_begun(const VeerWorld *world, const VeerPlanJob *job, VeerVec3 second)
{
    VeerVec3 position = veer_world_flat(world, world->agent.position[job->slot]);
    VeerMapSight covered = veer_map_sight(world, world->map.grid.covered,
                                          VEER_SIGHT_RADII * world->agent.radius[job->slot]);
    return is_in_cell(world->map.grid.walls, position, job->start) ||
           veer_map_is_clear(&covered, position, second);
}

/// Pulls cells[count] taut into the map's points. @return how many there are
static uint32_t pull(VeerWorldMap *map, const VeerPlanJob *job, const VeerCell *cells,
                     uint32_t count)
{
    const VeerMapClass *class = &map->classes[job->class];
    const VeerGrid *grid = job->is_through ? class->through : class->grid;
    uint32_t points = 0;
    if (veer_grid_pull(grid, cells, count, map->routes.points, map->routes.room - 1, &points) !=
        VEER_OK) {
        points = 1;
        map->routes.points[0] = veer_grid_centre(grid, cells[0]);
    }
    return points;
}

/// Part of a path without links, from cells[from] to cells[to].
typedef struct GridStretch {
    uint32_t from, to;
    bool is_first, is_last; ///< of the path
} GridStretch;

/// Writes a stretch to the map's points. @return how many there are
static uint32_t read_stretch(VeerWorld *world, const VeerPlanJob *job, GridStretch stretch)
{
    VeerVec3 *points = world->map.routes.points;
    uint32_t count = pull(&world->map, job, world->map.routes.cells + stretch.from,
                          stretch.to - stretch.from + 1u);
    veer_route_off_walls(world, points, count, world->agent.radius[job->slot]);
    if (!world->map.grid.costs) { // else corners could move onto costlier cells
        for (uint32_t i = 1; i + 1 < count; i++) {
            points[i] = veer_route_spread_corner(world, job->slot, &points[i]);
        }
        count = veer_keep_right_shape(world, job->slot, points, count);
    }
    count = stretch.is_last ? reach_goal(world, points, count, job) : count;
    bool is_second = stretch.is_first && !veer_links_is_crossing(world, job->slot) && count > 1 &&
                     is_begun(world, job, points[1]);
    return is_second ? veer_route_drop_first(points, count) : count;
}

/// As read_stretch, behind the map's first points.
static uint32_t append_stretch(VeerWorld *world, const VeerPlanJob *job, GridStretch stretch,
                               uint32_t before)
{
    VeerWorldMap *map = &world->map;
    map->routes.points += before;
    map->routes.room -= before;
    uint32_t count = read_stretch(world, job, stretch);
    map->routes.points -= before;
    map->routes.room += before;
    return count;
}

/// The index where a link of the path begins.
static uint32_t start_of(const VeerWorldMap *map, const VeerPlanJob *job, VeerGridHop hop)
{
    VeerCell from = map->classes[job->class].links[hop.link].from, cell = map->routes.cells[hop.at];
    return 2u * hop.link + (from.x != cell.x || from.y != cell.y);
}

static uint32_t read(VeerWorld *world, const VeerPlanJob *job)
{
    VeerWorldMap *map = &world->map;
    uint32_t cells = 0, count = 0, from = 0;
    (void)veer_grid_search_route(map->routes.search, map->routes.cells, map->routes.room, &cells);
    uint32_t hops =
        veer_grid_search_hops(map->routes.search, map->links.found, world->def.map.max_links);
    bool is_plain = hops == 0 && !map->grid.costs && !job->is_through;
    cells = is_plain ? veer_width_prefer(world, job, cells) : cells;
    for (uint32_t i = 0; i < hops; i++) {
        VeerGridHop hop = map->links.found[i];
        GridStretch stretch = {from, hop.at, i == 0, false};
        count += append_stretch(world, job, stretch, count);
        if (i <= VEER_ROUTE_LINKS) {
            map->links.hops[i] = (VeerRouteLink){count - 1u, start_of(map, job, hop)};
        }
        from = hop.at + 1u;
    }
    map->links.hop_count = hops;
    GridStretch last = {from, cells - 1u, hops == 0, true};
    return count + append_stretch(world, job, last, count);
}

// --- Changes of the map ---

/// Whether a route crosses a blocked cell of its class: on both sides of the leg, since it may run
/// along one.
static bool is_blocked_between(const VeerGrid *grid, VeerVec3 from, VeerVec3 to)
{
    float size = veer_grid_def(grid)->cell_size;
    VeerVec3 leg = sub3(to, from);
    float length = length3(leg);
    VeerVec3 side = scale3(unit3(vec3(-leg.y, leg.x, 0.0f), (VeerVec3){0}), 0.01f * size);
    uint32_t steps = (uint32_t)(2.0f * length / size) + 1u;
    for (uint32_t i = 0; i <= steps; i++) {
        VeerVec3 at = along3(from, leg, (float)i / (float)steps);
        if (veer_grid_is_blocked(grid, veer_grid_cell_at(grid, add3(at, side))) &&
            veer_grid_is_blocked(grid, veer_grid_cell_at(grid, sub3(at, side)))) {
            return true;
        }
    }
    return false;
}

/// Checks the route, up to `limit` m ahead. At the agent and the goal, cells within `radius` of
/// walls count as free.
static bool is_cut_off_on(const VeerWorld *world, uint32_t slot, const VeerGrid *grid, float radius,
                          float limit)
{
    enum { PART = 32 };
    VeerVec3 points[PART + 1] = {veer_world_flat(world, world->agent.position[slot])};
    float margin = radius + 1.5f * veer_grid_def(grid)->cell_size;
    uint32_t count = veer_route_ahead(world, slot, points + 1, PART);
    bool is_whole = count == world->map.routes.all[slot].count;
    float gone = 0.0f;
    for (uint32_t i = 0; i < count && gone < limit; i++) {
        VeerVec3 leg = sub3(points[i + 1], points[i]);
        float length = length3(leg);
        VeerLegKind kind = veer_links_leg_kind(world, slot, i);
        if (kind == VEER_LEG_CLOSED) {
            return true;
        }
        if (kind == VEER_LEG_LINK) {
            gone += length;
            continue;
        }
        float first = i == 0 ? margin : 0.0f;
        float last = length - (is_whole && i + 1 == count ? margin : 0.0f);
        last = min_f(last, limit - gone);
        VeerVec3 along = unit3(leg, (VeerVec3){0});
        if (first < last && is_blocked_between(grid, along3(points[i], along, first),
                                               along3(points[i], along, last))) {
            return true;
        }
        gone += length;
    }
    return false;
}

/// Whether only agents that cover the map block the route's goal.
static bool leads_through(VeerWorld *world, uint32_t slot, uint32_t number)
{
    const VeerMapClass *class = veer_map_class(world, number);
    VeerVec3 goal = world->agent.goal_point[slot];
    VeerCell from, to = veer_grid_cell_at(class->grid, goal);
    return find_start(class, world->agent.position[slot], goal, &from) &&
           veer_through_connects(world, number, from, to);
}

static bool is_cut_off(VeerWorld *world, uint32_t slot, float limit)
{
    uint32_t class = veer_map_class_for(world, world->agent.radius[slot]);
    float radius = world->map.head->radii[class];
    if (!is_cut_off_on(world, slot, veer_map_class(world, class)->grid, radius, limit)) {
        return false;
    }
    return !leads_through(world, slot, class) ||
           is_cut_off_on(world, slot, veer_through_grid(world, class), radius, limit);
}

/// Whether the goal of an agent with a partial route can be reached now.
static bool has_opened(VeerWorld *world, uint32_t slot)
{
    uint32_t number = veer_map_class_for(world, world->agent.radius[slot]);
    const VeerMapClass *class = veer_map_class(world, number);
    if (leads_through(world, slot, number)) {
        return true;
    }
    VeerCell goal = veer_grid_cell_at(class->grid, world->agent.goal_point[slot]);
    VeerCell target = veer_grid_cell_at(class->grid, world->map.routes.all[slot].target);
    uint32_t label = veer_labels_at(class->labels, target);
    uint32_t wanted = veer_labels_at(class->labels, goal);
    if (label == VEER_NO_LABEL || label == wanted || !world->map.links.all) {
        return label != VEER_NO_LABEL && label == wanted;
    }
    uint32_t count = veer_links_reach(world, class, veer_links_allowed(world, slot), label);
    return wanted != VEER_NO_LABEL && veer_links_has_label(world->map.links.labels, count, wanted);
}

const VeerPlanTraits veer_plan_traits_grid = {
    .place = place,
    .begin = begin,
    .search_on = veer_plan_search_on,
    .expansions = veer_plan_expansions,
    .read = read,
    .is_cut_off = is_cut_off,
    .has_opened = has_opened,
};
