#include "avoid/orca/lp.h"

const VeerLpLanes *veer_lp_lanes(VeerLanes lanes)
{
    static const VeerLpLanes *const tables[] = {VEER_LANES_EACH(veer_lp)};
    return tables[lanes];
}

uint32_t veer_lp_reach(const VeerLp *program, VeerVec3 *out)
{
    return veer_lp_lanes(veer_lanes())->reach(program, out);
}

void veer_lp_open(VeerLpRegion *region, const VeerLpDef *def)
{
    veer_lp_lanes(veer_lanes())->open(region, def);
}

VeerVec3 veer_lp_choose(VeerLpRegion *region, VeerVec3 preferred)
{
    return veer_lp_lanes(veer_lanes())->choose(region, preferred);
}

VeerVec3 veer_lp_solve(const VeerLpDef *def, VeerVec3 preferred)
{
    VeerLpRegion region;
    veer_lp_open(&region, def);
    return veer_lp_choose(&region, preferred);
}
