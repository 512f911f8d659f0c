/// The ground that squads look for places on: what stands, the map, and the host's own rule.
#ifndef VEER_WORLD_SQUAD_PLACES_GROUND_H
#define VEER_WORLD_SQUAD_PLACES_GROUND_H

#include "world/base/base.h"
#include "world/squad/base/squads.h"

/// A search for places about the squad's goal: what is asked of them.
/// @param ground  its goal_region is set; has to last as long as the search
VeerPlaceDef veer_squad_place_def(VeerSquadGround *ground);

#endif
