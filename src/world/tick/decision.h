/// Decisions of agents, from one process to another that has the same world: what the avoid stage
/// writes of an agent, packed.
#ifndef VEER_WORLD_TICK_DECISION_H
#define VEER_WORLD_TICK_DECISION_H

#include "world/base/base.h"

/// 32-bit words of a decision at most.
#define VEER_DECISION_WORDS 17u

/// @param words  words[VEER_DECISION_WORDS]
/// @return how many were written
uint32_t veer_decision_write(const VeerWorld *world, uint32_t slot, uint32_t *words);
/// Takes over what veer_decision_write wrote. @return words that were read
uint32_t veer_decision_read(VeerWorld *world, uint32_t slot, const uint32_t *words);

#endif
