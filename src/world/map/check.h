/// Whether the state of the map holds.
#ifndef VEER_WORLD_MAP_CHECK_H
#define VEER_WORLD_MAP_CHECK_H

#include "world/base/base.h"

/// Whether the map's state holds, but for routes, traffic and fields. @param fault  what does not;
/// may be NULL
bool veer_map_check(const VeerWorld *world, VeerStateFault *fault);
/// Whether a cell, or a node, is one of the map; meshes have points, and any is.
bool veer_map_has_place(const VeerWorld *world, VeerVoxel at);
/// Adds the parts that it has.
void veer_map_parts(const VeerWorld *world, VeerStateParts *parts);

#endif
