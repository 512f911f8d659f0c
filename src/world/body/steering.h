/// What agents with behaviours wish.
#ifndef VEER_WORLD_STEERING_H
#define VEER_WORLD_STEERING_H

#include "world/base/state.h"

/// The behaviours of an agent; NULL: none.
const VeerBehaviourList *veer_world_behaviours_of(const VeerWorld *world, uint32_t slot);

/// s, at least dt: for so long a wish to stop has to be foreseen, so that an agent which answers
/// slowly does not swing to and fro over its goal. Four times the response damp it critically.
float veer_world_settling_time(const VeerWorld *world, uint32_t slot, float dt);

/// The preferred velocity of an agent with behaviours, m/s.
/// @param goal_wish  what it would wish without
VeerVec3 veer_world_behave(const VeerWorld *world, uint32_t slot, VeerVec3 goal_wish, float dt);

#endif
