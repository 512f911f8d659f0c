/// Preferred velocities of agents in a maze: to the node that they have claimed, or back to their
/// own.
#ifndef VEER_WORLD_TRAFFIC_MAZE_VELOCITY_H
#define VEER_WORLD_TRAFFIC_MAZE_VELOCITY_H

#include "world/base/base.h"

/// The share of an evasion that falls to the first of two agents in a maze: all of it, if the other
/// one holds the node that it has claimed, or stays at its own. @param share  by their weights
float veer_maze_yield_share(const VeerWorld *world, uint32_t slot, uint32_t other, float share);

#endif
