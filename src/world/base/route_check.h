/// Whether the state of routes holds.
#ifndef VEER_WORLD_BASE_ROUTE_CHECK_H
#define VEER_WORLD_BASE_ROUTE_CHECK_H

#include "world/base/state.h"

/// Whether routes hold, the chunks that they are stored in, and the links that agents use.
/// @param fault  what does not; may be NULL
bool veer_routes_check(const VeerWorld *world, VeerStateFault *fault);
/// Adds the parts that it has.
void veer_routes_parts(const VeerWorld *world, VeerStateParts *parts);

#endif
