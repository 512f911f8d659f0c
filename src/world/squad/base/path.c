/// Paths over the map that squads ask for: of leaders, and to tell how far it is to places.
#include "math/vec.h"
#include "world/base/base.h"
#include "world/route/route.h"
#include "world/squad/base/base.h"
#include "world/squad/base/map.h"
#include "world/squad/base/reach.h"

/// Paths through voxels keep so many radii off what is blocked.
#define MEND_RADII 0.99f

/// Over a grid, or through voxels.
static bool search_cells(const VeerSquadRun *run, float radius, VeerVec3 from, VeerVec3 to,
                         uint32_t *count)
{
    VeerWorldMap *map = &run->world->map;
    const VeerPlanTraits *traits = veer_plan_traits(map);
    VeerPlanJob job = {.slot = VEER_NO_SLOT, .class = veer_map_class_for(run->world, radius)};
    const VeerMapClass *class = veer_map_class(run->world, job.class);
    VeerVoxel at = veer_cells_at(map, from);
    if ((class->voxels && !class->has_labels) ||
        !veer_cells_find_start(class, at, at, &job.start)) {
        return false;
    }
    job.goal = veer_cells_goal(run->world, class, run->may_use, job.start, to);
    if (!(class->voxels ? traits->begin(run->world, &job)
                        : veer_grid_plan_begin(run->world, &job, run->may_use))) {
        return false;
    }
    bool is_found = traits->search_on(map, UINT32_MAX) == VEER_SEARCH_FOUND;
    *count = traits->read(run->world, &job);
    if (class->voxels) {
        *count = veer_voxel_plan_path_off_walls(run->world, map->routes.points, *count,
                                                MEND_RADII * radius);
    }
    return is_found && veer_cells_have(map, job.goal, to);
}

/// Over a mesh, behind the first point.
static bool search_mesh(const VeerSquadRun *run, float radius, VeerVec3 from, VeerVec3 to,
                        uint32_t *count)
{
    VeerWorldMap *map = &run->world->map;
    VeerMeshQuery query = veer_mesh_query_default();
    query.mesh = map->mesh.searched;
    query.planner = VEER_MESH_CORRIDOR;
    query.start = from;
    query.goal = to;
    query.radius = min_f(VEER_MESH_RADII * radius, VEER_WORLD_LIMIT);
    query.takes_no_links = !map->links.all;
    query.may_use = map->links.all ? run->may_use | VEER_LINK_CLOSED : query.may_use;
    if (veer_mesh_search_begin(map->mesh.search, &query) != VEER_OK) {
        return false;
    }
    (void)veer_mesh_search_run(map->mesh.search, UINT32_MAX);
    uint32_t room = map->routes.room, skip = map->links.all ? room / 2u : 0, found = 0;
    VeerVec3 *raw = map->routes.points + skip;
    VeerStatus status = veer_mesh_search_route(map->mesh.search, raw, room - skip, &found);
    if ((status != VEER_OK && status != VEER_PARTIAL) || found < 2) {
        return false;
    }
    map->routes.points[-1] = raw[0];
    if (map->links.all) {
        VeerMeshReading way = {raw, found, 1, radius, false};
        map->routes.room = skip;
        *count = veer_mesh_plan_read_links(run->world, &way);
        map->routes.room = room;
    } else {
        *count = veer_mesh_plan_path_off_walls(run->world, from, raw,
                                               veer_route_drop_first(raw, found), radius, false);
    }
    return status == VEER_OK;
}

bool veer_squad_search(const VeerSquadRun *run, float radius, VeerVec3 from, VeerVec3 to,
                       uint32_t *count)
{
    VeerWorldMap *map = &run->world->map;
    // The search is lent by the plan stage, which begins its own again where it had got to.
    map->routes.is_search_live = false;
    map->links.hop_count = 0;
    *count = 0;
    if (!map->mesh.whole && !map->graph.whole) {
        return search_cells(run, radius, from, to, count);
    }
    *map->routes.points++ = from;
    map->routes.room--;
    VeerGraphWalker walker = {radius, run->may_use};
    bool is_whole = map->mesh.whole ? search_mesh(run, radius, from, to, count)
                                    : veer_graph_plan_path(run->world, walker, from, to, count);
    map->routes.points--;
    map->routes.room++;
    *count += *count > 0 ? 1u : 0u;
    for (uint32_t i = 0; i < map->links.hop_count && i <= VEER_ROUTE_LINKS; i++) {
        map->links.hops[i].left++;
    }
    return is_whole && *count > 0;
}

float veer_squad_length(const VeerVec3 *points, uint32_t count)
{
    float length = 0.0f;
    for (uint32_t i = 1; i < count; ++i) {
        length += length3(sub3(points[i], points[i - 1]));
    }
    return length;
}

bool veer_squad_can_lead(const VeerSquadRun *run, VeerVec3 from, VeerVec3 to)
{
    uint32_t count;
    if (!veer_squad_map(run) || veer_squad_map_is_clear(run, from, to, run->radius)) {
        return true;
    }
    return veer_squad_search(run, run->radius, from, to, &count);
}
