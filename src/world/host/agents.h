/// Slots of agents.
#ifndef VEER_WORLD_HOST_AGENTS_H
#define VEER_WORLD_HOST_AGENTS_H

#include "world/base/state.h"

/// The slot of the next agent; there is room for one.
uint32_t veer_agent_take_slot(VeerWorld *world);

#endif
