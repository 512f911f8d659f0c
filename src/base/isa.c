#include "base/isa.h"
#include "veer/api.h"

const char *veer_isa_name(void)
{
    static const VeerIsaLanes *const tables[] = {VEER_LANES_EACH(veer_isa)};
    return tables[veer_lanes()]->name;
}
