/// The door of outlines: how agents that no map leads get past the bare walls of obstacles.
///
/// The corners of walls are found once, when walls change. An agent's path is the taut one past
/// them; of it the agent keeps no more than the corner that it has to pass next, until that is
/// passed or out of sight, so that near ties never make it change its mind. Nothing of this is
/// part of a decision: models are told where the path leads, as they are over maps.
#ifndef VEER_WORLD_OUTLINE_OUTLINE_H
#define VEER_WORLD_OUTLINE_OUTLINE_H

#include "base/arena.h"
#include "world/base/base.h"

/// Takes the corners out of the scratch block, for planar worlds without a map.
void veer_outline_lay_out(VeerWorld *world, VeerArena *arena);
/// Once a tick: brings corners up to date if walls have changed, then the next corner of each agent
/// that finds its path past them. Cost O(walls log walls) where walls have changed; of an agent one
/// or two sweeps of its body over the walls, and a search (taut.h) where it has none yet, or has
/// passed its corner.
void veer_outline_run(VeerWorld *world, float dt);
/// The same of the entries [begin, end) of the index of agents alone, which came later: ghosts.
void veer_outline_run_some(VeerWorld *world, uint32_t begin, uint32_t end);

/// Has all see the narrow places of each other, where no tick goes on.
void veer_outline_show(VeerWorld *world);

/// Walls have moved by themselves since the last tick: those at rest are as they were.
void veer_outline_note_motion(VeerWorld *world);

/// Whether a path leads an agent to its goal past bare walls.
bool veer_outline_leads(const VeerWorld *world, uint32_t slot);
/// Where that path leads next. @param aim  m, from the agent
/// @return false: straight to the goal, or there is none; *aim is not set
bool veer_outline_aim(const VeerWorld *world, uint32_t slot, VeerVec2 *aim);
/// The narrow place that it leads through next.
VeerOutlineGap veer_outline_gap(const VeerWorld *world, uint32_t slot);
/// The same while agents decide: as all see it, but for whom others come against in a corridor.
VeerOutlineGap veer_outline_gap_ahead(const VeerWorld *world, uint32_t slot);

/// An agent in a corridor looks for those that come against it, in the stage in which all are seen:
/// once every quarter of the commitment horizon. Cost of such a look O(agents ahead, up to 16).
void veer_outline_watch(VeerWorld *world, uint32_t slot, float dt);
/// Whether there were any in one of its last seven looks.
bool veer_outline_is_met(const VeerWorld *world, uint32_t slot);
/// The middle of the corridor that such an agent keeps right of, m from it. @return false: there is
/// none, or it is left of it
bool veer_outline_middle(const VeerWorld *world, uint32_t slot, VeerWall *out);

#endif
