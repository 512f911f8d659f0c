/// Plan: agents that wait for a route get one, those that wait longest first, within a budget of
/// work.
#include "base/sort.h"
#include "math/vec.h"
#include "motion/motion.h"
#include "path/path.h"
#include "world/body/body.h"
#include "world/field/field.h"
#include "world/map/map.h"
#include "world/outline/outline.h"
#include "world/route/route.h"
#include "world/tick/tick.h"
#include "world/traffic/traffic.h"

/// A new path that is longer by so many radii, and VEER_BLOCKED_SECONDS, leads round something.
#define AROUND_RADII 5.0f

// --- One plan ---

/// The circle that a body turns on at its speed, m; 0: on the spot.
static float turning_radius(const VeerWorld *world, uint32_t slot, float dt)
{
    VeerVehicleParams vehicle = veer_agent_vehicle(world, slot);
    VeerMotionLimits limits = veer_agent_limits(world, slot);
    if (vehicle.kind == VEER_VEHICLE_FREE && isinf(limits.max_turn_rate)) {
        return 0.0f;
    }
    float speed = world->agent.max_speed[slot];
    VeerMotionTick tick = {&vehicle, &limits, dt};
    float radius = veer_motion_turning_radius(&tick, speed);
    return isfinite(radius) ? radius : 0.0f;
}

/// Rounds the map's points[*count] for a body that turns on a circle. @return the path to keep
static const VeerVec3 *rounded_path(VeerWorld *world, uint32_t slot, float circle, uint32_t *count)
{
    VeerWorldMap *map = &world->map;
    VeerMapSight looking =
        veer_map_sight(world, world->map.grid.walls, VEER_SIGHT_RADII * world->agent.radius[slot]);
    VeerPathSight sight = {veer_map_is_clear, &looking};
    uint32_t made = veer_path_round(&sight, map->routes.points, *count, circle, map->routes.spare,
                                    map->routes.spare_room);
    *count = made <= map->routes.spare_room ? made : *count;
    return made <= map->routes.spare_room ? map->routes.spare : map->routes.points;
}

/// Keeps the path that was read to the map's points.
static void accept(VeerWorld *world, uint32_t slot, uint32_t points, float dt)
{
    VeerWorldMap *map = &world->map;
    VeerRoute *route = &map->routes.all[slot];
    VeerVec3 last = map->routes.points[points - 1];
    VeerVec3 goal = veer_world_flat(world, world->agent.goal_point[slot]);
    VeerVec3 end = veer_world_flat(world, last);
    bool is_whole = end.x == goal.x && end.y == goal.y && end.z == goal.z;
    float circle = turning_radius(world, slot, dt);
    const VeerVec3 *kept = map->routes.points;
    if (circle > 0.0f && map->routes.spare && map->links.crossing_count == 0) {
        kept = rounded_path(world, slot, circle, &points);
    }
    veer_route_keep(world, slot, kept, points);
    map->links.crossing_count = 0;
    route->target = last;
    if (!is_whole && route->status != VEER_ROUTE_PARTIAL) {
        route->report = VEER_EVENT_PARTIAL_ROUTE;
    }
    route->status = is_whole ? VEER_ROUTE_WHOLE : VEER_ROUTE_PARTIAL;
}

/// An agent has got what it waited for. A path round is no step back: the clock of its progress
/// goes on from there. What it may lose by stepping back is no path round.
static void close_route(VeerWorld *world, uint32_t slot)
{
    VeerRoute *route = &world->map.routes.all[slot];
    float length = veer_route_length(world, slot);
    float little = AROUND_RADII * world->agent.radius[slot] +
                   VEER_BLOCKED_SECONDS * world->agent.max_speed[slot];
    if (length > world->agent.goal_best[slot] + little) {
        world->agent.goal_best[slot] = length;
    }
    route->is_waiting = 0;
    route->planned = world->map.head->plan_tick;
    route->lost = 0.0f;
    world->map.head->stats.planned++;
}

/// Takes the path that the search found, and closes the job.
static void close_job(VeerWorld *world, const VeerPlanJob *job, float dt)
{
    world->map.links.crossing_count = 0;
    accept(world, job->slot, veer_plan_traits(&world->map)->read(world, job), dt);
    close_route(world, job->slot);
    veer_fields_learn(world, (uint32_t)job->done);
    world->map.head->job = (VeerPlanJob){.slot = VEER_NO_SLOT};
    world->map.routes.is_search_live = false;
}

/// Has an agent follow the field that it was given.
static void follow_field(VeerWorld *world, uint32_t slot)
{
    VeerRoute *route = &world->map.routes.all[slot];
    route->status = VEER_ROUTE_WHOLE;
    route->target = world->agent.goal_point[slot];
    close_route(world, slot);
}

/// Begins a job, or begins it again. @return false: there is nowhere to go
static bool begin_search(VeerWorld *world, const VeerPlanJob *job)
{
    VeerWorldMap *map = &world->map;
    map->routes.is_search_live = veer_plan_traits(map)->begin(world, job);
    return map->routes.is_search_live;
}

