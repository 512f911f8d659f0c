#include "plan/joint/call.h"

#include <string.h>

/// Whether an agent may go to a node of its own accord: it can get on from there to its goal.
static bool may_go(VeerJointPush *push, uint32_t to)
{
    const VeerJointStep *step = push->step;
    const VeerJointAgent *own = &step->agents[push->first];
    push->full = (VeerJointSide){0};
    if (to == own->at) {
        return true;
    }
    if (veer_joint_is_closed(push, own->at, to)) {
        return false;
    }
    VeerJointTable table = veer_joint_table(step, push->first);
    if (own->only_yields || veer_joint_further(table, own->at, to) >= 0) {
        return true;
    }
    int32_t excess = veer_joint_excess(step, push->first, to);
    uint32_t beyond = veer_joint_nearer(step, veer_joint_table(step, push->first), to);
    if (excess == 0 && beyond > 0) {
        push->full = veer_joint_side(step->sides, to, beyond);
    }
    return excess <= 0;
}

/// Has an agent go on towards its goal, or stay; where it only yields, and another waits for its
/// node, go anywhere else, if it can.
static void go(VeerJointPush *push, bool is_wanted)
{
    const VeerJointAgent *own = &push->step->agents[push->first];
    uint32_t choices[VEER_JOINT_CHOICES], count = veer_joint_choices(push, push->first, choices);
    bool must_leave = own->only_yields && is_wanted, may_push = must_leave || !own->only_yields;
    bool is_done = false;
    for (uint32_t i = 0; i < count && !is_done; i++) {
        bool may_take = !(must_leave && choices[i] == own->at) && may_go(push, choices[i]);
        is_done = may_take && veer_joint_take(push, push->first, choices[i], may_push);
    }
    push->full = (VeerJointSide){0};
    if (!is_done) {
        veer_joint_stay(push, push->first);
    }
}

/// Has an agent go back to a node from where it can get on, or stay.
static void go_back(VeerJointPush *push, const VeerJointRetreat *retreat)
{
    push->base = retreat->base;
    if (!veer_joint_take(push, push->first, retreat->first, true)) {
        veer_joint_stay(push, push->first);
    }
    push->base = 0;
}

/// Decides on an agent that is to get to its goal, and on those in its way.
static void lead(VeerJointPush *push)
{
    const VeerJointStep *step = push->step;
    uint32_t at = step->agents[push->first].at;
    VeerJointRetreat retreat = {0};
    if (veer_joint_excess(step, push->first, at) > 0) {
        retreat = veer_joint_retreat(step, push->first);
    }
    if (retreat.base > 0) {
        go_back(push, &retreat);
    } else {
        go(push, false);
    }
    veer_joint_call_out(push, retreat.base > 0 ? retreat.base : at);
}

static void decide(VeerJointStep *step, uint32_t agent, bool is_wanted)
{
    const VeerJointAgent *own = &step->agents[agent];
    VeerJointPush push = {.step = step, .first = agent};
    if (own->only_yields) {
        go(&push, is_wanted);
    } else {
        lead(&push);
    }
}

static bool is_wanted(const VeerJoint *joint, uint32_t node)
{
    return joint->wanted && joint->wanted[node] != VEER_JOINT_NONE;
}

/// Nobody takes a vacant node that is wanted.
static void keep_wanted(const VeerJoint *joint, const VeerJointStep *step)
{
    for (uint32_t i = 1; joint->wanted && i <= veer_roadmap_count(joint->roadmap); i++) {
        bool is_vacant = step->holder[i] == VEER_JOINT_NONE;
        step->taker[i] = is_vacant && is_wanted(joint, i) ? joint->wanted[i] : step->taker[i];
    }
}

void veer_joint_step(const VeerJoint *joint)
{
    size_t stride = veer_roadmap_count(joint->roadmap) + 1u;
    uint32_t *scratch = joint->scratch;
    VeerJointStep now = {
        .roadmap = joint->roadmap,
        .steps = joint->steps,
        .sides = joint->sides,
        .agents = joint->agents,
        .count = joint->count,
        .holder = scratch,
        .taker = scratch + stride,
        .way = scratch + 2 * stride,
        .caller = scratch + 3 * stride,
        .from = scratch + 4 * stride,
        .queue = scratch + 5 * stride,
    };
    memset(scratch, 0xFF, 4 * stride * sizeof *scratch); // VEER_JOINT_NONE
    for (uint32_t i = 0; i < joint->count; i++) {
        const VeerJointAgent *agent = &joint->agents[i];
        now.holder[agent->at] = i;
        now.taker[agent->at] = agent->next > 0 ? i : VEER_JOINT_NONE;
    }
    veer_joint_sides_count(joint->sides, now.holder);
    keep_wanted(joint, &now);
    for (uint32_t i = 0; i < joint->count; i++) {
        if (joint->agents[i].next == 0) {
            decide(&now, i, is_wanted(joint, joint->agents[i].at));
        }
    }
}
