/// Which agents are in a maze, and which node each one goes to.
///
/// Branching passages with many nodes are mazes, and halls with few between them while agents meet
/// there (halls.c); doors and single passages have gates (gate.c).
#include "world/traffic/maze/members.h"
#include "world/map/map.h"
#include "world/traffic/maze/exit.h"
#include "world/traffic/maze/halls.h"
#include "world/traffic/maze/nodes.h"
#include "world/traffic/maze/roadmap.h"
#include "world/traffic/maze/step.h"

#include "base/hash.h"
#include "base/sort.h"
#include "math/vec.h"

#include <float.h>
#include <string.h>

/// Nodes that are looked at for a goal's steps cost as much as one expansion of a search.
#define NODES_AN_EXPANSION 16u

// --- Membership ---

bool veer_maze_has(const VeerWorld *world, uint32_t slot)
{
    return world->map.traffic.reservations && world->map.traffic.reservations[slot].nodes[0] > 0;
}

bool veer_maze_steers(const VeerWorld *world, uint32_t slot)
{
    return veer_maze_has(world, slot) && world->map.traffic.reservations[slot].is_goal_inside;
}

/// All but where it stood, which others go round until that is looked at again.
static void forget(VeerWorld *world, uint32_t slot)
{
    if (world->map.traffic.reservations) {
        VeerReservation *own = &world->map.traffic.reservations[slot];
        *own = (VeerReservation){.stood_at = own->stood_at, .stood_before = own->stood_before};
    }
}

uint64_t veer_maze_hash(const VeerWorld *world, uint32_t slot, uint64_t hash)
{
    const VeerReservation *own =
        world->map.traffic.reservations ? &world->map.traffic.reservations[slot] : NULL;
    return own && (own->nodes[0] > 0 || own->is_waiting) ? veer_hash_words(hash, own, sizeof *own)
                                                         : hash;
}

bool veer_maze_only_yields(const VeerWorld *world, uint32_t slot)
{
    return world->agent.status[slot] == VEER_AGENT_ARRIVED ||
           world->map.routes.all[slot].status == VEER_ROUTE_GIVEN_UP;
}

/// Plan ticks since an agent would have been at its goal, had nobody been in its way; less than 0:
/// before that.
static int64_t overdue(const VeerWorld *world, uint32_t slot)
{
    const VeerReservation *own = &world->map.traffic.reservations[slot];
    return (int64_t)(world->map.head->plan_tick - own->since) - (int64_t)own->way;
}

/// Who only yields comes last, who would be at its goal first first: the sooner it is there, the
/// sooner its nodes are free for the others. Nobody waits for ever, since those who come later are
/// due later.
static bool comes_before(const VeerWorld *world, uint32_t a, uint32_t b)
{
    bool is_last = veer_maze_only_yields(world, a), is_other_last = veer_maze_only_yields(world, b);
    if (is_last != is_other_last) {
        return is_other_last;
    }
    int64_t own = overdue(world, a), other = overdue(world, b);
    return own == other ? world->agent.id[a] < world->agent.id[b] : own > other;
}

static bool has_priority(const void *context, const void *a, const void *b)
{
    return comes_before(context, *(const uint32_t *)a, *(const uint32_t *)b);
}

/// Whether an agent may enter a maze, or stay in one. Those less than half as wide as the widest
/// ignore reservations, and those as wide as a cell have no room beside each other on a lattice.
/// Where all follow one field nobody does.
static bool can_enter(const VeerWorld *world, uint32_t slot)
{
    const VeerAgentColumns *agent = &world->agent;
    float radius = agent->radius[slot], limit = world->map.traffic.maze->radius;
    float cell = veer_map_cell_size(world);
    bool is_full = 2.0f * limit <= cell && 2.0f * radius >= cell;
    const VeerLinkUse *links = world->map.links.all ? &world->map.links.use[slot] : NULL;
    bool has_links = links && (links->crossing > 0 || links->crossings[0].left > 0);
    return agent->is_alive[slot] && !agent->is_immovable[slot] && !has_links &&
           !world->map.traffic.maze->is_one_stream && agent->goal_kind[slot] == VEER_GOAL_POINT &&
           radius >= 0.5f * limit && radius <= limit && !is_full;
}

/// The agent no longer follows its path.
static void enter(VeerWorld *world, uint32_t slot, VeerReservation own)
{
    VeerRoute *route = &world->map.routes.all[slot];
    world->map.traffic.reservations[slot] = own;
    world->map.traffic.maze->there[own.nodes[0]] = slot;
    world->map.head->maze_step = world->map.head->plan_tick;
    route->is_aim_narrow = route->is_queuing = route->is_backing_off = 0;
    route->middle = route->next_middle = route->lost = 0.0f;
}

