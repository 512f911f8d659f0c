/// The indices of agents and balls.
#ifndef VEER_WORLD_BODY_INDICES_H
#define VEER_WORLD_BODY_INDICES_H

#include "world/base/base.h"

/// Finds the entries of agents in their index, where they are now: they are still to be put there.
void veer_agents_place(VeerWorld *world);
/// Puts them there.
void veer_agents_put(VeerWorld *world);
/// Finds entries, behind all others, of the ghosts of a world that is one part of a larger one.
void veer_ghosts_place(VeerWorld *world);
/// Indexes balls where they are now.
void veer_balls_index(VeerWorld *world);

#endif
