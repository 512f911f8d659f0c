/// What only the room asks of orders.
#ifndef VEER_WORLD_SQUAD_BASE_ORDER_H
#define VEER_WORLD_SQUAD_BASE_ORDER_H

#include "world/squad/base/base.h"

/// Whether an order is complete and in range; its target may be gone. NULL is not.
bool veer_order_is_good(const VeerOrder *order);

#endif
