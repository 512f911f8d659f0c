/// How an agent gets past bare walls: what it keeps of its path from tick to tick.
#ifndef VEER_WORLD_OUTLINE_WALK_H
#define VEER_WORLD_OUTLINE_WALK_H

#include "world/base/base.h"

/// Bits of VeerCrowdMemory.corner that have nothing to do with the path: see corridor.h.
#define VEER_WALK_OTHERS (7u << 29)

/// Whether an agent looks for its path past bare walls.
bool veer_walk_is_on(const VeerWorld *world, uint32_t slot);
/// Brings the path of such an agent up to date.
void veer_walk_tend(VeerWorld *world, uint32_t slot);
/// The narrow place that it leads through next.
VeerOutlineGap veer_walk_gap(const VeerWorld *world, uint32_t slot);

#endif
