#include "plan/joint/ahead.h"
#include "plan/joint/search.h"
#include "plan/joint/sides.h"

VeerJointTable veer_joint_table(const VeerJointStep *step, uint32_t agent)
{
    const VeerJointAgent *own = &step->agents[agent];
    VeerJointTable table = {step->steps, step->roadmap, own->goal, own->is_direct};
    return own->goal == 0 ? (VeerJointTable){0} : table;
}

uint32_t veer_joint_nearer(const VeerJointStep *step, VeerJointTable table, uint32_t at)
{
    const VeerRoadmapNode *node = veer_roadmap_node(step->roadmap, at);
    uint32_t nearest = 0;
    int32_t least = 0;
    for (uint32_t i = 0; i < node->count; i++) {
        int32_t further = veer_joint_further(table, at, node->next[i]);
        nearest = further < least ? node->next[i] : nearest;
        least = further < least ? further : least;
    }
    return nearest;
}

/// Agents on a side, without `own`.
static uint32_t others_on(const VeerJointStep *step, VeerJointSide side, uint32_t own)
{
    uint32_t at = step->agents[own].at;
    return veer_joint_side_agents(step->sides, side) - veer_joint_side_has(step->sides, side, at);
}

/// Whether there is no way between two neighbours of a node but over it.
static bool separates(const VeerJointSides *sides, uint32_t at, uint32_t a, uint32_t b)
{
    return !veer_joint_side_has(sides, veer_joint_side(sides, at, a), b);
}

int32_t veer_joint_excess(const VeerJointStep *step, uint32_t agent, uint32_t at)
{
    VeerJointTable table = veer_joint_table(step, agent);
    uint32_t next = veer_joint_nearer(step, table, at), length = 1;
    if (next == 0) {
        return -1;
    }
    VeerJointSide side = veer_joint_side(step->sides, at, next);
    uint32_t nodes = veer_joint_side_nodes(step->sides, side);
    uint32_t others = others_on(step, side, agent);
    if (nodes > others + length + veer_joint_cuts(step->sides, at)) {
        return -1;
    }
    for (uint32_t from = at; (at = next) > 0; from = at) {
        next = veer_joint_nearer(step, table, at);
        if (next == 0 || !separates(step->sides, at, from, next)) {
            continue;
        }
        VeerJointSide on = veer_joint_side(step->sides, at, next);
        if (nodes - veer_joint_side_nodes(step->sides, on) - length > others) {
            return -1;
        }
        length++;
    }
    return (int32_t)(others + length) - (int32_t)nodes;
}

/// Holes on a side, beyond one for each step that is still to be taken
/// there.
static int32_t spare_holes(const VeerJointStep *step, VeerJointSide side, uint32_t steps)
{
    uint32_t used = veer_joint_side_agents(step->sides, side) + steps;
    return (int32_t)veer_joint_side_nodes(step->sides, side) - (int32_t)used;
}

/// Whether an agent can push all out of its way to a node that was found,
/// as they stand.
static bool can_reach(const VeerJointStep *step, uint32_t node, VeerJointRetreat *out)
{
    int32_t spare = 0;
    *out = (VeerJointRetreat){.base = node};
    for (uint32_t steps = 1; step->from[node] != node && spare >= 0; steps++) {
        spare = spare_holes(step, veer_joint_side(step->sides, step->from[node], node), steps);
        out->first = node;
        node = step->from[node];
    }
    return spare >= 0;
}

bool veer_joint_bars_retreat(const VeerJointStep *step, uint32_t base, uint32_t from, uint32_t to)
{
    uint32_t steps = 1, node = base;
    for (; node != to && step->from[node] != node; steps++) {
        node = step->from[node];
    }
    return node == to && step->from[node] == from &&
           spare_holes(step, veer_joint_side(step->sides, from, to), steps) <= 0;
}

/// Whether an agent can get on from a node as it is not where it is now.
static bool is_base(const VeerJointStep *step, uint32_t agent, uint32_t at)
{
    uint32_t next = veer_joint_nearer(step, veer_joint_table(step, agent), at);
    return next > 0 && veer_joint_excess(step, agent, at) <= 0 &&
           veer_joint_side_has(step->sides, veer_joint_side(step->sides, at, next),
                               step->agents[agent].at);
}

VeerJointRetreat veer_joint_retreat(const VeerJointStep *step, uint32_t agent)
{
    VeerJointSearch search = veer_joint_search(step, step->agents[agent].at);
    VeerJointRetreat retreat;
    (void)veer_joint_search_next(&search);
    for (uint32_t at = veer_joint_search_next(&search); at > 0;
         at = veer_joint_search_next(&search)) {
        if (is_base(step, agent, at) && can_reach(step, at, &retreat)) {
            return retreat;
        }
    }
    return (VeerJointRetreat){0};
}
