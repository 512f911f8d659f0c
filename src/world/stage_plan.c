/// Plan: agents that wait for a route get one, those that wait longest first, within a budget of
/// work.
#include "base/sort.h"
#include "math/vec.h"
#include "path/follow.h"
#include "world/stages.h"

/// What one plan costs beside its search, expansions.
#define PLAN_COST 16u
/// A new way that is longer by so many radii, and VEER_BLOCKED_SECONDS, leads round something.
#define AROUND_RADII 5.0f

// --- One plan ---

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

/// The circle that a body turns on at its speed, m; 0: on the spot.
static float turning_radius(const VeerWorld *world, uint32_t slot, float dt)
{
    VeerVehicleParams vehicle = veer_agent_vehicle(world, slot);
    VeerMotionLimits limits = veer_agent_limits(world, slot);
    if (vehicle.kind == VEER_VEHICLE_FREE && isinf(limits.max_turn_rate)) {
        return 0.0f;
    }
    float speed = world->agent.max_speed[slot];
    float radius = veer_vehicle_turning_radius(&vehicle, &limits, speed, dt);
    return isfinite(radius) ? radius : 0.0f;
}

/// Whether a point lies in a cell, or in the voxel with this z.
static bool is_in_cell(const VeerWorldMap *map, VeerVec3 point, VeerCell cell, int32_t z)
{
    if (map->voxels) {
        VeerVoxel at = veer_voxels_at(map->voxels, point);
        return at.x == cell.x && at.y == cell.y && at.z == z;
    }
    VeerCell at = veer_grid_cell_at(map->walls, point);
    return at.x == cell.x && at.y == cell.y;
}

/// Whether the way may begin at its second point: the agent is in the cell of the first, or sees
/// the second.
static bool is_begun(const VeerWorld *world, uint32_t slot, VeerCell start,
                     const VeerPathSight *sight, VeerVec3 second)
{
    VeerVec3 position = veer_world_flat(world, world->agent.position[slot]);
    bool is_there = !world->map.voxels && is_in_cell(&world->map, position, start, 0);
    return is_there || sight->is_clear(sight->user, position, second);
}

/// Finishes points[count], pulled tight: the first is left out where it can be, the turns keep off
/// the walls, and it ends at the goal itself. @return how many there are
static uint32_t finish(VeerWorld *world, uint32_t slot, VeerVec3 *points, uint32_t count,
                       const VeerPlanJob *job)
{
    const VeerAgentColumns *agent = &world->agent;
    float radius = agent->radius[slot];
    VeerVec3 goal = veer_world_flat(world, agent->goal_point[slot]);
    // The goal may lie where somebody covers the map: one can still try.
    VeerMapSight looking = veer_map_sight(world, world->map.walls, VEER_SIGHT_RADII * radius);
    VeerMapSight covered = veer_map_sight(world, world->map.covered, VEER_SIGHT_RADII * radius);
    VeerPathSight sight = {veer_map_is_clear, &covered};
    for (uint32_t i = 0; i < count; i++) {
        points[i] = veer_world_flat(world, points[i]);
        points[i] =
            i > 0 && i + 1 < count ? veer_route_widened(world, &points[i], radius) : points[i];
    }
    for (uint32_t i = 1; i + 1 < count; i++) {
        points[i] = world->map.voxels ? veer_solid_spread(world, slot, &points[i])
                                      : veer_route_spread(world, slot, &points[i]);
    }
    if (!world->map.voxels) {
        count = veer_route_lanes(world, slot, points, count);
    }
    bool is_goal = is_in_cell(&world->map, goal, job->goal, job->goal_z) &&
                   is_in_cell(&world->map, points[count - 1], job->goal, job->goal_z);
    VeerVec3 before = points[count > 1 ? count - 2 : 0];
    if (is_goal && (world->map.voxels || veer_map_is_clear(&looking, before, goal))) {
        points[count - 1] = goal; // legs through voxels are mended anyway
    } else if (veer_map_is_clear(&looking, points[count - 1], goal)) {
        points[count++] = goal;
    }
    if (world->map.voxels) {
        count = veer_solid_mend(world, points, count, VEER_SIGHT_RADII * radius);
    }
    uint32_t first = count > 1 && is_begun(world, slot, job->start, &sight, points[1]) ? 1 : 0;
    for (uint32_t i = first; i < count; i++) {
        points[i - first] = points[i];
    }
    return count - first;
}

