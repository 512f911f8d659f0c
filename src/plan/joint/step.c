#include "plan/joint/detour.h"
#include "plan/joint/steps.h"

#include "base/hash.h"

/// The longest chain of agents that push each other.
#define MAX_PUSHED 1000u
/// Joint steps without coming nearer to its goal after which an agent sends who blocks it on a
/// detour.
#define SEND_STEPS 8u
/// Joint steps without coming nearer to its goal after which an agent, and those whom it pushes,
/// stray: one in so many of their steps is by lot.
#define STALE_STEPS 64u
#define STRAY_ONE_IN 4u
/// Neighbours of a node, and the node itself.
#define MAX_CHOICES (VEER_ROADMAP_NODE_EDGES + 1u)

typedef struct Push {
    VeerJoint *joint;
    uint32_t first; ///< agent that pushes, and whose priority the pushed ones have
    uint32_t depth;
} Push;

static const VeerRoadmapNode *node_of(const Push *push, uint32_t number)
{
    return veer_roadmap_node(push->joint->roadmap, number);
}

static uint32_t holder_of(const Push *push, uint32_t node)
{
    return push->joint->holder[node];
}

static VeerJointTable table_of(const Push *push, const VeerJointAgent *agent)
{
    if (agent->goal == 0) {
        return NULL;
    }
    return veer_joint_steps_to(push->joint->steps, push->joint->roadmap, agent->user, agent->goal);
}

static void take(const Push *push, uint32_t agent, uint32_t node)
{
    push->joint->agents[agent].next = node;
    push->joint->taker[node] = agent;
}

// --- Choices ---

/// Whether a node leads on to the goal of the agent that pushes, which would push on.
static bool is_in_the_way(const Push *push, const VeerJointAgent *own, uint32_t to)
{
    const VeerJointAgent *first = &push->joint->agents[push->first];
    return own != first && (own->only_yields || first->is_sent) &&
           veer_joint_further(table_of(push, first), own->at, to) < 0;
}

/// Whether an agent goes anywhere, as the one that pushes has come no nearer to its goal for long.
static bool strays(const Push *push, const VeerJointAgent *own)
{
    return push->joint->agents[push->first].stale >= STALE_STEPS &&
           veer_hash_mix(own->lot) % STRAY_ONE_IN == 0;
}

/// Further from the goal last; then held ones; then by lot.
static uint64_t rank_of(const Push *push, const VeerJointAgent *own, uint32_t to)
{
    uint64_t lot = veer_hash_mix((uint64_t)own->lot << 32 | to) >> 8;
    if (strays(push, own)) {
        return lot;
    }
    uint64_t is_bad = is_in_the_way(push, own, to);
    uint64_t further = (uint64_t)(veer_joint_further(table_of(push, own), own->at, to) + 1);
    uint64_t is_held = to != own->at && holder_of(push, to) != VEER_JOINT_NONE;
    return is_bad << 62 | further << 60 | is_held << 58 | lot;
}

static uint32_t list_choices(const Push *push, const VeerJointAgent *own, uint32_t *out)
{
    const VeerRoadmapNode *node = node_of(push, own->at);
    uint64_t ranks[MAX_CHOICES];
    for (uint32_t i = 0; i <= node->count; i++) {
        uint32_t to = i < node->count ? node->next[i] : own->at, at = i;
        uint64_t rank = rank_of(push, own, to);
        for (; at > 0 && ranks[at - 1] > rank; at--) {
            ranks[at] = ranks[at - 1];
            out[at] = out[at - 1];
        }
        ranks[at] = rank;
        out[at] = to;
    }
    return node->count + 1u;
}

// --- Swaps ---

/// Whether an agent stays for good in the dead end that it holds.
static bool fills_dead_end(const Push *push, uint32_t node)
{
    uint32_t holder = holder_of(push, node);
    return node_of(push, node)->count == 1 && holder != VEER_JOINT_NONE &&
           push->joint->agents[holder].goal == node;
}

/// Ways on from a node, not back to `from`. @param on  the last of them
static uint32_t count_ways(const Push *push, uint32_t node, uint32_t from, uint32_t *on)
{
    const VeerRoadmapNode *own = node_of(push, node);
    uint32_t ways = 0;
    for (uint32_t i = 0; i < own->count; i++) {
        if (own->next[i] != from && !fills_dead_end(push, own->next[i])) {
            *on = own->next[i];
            ways++;
        }
    }
    return ways;
}

/// Whether two can exchange at the first branch behind the one that is pulled.
static bool can_swap(const Push *push, uint32_t pusher, uint32_t pulled)
{
    for (uint32_t from = pusher, at = pulled, on = 0; at != pusher;) {
        uint32_t ways = count_ways(push, at, from, &on);
        if (ways != 1) {
            return ways > 1;
        }
        from = at;
        at = on;
    }
    return false;
}

