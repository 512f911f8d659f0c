/// Links on the grid of a scout, as routes in the tick see them.
#include "io/scenario/play/scout.h"

#include <math.h>

/// Costs of searches end here, far beyond all ways.
#define MAX_COST 2e9f

void veer_scout_link(VeerScout *scout, const VeerLinkDef *links, uint32_t count, uint32_t may_use)
{
    *scout = (VeerScout){.links = links, .link_count = count, .may_use = may_use};
}

static VeerCell settled(const VeerScout *scout, VeerVec3 end)
{
    VeerCell cell = veer_grid_cell_at(scout->grid, end);
    (void)veer_labels_nearest(scout->labels, cell, VEER_NO_LABEL, &cell);
    return cell;
}

void veer_scout_settle(VeerScout *scout)
{
    for (uint32_t i = 0; i < scout->link_count; i++) {
        const VeerLinkDef *link = &scout->links[i];
        float cells = link->cost / veer_grid_def(scout->grid)->cell_size;
        scout->settled[i] = (VeerGridLink){
            .from = settled(scout, link->from),
            .to = settled(scout, link->to),
            .cost = (uint32_t)fminf(cells * (float)VEER_COST_STRAIGHT, MAX_COST),
            .flags = link->flags | (link->is_open ? 0u : ~VEER_LINK_FLAGS),
            .is_one_way = link->is_one_way,
        };
    }
}
