/// What a node of a roadmap keeps apart: the sides of a node, and how many agents are on each.
#ifndef VEER_PLAN_JOINT_SIDES_H
#define VEER_PLAN_JOINT_SIDES_H

#include "plan/joint/joint.h"

/// What can be reached from a neighbour of a node without entering that node.
typedef struct VeerJointSide {
    uint32_t node;
    uint32_t child; ///< the neighbour in whose subtree of the depth-first search the side is; 0:
                    ///< the side is all the rest
} VeerJointSide;

/// Counts agents. @param holder  holder[nodes + 1], as VeerJoint has it
void veer_joint_sides_count(VeerJointSides *sides, const uint32_t *holder);

/// The side of a node on which another node is; not that node itself. Cost O(edges of the node), as
/// of all below.
VeerJointSide veer_joint_side(const VeerJointSides *sides, uint32_t node, uint32_t other);
bool veer_joint_side_has(const VeerJointSides *sides, VeerJointSide side, uint32_t node);
uint32_t veer_joint_side_nodes(const VeerJointSides *sides, VeerJointSide side);
uint32_t veer_joint_side_agents(const VeerJointSides *sides, VeerJointSide side);
/// At most so many nodes of a node's component keep something apart. Cost O(1).
uint32_t veer_joint_cuts(const VeerJointSides *sides, uint32_t node);

#endif
