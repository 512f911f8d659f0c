/// Reservations of the nodes of a maze: see maze_step.h.
#include "world/traffic/maze_step.h"
#include "world/traffic/maze.h"

#include <string.h>

/// s that an agent is blocked before the blocking one is sent on a detour.
#define SWAP_SECONDS 1.0f
/// s without a step after which a detour is dropped.
#define DETOUR_SECONDS 20.0f
/// A blocked agent looks every so many ticks whether it can push the blocking one on.
#define LOOK_TICKS 4u
/// The longest chain of agents that is pushed.
#define MAX_PUSHED 200u

/// The state of one recursion of pushes.
typedef struct Push {
    VeerWorld *world;
    VeerMaze *maze;
    VeerReservation *reservations;
    uint32_t depth;
} Push;

static bool stays_at_node(const VeerReservation *own)
{
    return own->claimed == own->at;
}

static void claim(const Push *push, uint32_t slot, uint16_t node)
{
    push->reservations[slot].claimed = node;
    push->reservations[slot].last_step = push->world->map.head->plan_tick;
    push->maze->claimer[node] = slot;
}

static bool push_away(Push *push, uint32_t slot, uint16_t pusher);

/// Whether a node can be reserved: it is not claimed, and its holder, if any, leaves it or can be
/// pushed away.
static bool can_reserve(Push *push, uint16_t node, uint16_t from, bool may_push)
{
    const VeerMaze *maze = push->maze;
    uint32_t holder = maze->holder[node];
    if (maze->claimer[node] != VEER_NO_SLOT) {
        return false;
    }
    if (holder == VEER_NO_SLOT) {
        return true;
    }
    if (!stays_at_node(&push->reservations[holder])) {
        return push->reservations[holder].claimed != from;
    }
    return may_push && !maze->is_done[holder] && push_away(push, holder, from);
}

/// The cost of pushing an agent to a node, lowest first: off the pushing agent's path, vacant, on
/// its own path.
static uint32_t rank_of(const Push *push, uint16_t from, uint16_t to, uint16_t next_node)
{
    const uint16_t *steps = push->maze->steps;
    bool is_on_path = steps[to] > 0 && steps[to] < steps[from];
    bool is_taken = push->maze->holder[to] != VEER_NO_SLOT;
    return 4u * is_on_path + 2u * is_taken + (to != next_node);
}

/// Lists the neighbours of a node, lowest cost first.
static uint32_t list_beside(const Push *push, uint16_t from, uint16_t next_node, uint16_t *out)
{
    const VeerRoadmapNode *node = veer_roadmap_node(push->maze->roadmap, from);
    uint32_t ranks[VEER_ROADMAP_NODE_EDGES];
    for (uint32_t i = 0; i < node->count; i++) {
        uint32_t rank = rank_of(push, from, node->next[i], next_node), at = i;
        for (; at > 0 && ranks[at - 1] > rank; at--) {
            ranks[at] = ranks[at - 1];
            out[at] = out[at - 1];
        }
        ranks[at] = rank;
        out[at] = node->next[i];
    }
    return node->count;
}

/// Has an agent that blocks another claim a neighbouring node. @return false: it cannot
static bool push_away(Push *push, uint32_t slot, uint16_t pusher)
{
    VeerReservation *own = &push->reservations[slot];
    uint16_t beside[VEER_ROADMAP_NODE_EDGES];
    push->maze->is_done[slot] = 1;
    if (push->depth >= MAX_PUSHED) {
        return false;
    }
    push->depth++;
    uint32_t count = list_beside(push, own->at, own->next_node, beside);
    for (uint32_t i = 0; i < count; i++) {
        if (beside[i] != pusher && can_reserve(push, beside[i], own->at, true)) {
            claim(push, slot, beside[i]);
            break;
        }
    }
    push->depth--;
    return !stays_at_node(own);
}

// --- Detours ---

/// A breadth-first search over nodes.
typedef struct MazeFlood {
    const VeerRoadmap *roadmap;
    uint16_t *from;  ///< from[nodes]: predecessors, or 1 + steps; 0: not reached
    uint16_t *queue; ///< queue[count], expanded up to `next`
    uint32_t next, count;
    bool is_counting; ///< steps
} MazeFlood;

