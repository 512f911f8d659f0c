#include "plan/joint/detour.h"

#include <string.h>

/// A breadth-first search over nodes.
typedef struct Flood {
    const VeerRoadmap *roadmap;
    uint32_t *from;  ///< from[nodes + 1]: predecessors; 0: not reached
    uint32_t *queue; ///< queue[count], expanded up to `next`
    uint32_t next, count;
} Flood;

/// @param but  a node that is not entered
static Flood begin(const VeerJoint *joint, uint32_t number, uint32_t start, uint32_t but)
{
    Flood flood = {joint->roadmap, joint->from[number], joint->queue[number], 0, 1};
    memset(flood.from, 0, (veer_roadmap_count(joint->roadmap) + 1u) * sizeof *flood.from);
    flood.from[but] = flood.from[start] = but;
    flood.queue[0] = start;
    return flood;
}

/// The next node in breadth-first order. @return 0: there is none
static uint32_t flood_on(Flood *flood)
{
    if (flood->next == flood->count) {
        return 0;
    }
    uint32_t at = flood->queue[flood->next++];
    const VeerRoadmapNode *node = veer_roadmap_node(flood->roadmap, at);
    for (uint32_t i = 0; i < node->count; i++) {
        if (flood->from[node->next[i]] == 0) {
            flood->from[node->next[i]] = at;
            flood->queue[flood->count++] = node->next[i];
        }
    }
    return at;
}

static bool is_vacant(const VeerJoint *joint, uint32_t node)
{
    return joint->holder[node] == VEER_JOINT_NONE && joint->taker[node] == VEER_JOINT_NONE;
}

/// Whether a vacant node can be reached from `start` without entering `but`.
static bool has_vacancy(const VeerJoint *joint, uint32_t start, uint32_t but)
{
    Flood flood = begin(joint, 1, start, but);
    for (uint32_t at = flood_on(&flood); at > 0; at = flood_on(&flood)) {
        if (is_vacant(joint, at)) {
            return true;
        }
    }
    return false;
}

/// A neighbour of a branch, not `not_there`, with a vacant node behind it, where a second such
/// neighbour exists: a vacant one is preferred. @return 0: there is not enough room
static uint32_t beside_branch(const VeerJoint *joint, uint32_t branch, uint32_t not_there)
{
    const VeerRoadmapNode *node = veer_roadmap_node(joint->roadmap, branch);
    uint32_t best = 0, roomy = 0;
    for (uint32_t i = 0; i < node->count; i++) {
        uint32_t to = node->next[i];
        if (to != not_there && has_vacancy(joint, to, branch)) {
            bool is_better = best == 0 || (!is_vacant(joint, best) && is_vacant(joint, to));
            best = is_better ? to : best;
            roomy++;
        }
    }
    return roomy > 1 ? best : 0;
}

/// Where an agent at `from` can let the agent at `by` pass: a neighbour of the nearest branch
/// beyond that one. @return 0: nowhere
static uint32_t find_branch(const VeerJoint *joint, uint32_t from, uint32_t by)
{
    Flood flood = begin(joint, 0, by, from);
    for (uint32_t at = flood_on(&flood); at > 0; at = flood_on(&flood)) {
        bool is_branch = veer_roadmap_node(joint->roadmap, at)->count > 2;
        uint32_t beside = is_branch ? beside_branch(joint, at, flood.from[at]) : 0;
        if (beside > 0) {
            return beside;
        }
    }
    return 0;
}

void veer_joint_send(VeerJoint *joint, uint32_t agent, uint32_t node)
{
    uint32_t other = joint->holder[node], at = joint->agents[agent].at;
    if (other == VEER_JOINT_NONE || other < agent || joint->agents[other].is_sent ||
        has_vacancy(joint, node, at)) {
        return;
    }
    uint32_t beside = find_branch(joint, node, at);
    if (beside > 0) {
        joint->agents[other].sender = agent;
        joint->agents[other].detour = beside;
    }
}
