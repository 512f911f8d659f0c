/// How ways are found over a grid.
#include "math/vec.h"
#include "world/map_kind.h"

// --- Where a job begins and ends ---

static int64_t squared(VeerCell a, VeerCell b)
{
    int64_t x = a.x - b.x, y = a.y - b.y;
    return x * x + y * y;
}

/// The nearest free cell of a class to an agent; of those as near one from which there is a way to
/// the goal.
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

/// The goal's cell, or the nearest that can be reached from `start`.
static VeerCell find_goal(const VeerMapClass *class, VeerCell start, VeerVec3 goal)
{
    VeerCell cell = veer_grid_cell_at(class->grid, goal);
    uint32_t label = veer_labels_at(class->labels, start);
    if (veer_labels_at(class->labels, cell) != label) {
        (void)veer_labels_nearest(class->labels, cell, label, &cell);
    }
    return cell;
}

static bool place(VeerWorld *world, uint32_t slot, VeerPlanJob *job)
{
    job->class = veer_map_class_for(world, world->agent.radius[slot]);
    const VeerMapClass *class = veer_map_class(world, job->class);
    if (!find_start(class, job->from, job->to, &job->start)) {
        return false;
    }
    job->goal = find_goal(class, job->start, job->to);
    return true;
}

// --- Its search ---

static bool begin(VeerWorld *world, const VeerPlanJob *job)
{
    VeerGridQuery query = veer_grid_query_default();
    query.grid = veer_map_class(world, job->class)->grid;
    query.start = job->start;
    query.goal = job->goal;
    return veer_grid_search_begin(world->map.search, &query) == VEER_OK;
}

static VeerSearchState search_on(VeerWorldMap *map, uint32_t budget)
{
    return veer_search_run(map->search, budget);
}

static uint64_t expansions(const VeerWorldMap *map)
{
    return veer_search_expansions(map->search);
}

// --- Its way ---

static bool is_in_cell(const VeerGrid *grid, VeerVec3 point, VeerCell cell)
{
    VeerCell at = veer_grid_cell_at(grid, point);
    return at.x == cell.x && at.y == cell.y;
}

/// Has a way end at the goal itself, if the search came to its cell, or if it is in sight.
static uint32_t reach_goal(const VeerWorld *world, VeerVec3 *points, uint32_t count,
                           const VeerPlanJob *job)
{
    const VeerGrid *walls = world->map.walls;
    VeerVec3 goal = veer_world_flat(world, world->agent.goal_point[job->slot]);
    VeerMapSight looking =
        veer_map_sight(world, walls, VEER_SIGHT_RADII * world->agent.radius[job->slot]);
    bool is_goal =
        is_in_cell(walls, goal, job->goal) && is_in_cell(walls, points[count - 1], job->goal);
    // The goal may lie where somebody covers the map: one can still try.
    if (is_goal && veer_map_is_clear(&looking, points[count > 1 ? count - 2 : 0], goal)) {
        points[count - 1] = goal;
    } else if (veer_map_is_clear(&looking, points[count - 1], goal)) {
        points[count++] = goal;
    }
    return count;
}

/// Whether the way may begin at its second point: the agent is in the cell of the first, or sees
/// the second.
static bool is_begun(const VeerWorld *world, const VeerPlanJob *job, VeerVec3 second)
{
    VeerVec3 position = veer_world_flat(world, world->agent.position[job->slot]);
    VeerMapSight covered = veer_map_sight(world, world->map.covered,
                                          VEER_SIGHT_RADII * world->agent.radius[job->slot]);
    return is_in_cell(world->map.walls, position, job->start) ||
           veer_map_is_clear(&covered, position, second);
}

/// Writes the way that the search found, pulled tight. @return how many points
static uint32_t pull(VeerWorldMap *map, const VeerPlanJob *job)
{
    const VeerGrid *grid = map->classes[job->class].grid;
    uint32_t count = 0, points = 0;
    (void)veer_grid_search_route(map->search, map->cells, map->room, &count);
    if (veer_grid_pull(grid, map->cells, count, map->points, map->room - 1, &points) != VEER_OK) {
        points = 1;
        map->points[0] = veer_grid_centre(grid, job->start);
    }
    return points;
}

