/// Agents and obstacles that go: called away by the host, or because their time is over.
#ifndef VEER_WORLD_TICK_EXPIRE_H
#define VEER_WORLD_TICK_EXPIRE_H

#include "world/base/state.h"

/// Sets all that a slot has of an agent to zero but its generation.
void veer_agent_clear(VeerWorld *world, uint32_t slot);
/// Clears the slot of an agent that is there, whose profile it has left, for the next one.
void veer_agent_give_slot(VeerWorld *world, uint32_t slot);
/// Takes an agent that is there out of the world, and notes it for the events.
/// @param is_expired  its time to live ran out
void veer_agent_remove(VeerWorld *world, uint32_t slot, bool is_expired);
/// Takes out all whose time to live has run out, in the order of their slots.
void veer_bodies_expire(VeerWorld *world);

#endif
