/// Calling out: those for whom there is no room ahead of an agent come out before it goes on.
#ifndef VEER_PLAN_JOINT_CALL_H
#define VEER_PLAN_JOINT_CALL_H

#include "plan/joint/push.h"

/// Finds the first node on the way of the one that pushes beyond which there are too many, and has
/// as many come out, if it is time; nobody of lower priority is to go on there in this step.
/// @param base  where its way begins: its node, or the one that it goes back to
void veer_joint_call_out(VeerJointPush *push, uint32_t base);
/// Whether others are called out of a node, so that nobody is to come there.
bool veer_joint_is_closed(const VeerJointPush *push, uint32_t from, uint32_t to);

#endif
