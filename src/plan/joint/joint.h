/// Joint steps of many agents over a roadmap: each node is held by at most one.
///
/// A step gives every agent its next node: a neighbour, or its own. Highest priority first, each
/// takes the free neighbour that is nearest to its goal; who holds that one has to go elsewhere, at
/// the same priority, and so on; if one of them cannot, the other way is tried. Nodes are left
/// before they are taken: no two exchange nodes, and no circle of agents turns.
///
/// Where a node is all that connects two parts of the roadmap, an agent on it lets nobody pass. So
/// nobody goes on to such a node while those beyond it would have no room there beside its path;
/// they are called out first, at its priority. Who is beyond such a node already goes back to the
/// nearest one from where they can come out.
///
/// Source: priority inheritance with backtracking (Okumura, Machida, Défago and Tamura, "Priority
/// inheritance with backtracking for iterative multi-agent path finding", 2022). That one robot
/// among movable obstacles on a graph is a matter of holes on the sides of cut nodes:
/// Papadimitriou, Raghavan, Sudan and Tamaki, "Motion planning on a graph", 1994.
#ifndef VEER_PLAN_JOINT_H
#define VEER_PLAN_JOINT_H

#include "map/layers/layers.h"

#define VEER_JOINT_NONE UINT32_MAX ///< no agent
#define VEER_JOINT_MAX_DELAY 6     ///< steps: the most that steps in half a byte can tell
#define VEER_JOINT_SCRATCH 6       ///< numbers a node that a step needs

/// Steps to goals, modulo fifteen: of neighbours that is enough to tell which is nearer. Opaque.
typedef struct VeerJointSteps VeerJointSteps;

/// What each node of a roadmap keeps apart. Opaque.
typedef struct VeerJointSides VeerJointSides;

/// An agent of a step.
typedef struct VeerJointAgent {
    uint32_t at;      ///< node that it holds
    uint32_t next;    ///< node that it takes; 0: not decided
    uint32_t goal;    ///< node; 0: not known
    uint32_t user;    ///< the caller's
    uint32_t lot;     ///< orders neighbours that are equally near
    bool is_direct;   ///< its way heeds no veer_joint_steps_delay
    bool only_yields; ///< it pushes nobody, unless it is pushed itself; so if .goal is 0
} VeerJointAgent;

/// A step: agents[count], highest priority first.
typedef struct VeerJoint {
    const VeerRoadmap *roadmap;
    VeerJointSteps *steps;
    VeerJointSides *sides;
    VeerJointAgent *agents;
    uint32_t *scratch; ///< scratch[VEER_JOINT_SCRATCH * (nodes + 1)]
    uint32_t count;
    /// wanted[nodes + 1]: nodes that somebody waits for who has none yet: nobody takes them, and
    /// who only yields leaves them; VEER_JOINT_NONE: nobody does. NULL: none is wanted.
    const uint32_t *wanted;
} VeerJoint;

/// Bytes for the steps to so many goals: half a byte a node and goal, 32 MiB at most, 14 a
/// node, and 6 a goal.
/// @param nodes  of the roadmap, at most
size_t veer_joint_steps_size(uint32_t nodes, uint32_t goals);
VeerJointSteps *veer_joint_steps_init(void *memory, uint32_t nodes, uint32_t goals);
/// Forgets all goals: the roadmap has changed. @param nodes  that it has now
void veer_joint_steps_clear(VeerJointSteps *steps, uint32_t nodes);
/// How many steps more it takes to leave each node: those who stand there are in the way. Goals
/// change over from one account of that to the next by and by, as finding steps anew costs.
typedef struct VeerJointDelays {
    const uint8_t *before, *now; ///< [nodes + 1], up to VEER_JOINT_MAX_DELAY
    uint32_t share;              ///< of 65536 goals, those for which .now counts
} VeerJointDelays;

#define VEER_JOINT_ALL_GOALS 65536u

/// The turn of a goal to change over: once VeerJointDelays.share is more.
uint32_t veer_joint_turn(uint32_t goal);
/// Sets the delays. Where they have changed, the steps of goals that were found with others are
/// found anew. Cost O(nodes + goals).
void veer_joint_steps_delay(VeerJointSteps *steps, const VeerJointDelays *delays, uint32_t nodes);

/// Finds the steps of a node to a goal before a step asks for them. Cost as of veer_joint_step.
void veer_joint_steps_find(VeerJointSteps *steps, const VeerRoadmap *roadmap, uint32_t goal,
                           uint32_t node);
/// How many goals' steps are kept at once, of a roadmap of so many nodes.
uint32_t veer_joint_steps_fit(const VeerJointSteps *steps, uint32_t nodes);

/// Bytes for the sides of so many nodes: 28 each.
size_t veer_joint_sides_size(uint32_t nodes);
VeerJointSides *veer_joint_sides_init(void *memory, uint32_t nodes);
/// Finds what each node keeps apart. Cost O(nodes).
void veer_joint_sides_build(VeerJointSides *sides, const VeerRoadmap *roadmap);

/// Decides the step of all agents that are not decided: .next of each.
///
/// @param joint  each agent at a node of its own; those that are decided, at their next nodes
/// Cost O(nodes + count) for steps that are known, and for each goal that is not, O(nodes that are
/// as near to it as its agent).
void veer_joint_step(const VeerJoint *joint);

#endif
