/// Orders: what the host tells squads.
#ifndef VEER_WORLD_SQUAD_ORDER_H
#define VEER_WORLD_SQUAD_ORDER_H

#include "world/base/base.h"
#include "world/squad/base/squads.h"

/// What an order is about.
typedef struct VeerSquadTarget {
    VeerVec3 position, velocity, heading;
} VeerSquadTarget;

/// Goes on to the order after the present one.
void veer_squad_next_order(VeerSquadSlot *squad);
/// Whether an order is about an agent or an obstacle, be it there or gone.
bool veer_order_has_target(const VeerOrder *order);
/// That as it is now. @return false: there is none, or it is gone
bool veer_squad_target(const VeerWorld *world, const VeerOrder *order, VeerSquadTarget *out);

#endif
