/// Grids as maps of worlds.
#ifndef VEER_WORLD_MAP_GRID_MAP_H
#define VEER_WORLD_MAP_GRID_MAP_H

#include "world/base/base.h"

/// Blocks or frees a cell of the map; commit walls afterwards.
void veer_map_put(VeerWorld *world, VeerCell cell, bool is_blocked);
/// Sets the cost of a cell, on maps with costs; commit walls afterwards.
void veer_map_put_cost(VeerWorld *world, VeerCell cell, uint8_t cost);

#endif