static uint32_t read(VeerWorld *world, const VeerPlanJob *job)
{
    VeerVec3 *points = world->map.points;
    uint32_t count = pull(&world->map, job);
    veer_route_widen(world, points, count, world->agent.radius[job->slot]);
    for (uint32_t i = 1; i + 1 < count; i++) {
        points[i] = veer_route_spread(world, job->slot, &points[i]);
    }
    count = veer_route_lanes(world, job->slot, points, count);
    count = reach_goal(world, points, count, job);
    bool is_second = count > 1 && is_begun(world, job, points[1]);
    return is_second ? veer_route_drop_first(points, count) : count;
}

// --- What becomes of a way ---

/// Whether a route leads through a cell of its class that is blocked now: both sides of the way
/// are, since it may run along.
static bool is_blocked_between(const VeerGrid *grid, VeerVec3 from, VeerVec3 to)
{
    float size = veer_grid_def(grid)->cell_size;
    VeerVec3 way = sub3(to, from);
    float length = length3(way);
    VeerVec3 side = scale3(unit3(vec3(-way.y, way.x, 0.0f), (VeerVec3){0}), 0.01f * size);
    uint32_t steps = (uint32_t)(2.0f * length / size) + 1u;
    for (uint32_t i = 0; i <= steps; i++) {
        VeerVec3 at = along3(from, way, (float)i / (float)steps);
        if (veer_grid_is_blocked(grid, veer_grid_cell_at(grid, add3(at, side))) &&
            veer_grid_is_blocked(grid, veer_grid_cell_at(grid, sub3(at, side)))) {
            return true;
        }
    }
    return false;
}

/// Looks along the route, `most` m far. What is about the agent, and about the goal, may be nearer
/// to a wall than cells tell.
static bool is_cut_off(VeerWorld *world, uint32_t slot, float most)
{
    enum { PART = 32 };
    VeerVec3 points[PART + 1] = {veer_world_flat(world, world->agent.position[slot])};
    uint32_t class = veer_map_class_for(world, world->agent.radius[slot]);
    const VeerGrid *grid = veer_map_class(world, class)->grid;
    float margin = world->map.head->radii[class] + 1.5f * veer_grid_def(grid)->cell_size;
    uint32_t count = veer_route_ahead(world, slot, points + 1, PART);
    bool is_whole = count == world->map.routes[slot].count;
    float gone = 0.0f;
    for (uint32_t i = 0; i < count && gone < most; i++) {
        VeerVec3 way = sub3(points[i + 1], points[i]);
        float length = length3(way);
        float first = i == 0 ? margin : 0.0f;
        float last = length - (is_whole && i + 1 == count ? margin : 0.0f);
        last = min_f(last, most - gone);
        VeerVec3 along = unit3(way, (VeerVec3){0});
        if (first < last && is_blocked_between(grid, along3(points[i], along, first),
                                               along3(points[i], along, last))) {
            return true;
        }
        gone += length;
    }
    return false;
}

/// Whether the goal of one with a partial route has come within reach.
static bool has_opened(VeerWorld *world, uint32_t slot)
{
    const VeerMapClass *class =
        veer_map_class(world, veer_map_class_for(world, world->agent.radius[slot]));
    VeerCell goal = veer_grid_cell_at(class->grid, world->agent.goal_point[slot]);
    VeerCell target = veer_grid_cell_at(class->grid, world->map.routes[slot].target);
    uint32_t label = veer_labels_at(class->labels, target);
    return label != VEER_NO_LABEL && label == veer_labels_at(class->labels, goal);
}

const VeerWayKind veer_ways_cells = {place, begin,      search_on, expansions,
                                     read,  is_cut_off, has_opened};
