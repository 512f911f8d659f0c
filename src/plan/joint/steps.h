/// Steps to goals, modulo fifteen.
#ifndef VEER_PLAN_JOINT_STEPS_H
#define VEER_PLAN_JOINT_STEPS_H

#include "plan/joint/joint.h"

/// The steps to a goal. They are found as far as they are asked for, once for all who go there.
typedef struct VeerJointTable {
    VeerJointSteps *steps; ///< NULL: there is no goal
    const VeerRoadmap *roadmap;
    uint32_t goal;  ///< node
    bool is_direct; ///< delays do not count
} VeerJointTable;

/// How much further from the goal a neighbour is, steps: less than 0, 0, or 1 for all that are
/// further. Unreached nodes are further.
///
/// Cost O(1) where the steps of `from` are known, else O(nodes that are as near to the goal).
int32_t veer_joint_further(VeerJointTable own, uint32_t from, uint32_t to);

#endif
