/// Who steps where in a maze.
///
/// Each that stands at a station, those who go first first, claims the next one on its way; who
/// stands there has to go to another, and so on with whom it meets; if one cannot, all stay. Who
/// cannot get past another, in a dead end, has it go out before it, to the first branch.
///
/// Source: priorities that are handed on, and taken back (Okumura, Machida, Défago and Tamura,
/// "Priority inheritance with backtracking for iterative multi-agent path finding", 2022), without
/// common time steps (Okumura, Tamura and Défago, "Time-independent planning for multiple moving
/// agents", 2021); places are changed at branches as with Luna and Bekris, "Push and swap", 2011.
#include "world/traffic/maze_step.h"
#include "world/base/base.h"
#include "world/traffic/maze.h"
#include "world/traffic/maze_map.h"

#include <string.h>

/// s that one stands before another until that goes out before it.
#define SWAP_SECONDS 1.0f
/// s that one stands until its errand is forgotten.
#define ERRAND_SECONDS 20.0f
/// Who stands before another looks every so many ticks whether it can push it on.
#define LOOK_TICKS 4u
/// The longest row that is pushed.
#define MAX_PUSHED 200u

/// Under work.
typedef struct Push {
    VeerWorld *world;
    VeerMaze *maze;
    VeerReservation *seats;
    uint32_t depth;
} Push;

static bool stands(const VeerReservation *seat)
{
    return seat->next == seat->at;
}

static void claim(const Push *push, uint32_t slot, uint16_t station)
{
    push->seats[slot].next = station;
    push->seats[slot].stood = push->world->map.head->plan_tick;
    push->maze->claimer[station] = slot;
}

static bool make_room(Push *push, uint32_t slot, uint16_t pusher);

/// Whether a station can be had: nobody else wants it, and who is there leaves it.
static bool is_to_be_had(Push *push, uint16_t station, uint16_t from, bool may_push)
{
    const VeerMaze *maze = push->maze;
    uint32_t holder = maze->holder[station];
    if (maze->claimer[station] != VEER_NO_SLOT) {
        return false;
    }
    if (holder == VEER_NO_SLOT) {
        return true;
    }
    if (!stands(&push->seats[holder])) {
        return push->seats[holder].next != from;
    }
    return may_push && !maze->is_done[holder] && make_room(push, holder, from);
}

/// Of a station: the less, the sooner one that is pushed goes there. Off the way of who pushes
/// first, and where nobody is.
static uint32_t rank_of(const Push *push, uint16_t from, uint16_t to, uint16_t hop)
{
    const uint16_t *steps = push->maze->steps;
    bool is_on_way = steps[to] > 0 && steps[to] < steps[from];
    bool is_taken = push->maze->holder[to] != VEER_NO_SLOT;
    return 4u * is_on_way + 2u * is_taken + (to != hop);
}

/// Lists the stations beside one in the order of their ranks.
static uint32_t list_beside(const Push *push, uint16_t from, uint16_t hop, uint16_t *out)
{
    const VeerRoadmapNode *station = veer_roadmap_node(push->maze->stations, from);
    uint32_t ranks[VEER_ROADMAP_NODE_EDGES];
    for (uint32_t i = 0; i < station->count; i++) {
        uint32_t rank = rank_of(push, from, station->next[i], hop), at = i;
        for (; at > 0 && ranks[at - 1] > rank; at--) {
            ranks[at] = ranks[at - 1];
            out[at] = out[at - 1];
        }
        ranks[at] = rank;
        out[at] = station->next[i];
    }
    return station->count;
}

/// Has one that stands in the way go to another station. @return false: it cannot
static bool make_room(Push *push, uint32_t slot, uint16_t pusher)
{
    VeerReservation *seat = &push->seats[slot];
    uint16_t beside[VEER_ROADMAP_NODE_EDGES];
    push->maze->is_done[slot] = 1;
    if (push->depth >= MAX_PUSHED) {
        return false;
    }
    push->depth++;
    uint32_t count = list_beside(push, seat->at, seat->hop, beside);
    for (uint32_t i = 0; i < count; i++) {
        if (beside[i] != pusher && is_to_be_had(push, beside[i], seat->at, true)) {
            claim(push, slot, beside[i]);
            break;
        }
    }
    push->depth--;
    return !stands(seat);
}

