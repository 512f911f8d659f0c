/// Which member of a squad gets which place: by path lengths, where a map stands between.
#ifndef VEER_WORLD_SQUAD_PLACES_COSTS_H
#define VEER_WORLD_SQUAD_PLACES_COSTS_H

#include "world/base/base.h"
#include "world/squad/base/squads.h"

/// Assigns the members at the scratch's positions[asked], its subset[asked], to its
/// slots[place_count], into seats[asked]; VEER_NO_SLOT: none. By the squares of the lengths of
/// their paths over the map; those that cannot get to the places' region get none.
/// @param is_anew  where that takes more than this tick, a job goes on with it
void veer_squad_deal(const VeerSquadRun *run, uint32_t asked, uint32_t place_count, uint32_t region,
                     bool is_anew);
/// What it costs to exchange places: squares of straight distances from the scratch's
/// positions[count] to its slots[count], member i has place i. Members get none that they do not
/// see. *out is NULL where nothing stands between. @return false: there are too many for it
bool veer_squad_exchange_costs(const VeerSquadRun *run, uint32_t count, const float **out);

#endif
