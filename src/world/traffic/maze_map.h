/// The stations of a world's map, and the shortest ways between them.
#ifndef VEER_WORLD_TRAFFIC_MAZE_MAP_H
#define VEER_WORLD_TRAFFIC_MAZE_MAP_H

#include "world/base/base.h"

/// Brings the stations up to date. @return whether there are any
bool veer_maze_refresh(VeerWorld *world);
/// The station of a point; 0: none.
uint32_t veer_maze_at(const VeerWorld *world, VeerVec3 point);
/// m, where one stands at a station.
VeerVec3 veer_maze_centre(const VeerWorld *world, uint32_t station);
/// Steps on a shortest way from each station to `goal`, up to those of `from`. Writes maze->steps.
/// @return whether there is one
bool veer_maze_search(VeerMaze *maze, uint32_t goal, uint32_t from);

#endif
