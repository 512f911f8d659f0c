#include "plan/joint/push.h"

#include "base/hash.h"

/// The longest chain of agents that push each other.
#define MAX_PUSHED 1000u

static void take(const VeerJointPush *push, uint32_t agent, uint32_t node)
{
    push->step->agents[agent].next = node;
    push->step->taker[node] = agent;
}

void veer_joint_stay(const VeerJointPush *push, uint32_t agent)
{
    take(push, agent, push->step->agents[agent].at);
}

// --- Choices ---

/// Whether a node leads on to the goal of the agent that pushes, which would push on.
static bool is_in_the_way(const VeerJointPush *push, const VeerJointAgent *own, uint32_t to)
{
    const VeerJointAgent *first = &push->step->agents[push->first];
    return own != first &&
           veer_joint_further(veer_joint_table(push->step, push->first), own->at, to) < 0;
}

/// Whether a way turns at a node by 45 degrees and more. Bodies as wide as nodes are apart follow
/// each other there a quarter of a leg later.
static bool is_corner(const VeerRoadmap *roadmap, uint32_t from, uint32_t at, uint32_t to)
{
    VeerCell before = veer_roadmap_node(roadmap, from)->cell;
    VeerCell here = veer_roadmap_node(roadmap, at)->cell;
    VeerCell after = veer_roadmap_node(roadmap, to)->cell;
    int64_t x = here.x - before.x, y = here.y - before.y;
    int64_t next_x = after.x - here.x, next_y = after.y - here.y;
    int64_t cross = x * next_y - y * next_x;
    return x * next_x + y * next_y <= (cross < 0 ? -cross : cross);
}

/// Whether the one that pushes an agent would have to follow it round a corner.
static bool leads_round_corner(const VeerJointPush *push, uint32_t agent, uint32_t to)
{
    const VeerJointStep *step = push->step;
    uint32_t at = step->agents[agent].at, pusher = step->taker[at];
    return agent != push->first && pusher != VEER_JOINT_NONE &&
           is_corner(step->roadmap, step->agents[pusher].at, at, to);
}

/// Further from the goal last, then those in the way of the one that pushes, who only yields the
/// other way round; then those round a corner from there; then held ones; then by lot.
static uint64_t rank_of(const VeerJointPush *push, uint32_t agent, uint32_t to)
{
    const VeerJointAgent *own = &push->step->agents[agent];
    uint64_t lot = veer_hash_mix((uint64_t)own->lot << 32 | to) >> 8;
    uint64_t is_bad = is_in_the_way(push, own, to);
    VeerJointTable table = veer_joint_table(push->step, agent);
    int32_t further = veer_joint_further(table, own->at, to) + (int32_t)VEER_JOINT_MAX_DELAY + 1;
    uint64_t is_held = to != own->at && push->step->holder[to] != VEER_JOINT_NONE;
    uint64_t where =
        own->only_yields ? is_bad << 4 | (uint64_t)further : (uint64_t)further << 1 | is_bad;
    uint64_t is_round = leads_round_corner(push, agent, to);
    return where << 58 | is_round << 57 | is_held << 56 | lot;
}

uint32_t veer_joint_choices(const VeerJointPush *push, uint32_t agent,
                            uint32_t out[VEER_JOINT_CHOICES])
{
    const VeerJointAgent *own = &push->step->agents[agent];
    const VeerRoadmapNode *node = veer_roadmap_node(push->step->roadmap, own->at);
    uint64_t ranks[VEER_JOINT_CHOICES];
    for (uint32_t i = 0; i <= node->count; i++) {
        uint32_t to = i < node->count ? node->next[i] : own->at, at = i;
        uint64_t rank = rank_of(push, agent, to);
        for (; at > 0 && ranks[at - 1] > rank; at--) {
            ranks[at] = ranks[at - 1];
            out[at] = out[at - 1];
        }
        ranks[at] = rank;
        out[at] = to;
    }
    return node->count + 1u;
}

// --- Pushes ---

/// Whether an agent that takes a node closes a circle of agents who wait for each other.
static bool closes_circle(const VeerJointPush *push, uint32_t from, uint32_t to)
{
    const VeerJointAgent *agents = push->step->agents;
    while (to != from) {
        uint32_t holder = push->step->holder[to];
        if (holder == VEER_JOINT_NONE || agents[holder].next == 0 || agents[holder].next == to) {
            return false;
        }
        to = agents[holder].next;
    }
    return true;
}

/// Whether an agent that is pushed would leave the one that pushes without a way on.
static bool fills(const VeerJointPush *push, uint32_t from, uint32_t to)
{
    return push->base > 0
               ? veer_joint_bars_retreat(push->step, push->base, from, to)
               : from == push->full.node && veer_joint_side_has(push->step->sides, push->full, to);
}

/// Whether an agent that takes a node would follow, round a corner, one that leaves it in the same
/// step, so that all that go on from there come later, too.
static bool follows_round_corner(const VeerJointPush *push, uint32_t from, uint32_t to)
{
    const VeerJointStep *step = push->step;
    uint32_t holder = step->holder[to];
    return holder != VEER_JOINT_NONE && step->agents[holder].next != 0 &&
           is_corner(step->roadmap, from, to, step->agents[holder].next);
}

static bool give_way(VeerJointPush *push, uint32_t agent);

bool veer_joint_take(VeerJointPush *push, uint32_t agent, uint32_t to, bool may_push)
{
    const VeerJointStep *step = push->step;
    uint32_t from = step->agents[agent].at, holder = step->holder[to];
    if (step->taker[to] != VEER_JOINT_NONE) {
        return false;
    }
    if (to == from) {
        take(push, agent, to);
        return true;
    }
    if (follows_round_corner(push, from, to) || closes_circle(push, from, to) ||
        (agent != push->first && fills(push, from, to))) {
        return false;
    }
    bool is_open = holder != VEER_JOINT_NONE && step->agents[holder].next == 0;
    if (is_open && (!may_push || push->depth >= MAX_PUSHED)) {
        return false;
    }
    take(push, agent, to);
    return !is_open || give_way(push, holder);
}

/// Gives an agent that is pushed its next node. @return false: it has to stay, so whoever wants its
/// node cannot have it
static bool give_way(VeerJointPush *push, uint32_t agent)
{
    uint32_t choices[VEER_JOINT_CHOICES], count = veer_joint_choices(push, agent, choices);
    bool is_done = false;
    push->depth++;
    for (uint32_t i = 0; i < count && !is_done; i++) {
        is_done = veer_joint_take(push, agent, choices[i], true);
    }
    push->depth--;
    if (!is_done) {
        veer_joint_stay(push, agent);
    }
    return is_done;
}
