/// Corridors between bare walls, in which opposing streams keep right.
#ifndef VEER_WORLD_OUTLINE_CORRIDOR_H
#define VEER_WORLD_OUTLINE_CORRIDOR_H

#include "world/base/base.h"

/// Has an agent whose path leads through a corridor keep to its own lane in it: once every quarter
/// of the commitment horizon. Cost: of such a look four sweeps of its body over the walls.
void veer_corridor_keep(VeerWorld *world, uint32_t slot, float dt);

#endif