/// Whether the corridor that one is to push the other along leads the one to its goal, and the
/// other away from its own.
static bool must_swap(const Push *push, const VeerJointAgent *one, uint32_t pusher,
                      const VeerJointAgent *other, uint32_t pulled)
{
    VeerJointTable to_one = table_of(push, one); // the other's may take its place
    uint32_t on = 0;
    while (veer_joint_further(to_one, pusher, pulled) < 0) {
        uint32_t ways = count_ways(push, pulled, pusher, &on);
        if (ways > 1) {
            return false;
        }
        if (ways == 0) {
            break;
        }
        pusher = pulled;
        pulled = on;
    }
    bool is_past = one->goal == pusher || veer_joint_further(to_one, pusher, pulled) < 0;
    return is_past && veer_joint_further(table_of(push, other), pulled, pusher) < 0;
}

/// The agent that an agent swaps with: it pulls that one back to a branch. @param first  its choice
static uint32_t find_swap(const Push *push, uint32_t agent, uint32_t first)
{
    const VeerJointAgent *agents = push->joint->agents, *own = &agents[agent];
    if (first == own->at) {
        return VEER_JOINT_NONE;
    }
    uint32_t other = holder_of(push, first);
    if (other != VEER_JOINT_NONE && agents[other].next == 0 &&
        must_swap(push, own, own->at, &agents[other], first) && can_swap(push, first, own->at)) {
        return other;
    }
    // One that has to pass it later follows where it clears the branch.
    const VeerRoadmapNode *node = node_of(push, own->at);
    for (uint32_t i = 0; i < node->count; i++) {
        other = holder_of(push, node->next[i]);
        if (other != VEER_JOINT_NONE && node->next[i] != first && agents[other].next == 0 &&
            must_swap(push, &agents[other], own->at, own, first) &&
            can_swap(push, first, own->at)) {
            return other;
        }
    }
    return VEER_JOINT_NONE;
}

// --- Pushes ---

/// Whether an agent that takes a node closes a circle of agents who wait for each other.
static bool closes_circle(const Push *push, uint32_t from, uint32_t to)
{
    const VeerJointAgent *agents = push->joint->agents;
    while (to != from) {
        uint32_t holder = holder_of(push, to);
        if (holder == VEER_JOINT_NONE || agents[holder].next == 0 || agents[holder].next == to) {
            return false;
        }
        to = agents[holder].next;
    }
    return true;
}

static bool decide(Push *push, uint32_t agent, bool may_push);

static bool can_take(Push *push, uint32_t agent, uint32_t to, bool may_push)
{
    const VeerJoint *joint = push->joint;
    uint32_t from = joint->agents[agent].at, holder = holder_of(push, to);
    if (joint->taker[to] != VEER_JOINT_NONE) {
        return false;
    }
    if (to == from) {
        take(push, agent, to);
        return true;
    }
    if (closes_circle(push, from, to)) {
        return false;
    }
    bool is_open = holder != VEER_JOINT_NONE && joint->agents[holder].next == 0;
    if (is_open && (!may_push || push->depth >= MAX_PUSHED)) {
        return false;
    }
    take(push, agent, to);
    return !is_open || decide(push, holder, true);
}

/// Gives an agent its next node. @return false: it has to stay, so whoever wants its node cannot
static bool decide(Push *push, uint32_t agent, bool may_push)
{
    VeerJoint *joint = push->joint;
    VeerJointAgent *own = &joint->agents[agent];
    uint32_t choices[MAX_CHOICES], count = list_choices(push, own, choices);
    bool may_swap = may_push && !joint->agents[push->first].is_sent;
    uint32_t swap = may_swap ? find_swap(push, agent, choices[0]) : VEER_JOINT_NONE;
    bool is_done = false;
    push->depth++;
    for (uint32_t i = 0; i < count && !is_done; i++) {
        uint32_t to = choices[swap == VEER_JOINT_NONE ? i : count - 1u - i];
        is_done = can_take(push, agent, to, may_push);
        bool is_pulling = is_done && i == 0 && swap != VEER_JOINT_NONE && to != own->at;
        if (is_pulling && joint->agents[swap].next == 0 &&
            joint->taker[own->at] == VEER_JOINT_NONE &&
            !closes_circle(push, joint->agents[swap].at, own->at)) {
            take(push, swap, own->at);
        }
    }
    push->depth--;
    if (agent == push->first && own->stale >= SEND_STEPS && !own->is_sent && may_push) {
        veer_joint_send(joint, agent, choices[0]);
    }
    if (!is_done) {
        take(push, agent, own->at);
    }
    return is_done;
}

static void note_progress(const Push *push, VeerJointAgent *own)
{
    int32_t further = veer_joint_further(table_of(push, own), own->at, own->next);
    bool is_nearest = further < 0 && own->over == 0;
    own->over += is_nearest ? 0u : (uint32_t)further;
    bool is_fresh = is_nearest || own->only_yields;
    own->stale = is_fresh ? 0u : own->stale + (own->stale < STALE_STEPS);
}

void veer_joint_step(VeerJoint *joint)
{
    Push push = {joint, 0, 0};
    for (uint32_t i = 0; i < joint->count; i++) {
        push.first = i;
        if (joint->agents[i].next == 0) {
            (void)decide(&push, i, !joint->agents[i].only_yields);
        }
    }
    for (uint32_t i = 0; i < joint->count; i++) {
        note_progress(&push, &joint->agents[i]);
    }
}
