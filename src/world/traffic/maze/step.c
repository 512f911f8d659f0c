/// Reservations of the nodes of a maze: see step.h.
#include "world/traffic/maze/step.h"
#include "world/body/body.h"
#include "world/traffic/maze/members.h"
#include "world/traffic/maze/nodes.h"
#include "world/traffic/maze/roadmap.h"

#include "base/hash.h"
#include "math/vec.h"

#include <string.h>

// --- Bodies ---

/// The plan tick at which an agent reserved a node that it goes to.
static uint32_t tick_of(const VeerReservation *own, uint32_t node)
{
    uint32_t number = 1;
    while (number < own->ahead && own->nodes[number] != node) {
        number++;
    }
    return own->ticks[number];
}

static void note_visit(VeerWorld *world, uint32_t slot, uint32_t number)
{
    const VeerReservation *all = world->map.traffic.reservations;
    uint32_t node = all[slot].nodes[number], *first = &world->map.traffic.maze->coming[node];
    if (*first == VEER_NO_SLOT ||
        veer_routes_is_before(world, all[slot].ticks[number], tick_of(&all[*first], node))) {
        *first = slot;
    }
}

void veer_maze_record(VeerWorld *world)
{
    VeerMaze *maze = world->map.traffic.maze;
    for (uint32_t i = 0; i <= veer_roadmap_count(maze->roadmap); i++) {
        maze->there[i] = maze->coming[i] = VEER_NO_SLOT;
    }
    for (uint32_t slot = 0; slot < world->head->agent_slot_count; ++slot) {
        const VeerReservation *own = &world->map.traffic.reservations[slot];
        if (own->nodes[0] > 0) {
            maze->there[own->nodes[0]] = slot;
        }
        for (uint32_t i = 1; i <= own->ahead; i++) {
            note_visit(world, slot, i);
        }
    }
}

bool veer_maze_is_free_for(const VeerWorld *world, uint32_t slot, uint32_t node)
{
    const VeerMaze *maze = world->map.traffic.maze;
    return maze->there[node] == VEER_NO_SLOT && maze->coming[node] == slot;
}

/// Whether an agent is at its next node, or beyond, and may hold it.
static bool is_at_next(const VeerWorld *world, uint32_t slot, float dt)
{
    const VeerReservation *own = &world->map.traffic.reservations[slot];
    if (own->ahead == 0 || !veer_maze_is_free_for(world, slot, own->nodes[1])) {
        return false;
    }
    VeerVec3 to = veer_maze_centre(world, own->nodes[1]);
    VeerVec3 leg = unit3(sub3(to, veer_maze_centre(world, own->nodes[0])), (VeerVec3){0});
    float left = dot3(leg, veer_world_offset(world, slot, to));
    float speed = length3(world->agent.velocity[slot]);
    return left <= max_f(VEER_REACHED_PART * world->agent.radius[slot], speed * dt);
}

void veer_maze_advance(VeerWorld *world, uint32_t slot, float dt)
{
    VeerReservation *own = &world->map.traffic.reservations[slot];
    while (is_at_next(world, slot, dt)) {
        uint32_t left = --own->ahead;
        for (uint32_t i = 0; i < VEER_MAZE_AHEAD; i++) {
            own->nodes[i] = i <= left ? own->nodes[i + 1u] : 0;
            own->ticks[i] = i <= left ? own->ticks[i + 1u] : 0;
        }
        own->nodes[left + 1u] = own->ticks[left + 1u] = 0;
        world->map.head->maze_step = world->map.head->plan_tick;
    }
}

// --- Ways round ---

/// Whether an agent in a maze stands, or nearly so, before its goal. With a fifth of its speed in
/// place of half of it the last of 400 in the benchmark's rooms, seeds 1 to 4, takes 245 s in the
/// mean in place of 235, of 200 in the maze of two cells, seeds 1 to 3, 227 in place of 211.
static bool is_standing(const VeerWorld *world, uint32_t slot)
{
    const VeerReservation *own = &world->map.traffic.reservations[slot];
    float speed = length3(world->agent.velocity[slot]);
    return own->nodes[0] > 0 && own->nodes[0] != own->goal && !veer_maze_only_yields(world, slot) &&
           speed < 0.5f * world->agent.max_speed[slot];
}

