/// Messages that wait to be due: a heap in the state.
#ifndef VEER_WORLD_TICK_MESSAGES_H
#define VEER_WORLD_TICK_MESSAGES_H

#include "world/base/rules.h"

/// Makes events of those that are due, in their order; what the events of this tick have no room
/// for is due in the next one.
void veer_messages_deliver(VeerWorld *world);
/// Of those to agents that are there; 0: there are none.
uint64_t veer_messages_hash(const VeerWorld *world);
bool veer_messages_check(const VeerWorld *world, VeerStateFault *fault);
/// Adds the parts that it has.
void veer_messages_parts(const VeerWorld *world, VeerStateParts *parts);

#endif
