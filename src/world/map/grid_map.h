/// The map of a world where it is a grid.
#ifndef VEER_WORLD_MAP_GRID_MAP_H
#define VEER_WORLD_MAP_GRID_MAP_H

#include "world/base/base.h"

/// Blocks or frees a cell that lies on the map; commit walls afterwards.
void veer_map_put(VeerWorld *world, VeerCell cell, bool is_blocked);
/// Sets what a cell costs that lies on a map with costs; commit walls afterwards.
void veer_map_put_cost(VeerWorld *world, VeerCell cell, uint8_t cost);

#endif
