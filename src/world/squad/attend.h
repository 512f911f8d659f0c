/// Attending: keeping places about what moves.
#ifndef VEER_WORLD_SQUAD_ATTEND_H
#define VEER_WORLD_SQUAD_ATTEND_H

#include "world/squad/base/base.h"

/// Keeps places about what moves.
void veer_squad_attend(VeerSquadRun *run, bool is_anew);

#endif