/// Writes the way that the search found to the map's points, pulled tight. @return how many
static uint32_t read_way(VeerWorld *world, const VeerPlanJob *job)
{
    VeerWorldMap *map = &world->map;
    if (map->voxels) {
        return veer_solid_way(world, job);
    }
    const VeerGrid *grid = map->classes[job->class].grid;
    uint32_t count = 0, points = 0;
    (void)veer_grid_search_route(map->search, map->cells, map->room, &count);
    if (veer_grid_pull(grid, map->cells, count, map->points, map->room - 1, &points) != VEER_OK) {
        points = 1;
        map->points[0] = veer_grid_centre(grid, job->start);
    }
    return points;
}

/// Rounds the map's points[*count] for a body that turns on a circle. @return the way to keep
static const VeerVec3 *rounded_way(VeerWorld *world, uint32_t slot, float circle, uint32_t *count)
{
    VeerWorldMap *map = &world->map;
    VeerMapSight looking =
        veer_map_sight(world, world->map.walls, VEER_SIGHT_RADII * world->agent.radius[slot]);
    VeerPathSight sight = {veer_map_is_clear, &looking};
    // The way itself is read, so its room is free.
    void *block = map->voxels ? (void *)map->voxel_route : (void *)map->cells;
    size_t size = map->voxels ? sizeof(VeerVoxel) : sizeof(VeerCell);
    uint32_t room = (uint32_t)(map->room * size / sizeof(VeerVec3));
    uint32_t made = veer_path_round(&sight, map->points, *count, circle, block, room);
    *count = made <= room ? made : *count;
    return made <= room ? block : map->points;
}

/// Keeps the way that the search found.
static void accept(VeerWorld *world, uint32_t slot, const VeerPlanJob *job, float dt)
{
    VeerWorldMap *map = &world->map;
    VeerRoute *route = &map->routes[slot];
    uint32_t points = map->mesh ? veer_deck_way(world, job)
                                : finish(world, slot, map->points, read_way(world, job), job);
    VeerVec3 last = map->points[points - 1];
    VeerVec3 goal = veer_world_flat(world, world->agent.goal_point[slot]);
    bool is_level = map->mesh || last.z == goal.z;
    bool is_whole = last.x == goal.x && last.y == goal.y && is_level;
    float circle = turning_radius(world, slot, dt);
    const VeerVec3 *kept = map->points;
    if (circle > 0.0f && !map->mesh) {
        kept = rounded_way(world, slot, circle, &points);
    }
    veer_route_keep(world, slot, kept, points);
    route->target = last;
    if (!is_whole && route->status != VEER_ROUTE_PARTIAL) {
        route->report = VEER_EVENT_PARTIAL_ROUTE;
    }
    route->status = is_whole ? VEER_ROUTE_WHOLE : VEER_ROUTE_PARTIAL;
}

/// An agent has got what it waited for. A way round is no step back: the clock of its progress goes
/// on from there. What it may lose by stepping back is no way round.
static void close_route(VeerWorld *world, uint32_t slot)
{
    VeerRoute *route = &world->map.routes[slot];
    float length = veer_route_length(world, slot);
    float little = AROUND_RADII * world->agent.radius[slot] +
                   VEER_BLOCKED_SECONDS * world->agent.max_speed[slot];
    if (length > world->agent.goal_best[slot] + little) {
        world->agent.goal_best[slot] = length;
    }
    route->is_waiting = 0;
    route->planned = world->map.head->turn;
    route->lost = 0.0f;
    world->map.head->stats.planned++;
}

