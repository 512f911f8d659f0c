/// What agents' lists of behaviours make of their preferred velocities, and what they have for
/// targets.
#ifndef VEER_WORLD_BEHAVE_BEHAVE_H
#define VEER_WORLD_BEHAVE_BEHAVE_H

#include "veer/avoid.h"
#include "world/base/state.h"

/// s, at least dt: for so long a stop has to be foreseen, so that an agent which answers
/// slowly does not swing to and fro over its goal. Four times the response damp it critically.
float veer_world_settling_time(const VeerWorld *world, uint32_t slot, float dt);
/// The preferred velocity of an agent with a steering, m/s.
/// @param goal_velocity  what it would prefer without
VeerVec3 veer_world_behave(const VeerWorld *world, uint32_t slot, VeerVec3 goal_velocity, float dt);

/// Whether what an agent seeks by its list are targets for its model, which sums forces: then they
/// are no part of its preferred velocity.
bool veer_world_has_targets(const VeerWorld *world, uint32_t slot);
/// Whether what a behaviour of this kind goes for is: a goal that is a velocity is not.
bool veer_world_aims(const VeerWorld *world, uint32_t slot, VeerBehaviourKind kind);
/// Whether another agent is one of its targets.
bool veer_world_is_target(const VeerWorld *world, uint32_t slot, uint32_t other);
/// Lists an agent's targets.
/// @param view  what else it senses @return how many
uint32_t veer_world_targets(const VeerWorld *world, uint32_t slot, const VeerView *view,
                            VeerTarget out[VEER_MAX_TARGETS]);

#endif
