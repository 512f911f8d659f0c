/// Which agents are in a maze.
#ifndef VEER_WORLD_TRAFFIC_MAZE_MEMBERS_H
#define VEER_WORLD_TRAFFIC_MAZE_MEMBERS_H

#include "world/traffic/maze/maze.h"

/// Whether an agent only makes room for others: it has arrived, or given up.
bool veer_maze_only_yields(const VeerWorld *world, uint32_t slot);
/// Lets an agent out: it follows its path again.
void veer_maze_leave(VeerWorld *world, uint32_t slot);

#endif
