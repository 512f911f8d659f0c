/// The indices of agents and balls.
#ifndef VEER_WORLD_BODY_INDICES_H
#define VEER_WORLD_BODY_INDICES_H

#include "world/base/base.h"

/// Indexes agents and balls where they are now.
void veer_balls_index(VeerWorld *world);
/// Adds the ghosts of a world that is one part of a larger one.
void veer_ghosts_index(VeerWorld *world);

#endif
