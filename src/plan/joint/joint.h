/// Joint steps of many agents over a roadmap: each node is held by at most one.
///
/// A step gives every agent its next node: a neighbour, or its own. Highest priority first, each
/// takes the free neighbour that is nearest to its goal; who holds that one has to go elsewhere, at
/// the same priority, and so on; if one of them cannot, the other way is tried. Where one has to
/// pass another in a corridor or a dead end, both go to the next branch, where they exchange. Who
/// gets nowhere has the one that blocks it go first to a branch beyond it, before it in priority.
/// Nodes are left before they are taken: no two exchange nodes, and no circle of agents turns.
///
/// Source: priority inheritance with backtracking (Okumura, Machida, Défago and Tamura, "Priority
/// inheritance with backtracking for iterative multi-agent path finding", 2022), with the swap
/// operation of Okumura, "Improving LaCAM for scalable eventually optimal multi-agent pathfinding",
/// 2023; detours as in Luna and Bekris, "Push and swap", 2011.
#ifndef VEER_PLAN_JOINT_H
#define VEER_PLAN_JOINT_H

#include "map/layers/layers.h"

#define VEER_JOINT_NONE UINT32_MAX ///< no agent

/// Steps to goals, modulo three: of neighbours that is enough to tell which is nearer. Opaque.
typedef struct VeerJointSteps VeerJointSteps;

/// An agent of a step.
typedef struct VeerJointAgent {
    uint32_t at;      ///< node that it holds
    uint32_t next;    ///< node that it takes; 0: not decided
    uint32_t goal;    ///< node; 0: not known
    uint32_t user;    ///< whose steps to goals are kept
    uint32_t lot;     ///< orders neighbours that are equally near
    uint32_t over;    ///< steps to its goal, beyond the fewest so far; updated
    uint32_t stale;   ///< joint steps since these were fewer than ever; updated
    uint32_t detour;  ///< node to which it is to go first, to let another pass; updated
    uint32_t sender;  ///< that other one, if it is sent in this step; VEER_JOINT_NONE
    bool is_sent;     ///< its goal is that of a detour
    bool only_yields; ///< it pushes nobody, unless it is pushed itself
} VeerJointAgent;

/// A step: agents[count], highest priority first.
typedef struct VeerJoint {
    const VeerRoadmap *roadmap;
    VeerJointSteps *steps;
    VeerJointAgent *agents;
    uint32_t *holder; ///< holder[nodes + 1]: index of the agent at a node; VEER_JOINT_NONE: none
    uint32_t *taker;  ///< taker[nodes + 1]: of the agent that takes it, likewise
    uint32_t *from[2], *queue[2]; ///< [nodes + 1]: of searches
    uint32_t count;
} VeerJoint;

/// Bytes for the steps to so many goals: a quarter a node and goal, 16 MiB at most.
/// @param nodes  of the roadmap, at most
size_t veer_joint_steps_size(uint32_t nodes, uint32_t goals);
VeerJointSteps *veer_joint_steps_init(void *memory, uint32_t nodes, uint32_t goals);
/// Forgets all goals: the roadmap has changed. @param nodes  that it has now
void veer_joint_steps_clear(VeerJointSteps *steps, uint32_t nodes);

/// Decides the step of all agents that are not decided: .next of each.
///
/// @param joint  each agent at a node of its own; holder, taker as the agents have it
/// Cost O(count) for steps that are known, O(nodes) for each goal that is not.
void veer_joint_step(VeerJoint *joint);

#endif