static void begin_flood(MazeFlood *flood, uint16_t start, uint16_t mark)
{
    memset(flood->from, 0, (veer_roadmap_count(flood->roadmap) + 1u) * sizeof *flood->from);
    flood->from[mark] = mark; // that node is not entered; 0 is none
    flood->from[start] = flood->is_counting ? 1 : mark;
    flood->queue[flood->count++] = start;
}

/// The next node in breadth-first order. @return 0: there is none
static uint16_t flood_on(MazeFlood *flood)
{
    if (flood->next == flood->count) {
        return 0;
    }
    uint16_t at = flood->queue[flood->next++];
    const VeerRoadmapNode *node = veer_roadmap_node(flood->roadmap, at);
    for (uint32_t i = 0; i < node->count; i++) {
        uint16_t to = node->next[i];
        if (flood->from[to] == 0) {
            flood->from[to] = flood->is_counting ? (uint16_t)(flood->from[at] + 1u) : at;
            flood->queue[flood->count++] = to;
        }
    }
    return at;
}

/// Counts steps to `goal` in maze->steps until `from` is reached. @return whether it is
static bool count_steps(VeerMaze *maze, uint16_t goal, uint16_t from)
{
    MazeFlood flood = {maze->roadmap, maze->steps, maze->queue, 0, 0, true};
    begin_flood(&flood, goal, 0);
    while (maze->steps[from] == 0 && flood_on(&flood) > 0) {
    }
    return maze->steps[from] > 0;
}

/// Whether a vacant node can be reached from `start` without entering `but`.
static bool has_vacancy(const VeerMaze *maze, uint16_t start, uint16_t but)
{
    MazeFlood flood = {maze->roadmap, maze->inner_steps, maze->inner_queue, 0, 0, false};
    begin_flood(&flood, start, but);
    for (uint16_t at = flood_on(&flood); at > 0; at = flood_on(&flood)) {
        if (veer_maze_is_vacant(maze, at)) {
            return true;
        }
    }
    return false;
}

/// A neighbour of a branch, not `not_there`, with a vacant node behind it, where a second such
/// neighbour exists: a vacant one is preferred. @return 0: there is not enough room
static uint16_t beside_branch(const VeerMaze *maze, uint16_t branch, uint16_t not_there)
{
    const VeerRoadmapNode *node = veer_roadmap_node(maze->roadmap, branch);
    uint16_t best = 0;
    uint32_t roomy = 0;
    for (uint32_t i = 0; i < node->count; i++) {
        uint16_t to = node->next[i];
        if (to != not_there && has_vacancy(maze, to, branch)) {
            bool is_better =
                best == 0 || (!veer_maze_is_vacant(maze, best) && veer_maze_is_vacant(maze, to));
            best = is_better ? to : best;
            roomy++;
        }
    }
    return roomy > 1 ? best : 0;
}

/// Where an agent at `from` can let the agent at `by` pass: a neighbour of the nearest branch
/// beyond that one. @return 0: nowhere
static uint16_t find_branch(const VeerMaze *maze, uint16_t from, uint16_t by)
{
    MazeFlood flood = {maze->roadmap, maze->steps, maze->queue, 0, 0, false};
    begin_flood(&flood, by, from);
    for (uint16_t at = flood_on(&flood); at > 0; at = flood_on(&flood)) {
        bool is_branch = veer_roadmap_node(maze->roadmap, at)->count > 2;
        uint16_t beside = is_branch ? beside_branch(maze, at, maze->steps[at]) : 0;
        if (beside > 0) {
            return beside;
        }
    }
    return 0;
}

/// Sends a blocking agent on a detour, with the priority of the agent that it blocks.
static void send_out(const Push *push, uint32_t slot, uint32_t asker)
{
    VeerReservation *own = &push->reservations[slot];
    const VeerReservation *its = &push->reservations[asker];
    own->detour = find_branch(push->maze, own->at, its->at);
    if (own->detour > 0) {
        bool is_sent = its->detour > 0;
        own->rank_since = is_sent ? its->rank_since : its->since;
        own->rank_id = is_sent ? its->rank_id : push->world->agent.id[asker];
        own->next_node = 0;
        own->last_step = push->world->map.head->plan_tick;
    }
}