/// Ticks between two looks at who stands.
static uint32_t look_period(float dt)
{
    return 1u + (uint32_t)(VEER_PATIENCE_SECONDS / dt) / 4u;
}

/// Notes where agents stand, now and then: from then on ways lead round such places. Every 4, 8, 16
/// and 30 s the last of 400 agents in the benchmark's rooms, seeds 1 to 4, is at its goal after
/// 232, 235, 224 and 235 s in the mean (272 where nobody goes round), on 32 x 32 cells, 20%
/// blocked, seeds 1 and 2, after 132, 135, 142 and 135 s (140).
static void note_standing(VeerWorld *world, float dt)
{
    if (world->map.head->plan_tick % look_period(dt) != 0) {
        return;
    }
    for (uint32_t slot = 0; slot < world->head->agent_slot_count; ++slot) {
        VeerReservation *own = &world->map.traffic.reservations[slot];
        own->stood_before = own->stood_at;
        own->stood_at = is_standing(world, slot) ? own->nodes[0] : 0;
    }
}

/// Each agent that stood is worth a step more at its node and at those beside it: ways lead round
/// crowds, and not from one side of a corridor to the other round each of its agents.
static void add_delays(const VeerMaze *maze, uint8_t *delays, uint32_t at)
{
    const VeerRoadmapNode *node = veer_roadmap_node(maze->roadmap, at);
    for (uint32_t i = 0; i <= node->count && at > 0; i++) {
        uint8_t *delay = &delays[i < node->count ? node->next[i] : at];
        *delay = (uint8_t)(*delay + (*delay < VEER_JOINT_MAX_DELAY));
    }
}

/// The share of goals for which the last look at who stands counts: more from tick to tick, up to
/// the next look.
static uint32_t share_at(uint32_t turn, uint32_t period)
{
    return (uint32_t)((uint64_t)turn * VEER_JOINT_ALL_GOALS / period);
}

/// Finds anew the steps of agents to whose goals others delays apply in this tick.
static void find_steps(const VeerWorld *world, const uint32_t *order, uint32_t count, uint32_t from,
                       uint32_t to)
{
    const VeerMaze *maze = world->map.traffic.maze;
    for (uint32_t i = 0; i < count; i++) {
        const VeerReservation *own = &world->map.traffic.reservations[order[i]];
        uint32_t turn = veer_joint_turn(own->goal);
        if (own->goal > 0 && turn >= from && turn < to) {
            veer_joint_steps_find(maze->steps, maze->roadmap, own->goal, own->nodes[own->ahead]);
        }
    }
}

/// Sets delays by where agents stood at the last look and the one before: goals change over between
/// two looks, a few a tick.
static void set_delays(VeerWorld *world, const uint32_t *order, uint32_t count, float dt)
{
    VeerMaze *maze = world->map.traffic.maze;
    uint32_t nodes = veer_roadmap_count(maze->roadmap), period = look_period(dt);
    uint32_t turn = world->map.head->plan_tick % period;
    uint8_t *before = (uint8_t *)maze->joint_scratch, *now = before + nodes + 1u;
    memset(before, 0, 2 * (nodes + (size_t)1));
    for (uint32_t slot = 0; slot < world->head->agent_slot_count; ++slot) {
        const VeerReservation *own = &world->map.traffic.reservations[slot];
        add_delays(maze, before, own->stood_before);
        add_delays(maze, now, own->stood_at);
    }
    VeerJointDelays delays = {before, now, share_at(turn + 1u, period)};
    veer_joint_steps_delay(maze->steps, &delays, nodes);
    find_steps(world, order, count, share_at(turn, period), delays.share);
}

