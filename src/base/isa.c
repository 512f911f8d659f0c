#include "base/isa.h"
#include "veer/api.h"

const char *veer_isa_name(VeerIsa isa)
{
    static const VeerIsaLanes *const tables[] = {VEER_LANES_EACH(veer_isa)};
    VeerLanes lanes = veer_lanes();
    return (unsigned)isa <= (unsigned)lanes + 1u ? tables[veer_lanes_of(isa)]->name : NULL;
}
