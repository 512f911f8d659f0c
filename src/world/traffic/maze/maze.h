/// The door of mazes: branching single-file passages. Agents in them move from node to node of a
/// roadmap, each node reserved by at most one.
#ifndef VEER_WORLD_TRAFFIC_MAZE_MAZE_H
#define VEER_WORLD_TRAFFIC_MAZE_MAZE_H

#include "base/arena.h"
#include "map/layers/layers.h"
#include "world/base/base.h"

/// Once a tick: which agents enter mazes, which node each reserves, which leave.
/// @param is_edited  the map has changed since the last tick
void veer_maze_run(VeerWorld *world, bool is_edited, float dt);
/// Whether an agent is in a maze that its goal is in too, so that it needs no path.
bool veer_maze_steers(const VeerWorld *world, uint32_t slot);
bool veer_maze_has(const VeerWorld *world, uint32_t slot);
/// Whether such an agent is on its way from node to node, or at its own: then these keep it apart
/// from others.
bool veer_maze_is_settled(const VeerWorld *world, uint32_t slot);
/// Hashes an agent's reservation, after `hash`.
uint64_t veer_maze_hash(const VeerWorld *world, uint32_t slot, uint64_t hash);

/// Lays out map->traffic.maze in the scratch block, for grids.
void veer_maze_lay_out(VeerWorld *world, VeerArena *arena);

/// The preferred velocity of an agent in a maze, or waiting for one, m/s. @return false: it is
/// neither
bool veer_maze_velocity(VeerWorld *world, uint32_t slot, float speed, float dt,
                        VeerVec3 *preferred);
/// The time horizon of an agent in a maze ends at its next node. @return false: it is in none, *out
/// is not set
bool veer_maze_shorten_horizon(const VeerWorld *world, uint32_t slot, VeerAvoidParams *out);
/// m to the goal of an agent in a maze: more than the goal's radius while it does not see it.
float veer_maze_remaining(const VeerWorld *world, uint32_t slot);
/// Brings the roadmap up to date. @return whether it has nodes
bool veer_maze_refresh(VeerWorld *world);
/// The node that a point belongs to; 0: none.
uint32_t veer_maze_at(const VeerWorld *world, VeerVec3 point);
/// m, the middle of a node.
VeerVec3 veer_maze_centre(const VeerWorld *world, uint32_t node);
/// m, the radius that the roadmap is to be made for: the largest class.
float veer_maze_wanted_radius(const VeerWorld *world);

#endif
