/// Paths over the map that squads ask for: of leaders, and to tell how far it is to places.
#ifndef VEER_WORLD_SQUAD_PATH_H
#define VEER_WORLD_SQUAD_PATH_H

#include "world/base/base.h"
#include "world/squad/base/base.h"

/// A path over the map for bodies of a radius: points[*count] of the map's scratch, the first about
/// where it begins; of none *count is 0. Of the links that it takes the map's hops tell the first:
/// `left` is the number of the point where one begins. @return whether it leads to about `to`
bool veer_squad_search(const VeerSquadRun *run, float radius, VeerVec3 from, VeerVec3 to,
                       uint32_t *count);
/// Whether a leader can go from one point to another.
bool veer_squad_can_lead(const VeerSquadRun *run, VeerVec3 from, VeerVec3 to);
/// m along points[count].
float veer_squad_length(const VeerVec3 *points, uint32_t count);

#endif
