/// The roadmap of a world's map, as agents come to it.
#ifndef VEER_WORLD_TRAFFIC_MAZE_ROADMAP_H
#define VEER_WORLD_TRAFFIC_MAZE_ROADMAP_H

#include "world/traffic/maze/maze.h"

/// Whether bodies of a radius have room beside each other in cells: then each free cell is a node.
bool veer_maze_is_lattice(const VeerWorld *world, float radius);
/// The node that an agent without any is at, or comes to. @param inside  the one that its position
/// belongs to @return 0: there is none, or walls are between it and the agent
uint32_t veer_maze_before(const VeerWorld *world, uint32_t slot, uint32_t inside);

#endif
