/// Whether the state of shared fields and trees holds.
#ifndef VEER_WORLD_FIELD_CHECK_H
#define VEER_WORLD_FIELD_CHECK_H

#include "world/base/base.h"

/// Whether fields hold, and what computes them. @param fault  what does not; may be NULL
bool veer_fields_check(const VeerWorld *world, VeerStateFault *fault);
/// Adds the parts that it has.
void veer_fields_parts(const VeerWorld *world, VeerStateParts *parts);

#endif
