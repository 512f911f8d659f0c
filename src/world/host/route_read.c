/// What hosts read of routes.
#include "math/vec.h"
#include "world/base/base.h"
#include "world/body/body.h"
#include "world/field/field.h"

VeerStatus veer_agent_route(const VeerWorld *world, VeerAgentId agent, VeerRouteState *out)
{
    uint32_t slot = veer_agent_slot(world, agent);
    if (slot == VEER_NO_SLOT) {
        return VEER_BAD_HANDLE;
    }
    *out = (VeerRouteState){VEER_ROUTE_NONE, false, false, {0}, 0.0f, 0};
    if (veer_route_is_on(world, slot)) {
        const VeerRoute *route = &world->map.routes.all[slot];
        *out = (VeerRouteState){
            (VeerRouteStatus)route->status, route->is_waiting, route->field > 0, route->target,
            veer_route_length(world, slot), route->count};
    }
    return VEER_OK;
}

uint32_t veer_agent_route_points(const VeerWorld *world, VeerAgentId agent, VeerVec3 *out,
                                 uint32_t capacity)
{
    uint32_t slot = veer_agent_slot(world, agent);
    if (slot == VEER_NO_SLOT || !veer_route_is_on(world, slot)) {
        return 0;
    }
    (void)veer_route_ahead(world, slot, out, capacity);
    return world->map.routes.all[slot].count;
}

VeerPlanStats veer_world_plan_stats(const VeerWorld *world)
{
    return world->map.head ? world->map.head->stats : (VeerPlanStats){0, 0, 0, 0};
}
