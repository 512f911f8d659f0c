/// Pushes: an agent takes a node, and whoever holds it goes elsewhere.
#ifndef VEER_PLAN_JOINT_PUSH_H
#define VEER_PLAN_JOINT_PUSH_H

#include "plan/joint/ahead.h"
#include "plan/joint/sides.h"

/// Neighbours of a node, and the node itself.
#define VEER_JOINT_CHOICES (VEER_ROADMAP_NODE_EDGES + 1u)

/// An agent that decides, and whose priority those have whom it pushes.
typedef struct VeerJointPush {
    VeerJointStep *step;
    uint32_t first;     ///< that agent
    uint32_t depth;     ///< of the chain
    VeerJointSide full; ///< no room there for those whom it pushes; .node is 0: there is none
    uint32_t base;      ///< node that it goes back to; 0: it goes on
} VeerJointPush;

/// Lists the nodes that an agent may take, best first. @return how many
uint32_t veer_joint_choices(const VeerJointPush *push, uint32_t agent,
                            uint32_t out[VEER_JOINT_CHOICES]);
/// Has an agent take a node, if it can. @param may_push  whoever holds it
bool veer_joint_take(VeerJointPush *push, uint32_t agent, uint32_t to, bool may_push);
/// Has an agent keep its node.
void veer_joint_stay(const VeerJointPush *push, uint32_t agent);

#endif
