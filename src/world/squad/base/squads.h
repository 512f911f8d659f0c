/// What only the room asks of squads.
#ifndef VEER_WORLD_SQUAD_BASE_SQUADS_H
#define VEER_WORLD_SQUAD_BASE_SQUADS_H

#include "world/squad/base/base.h"

/// What every call about one squad asks first: that it is there. @return its slot
VeerSquadSlot *veer_squad_need(VeerRefusal *refusal, const VeerWorld *world, VeerSquadId squad);
/// Whether a squad's rules are those that some def gives.
bool veer_squad_rules_are_good(const VeerSquadSlot *squad);

#endif
