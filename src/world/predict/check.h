/// Whether the state of foresight holds.
#ifndef VEER_WORLD_PREDICT_CHECK_H
#define VEER_WORLD_PREDICT_CHECK_H

#include "world/base/base.h"

/// Whether timed paths hold. @param fault  what does not; may be NULL
bool veer_foresight_check(const VeerWorld *world, VeerStateFault *fault);
/// Adds the parts that it has.
void veer_foresight_parts(const VeerWorld *world, VeerStateParts *parts);

#endif
