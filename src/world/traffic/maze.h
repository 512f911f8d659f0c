/// Mazes: branching single-file passages. Agents in them move from node to node of a roadmap, each
/// node reserved by at most one.
#ifndef VEER_WORLD_TRAFFIC_MAZE_H
#define VEER_WORLD_TRAFFIC_MAZE_H

#include "map/layers/layers.h"
#include "world/base/base.h"

/// Whether no agent is at a node, or goes to it.
bool veer_maze_is_vacant(const VeerMaze *maze, uint32_t node);
/// m, the radius that the roadmap is to be made for: the largest class.
float veer_maze_wanted_radius(const VeerWorld *world);
/// Whether an agent only makes room for others: it has arrived, or given up.
bool veer_maze_only_yields(const VeerWorld *world, uint32_t slot);

#endif
