/// Paths between two points, without an agent.
#include "math/vec.h"
#include "world/route/route.h"

/// Finds the cells where a path begins, and where it ends: as near to the end as one can get.
static bool place(VeerWorld *world, const VeerTrip *trip, VeerPlanJob *job)
{
    *job = (VeerPlanJob){.slot = VEER_NO_SLOT, .class = veer_map_class_for(world, trip->radius)};
    const VeerMapClass *class = veer_map_class(world, job->class);
    VeerVoxel at = veer_cells_at(&world->map, trip->from);
    if ((class->voxels && !class->has_labels) ||
        !veer_cells_find_start(class, at, at, &job->start)) {
        return false;
    }
    job->goal = veer_cells_goal(world, class, trip->may_use, job->start, trip->to);
    return true;
}

/// Over a grid, or through voxels.
static bool search_cells(VeerWorld *world, const VeerTrip *trip, uint32_t *count)
{
    VeerWorldMap *map = &world->map;
    const VeerPlanTraits *traits = veer_plan_traits(map);
    VeerPlanJob job;
    if (!place(world, trip, &job)) {
        return false;
    }
    bool has_voxels = map->voxels.blocked;
    if (!(has_voxels ? traits->begin(world, &job)
                     : veer_grid_plan_begin(world, &job, trip->may_use))) {
        return false;
    }
    bool is_found = traits->search_on(map, UINT32_MAX) == VEER_SEARCH_FOUND;
    *count = has_voxels ? veer_voxel_plan_read(world, &job, trip->radius)
                        : veer_grid_plan_read(world, &job, trip->radius);
    return is_found && veer_cells_have(map, job.goal, trip->to);
}

/// Over a mesh, behind the first point.
static bool search_mesh(VeerWorld *world, const VeerTrip *trip, uint32_t *count)
{
    VeerWorldMap *map = &world->map;
    VeerMeshQuery query = veer_mesh_query_default();
    query.mesh = map->mesh.searched;
    query.planner = VEER_MESH_CORRIDOR;
    query.start = trip->from;
    query.goal = trip->to;
    query.radius = min_f(VEER_PATH_RADII * trip->radius, VEER_WORLD_LIMIT);
    query.takes_no_links = !map->links.all;
    query.may_use = map->links.all ? trip->may_use | VEER_LINK_CLOSED : query.may_use;
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
        VeerMeshReading reading = {raw, found, 1, trip->radius, false};
        map->routes.room = skip;
        *count = veer_mesh_plan_read_links(world, &reading);
        map->routes.room = room;
    } else {
        *count = veer_mesh_plan_path_off_walls(
            world, trip->from, raw, veer_route_drop_first(raw, found), trip->radius, false);
    }
    return status == VEER_OK;
}

bool veer_route_between(VeerWorld *world, const VeerTrip *trip, uint32_t *count)
{
    VeerWorldMap *map = &world->map;
    // The search is lent by the plan stage, which begins its own again where it had got to.
    map->routes.is_search_live = false;
    map->links.crossing_count = 0;
    *count = 0;
    if (!map->mesh.whole && !map->graph.whole) {
        return search_cells(world, trip, count);
    }
    *map->routes.points++ = trip->from;
    map->routes.room--;
    VeerGraphWalker walker = {trip->radius, trip->may_use};
    bool is_whole = map->mesh.whole
                        ? search_mesh(world, trip, count)
                        : veer_graph_plan_path(world, walker, trip->from, trip->to, count);
    map->routes.points--;
    map->routes.room++;
    *count += *count > 0 ? 1u : 0u;
    for (uint32_t i = 0; i < map->links.crossing_count && i <= VEER_ROUTE_LINKS; i++) {
        map->links.crossings[i].left++;
    }
    return is_whole && *count > 0;
}

bool veer_route_leads(VeerWorld *world, const VeerTrip *trip)
{
    VeerPlanJob job;
    uint32_t count;
    if (world->map.mesh.whole || world->map.graph.whole) {
        return veer_route_between(world, trip, &count);
    }
    return place(world, trip, &job) && veer_cells_have(&world->map, job.goal, trip->to);
}