// --- Errands ---

/// A search over stations, from one on, past others or not.
typedef struct MazeFlood {
    const VeerRoadmap *stations;
    uint16_t *from;  ///< from[stations]: the one that each was reached from; 0: not yet
    uint16_t *queue; ///< queue[count], done up to `next`
    uint32_t next, count;
} MazeFlood;

/// Begins at a station; `bar` is not entered.
static void begin_flood(MazeFlood *flood, uint16_t start, uint16_t bar)
{
    memset(flood->from, 0, (veer_roadmap_count(flood->stations) + 1u) * sizeof *flood->from);
    flood->from[bar] = bar;
    flood->from[start] = bar;
    flood->queue[0] = start;
    flood->next = 0;
    flood->count = 1;
}

/// The next station. @return 0: there is none
static uint16_t flood_on(MazeFlood *flood)
{
    if (flood->next == flood->count) {
        return 0;
    }
    uint16_t at = flood->queue[flood->next++];
    const VeerRoadmapNode *station = veer_roadmap_node(flood->stations, at);
    for (uint32_t i = 0; i < station->count; i++) {
        uint16_t to = station->next[i];
        if (flood->from[to] == 0) {
            flood->from[to] = at;
            flood->queue[flood->count++] = to;
        }
    }
    return at;
}

/// Whether any station that can be come to from one, but by way of another, is vacant.
static bool has_vacancy(const VeerMaze *maze, uint16_t start, uint16_t but)
{
    MazeFlood flood = {maze->stations, maze->arm_steps, maze->arm_queue, 0, 0};
    begin_flood(&flood, start, but);
    for (uint16_t at = flood_on(&flood); at > 0; at = flood_on(&flood)) {
        if (veer_maze_is_vacant(maze, at)) {
            return true;
        }
    }
    return false;
}

/// A station beside a branch, but for `not_there`, with room to go to in it and in another: one
/// where nobody is, if there is one. @return 0: there is not so much room
static uint16_t beside_branch(const VeerMaze *maze, uint16_t branch, uint16_t not_there)
{
    const VeerRoadmapNode *station = veer_roadmap_node(maze->stations, branch);
    uint16_t best = 0;
    uint32_t roomy = 0;
    for (uint32_t i = 0; i < station->count; i++) {
        uint16_t to = station->next[i];
        if (to != not_there && has_vacancy(maze, to, branch)) {
            bool is_better =
                best == 0 || (!veer_maze_is_vacant(maze, best) && veer_maze_is_vacant(maze, to));
            best = is_better ? to : best;
            roomy++;
        }
    }
    return roomy > 1 ? best : 0;
}

/// Where one at `from` can let another pass that stands at `by`, beyond that one: beside the
/// nearest branch with room for both. @return 0: nowhere
static uint16_t find_branch(const VeerMaze *maze, uint16_t from, uint16_t by)
{
    MazeFlood flood = {maze->stations, maze->steps, maze->queue, 0, 0};
    begin_flood(&flood, by, from);
    for (uint16_t at = flood_on(&flood); at > 0; at = flood_on(&flood)) {
        bool is_branch = veer_roadmap_node(maze->stations, at)->count > 2;
        uint16_t beside = is_branch ? beside_branch(maze, at, maze->steps[at]) : 0;
        if (beside > 0) {
            return beside;
        }
    }
    return 0;
}

/// Has one that stands in the way go out before the one whose way it is, in that one's turn.
static void send_out(const Push *push, uint32_t slot, uint32_t asker)
{
    VeerReservation *seat = &push->seats[slot];
    const VeerReservation *its = &push->seats[asker];
    seat->errand = find_branch(push->maze, seat->at, its->at);
    if (seat->errand > 0) {
        bool is_sent = its->errand > 0;
        seat->rank_since = is_sent ? its->rank_since : its->since;
        seat->rank_id = is_sent ? its->rank_id : push->world->agent.id[asker];
        seat->hop = 0;
        seat->stood = push->world->map.head->plan_tick;
    }
}

