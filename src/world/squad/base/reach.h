/// Where a squad's members can get to: its connected components, and which lead to which.
#ifndef VEER_WORLD_SQUAD_PLACES_REACH_H
#define VEER_WORLD_SQUAD_PLACES_REACH_H

#include "world/squad/base/base.h"

/// What is made of it for bodies of a radius.
const VeerMapClass *veer_squad_class(const VeerSquadRun *run, float radius);
/// The part of the map round a point from anywhere of which one can get anywhere in it, without
/// links, for the squad's largest body.
uint32_t veer_squad_map_region(const VeerSquadRun *run, VeerVec3 point);
/// Whether that body can get from one region to another, over links that all may use, and one-way.
bool veer_squad_map_leads(const VeerSquadRun *run, uint32_t from, uint32_t to);
/// Whether it can get to a point from a region.
bool veer_squad_map_reaches(const VeerSquadRun *run, uint32_t from, VeerVec3 point);
/// The region that agents' places are looked for from: all of slots[count] that can get to the
/// goal's region can get there. Where no more than half can, the one that most are in.
uint32_t veer_squad_map_home(const VeerSquadRun *run, const uint32_t *slots, uint32_t count,
                             uint32_t goal);

#endif
