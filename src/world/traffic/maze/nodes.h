/// Who takes which node on entering: bodies may lie closer than nodes, and off them.
#ifndef VEER_WORLD_TRAFFIC_MAZE_NODES_H
#define VEER_WORLD_TRAFFIC_MAZE_NODES_H

#include "world/traffic/maze/maze.h"

/// Whether no agent is at a node, or goes to it.
static inline bool veer_maze_is_vacant(const VeerMaze *maze, uint32_t node)
{
    return maze->there[node] == VEER_NO_SLOT && maze->coming[node] == VEER_NO_SLOT;
}

/// The node that an agent is at or, if that is held, the vacant one beside it that is nearest to
/// its body: those on the way to any other would bar it. @return 0: there is none
uint32_t veer_maze_find_vacant(const VeerWorld *world, uint32_t slot, uint32_t node);
/// Makes a held node vacant: its holder moves up to the next node, whose holder moves up in turn,
/// to the nearest vacant one over nodes whose holders go nowhere yet. Cost O(nodes).
/// @return false: there is none
bool veer_maze_make_vacant(VeerWorld *world, uint32_t node);
/// Has an agent that lies at another's node exchange nodes with that one, or with one beside it,
/// where both go nowhere yet and the squares of their ways to their nodes become less together:
/// such exchanges end, and ways do not cross then (Turpin, Michael and Kumar, "CAPT: concurrent
/// assignment and planning of trajectories for multiple robots", 2014).
void veer_maze_exchange(VeerWorld *world, uint32_t slot);
/// Whether an agent that goes nowhere yet lies off the cells of its node: until it is there it gets
/// no other.
bool veer_maze_is_displaced(const VeerWorld *world, uint32_t slot);

#endif
