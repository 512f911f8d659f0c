/// Where agents in a maze go to.
#ifndef VEER_WORLD_TRAFFIC_MAZE_EXIT_H
#define VEER_WORLD_TRAFFIC_MAZE_EXIT_H

#include "world/base/base.h"

/// Finds the node that an agent at node `from` goes to: its goal's, unless its path leads out of
/// the maze before, as the way within is longer. @return false: there is none
bool veer_maze_find_goal(const VeerWorld *world, uint32_t slot, uint32_t from,
                         VeerReservation *own);

#endif