// --- Joint steps ---

/// Lists the agents of a step. The first in rank goes straight, so that it gets to its goal
/// wherever others stand, and then the next is first. Those with as many nodes ahead as they may
/// have stay, and those who are not at their own yet. @return how many these are
static uint32_t list_agents(VeerWorld *world, const uint32_t *order, uint32_t count)
{
    VeerMaze *maze = world->map.traffic.maze;
    uint32_t full = 0;
    for (uint32_t i = 0; i < count; i++) {
        const VeerReservation *own = &world->map.traffic.reservations[order[i]];
        bool is_full = own->ahead == VEER_MAZE_AHEAD || veer_maze_is_displaced(world, order[i]);
        uint32_t at = own->nodes[own->ahead], tick = world->map.head->plan_tick;
        maze->agents[i] = (VeerJointAgent){
            .at = at,
            .next = is_full ? at : 0,
            .goal = own->goal,
            .user = order[i],
            .lot = (uint32_t)veer_hash_mix((uint64_t)world->agent.id[order[i]] << 32 | tick),
            .is_direct = i == 0,
            .only_yields = own->goal == 0 || veer_maze_only_yields(world, order[i]),
        };
        full += is_full;
    }
    return full;
}

static void reserve(VeerWorld *world, const VeerJointAgent *agent)
{
    VeerReservation *own = &world->map.traffic.reservations[agent->user];
    if (agent->next != agent->at && own->ahead < VEER_MAZE_AHEAD) {
        own->ahead++;
        own->nodes[own->ahead] = agent->next;
        own->ticks[own->ahead] = world->map.head->plan_tick;
        world->map.head->maze_step = world->map.head->plan_tick;
        note_visit(world, agent->user, own->ahead);
    }
}

/// Whether any body is without a node to go to, and not at its goal, or at one that another waits
/// for outside.
static bool needs_node(const VeerWorld *world, const uint32_t *order, uint32_t count)
{
    const uint32_t *wanted = world->map.traffic.maze->wanted;
    for (uint32_t i = 0; i < count; i++) {
        const VeerReservation *own = &world->map.traffic.reservations[order[i]];
        bool is_away = own->goal > 0 && own->nodes[0] != own->goal;
        if (own->ahead == 0 && (is_away || wanted[own->nodes[0]] != VEER_NO_SLOT)) {
            return true;
        }
    }
    return false;
}

/// Whether a step is due, for those that have been listed: when there is news since the last one
/// and nobody is full. Where some that are full do not come on, the others wait no longer than
/// until all have stood for so long.
static bool is_due(const VeerWorld *world, uint32_t full, float dt)
{
    const VeerMapHead *head = world->map.head;
    bool has_news = !veer_routes_is_before(world, head->maze_step, head->maze_joint);
    uint32_t last = has_news ? head->maze_step : head->maze_joint;
    bool is_blocked = (float)(head->plan_tick - last) * dt >= VEER_BLOCKED_SECONDS;
    return (has_news && full == 0) || is_blocked;
}

void veer_maze_step(VeerWorld *world, const uint32_t *order, uint32_t count, float dt)
{
    VeerMapHead *head = world->map.head;
    VeerMaze *maze = world->map.traffic.maze;
    note_standing(world, dt);
    if (count == 0) {
        return;
    }
    set_delays(world, order, count, dt);
    if (!needs_node(world, order, count) || !is_due(world, list_agents(world, order, count), dt)) {
        return;
    }
    head->maze_joint = head->plan_tick;
    VeerJoint joint = {
        .roadmap = maze->roadmap,
        .steps = maze->steps,
        .sides = maze->sides,
        .agents = maze->agents,
        .scratch = maze->joint_scratch,
        .wanted = maze->wanted,
        .count = count,
    };
    veer_joint_step(&joint);
    for (uint32_t i = 0; i < count; i++) {
        reserve(world, &maze->agents[i]);
    }
}
