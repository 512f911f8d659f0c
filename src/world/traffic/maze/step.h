/// Reservations of the nodes of a maze.
///
/// The agents of all mazes take joint steps (plan/joint): each gets its next node, at most one
/// agent a node and step, none exchange nodes. Bodies follow in their own time: an agent may go to
/// a node once all who have it in earlier steps have left it. As no step has a circle of agents,
/// somebody can always go on, so bodies come to no deadlock among themselves.
///
/// Source: the execution of plans by action dependencies (Hönig, Kiesel, Tinka, Durham and
/// Ayanian, "Persistent and robust execution of MAPF schedules in warehouses", 2019).
#ifndef VEER_WORLD_TRAFFIC_MAZE_STEP_H
#define VEER_WORLD_TRAFFIC_MAZE_STEP_H

#include "world/base/base.h"

/// Recomputes who is at each node and who comes there first.
void veer_maze_record(VeerWorld *world);
/// Whether all who go to a node before an agent have left it.
bool veer_maze_is_free_for(const VeerWorld *world, uint32_t slot, uint32_t node);
/// Has an agent that has come to its next node hold it.
void veer_maze_advance(VeerWorld *world, uint32_t slot, float dt);
/// Takes a joint step, if it is time. @param order  order[count] in mazes, highest priority first
void veer_maze_step(VeerWorld *world, const uint32_t *order, uint32_t count, float dt);

#endif
