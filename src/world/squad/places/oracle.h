/// Lengths of the shortest paths over the floors of a map, from one point to many.
#ifndef VEER_WORLD_SQUAD_PLACES_ORACLE_H
#define VEER_WORLD_SQUAD_PLACES_ORACLE_H

#include "base/arena.h"
#include "world/base/base.h"
#include "world/squad/base/squads.h"
#include "world/squad/places/measure.h"

void veer_squad_oracle_lay_out(VeerSquadOracle *oracle, const VeerWorldMapDef *def,
                               VeerArena *arena, uint32_t side);
/// Sets the goals that lengths are asked for, all of one part of the map.
/// @return false: the oracle cannot tell
bool veer_squad_oracle_aim(VeerSquadOracle *oracle, const VeerSquadRun *run, const VeerVec3 *goals,
                           uint32_t count);
/// The squares of the lengths from a point to all goals, m². @return false: it cannot tell
bool veer_squad_oracle_read(VeerSquadOracle *oracle, VeerVec3 from, float *squares);

#endif
