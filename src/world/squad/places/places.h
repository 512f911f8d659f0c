/// Places: who of a squad goes where, who waits, and for whom there is none.
#ifndef VEER_WORLD_SQUAD_PLACES_PLACES_H
#define VEER_WORLD_SQUAD_PLACES_PLACES_H

#include "world/base/base.h"
#include "world/squad/base/squads.h"

/// Gives every member its answer and its place about squad->goal: all of them anew, or only those
/// that have no slot.
void veer_squad_answer(VeerSquadRun *run, bool is_anew);
/// Looks at places again, as the world and the squad have become: who has none may get one, and
/// those who have may exchange them.
void veer_squad_review(VeerSquadRun *run);
/// The frame in which a squad stands at its goal.
VeerFrame veer_squad_frame(const VeerSquadRun *run);

#endif
