/// Whether the state of shared fields and trees holds.
#ifndef VEER_WORLD_FIELD_CHECK_H
#define VEER_WORLD_FIELD_CHECK_H

#include "world/base/base.h"

/// Whether fields hold, and what computes them. @param fault  what does not; may be NULL
bool veer_fields_check(const VeerWorld *world, VeerStateFault *fault);
/// Adds how their state is laid out to a hash.
uint64_t veer_fields_layout(uint64_t hash);

#endif
