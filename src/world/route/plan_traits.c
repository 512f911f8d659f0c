/// Planners of the kinds of map.
#include "world/route/plan_traits.h"
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
