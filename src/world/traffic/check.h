/// Whether the state of traffic holds.
#ifndef VEER_WORLD_TRAFFIC_CHECK_H
#define VEER_WORLD_TRAFFIC_CHECK_H

#include "world/base/base.h"

/// Whether passages and reservations hold. @param fault  what does not; may be NULL
bool veer_traffic_check(const VeerWorld *world, VeerStateFault *fault);
/// Whether the nodes that are reserved are some of the map as it stands: brings the roadmap up to
/// date, after the map was made from the state.
bool veer_maze_check(VeerWorld *world, VeerStateFault *fault);
/// Adds the parts that it has.
void veer_traffic_parts(const VeerWorld *world, VeerStateParts *parts);

#endif
