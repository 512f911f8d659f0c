/// Orders: what the host tells squads.
#ifndef VEER_WORLD_SQUAD_ORDER_H
#define VEER_WORLD_SQUAD_ORDER_H

#include "world/base/base.h"
#include "world/squad/base/squads.h"

/// Goes on to the order after the present one.
void veer_squad_next_order(VeerSquadSlot *squad);
/// What is followed. @return false: nothing is, or it is gone
bool veer_squad_target(const VeerWorld *world, const VeerOrder *order, VeerVec3 *position,
                       VeerVec3 *velocity, VeerVec3 *heading);

#endif
