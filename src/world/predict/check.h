/// Whether the state of foresight holds.
#ifndef VEER_WORLD_PREDICT_CHECK_H
#define VEER_WORLD_PREDICT_CHECK_H

#include "world/base/base.h"

/// Whether timed paths hold. @param fault  what does not; may be NULL
bool veer_foresight_check(const VeerWorld *world, VeerStateFault *fault);
/// Adds how their state is laid out to a hash.
uint64_t veer_foresight_layout(uint64_t hash);

#endif
