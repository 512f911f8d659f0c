#include "plan/joint/call.h"
#include "plan/joint/search.h"

/// Nodes ahead of an agent beyond which nobody is called out yet. Over 100 mazes without loops of
/// 647 nodes, 8, 16 and 64: 40 agents take 532 steps each time; 100 of them 790, 777 and 727, at
/// 150, 270 and 890 us a step.
#define MAX_LOOKED_AHEAD 16u

/// A node on the way beyond which there are too many.
typedef struct Jam {
    uint32_t base;      ///< where the way begins
    uint32_t node;      ///< 0: there is none
    uint32_t steps;     ///< from the agent to that node
    uint32_t too_many;  ///< agents
    VeerJointSide side; ///< where they are
} Jam;

static uint32_t on_way(const VeerJointPush *push, uint32_t at)
{
    VeerJointTable table = veer_joint_table(push->step, push->first);
    return veer_joint_nearer(push->step, table, at);
}

static Jam find_jam(const VeerJointPush *push, uint32_t base)
{
    VeerJointStep *step = push->step;
    bool is_retreat = base != step->agents[push->first].at;
    step->way[base] = push->first;
    for (uint32_t i = 1, at = on_way(push, base); i <= MAX_LOOKED_AHEAD && at > 0; i++) {
        uint32_t next = on_way(push, at);
        int32_t excess = veer_joint_excess(step, push->first, at);
        step->way[at] = push->first;
        if (excess > 0) {
            VeerJointSide side = veer_joint_side(step->sides, at, next);
            return (Jam){base, at, is_retreat ? 0 : i, (uint32_t)excess, side};
        }
        at = next;
    }
    return (Jam){0};
}

/// Whether an agent can go out of the way at a node.
static bool is_hole(const VeerJointPush *push, const Jam *jam, uint32_t node)
{
    const VeerJointStep *step = push->step;
    return step->holder[node] == VEER_JOINT_NONE && step->taker[node] == VEER_JOINT_NONE &&
           step->way[node] != push->first && step->caller[node] == VEER_JOINT_NONE &&
           !veer_joint_side_has(step->sides, jam->side, node);
}

/// The first step of an agent to the nearest hole off the way. @return 0: there is none
static uint32_t find_hole(const VeerJointPush *push, const Jam *jam, uint32_t start,
                          uint32_t *length)
{
    VeerJointSearch search = veer_joint_search(push->step, start);
    veer_joint_search_bar(&search, jam->base);
    (void)veer_joint_search_next(&search);
    for (uint32_t at = veer_joint_search_next(&search); at > 0;
         at = veer_joint_search_next(&search)) {
        if (is_hole(push, jam, at)) {
            return veer_joint_search_first(&search, at, length);
        }
    }
    return 0;
}

/// Has an agent come out, if the one that pushes would have to wait for it else.
/// @return whether it is time
static bool call(VeerJointPush *push, const Jam *jam, uint32_t agent)
{
    VeerJointAgent *own = &push->step->agents[agent];
    uint32_t length = 0, to = find_hole(push, jam, own->at, &length);
    bool is_time = to > 0 && jam->steps <= length + 1u;
    if (is_time && own->next == 0 && !veer_joint_take(push, agent, to, true)) {
        own->next = 0;
    }
    return is_time;
}

/// Nobody is to go on to a node of the jam.
static void close_way(const VeerJointPush *push, const Jam *jam)
{
    uint32_t *caller = push->step->caller;
    for (uint32_t at = jam->node; at > 0; at = on_way(push, at)) {
        caller[at] = caller[at] == VEER_JOINT_NONE ? push->first : caller[at];
    }
}

void veer_joint_call_out(VeerJointPush *push, uint32_t base)
{
    Jam jam = find_jam(push, base);
    uint32_t left = jam.too_many;
    bool is_time = false;
    for (uint32_t at = jam.node; left > 0 && at > 0;) {
        at = on_way(push, at);
        uint32_t other = at > 0 ? push->step->holder[at] : VEER_JOINT_NONE;
        if (other != VEER_JOINT_NONE && other != push->first) {
            is_time |= call(push, &jam, other);
            left--;
        }
    }
    if (is_time) {
        close_way(push, &jam);
    }
}

bool veer_joint_is_closed(const VeerJointPush *push, uint32_t from, uint32_t to)
{
    uint32_t caller = push->step->caller[to];
    return caller != VEER_JOINT_NONE && caller != push->first &&
           veer_joint_further(veer_joint_table(push->step, caller), from, to) < 0;
}
