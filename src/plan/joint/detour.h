/// Detours: who blocks another goes first to the nearest branch beyond that one, and lets it pass.
#ifndef VEER_PLAN_JOINT_DETOUR_H
#define VEER_PLAN_JOINT_DETOUR_H

#include "plan/joint/joint.h"

/// Sends the agent that holds a node on a detour, if all nodes behind it are held.
/// @param agent  that it blocks @param node  that this one wants
void veer_joint_send(VeerJoint *joint, uint32_t agent, uint32_t node);

#endif
