/// Planning over grids.
#include "map/grid/grid.h"
#include "math/vec.h"
#include "world/route/route.h"
#include "world/traffic/traffic.h"

// --- Start and goal ---

/// A job may lead through agents that cover the map, if they alone block it.
static void go_through(VeerWorld *world, VeerPlanJob *job)
{
    VeerVoxel to = veer_cells_at(&world->map, job->to);
    if (!veer_cells_are_same(job->goal, to) &&
        veer_through_connects(world, job->class, job->start, to)) {
        job->goal = to;
        job->is_through = 1;
    }
}

static bool place(VeerWorld *world, uint32_t slot, VeerPlanJob *job)
{
    bool is_placed = veer_cells_place(world, slot, job);
    if (is_placed) {
        go_through(world, job);
    }
    return is_placed;
}

// --- The search ---

bool veer_grid_plan_begin(VeerWorld *world, const VeerPlanJob *job, uint32_t may_use)
{
    const VeerMapClass *class = veer_map_class(world, job->class);
    bool has_links = class->links && !job->is_through;
    VeerGridQuery query = veer_grid_query_default();
    query.grid = job->is_through ? veer_through_grid(world, job->class) : class->grid;
    query.planner = world->map.grid.costs ? VEER_GRID_ASTAR : VEER_GRID_JUMP;
    query.start = veer_cells_flat(job->start);
    query.goal = veer_cells_flat(job->goal);
    query.links = has_links ? class->links : NULL;
    query.link_count = has_links ? world->def.map.max_links : 0u;
    query.may_use = may_use;
    return veer_grid_search_begin(world->map.routes.search, &query) == VEER_OK;
}

static bool begin(VeerWorld *world, const VeerPlanJob *job)
{
    return veer_grid_plan_begin(world, job, veer_links_allowed(world, job->slot));
}

// --- The path ---

/// Ends a path at the goal itself, if the search has reached its cell, or it is in sight.
static uint32_t reach_goal(const VeerWorld *world, VeerVec3 *points, uint32_t count,
                           const VeerPlanJob *job)
{
    VeerVec3 goal = veer_world_flat(world, world->agent.goal_point[job->slot]);
    bool is_goal = veer_cells_have(&world->map, job->goal, goal) &&
                   veer_cells_have(&world->map, job->goal, points[count - 1]);
    // an agent may cover the goal's cell: then one can still try
    if (is_goal && veer_map_sees(world, job->slot, points[count > 1 ? count - 2 : 0], goal)) {
        points[count - 1] = goal;
    } else if (veer_map_sees(world, job->slot, points[count - 1], goal)) {
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
    return veer_cells_have(&world->map, job->start, position) ||
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
static uint32_t read_stretch(VeerWorld *world, const VeerPlanJob *job, float radius,
                             GridStretch stretch)
{
    VeerVec3 *points = world->map.routes.points;
    uint32_t count = pull(&world->map, job, world->map.routes.cells + stretch.from,
                          stretch.to - stretch.from + 1u);
    count = veer_route_off_walls(world, points, count, radius);
    if (job->slot == VEER_NO_SLOT) {
        return count;
    }
    if (!world->map.grid.costs) { // else corners could move onto costlier cells
        veer_route_spread(world, job->slot, points, count);
        count = veer_keep_right_shape(world, job->slot, points, count);
    }
    count = stretch.is_last ? reach_goal(world, points, count, job) : count;
    bool is_second = stretch.is_first && !veer_links_is_crossing(world, job->slot) && count > 1 &&
                     is_begun(world, job, points[1]);
    return is_second ? veer_route_drop_first(points, count) : count;
}

/// As read_stretch, behind the map's first points.
static uint32_t append_stretch(VeerWorld *world, const VeerPlanJob *job, float radius,
                               GridStretch stretch, uint32_t before)
{
    VeerWorldMap *map = &world->map;
    map->routes.points += before;
    map->routes.room -= before;
    uint32_t count = read_stretch(world, job, radius, stretch);
    map->routes.points -= before;
    map->routes.room += before;
    return count;
}

/// The index where a link of the path begins.
static uint32_t start_of(const VeerWorldMap *map, const VeerPlanJob *job, VeerGridCrossing crossing)
{
    VeerCell from = map->classes[job->class].links[crossing.link].from,
             cell = map->routes.cells[crossing.at];
    return 2u * crossing.link + (from.x != cell.x || from.y != cell.y);
}

uint32_t veer_grid_plan_read(VeerWorld *world, const VeerPlanJob *job, float radius)
{
    VeerWorldMap *map = &world->map;
    uint32_t cells = 0, count = 0, from = 0;
    (void)veer_grid_search_route(map->routes.search, map->routes.cells, map->routes.room, &cells);
    uint32_t links =
        veer_grid_search_crossings(map->routes.search, map->links.found, world->def.map.max_links);
    bool is_plain = links == 0 && !map->grid.costs && !job->is_through && job->slot != VEER_NO_SLOT;
    cells = is_plain ? veer_width_prefer(world, job, cells) : cells;
    for (uint32_t i = 0; i < links; i++) {
        VeerGridCrossing crossing = map->links.found[i];
        GridStretch stretch = {from, crossing.at, i == 0, false};
        count += append_stretch(world, job, radius, stretch, count);
        if (i <= VEER_ROUTE_LINKS) {
            map->links.crossings[i] = (VeerRouteLink){count - 1u, start_of(map, job, crossing)};
        }
        from = crossing.at + 1u;
    }
    map->links.crossing_count = links;
    GridStretch last = {from, cells - 1u, links == 0, true};
    return count + append_stretch(world, job, radius, last, count);
}

static uint32_t read(VeerWorld *world, const VeerPlanJob *job)
{
    return veer_grid_plan_read(world, job, world->agent.radius[job->slot]);
}

// --- Changes of the map ---

/// Steps of half a cell along a leg that are looked along at once. Cost only.
#define STRETCH_STEPS 32u

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
        VeerVec3 ahead = along3(from, leg, (float)(i + STRETCH_STEPS) / (float)steps);
        if (i % STRETCH_STEPS == 0 && veer_grid_is_open(grid, veer_grid_around(grid, at, ahead))) {
            i += STRETCH_STEPS - 1u;
        } else if (veer_grid_is_blocked(grid, veer_grid_cell_at(grid, add3(at, side))) &&
                   veer_grid_is_blocked(grid, veer_grid_cell_at(grid, sub3(at, side)))) {
            return true;
        }
    }
    return false;
}