/// Takes the way that the search found, and closes the job.
static void close_job(VeerWorld *world, const VeerPlanJob *job, float dt)
{
    accept(world, job->slot, job, dt);
    close_route(world, job->slot);
    veer_fields_learn(world, (uint32_t)job->done);
    world->map.head->job = (VeerPlanJob){.slot = VEER_NO_SLOT};
    world->map.is_search_live = false;
}

/// Has an agent follow the field that it was given.
static void follow_field(VeerWorld *world, uint32_t slot)
{
    VeerRoute *route = &world->map.routes[slot];
    route->status = VEER_ROUTE_WHOLE;
    route->target = world->agent.goal_point[slot];
    close_route(world, slot);
}

/// Begins a job, or begins it again. @return false: there is nowhere to go
static bool begin_search(VeerWorld *world, VeerPlanJob *job)
{
    VeerWorldMap *map = &world->map;
    if (map->voxels || map->mesh) {
        map->is_search_live =
            map->mesh ? veer_deck_begin_search(world, job) : veer_solid_begin(world, job);
        return map->is_search_live;
    }
    const VeerMapClass *class = veer_map_class(world, job->class);
    VeerGridQuery query = veer_grid_query_default();
    query.grid = class->grid;
    query.start = job->start;
    query.goal = job->goal;
    map->is_search_live = veer_grid_search_begin(map->search, &query) == VEER_OK;
    return map->is_search_live;
}

/// Finds where a job begins and ends. @return false: there is nowhere to go
static bool place_job(VeerWorld *world, uint32_t slot)
{
    VeerPlanJob *job = &world->map.head->job;
    *job = (VeerPlanJob){
        .slot = slot,
        .generation = world->agent.generation[slot],
        .class = world->map.mesh ? 0 : veer_map_class_for(world, world->agent.radius[slot]),
        .from = world->agent.position[slot],
        .to = world->agent.goal_point[slot],
    };
    if (world->map.mesh) {
        return begin_search(world, job);
    }
    if (world->map.voxels) {
        return veer_solid_place(world, slot, job);
    }
    const VeerMapClass *class = veer_map_class(world, job->class);
    VeerVec3 position = world->agent.position[slot], goal = world->agent.goal_point[slot];
    if (!find_start(class, position, goal, &job->start)) {
        return false;
    }
    job->goal = find_goal(class, job->start, goal);
    return true;
}

static bool open_job(VeerWorld *world, uint32_t slot)
{
    return place_job(world, slot) && begin_search(world, &world->map.head->job);
}

static VeerSearchState run_search(VeerWorldMap *map, uint32_t budget)
{
    return map->mesh     ? veer_mesh_search_run(map->mesh_search, budget)
           : map->voxels ? veer_voxel_search_run(map->voxel_search, budget)
                         : veer_search_run(map->search, budget);
}

static uint64_t expansions_of(const VeerWorldMap *map)
{
    return map->mesh     ? veer_mesh_search_expansions(map->mesh_search)
           : map->voxels ? veer_voxel_search_expansions(map->voxel_search)
                         : veer_search_expansions(map->search);
}

/// Works on the job. @return what is left of the budget; 0 where the job is not done
static uint32_t work(VeerWorld *world, uint32_t budget, float dt)
{
    VeerPlanJob *job = &world->map.head->job;
    VeerWorldMap *map = &world->map;
    uint64_t before = expansions_of(map);
    uint32_t allowed = job->is_urgent ? UINT32_MAX : budget;
    VeerSearchState state = run_search(map, allowed);
    uint32_t spent = (uint32_t)(expansions_of(map) - before);
    world->map.head->stats.expansions += spent;
    job->done += spent;
    if (state == VEER_SEARCH_RUNNING) {
        return 0;
    }
    close_job(world, job, dt);
    return spent + PLAN_COST < budget ? budget - spent - PLAN_COST : 0;
}

/// An agent that stands where nothing is free has no way anywhere.
static void leave_without(VeerWorld *world, uint32_t slot)
{
    veer_route_give_up(world, slot);
    world->map.head->job = (VeerPlanJob){.slot = VEER_NO_SLOT};
}