/// Agents of mazes, as they are gone through in a tick.
typedef struct Rollcall {
    VeerWorld *world;
    float dt;        ///< s
    uint32_t budget; ///< expansions that are left
} Rollcall;

/// Plan ticks that so many steps take an agent.
static uint32_t ticks_of(const Rollcall *call, uint32_t slot, float steps)
{
    float pace = call->world->agent.max_speed[slot] * call->dt;
    float ticks = steps * veer_map_cell_size(call->world) / max_f(pace, FLT_MIN);
    return (uint32_t)min_f(ticks, (float)(UINT32_MAX / 2u));
}

/// Takes the cost of the steps to an agent's goal off the tick's budget, and notes how long they
/// take: they are looked for among the nodes that are as near to the goal as the agent, 2 n² within
/// n steps on a lattice. Where nothing is left the goal is not known yet.
static void pay(Rollcall *call, uint32_t slot, VeerReservation *own)
{
    const VeerWorld *world = call->world;
    const VeerRoadmap *roadmap = world->map.traffic.maze->roadmap;
    if (call->budget == 0) {
        own->goal = 0;
        return;
    }
    VeerVec3 way = sub3(veer_maze_centre(world, own->goal), veer_maze_centre(world, own->nodes[0]));
    float steps = (fabsf(way.x) + fabsf(way.y)) / veer_map_cell_size(world);
    float nodes = min_f(2.0f * steps * steps, (float)veer_roadmap_count(roadmap));
    uint32_t cost = (uint32_t)nodes / NODES_AN_EXPANSION + 1u;
    call->budget -= cost < call->budget ? cost : call->budget;
    veer_joint_steps_find(world->map.traffic.maze->steps, roadmap, own->goal, own->nodes[0]);
    own->way = ticks_of(call, slot, steps);
}

/// Lets an agent that may enter do so if it is at a maze and can hold a node; else it waits
/// outside.
/// @param is_displaced  another holds the node that it is at: it takes one near it, or that one
///                      once those about have moved up
static void try_to_enter(Rollcall *call, uint32_t slot, bool is_displaced)
{
    VeerWorld *world = call->world;
    VeerReservation own = world->map.traffic.reservations[slot];
    own.since = world->map.head->plan_tick;
    own.is_waiting = 0;
    uint32_t inside = veer_maze_at(world, world->agent.position[slot]);
    uint32_t node = veer_maze_before(world, slot, inside);
    world->map.traffic.reservations[slot].is_waiting = 0;
    if (node == 0 || !veer_maze_find_goal(world, slot, node, &own)) {
        return;
    }
    uint32_t at = veer_maze_find_vacant(world, slot, node);
    if (at == 0 && inside > 0 && is_displaced && veer_maze_make_vacant(world, node)) {
        at = node;
    }
    own.nodes[0] = at;
    if (at > 0 && (at == node || (inside > 0 && is_displaced))) {
        pay(call, slot, &own);
        enter(world, slot, own);
    } else {
        world->map.traffic.reservations[slot].is_waiting = 1;
        world->map.traffic.maze->wanted[node] = slot;
    }
}

void veer_maze_leave(VeerWorld *world, uint32_t slot)
{
    forget(world, slot);
    veer_route_ask(world, slot);
}

/// Whether an agent in the maze stays in it.
static bool stays_in(const VeerWorld *world, uint32_t slot)
{
    const VeerReservation *own = &world->map.traffic.reservations[slot];
    bool is_out = !own->is_goal_inside && own->nodes[0] == own->goal;
    return !is_out && veer_route_is_on(world, slot) && can_enter(world, slot);
}

/// Has agents leave that have come to their exit, or may not be in a maze any more.
static void let_out(VeerWorld *world)
{
    for (uint32_t slot = 0; slot < world->head->agent_slot_count; ++slot) {
        if (veer_maze_has(world, slot) && !stays_in(world, slot)) {
            veer_maze_leave(world, slot);
        }
    }
}

/// Finds the goal of an agent that does not know it yet, or has just got a path, within the budget.
static void tend(Rollcall *call, uint32_t slot)
{
    VeerWorld *world = call->world;
    VeerReservation *own = &world->map.traffic.reservations[slot];
    bool has_news = own->is_goal_inside && own->ahead == 0 &&
                    world->map.routes.all[slot].planned + 1u == world->map.head->plan_tick;
    if ((own->goal > 0 && !has_news) || call->budget == 0) {
        return;
    }
    if (veer_maze_find_goal(world, slot, own->nodes[0], own)) {
        pay(call, slot, own);
    } else {
        veer_maze_leave(world, slot);
    }
}