/// Finds where a job begins and ends. @return false: there is nowhere to go
static bool place_job(VeerWorld *world, uint32_t slot)
{
    VeerPlanJob *job = &world->map.head->job;
    *job = (VeerPlanJob){
        .slot = slot,
        .generation = world->agent.generation[slot],
        .class = VEER_NO_SLOT, // of none yet, so that one that grows now does not end this job
        .from = world->agent.position[slot],
        .to = world->agent.goal_point[slot],
    };
    return veer_plan_traits(&world->map)->place(world, slot, job);
}

static bool open_job(VeerWorld *world, uint32_t slot)
{
    return place_job(world, slot) && begin_search(world, &world->map.head->job);
}

/// Works on the job. @return what is left of the budget; 0 where the job is not done
static uint32_t work(VeerWorld *world, uint32_t budget, float dt)
{
    VeerPlanJob *job = &world->map.head->job;
    VeerWorldMap *map = &world->map;
    uint64_t before = veer_plan_traits(map)->expansions(map);
    uint32_t allowed = job->is_urgent ? UINT32_MAX : budget;
    VeerSearchState state = veer_plan_traits(map)->search_on(map, allowed);
    uint32_t spent = (uint32_t)(veer_plan_traits(map)->expansions(map) - before);
    world->map.head->stats.expansions += spent;
    job->done += spent;
    if (state == VEER_SEARCH_RUNNING) {
        return 0;
    }
    uint32_t until = world->map.head->stats.expansions, slot = job->slot;
    close_job(world, job, dt);
    spent += world->map.head->stats.expansions - until +
             veer_plan_cost(world, veer_route_length(world, slot));
    return spent < budget ? budget - spent : 0;
}

/// An agent that stands where nothing is free has no path anywhere.
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
        !world->map.routes.all[job->slot].is_waiting) {
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
    if (!world->map.routes.is_search_live) {
        if (!begin_search(world, job)) {
            leave_without(world, job->slot);
            return budget;
        }
        (void)veer_plan_traits(&world->map)->search_on(&world->map, (uint32_t)job->done);
    }
    return work(world, budget, dt);
}

static bool waits_longer(const void *context, const void *a, const void *b)
{
    const VeerWorld *world = context;
    uint32_t first = *(const uint32_t *)a, second = *(const uint32_t *)b;
    const VeerRoute *routes = world->map.routes.all;
    if (routes[first].since != routes[second].since) {
        return veer_routes_is_before(world, routes[first].since, routes[second].since);
    }
    return veer_agent_precedes(world, first, second);
}

static uint32_t fill_queue(VeerWorld *world)
{
    uint32_t count = 0;
    for (uint32_t slot = 0; slot < world->head->agent_slot_count; ++slot) {
        if (veer_route_is_on(world, slot) && world->map.routes.all[slot].is_waiting) {
            world->map.routes.queue[count++] = slot;
        }
    }
    veer_sort(world->map.routes.queue, count, sizeof(uint32_t), waits_longer, world);
    return count;
}

/// Has an agent follow a field, or wait for one. @return false: it needs a path of its own
static bool is_served(VeerWorld *world, uint32_t slot, uint32_t *later, uint32_t *budget, float dt)
{
    uint32_t points = 0;
    world->map.links.crossing_count = 0;
    VeerFieldAnswer answer = veer_fields_serve(world, slot, &world->map.head->job, &points);
    if (answer == VEER_FIELD_NONE) {
        return false;
    }
    world->map.head->job = (VeerPlanJob){.slot = VEER_NO_SLOT};
    if (answer == VEER_FIELD_LATER) {
        ++*later;
    } else if (answer == VEER_FIELD_PATH) {
        accept(world, slot, points, dt);
        close_route(world, slot);
        uint32_t cost = veer_plan_cost(world, veer_route_length(world, slot));
        *budget = *budget > cost ? *budget - cost : 0;
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
        uint32_t slot = world->map.routes.queue[done++];
        bool is_placed = place_job(world, slot);
        if (is_placed && is_served(world, slot, &later, &budget, dt)) {
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
    veer_outline_run(world, dt);
    if (!head) {
        return;
    }
    head->stats = (VeerPlanStats){0, 0, 0, 0};
    head->plan_tick++;
    bool is_edited = head->is_edited;
    bool is_changed = veer_map_cover(world) || is_edited;
    veer_links_tend(world);
    // Searches go on over what they began with: where nobody asks for any, they learn of it later.
    head->is_edited = is_changed && head->routed_count == 0;
    if (head->routed_count == 0) {
        return;
    }
    veer_fields_begin_tick(world, is_changed);
    veer_queues_run(world);
    veer_maze_run(world, is_edited, dt);
    for (uint32_t slot = 0; slot < world->head->agent_slot_count; ++slot) {
        if (veer_route_is_on(world, slot)) {
            veer_route_tend(world, slot, is_edited, dt);
            head->stats.points += world->map.routes.all[slot].count;
        }
    }
    veer_gates_run(world, dt);
    uint32_t left = resume(world, is_changed, world->def.map.budget, dt);
    // Fields take half of it at most, so that paths are found meanwhile.
    left = left - left / 2u + veer_fields_work(world, left / 2u, dt);
    run_queue(world, left, dt);
    veer_passages_run(world);
    veer_keep_right_run(world, dt);
}