// --- Steps ---

/// The next node of a shortest path to the detour target or goal; vacant ones are preferred.
/// @return 0: there is none
static uint16_t find_next_node(const Push *push, const VeerReservation *own)
{
    const VeerMaze *maze = push->maze;
    uint16_t goal = own->detour > 0 ? own->detour : own->goal, best = 0;
    if (!count_steps(push->maze, goal, own->at)) {
        return 0;
    }
    const VeerRoadmapNode *node = veer_roadmap_node(maze->roadmap, own->at);
    for (uint32_t i = 0; i < node->count; i++) {
        uint16_t to = node->next[i];
        bool is_nearer = maze->steps[to] > 0 && maze->steps[to] < maze->steps[own->at];
        bool is_better =
            best == 0 || (maze->holder[best] != VEER_NO_SLOT && maze->holder[to] == VEER_NO_SLOT);
        best = is_nearer && is_better ? to : best;
    }
    return best;
}

static bool has_waited(const Push *push, const VeerReservation *own, float seconds, float dt)
{
    return (float)(push->world->map.head->plan_tick - own->last_step) * dt >= seconds;
}

/// Sends the blocking agent on a detour if neither has moved for long, and it cannot be pushed.
static void try_to_swap(const Push *push, uint32_t slot, float dt)
{
    const VeerReservation *own = &push->reservations[slot];
    uint32_t other = push->maze->holder[own->next_node];
    if (other == VEER_NO_SLOT || !stays_at_node(&push->reservations[other]) ||
        push->reservations[other].detour > 0 || !veer_maze_has_priority(push->world, slot, other)) {
        return;
    }
    bool have_both = has_waited(push, own, SWAP_SECONDS, dt) &&
                     has_waited(push, &push->reservations[other], SWAP_SECONDS, dt);
    if (have_both && !has_vacancy(push->maze, push->reservations[other].at, own->at)) {
        send_out(push, other, slot);
    }
}

static bool is_at_target(const VeerReservation *own)
{
    return own->detour == 0 && own->at == own->goal;
}

/// Whether an agent that stays holds the next node of the path.
static bool is_blocked(const Push *push, const VeerReservation *own)
{
    uint32_t holder = push->maze->holder[own->next_node];
    return holder != VEER_NO_SLOT && stays_at_node(&push->reservations[holder]);
}

/// Brings the next node of the path up to date, and maze->steps if its holder has to be pushed.
/// @return false: not in this tick
static bool refresh_next_node(const Push *push, uint32_t slot)
{
    VeerReservation *own = &push->reservations[slot];
    uint32_t turn = push->world->map.head->plan_tick + push->world->agent.id[slot];
    bool is_known = own->next_node > 0, is_held = is_known && is_blocked(push, own);
    if (is_held && turn % LOOK_TICKS > 0) {
        return false;
    }
    if (!is_known || is_held) {
        own->next_node = find_next_node(push, own);
    }
    return true;
}

static void step(Push *push, uint32_t slot, float dt)
{
    VeerReservation *own = &push->reservations[slot];
    push->maze->is_done[slot] = 1;
    if (is_at_target(own) || !refresh_next_node(push, slot)) {
        return;
    }
    bool may_push = !veer_maze_only_yields(push->world, slot) || own->detour > 0;
    if (own->next_node == 0) {
        own->detour = 0;
    } else if (can_reserve(push, own->next_node, own->at, may_push)) {
        claim(push, slot, own->next_node);
    } else if (may_push) {
        try_to_swap(push, slot, dt);
    }
}

void veer_maze_step(VeerWorld *world, const uint32_t *order, uint32_t count, float dt)
{
    Push push = {world, world->map.traffic.maze, world->map.traffic.reservations, 0};
    for (uint32_t i = 0; i < count; i++) {
        push.maze->is_done[order[i]] = !stays_at_node(&push.reservations[order[i]]);
    }
    for (uint32_t i = 0; i < count; i++) {
        VeerReservation *own = &push.reservations[order[i]];
        if (own->detour > 0 && has_waited(&push, own, DETOUR_SECONDS, dt)) {
            own->detour = own->next_node = 0;
        }
        if (!push.maze->is_done[order[i]]) {
            step(&push, order[i], dt);
        }
    }
}
