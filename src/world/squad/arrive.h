/// Arriving: everyone of a squad goes to its place, and rests there.
#ifndef VEER_WORLD_SQUAD_ARRIVE_H
#define VEER_WORLD_SQUAD_ARRIVE_H

#include "world/squad/base/base.h"

/// Everyone goes to its place from now on.
void veer_squad_arrive_begin(VeerSquadRun *run);
/// One tick of it: sets the phase, and how long they have rested.
void veer_squad_arrive(VeerSquadRun *run);
/// Gives members without an answer the order's goal itself.
void veer_squad_answer_with_goal(const VeerSquadRun *run);

#endif
