/// Who is among the stations of a maze, and where they go to there.
///
/// Only what branches, and holds many stations, is a maze: doors and single passages have gates
/// (route_gate.c), which keep those who meet apart before they go in.
#include "world/traffic/maze.h"
#include "world/base/base.h"
#include "world/map/map.h"
#include "world/traffic/maze_map.h"
#include "world/traffic/maze_step.h"
#include "world/traffic/traffic.h"

#include "base/hash.h"
#include "base/sort.h"
#include "math/vec.h"

#include <string.h>

/// Who is less wide than this part of those whom the stations are for goes as it would.
#define LEAST_PART 0.55f
/// A station is reached within this part of the radius, or while one could just stop there.
#define NEAR_RADII 0.5f
/// m ahead of it, radii, that one looks for the maze.
#define AHEAD_RADII 2.0f
/// s that nobody in any maze may step until the clocks that lead to giving up run.
#define STILL_SECONDS 30.0f
/// Points of a way that are looked at for where it leaves the maze.
#define MAX_POINTS 32u

// --- Who is among them ---

bool veer_maze_has(const VeerWorld *world, uint32_t slot)
{
    return world->map.traffic.reservations && world->map.traffic.reservations[slot].at > 0;
}

bool veer_maze_steers(const VeerWorld *world, uint32_t slot)
{
    return veer_maze_has(world, slot) && world->map.traffic.reservations[slot].is_inner;
}

static void forget(VeerWorld *world, uint32_t slot)
{
    if (world->map.traffic.reservations) {
        world->map.traffic.reservations[slot] = (VeerReservation){0};
    }
}

uint64_t veer_maze_hash(const VeerWorld *world, uint32_t slot, uint64_t hash)
{
    const VeerReservation *seat =
        world->map.traffic.reservations ? &world->map.traffic.reservations[slot] : NULL;
    return seat && (seat->at > 0 || seat->waits) ? veer_hash_words(hash, seat, sizeof *seat) : hash;
}

bool veer_maze_only_yields(const VeerWorld *world, uint32_t slot)
{
    return world->agent.status[slot] == VEER_AGENT_ARRIVED ||
           world->map.routes.all[slot].status == VEER_ROUTE_GIVEN_UP;
}

/// Those on an errand go in the turn of who sent them, before that one.
bool veer_maze_has_priority(const VeerWorld *world, uint32_t a, uint32_t b)
{
    const VeerReservation *first = &world->map.traffic.reservations[a],
                          *second = &world->map.traffic.reservations[b];
    bool is_sent = first->errand > 0, is_other_sent = second->errand > 0;
    bool is_last = !is_sent && veer_maze_only_yields(world, a);
    bool is_other_last = !is_other_sent && veer_maze_only_yields(world, b);
    uint32_t since = is_sent ? first->rank_since : first->since;
    uint32_t other_since = is_other_sent ? second->rank_since : second->since;
    uint32_t id = is_sent ? first->rank_id : world->agent.id[a];
    uint32_t other_id = is_other_sent ? second->rank_id : world->agent.id[b];
    if (is_last != is_other_last) {
        return is_other_last;
    }
    if (since != other_since) {
        return since < other_since;
    }
    if (id != other_id) {
        return id < other_id;
    }
    return is_sent != is_other_sent ? is_sent : world->agent.id[a] < world->agent.id[b];
}

static bool goes_first(const void *context, const void *a, const void *b)
{
    return veer_maze_has_priority(context, *(const uint32_t *)a, *(const uint32_t *)b);
}

/// Whether an agent may be among them.
static bool is_apt(const VeerWorld *world, uint32_t slot)
{
    const VeerAgentColumns *agent = &world->agent;
    const VeerRoute *route = &world->map.routes.all[slot];
    float radius = agent->radius[slot], most = world->map.traffic.maze->radius;
    bool has_hops = world->map.links.all && world->map.links.use[slot].hops[0].left > 0;
    return agent->is_alive[slot] && !agent->is_immovable[slot] && route->field == 0 && !has_hops &&
           agent->goal_kind[slot] == VEER_GOAL_POINT && radius >= LEAST_PART * most &&
           radius <= most;
}

