/// How those move who are among the stations of a maze: to the next one, or back to their own.
#ifndef VEER_WORLD_TRAFFIC_MAZE_VELOCITY_H
#define VEER_WORLD_TRAFFIC_MAZE_VELOCITY_H

#include "world/base/base.h"

/// The part of an evasion that falls to one of two agents in the maze, where `share` would by their
/// weights: who goes to a station that the other leaves, or stands at, does all of it.
float veer_maze_yield_share(const VeerWorld *world, uint32_t slot, uint32_t other, float share);

#endif