/// Goes on with the job of the tick before. @return what is left of the budget
static uint32_t resume(VeerWorld *world, bool is_changed, uint32_t budget, float dt)
{
    VeerPlanJob *job = &world->map.head->job;
    if (job->slot == VEER_NO_SLOT) {
        return budget;
    }
    if (world->agent.generation[job->slot] != job->generation ||
        !world->map.routes[job->slot].is_waiting) {
        *job = (VeerPlanJob){.slot = VEER_NO_SLOT};
        return budget;
    }
    if (is_changed) {
        // The map that it searched is no more; so that this cannot go on for ever, the next search
        // is run to its end.
        uint32_t slot = job->slot;
        bool is_open = open_job(world, slot);
        job->is_urgent = 1;
        if (!is_open) {
            leave_without(world, slot);
        }
        return is_open ? work(world, budget, dt) : budget;
    }
    if (!world->map.is_search_live) {
        (void)begin_search(world, job);
        (void)run_search(&world->map, (uint32_t)job->done);
    }
    return work(world, budget, dt);
}

static bool waits_longer(const void *context, const void *a, const void *b)
{
    const VeerWorld *world = context;
    uint32_t first = *(const uint32_t *)a, second = *(const uint32_t *)b;
    const VeerRoute *routes = world->map.routes;
    if (routes[first].since != routes[second].since) {
        return routes[first].since < routes[second].since;
    }
    uint32_t first_id = world->agent.id[first], second_id = world->agent.id[second];
    return first_id < second_id || (first_id == second_id && first < second);
}

static uint32_t fill_queue(VeerWorld *world)
{
    uint32_t count = 0;
    for (uint32_t slot = 0; slot < world->head->agent_slot_count; ++slot) {
        if (veer_route_is_on(world, slot) && world->map.routes[slot].is_waiting) {
            world->map.queue[count++] = slot;
        }
    }
    veer_sort(world->map.queue, count, sizeof(uint32_t), waits_longer, world);
    return count;
}

/// Has an agent follow a field, or wait for one. @return false: it needs a way of its own
static bool is_served(VeerWorld *world, uint32_t slot, uint32_t *later)
{
    VeerFieldAnswer answer = veer_fields_serve(world, slot, &world->map.head->job);
    if (answer == VEER_FIELD_NONE) {
        return false;
    }
    world->map.head->job = (VeerPlanJob){.slot = VEER_NO_SLOT};
    if (answer == VEER_FIELD_LATER) {
        ++*later;
    } else {
        follow_field(world, slot);
    }
    return true;
}

static void run_queue(VeerWorld *world, uint32_t budget, float dt)
{
    VeerMapHead *head = world->map.head;
    uint32_t count = fill_queue(world);
    uint32_t done = 0, later = 0;
    while (done < count && budget > 0) {
        uint32_t slot = world->map.queue[done++];
        bool is_placed = place_job(world, slot);
        if (is_placed && is_served(world, slot, &later)) {
            continue;
        }
        if (is_placed && begin_search(world, &head->job)) {
            budget = work(world, budget, dt);
        } else {
            leave_without(world, slot);
        }
    }
    head->stats.waiting = count - done + later + (head->job.slot != VEER_NO_SLOT);
}

void veer_stage_plan(VeerWorld *world, float dt)
{
    VeerMapHead *head = world->map.head;
    if (!head) {
        return;
    }
    head->stats = (VeerPlanStats){0, 0, 0, 0};
    head->turn++;
    bool is_edited = head->is_edited;
    bool is_changed = veer_map_cover(world) || is_edited;
    head->is_edited = 0;
    if (head->routed_count == 0) {
        return;
    }
    veer_fields_turn(world, is_changed);
    for (uint32_t slot = 0; slot < world->head->agent_slot_count; ++slot) {
        if (veer_route_is_on(world, slot)) {
            veer_route_tend(world, slot, is_edited, dt);
            head->stats.points += world->map.routes[slot].count;
        }
    }
    uint32_t left = resume(world, is_changed, world->def.map.budget, dt);
    // Fields take half of it at most, so that ways are found meanwhile.
    left = left - left / 2u + veer_fields_work(world, left / 2u, dt);
    run_queue(world, left, dt);
}
