/// Places: which member of a squad goes where, which waits, and for which there is none.
#ifndef VEER_WORLD_SQUAD_PLACES_PLACES_H
#define VEER_WORLD_SQUAD_PLACES_PLACES_H

#include "world/base/base.h"
#include "world/squad/base/squads.h"

/// Gives every member its answer and its place about squad->goal: all of them anew, or only those
/// that have no slot.
void veer_squad_answer(VeerSquadRun *run, bool is_anew);
/// Looks at places again, as the world and the squad have become: members without may get one, and
/// those with one may exchange them.
void veer_squad_review(VeerSquadRun *run);
/// The frame in which a squad stands at its goal.
VeerFrame veer_squad_frame(const VeerSquadRun *run);

#endif