/// The last station on the way of an agent before it leaves the maze for the first time. @return 0:
/// it has no way yet, or leaves it at once
static uint16_t find_exit(const VeerWorld *world, uint32_t slot, uint32_t from)
{
    VeerVec3 points[MAX_POINTS + 1];
    VeerVec3 at = veer_world_flat(world, world->agent.position[slot]);
    uint32_t count = veer_route_ahead(world, slot, points, MAX_POINTS), last = from;
    float step = 0.5f * veer_map_cell_size(world);
    for (uint32_t i = 0; i < count; i++) {
        float length = length3(sub3(points[i], at));
        VeerVec3 along = unit3(sub3(points[i], at), (VeerVec3){0});
        for (float done = 0.0f; done < length; done += step) {
            uint32_t station = veer_maze_at(world, along3(at, along, done));
            if (station == 0 && last != from) {
                return (uint16_t)last;
            }
            last = station > 0 ? station : last;
        }
        at = points[i];
    }
    return (uint16_t)(last != from ? last : 0);
}

/// Finds where an agent wants to come to. @return false: nowhere in the maze
static bool find_goal(const VeerWorld *world, uint32_t slot, uint32_t from, VeerReservation *seat)
{
    const VeerRoadmap *stations = world->map.traffic.maze->stations;
    uint32_t inner = veer_maze_at(world, world->agent.goal_point[slot]);
    seat->is_inner = inner > 0 && veer_roadmap_node(stations, inner)->component ==
                                      veer_roadmap_node(stations, from)->component;
    seat->goal = seat->is_inner ? (uint16_t)inner : find_exit(world, slot, from);
    return seat->goal > 0;
}

/// Forgets its way: it steps to its goal.
static void put_in(VeerWorld *world, uint32_t slot, VeerReservation seat)
{
    VeerMaze *maze = world->map.traffic.maze;
    VeerRoute *route = &world->map.routes.all[slot];
    world->map.traffic.reservations[slot] = seat;
    maze->holder[seat.at] = slot;
    route->is_aim_narrow = route->is_queuing = route->is_backing_off = 0;
    route->middle = route->next = route->lost = 0.0f;
}

bool veer_maze_is_vacant(const VeerMaze *maze, uint32_t station)
{
    return maze->holder[station] == VEER_NO_SLOT && maze->claimer[station] == VEER_NO_SLOT;
}

/// The vacant station that is nearest of one and those beside it. @return 0: there is none
static uint32_t nearest_vacant(const VeerWorld *world, uint32_t slot, uint32_t station)
{
    const VeerMaze *maze = world->map.traffic.maze;
    if (veer_maze_is_vacant(maze, station)) {
        return station;
    }
    const VeerRoadmapNode *about = veer_roadmap_node(maze->stations, station);
    VeerVec3 at = veer_world_flat(world, world->agent.position[slot]);
    float least = INFINITY;
    uint32_t best = 0;
    for (uint32_t i = 0; i < about->count; i++) {
        float distance = length3(sub3(veer_maze_centre(world, about->next[i]), at));
        if (veer_maze_is_vacant(maze, about->next[i]) && distance < least) {
            least = distance;
            best = about->next[i];
        }
    }
    return best;
}

/// A little ahead of an agent on its way.
static VeerVec3 ahead_of(const VeerWorld *world, uint32_t slot)
{
    VeerVec3 at = veer_world_flat(world, world->agent.position[slot]);
    VeerVec3 way = veer_world_flat(world, sub3(world->map.routes.all[slot].aim, at));
    return along3(at, unit3(way, (VeerVec3){0}), AHEAD_RADII * world->agent.radius[slot]);
}

/// Has an agent come in, if it is there, and there is room for it.
static void come_in(VeerWorld *world, uint32_t slot)
{
    VeerReservation seat = {.since = world->map.head->plan_tick,
                            .stood = world->map.head->plan_tick};
    uint32_t inside = veer_maze_at(world, world->agent.position[slot]);
    uint32_t station = inside > 0 ? inside : veer_maze_at(world, ahead_of(world, slot));
    world->map.traffic.reservations[slot].waits = 0;
    if (station == 0 || !is_apt(world, slot) || !find_goal(world, slot, station, &seat)) {
        return;
    }
    uint32_t at = nearest_vacant(world, slot, station);
    seat.at = seat.next = (uint16_t)at;
    if (at > 0 && (inside > 0 || at == station)) {
        put_in(world, slot, seat);
    } else {
        world->map.traffic.reservations[slot].waits = 1;
    }
}

static void let_out(VeerWorld *world, uint32_t slot)
{
    forget(world, slot);
    veer_route_ask(world, slot);
}

/// m from a station within which one may go on to the next.
static float near_distance(const VeerWorld *world, uint32_t slot, float dt)
{
    const VeerAgentColumns *agent = &world->agent;
    float radius = agent->radius[slot], speed = length3(agent->velocity[slot]);
    float stop = 0.5f * speed * speed / agent->max_braking[slot];
    return max_f(max_f(NEAR_RADII * radius, speed * dt), min_f(stop, radius));
}

