/// The roadmap of a world's map.
#ifndef VEER_WORLD_TRAFFIC_MAZE_MAP_H
#define VEER_WORLD_TRAFFIC_MAZE_MAP_H

#include "world/base/base.h"

/// Brings the roadmap up to date. @return whether it has nodes
bool veer_maze_refresh(VeerWorld *world);
/// The node that a point belongs to; 0: none.
uint32_t veer_maze_at(const VeerWorld *world, VeerVec3 point);
/// m, the middle of a node.
VeerVec3 veer_maze_centre(const VeerWorld *world, uint32_t node);

#endif
