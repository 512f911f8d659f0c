/// What squads see of what stands: walls, blocks and balls that do not move.
#ifndef VEER_WORLD_SQUAD_SENSE_H
#define VEER_WORLD_SQUAD_SENSE_H

#include "world/base/base.h"
#include "world/squad/base/squads.h"

/// m from a point to the nearest wall or standing ball; negative or 0 inside.
float veer_squad_clearance(const VeerSquadRun *run, VeerVec3 point);
/// Whether nothing stands between two points.
bool veer_squad_is_seen(const VeerSquadRun *run, VeerVec3 from, VeerVec3 to);
/// m down to the floor, which only spatial worlds have; INFINITY: none.
float veer_squad_floor_below(const VeerSquadRun *run, VeerVec3 point);
/// Blocks in a slice what stands within a piece of a path, and `margin` round it.
void veer_squad_slice(const VeerSquadRun *run, const VeerWayPiece *piece, float margin,
                      VeerSlice *slice);

#endif