/// Whether an agent is in a maze, or at one that it may enter.
static bool is_at_maze(const VeerWorld *world, uint32_t slot)
{
    uint32_t inside = veer_maze_at(world, world->agent.position[slot]);
    return veer_maze_has(world, slot) ||
           (can_enter(world, slot) && veer_maze_before(world, slot, inside) > 0);
}

static void forget_wanted(VeerMaze *maze)
{
    for (uint32_t i = 0; i <= veer_roadmap_count(maze->roadmap); i++) {
        maze->wanted[i] = VEER_NO_SLOT;
    }
}

/// Lists agents in the maze, and those that enter, by priority: independent of the order of
/// creation.
static uint32_t list_by_priority(VeerWorld *world, float dt)
{
    Rollcall call = {world, dt, world->def.map.budget};
    uint32_t *order = world->map.routes.queue; // free until plans are made
    uint32_t count = 0, in = 0;
    for (uint32_t slot = 0; slot < world->head->agent_slot_count; ++slot) {
        if (veer_route_is_on(world, slot) && is_at_maze(world, slot)) {
            order[count++] = slot;
        } else {
            world->map.traffic.reservations[slot].is_waiting = 0;
        }
    }
    count = veer_maze_drop_streams(world, order, count, dt);
    veer_sort(order, count, sizeof *order, has_priority, world);
    for (uint32_t i = 0; i < count; i++) {
        if (veer_maze_has(world, order[i])) {
            veer_maze_advance(world, order[i], dt);
            tend(&call, order[i]);
        } else {
            try_to_enter(&call, order[i], false);
        }
    }
    forget_wanted(world->map.traffic.maze);
    // Whoever is displaced must not displace others, whose bodies would bar its way.
    for (uint32_t i = 0; i < count; i++) {
        if (!veer_maze_has(world, order[i])) {
            try_to_enter(&call, order[i], true);
        }
        if (veer_maze_has(world, order[i])) {
            order[in++] = order[i];
        }
    }
    for (uint32_t i = 0; i < in; i++) {
        veer_maze_exchange(world, order[i]);
    }
    return in;
}

static void clear_all(VeerWorld *world)
{
    for (uint32_t slot = 0; slot < world->head->agent_slot_count; ++slot) {
        if (veer_maze_has(world, slot) && veer_route_is_on(world, slot)) {
            veer_maze_leave(world, slot);
        }
        world->map.traffic.reservations[slot] = (VeerReservation){0};
    }
}

float veer_maze_wanted_radius(const VeerWorld *world)
{
    const VeerMapHead *head = world->map.head;
    float limit = 0.0f;
    for (uint32_t i = 0; i < head->class_count; i++) {
        limit = max_f(limit, head->radii[i]);
    }
    return limit;
}

/// Whether all who go by route follow one field: nobody meets anybody then.
static bool is_one_stream(const VeerWorld *world)
{
    uint8_t field = 0;
    for (uint32_t slot = 0; slot < world->head->agent_slot_count; ++slot) {
        uint8_t own = world->map.routes.all[slot].field;
        if (!veer_route_is_on(world, slot) || !veer_route_has_path(world, slot)) {
            continue;
        }
        if (own == 0 || (field > 0 && own != field)) {
            return false;
        }
        field = own;
    }
    return true;
}

void veer_maze_run(VeerWorld *world, bool is_edited, float dt)
{
    VeerMapHead *head = world->map.head;
    if (!world->map.traffic.maze) {
        return;
    }
    world->map.traffic.maze->is_one_stream = is_one_stream(world);
    float radius = veer_maze_wanted_radius(world);
    if (veer_maze_watch_gates(world, dt) || is_edited || radius != head->maze_radius) {
        clear_all(world);
        head->maze_radius = radius;
    }
    if (radius <= 0.0f || !veer_maze_refresh(world)) {
        return;
    }
    let_out(world);
    veer_maze_record(world);
    uint32_t count = list_by_priority(world, dt);
    veer_maze_record(world);
    veer_maze_step(world, world->map.routes.queue, count, dt);
    bool is_still = (float)(head->plan_tick - head->maze_step) * dt > VEER_PATIENCE_SECONDS;
    for (uint32_t i = 0; i < count && !is_still; i++) {
        veer_progress_restart(world, world->map.routes.queue[i]);
    }
}
