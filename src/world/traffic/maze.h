/// Mazes: passages with room for one that branch, in which all that meet step from station to
/// station, and make way for each other.
#ifndef VEER_WORLD_TRAFFIC_MAZE_H
#define VEER_WORLD_TRAFFIC_MAZE_H

#include "map/layers/layers.h"
#include "world/base/base.h"

/// Forgets that it is.
void veer_maze_forget(VeerWorld *world, uint32_t slot);

/// Whether nobody is at a station, or goes to it.
bool veer_maze_is_vacant(const VeerMaze *maze, uint32_t station);
/// Whether one of two goes first.
bool veer_maze_has_priority(const VeerWorld *world, uint32_t a, uint32_t b);
/// Whether it only makes way: it has arrived, or given up.
bool veer_maze_only_yields(const VeerWorld *world, uint32_t slot);

#endif