// --- Steps ---

/// The next station on the way to where it is to go. @return 0: there is none
static uint16_t find_hop(const Push *push, const VeerReservation *seat)
{
    const VeerMaze *maze = push->maze;
    uint16_t goal = seat->errand > 0 ? seat->errand : seat->goal, best = 0;
    if (!veer_maze_search(push->maze, goal, seat->at)) {
        return 0;
    }
    const VeerRoadmapNode *station = veer_roadmap_node(maze->stations, seat->at);
    for (uint32_t i = 0; i < station->count; i++) {
        uint16_t to = station->next[i];
        bool is_nearer = maze->steps[to] > 0 && maze->steps[to] < maze->steps[seat->at];
        bool is_better =
            best == 0 || (maze->holder[best] != VEER_NO_SLOT && maze->holder[to] == VEER_NO_SLOT);
        best = is_nearer && is_better ? to : best;
    }
    return best;
}

static bool is_old(const Push *push, const VeerReservation *seat, float seconds, float dt)
{
    return (float)(push->world->map.head->plan_tick - seat->stood) * dt >= seconds;
}

/// One that could not step: whether another keeps it from that for long.
static void look_for_swap(const Push *push, uint32_t slot, float dt)
{
    const VeerReservation *seat = &push->seats[slot];
    uint32_t other = push->maze->holder[seat->hop];
    if (other == VEER_NO_SLOT || !stands(&push->seats[other]) || push->seats[other].errand > 0 ||
        !veer_maze_has_priority(push->world, slot, other)) {
        return;
    }
    bool is_old_row =
        is_old(push, seat, SWAP_SECONDS, dt) && is_old(push, &push->seats[other], SWAP_SECONDS, dt);
    if (is_old_row && !has_vacancy(push->maze, push->seats[other].at, seat->at)) {
        send_out(push, other, slot);
    }
}

static bool is_there(const VeerReservation *seat)
{
    return seat->errand == 0 && seat->at == seat->goal;
}

/// Whether somebody stands on the next station of the way.
static bool is_barred(const Push *push, const VeerReservation *seat)
{
    uint32_t holder = push->maze->holder[seat->hop];
    return holder != VEER_NO_SLOT && stands(&push->seats[holder]);
}

/// Brings the next station of the way up to date, where somebody has to be pushed off it with the
/// search. @return false: not now
static bool look_ahead(const Push *push, uint32_t slot)
{
    VeerReservation *seat = &push->seats[slot];
    uint32_t turn = push->world->map.head->plan_tick + push->world->agent.id[slot];
    bool is_known = seat->hop > 0, is_held = is_known && is_barred(push, seat);
    if (is_held && turn % LOOK_TICKS > 0) {
        return false;
    }
    if (!is_known || is_held) {
        seat->hop = find_hop(push, seat);
    }
    return true;
}

static void step(Push *push, uint32_t slot, float dt)
{
    VeerReservation *seat = &push->seats[slot];
    push->maze->is_done[slot] = 1;
    if (is_there(seat) || !look_ahead(push, slot)) {
        return;
    }
    bool may_push = !veer_maze_only_yields(push->world, slot) || seat->errand > 0;
    if (seat->hop == 0) {
        seat->errand = 0;
    } else if (is_to_be_had(push, seat->hop, seat->at, may_push)) {
        claim(push, slot, seat->hop);
    } else if (may_push) {
        look_for_swap(push, slot, dt);
    }
}

void veer_maze_step(VeerWorld *world, const uint32_t *order, uint32_t count, float dt)
{
    Push push = {world, world->map.traffic.maze, world->map.traffic.reservations, 0};
    for (uint32_t i = 0; i < count; i++) {
        push.maze->is_done[order[i]] = !stands(&push.seats[order[i]]);
    }
    for (uint32_t i = 0; i < count; i++) {
        VeerReservation *seat = &push.seats[order[i]];
        if (seat->errand > 0 && is_old(&push, seat, ERRAND_SECONDS, dt)) {
            seat->errand = seat->hop = 0;
        }
        if (!push.maze->is_done[order[i]]) {
            step(&push, order[i], dt);
        }
    }
}
