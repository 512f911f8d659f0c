/// Steps to goals, modulo three.
#ifndef VEER_PLAN_JOINT_STEPS_H
#define VEER_PLAN_JOINT_STEPS_H

#include "plan/joint/joint.h"

/// The steps to a goal: two bits a node.
typedef const uint8_t *VeerJointTable;

/// The steps to a goal. @param user  those of one user replace each other
VeerJointTable veer_joint_steps_to(VeerJointSteps *steps, const VeerRoadmap *roadmap, uint32_t user,
                                   uint32_t goal);
/// How much further from the goal a neighbour is: -1, 0 or 1. Unreached nodes are further.
int32_t veer_joint_further(VeerJointTable table, uint32_t from, uint32_t to);

#endif
