/// Planners of the kinds of map.
#include "world/route/plan_traits.h"
#include "math/vec.h"
#include "world/base/base.h"
#include "world/map/map.h"

const VeerPlanTraits *veer_plan_traits(const VeerWorldMap *map)
{
    static const VeerPlanTraits *const traits[VEER_MAP_KIND_COUNT] = {
        [VEER_MAP_GRID] = &veer_plan_traits_grid,
        [VEER_MAP_VOXELS] = &veer_plan_traits_voxels,
        [VEER_MAP_MESH] = &veer_plan_traits_mesh,
        [VEER_MAP_GRAPH] = &veer_plan_traits_graph,
    };
    return traits[map->traits->kind];
}

VeerSearchState veer_plan_search_on(VeerWorldMap *map, uint32_t budget)
{
    return veer_search_run(map->routes.search, budget);
}

uint64_t veer_plan_expansions(const VeerWorldMap *map)
{
    return veer_search_expansions(map->routes.search);
}

bool veer_route_is_cut(const VeerWorld *world, uint32_t slot, float limit, VeerLegTest *is_blocked,
                       const void *context)
{
    enum { PART = 32 };
    VeerVec3 points[PART + 1] = {veer_map_point(world, world->agent.position[slot])};
    uint32_t count = veer_route_ahead(world, slot, points + 1, PART);
    bool is_whole = count == world->map.routes.all[slot].count;
    float gone = 0.0f;
    for (uint32_t i = 0; i < count && gone < limit; i++) {
        VeerLegKind kind = veer_links_leg_kind(world, slot, i);
        VeerRouteLeg leg = {points[i],    points[i + 1], gone,
                            limit - gone, i == 0,        is_whole && i + 1 == count};
        if (kind == VEER_LEG_CLOSED ||
            (kind == VEER_LEG_WALKED && is_blocked(world, &leg, context))) {
            return true;
        }
        gone += length3(sub3(points[i + 1], points[i]));
    }
    return false;
}
