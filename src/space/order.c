#include "space/order.h"

#include "base/wide_keys.h"

double veer_order_key(float gap, uint32_t entry)
{
    return wide_key(gap, entry);
}

const VeerOrderLanes *veer_order_lanes(VeerLanes lanes)
{
    static const VeerOrderLanes *const tables[] = {VEER_LANES_EACH(veer_order)};
    return tables[lanes];
}