/// Whether an agent has come to the station that it goes to, and that is its own by now.
static void arrive(VeerWorld *world, uint32_t slot, float dt)
{
    VeerReservation *seat = &world->map.traffic.reservations[slot];
    VeerMaze *maze = world->map.traffic.maze;
    VeerVec3 at = veer_world_flat(world, world->agent.position[slot]);
    bool is_near =
        length3(sub3(veer_maze_centre(world, seat->next), at)) <= near_distance(world, slot, dt);
    if (seat->next == seat->at || !is_near || maze->holder[seat->next] != VEER_NO_SLOT) {
        return;
    }
    maze->holder[seat->at] = VEER_NO_SLOT;
    maze->claimer[seat->next] = VEER_NO_SLOT;
    maze->holder[seat->next] = slot;
    seat->at = seat->next;
    seat->errand = seat->errand == seat->at ? 0 : seat->errand;
    seat->hop = 0;
    seat->stood = world->map.head->maze_step = world->map.head->plan_tick;
}

/// Whether one that is in goes on there.
static bool stays_in(const VeerWorld *world, uint32_t slot)
{
    const VeerReservation *seat = &world->map.traffic.reservations[slot];
    bool is_out = !seat->is_inner && seat->at == seat->goal && seat->errand == 0;
    return !is_out && is_apt(world, slot);
}

static void count_in(VeerWorld *world, uint32_t slot)
{
    VeerMaze *maze = world->map.traffic.maze;
    const VeerReservation *seat = &world->map.traffic.reservations[slot];
    maze->holder[seat->at] = slot;
    if (seat->next != seat->at) {
        maze->claimer[seat->next] = slot;
    }
}

/// Counts those who are in, in no particular order: no station has two.
static void count_all(VeerWorld *world)
{
    VeerMaze *maze = world->map.traffic.maze;
    for (uint32_t i = 0; i <= veer_roadmap_count(maze->stations); i++) {
        maze->holder[i] = maze->claimer[i] = VEER_NO_SLOT;
    }
    for (uint32_t slot = 0; slot < world->head->agent_slot_count; ++slot) {
        bool is_in = veer_maze_has(world, slot);
        if (is_in && (!veer_route_is_on(world, slot) || !stays_in(world, slot))) {
            let_out(world, slot);
        } else if (is_in) {
            count_in(world, slot);
        }
    }
}

/// Lists those who are in, and come in, those who go first first: the same whatever the order in
/// which they were made.
static uint32_t list_all(VeerWorld *world, float dt)
{
    uint32_t *order = world->map.routes.queue; // free until plans are made
    uint32_t count = 0, in = 0;
    for (uint32_t slot = 0; slot < world->head->agent_slot_count; ++slot) {
        if (veer_route_is_on(world, slot)) {
            order[count++] = slot;
        }
    }
    veer_sort(order, count, sizeof *order, goes_first, world);
    for (uint32_t i = 0; i < count; i++) {
        if (veer_maze_has(world, order[i])) {
            arrive(world, order[i], dt);
        } else {
            come_in(world, order[i]);
        }
        if (veer_maze_has(world, order[i])) {
            order[in++] = order[i];
        }
    }
    return in;
}

static void drop_all(VeerWorld *world)
{
    for (uint32_t slot = 0; slot < world->head->agent_slot_count; ++slot) {
        if (veer_maze_has(world, slot) && veer_route_is_on(world, slot)) {
            let_out(world, slot);
        }
        forget(world, slot);
    }
}

/// The radius that stations are for: of the greatest class.
static float greatest_radius(const VeerMapHead *head)
{
    float most = 0.0f;
    for (uint32_t i = 0; i < head->class_count; i++) {
        most = max_f(most, head->radii[i]);
    }
    return most;
}

void veer_maze_run(VeerWorld *world, bool is_edited, float dt)
{
    VeerMapHead *head = world->map.head;
    if (!world->map.traffic.maze) {
        return;
    }
    float radius = greatest_radius(head);
    if (is_edited || radius != head->maze_radius) {
        drop_all(world);
        head->maze_radius = radius;
    }
    if (radius <= 0.0f || !veer_maze_refresh(world)) {
        return;
    }
    count_all(world);
    uint32_t count = list_all(world, dt);
    veer_maze_step(world, world->map.routes.queue, count, dt);
    bool is_still = (float)(head->plan_tick - head->maze_step) * dt > STILL_SECONDS;
    for (uint32_t i = 0; i < count && !is_still; i++) {
        world->agent.goal_stalled[world->map.routes.queue[i]] = 0.0f;
    }
}