/// What cuts a path: cells where a class has no room, and the body itself has none either.
typedef struct GridCut {
    const VeerGrid *grid; ///< of the class
    VeerMapSight *sight;  ///< of the body, which is no wider than its class; NULL: none is asked
    float margin;         ///< m: so near to the agent and to the goal all is free
} GridCut;

static bool is_leg_cut(const VeerWorld *world, const VeerRouteLeg *leg, const void *context)
{
    (void)world;
    const GridCut *cut = context;
    VeerVec3 offset = sub3(leg->to, leg->from), along = unit3(offset, (VeerVec3){0});
    float first = leg->is_first ? cut->margin : 0.0f;
    float last = min_f(length3(offset) - (leg->is_last ? cut->margin : 0.0f), leg->left);
    VeerVec3 from = along3(leg->from, along, first), to = along3(leg->from, along, last);
    return first < last && is_blocked_between(cut->grid, from, to) &&
           !(cut->sight && veer_map_is_clear(cut->sight, from, to));
}

/// Whether only agents that cover the map block the route's goal.
static bool leads_through(VeerWorld *world, uint32_t slot, uint32_t number)
{
    const VeerMapClass *class = veer_map_class(world, number);
    VeerVoxel at = veer_cells_at(&world->map, world->agent.position[slot]), from;
    VeerVoxel to = veer_cells_at(&world->map, world->agent.goal_point[slot]);
    return veer_cells_find_start(class, at, to, &from) &&
           veer_through_connects(world, number, from, to);
}

static bool is_cut_off(VeerWorld *world, uint32_t slot, float limit)
{
    uint32_t class = veer_map_class_for(world, world->agent.radius[slot]);
    VeerMapSight sight = veer_map_sight(world, world->map.grid.covered,
                                        VEER_SIGHT_RADII * world->agent.radius[slot]);
    GridCut cut = {veer_map_class(world, class)->grid, &sight,
                   world->map.head->radii[class] + 1.5f * veer_map_cell_size(world)};
    if (!veer_route_is_cut(world, slot, limit, is_leg_cut, &cut)) {
        return false;
    }
    if (!leads_through(world, slot, class)) {
        return true;
    }
    GridCut through = {veer_through_grid(world, class), NULL, cut.margin};
    return veer_route_is_cut(world, slot, limit, is_leg_cut, &through);
}

static bool has_opened(VeerWorld *world, uint32_t slot)
{
    uint32_t class = veer_map_class_for(world, world->agent.radius[slot]);
    return leads_through(world, slot, class) || veer_cells_have_opened(world, slot);
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
