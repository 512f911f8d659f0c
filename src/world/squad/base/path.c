/// Paths over the map that squads ask for: of leaders, and to tell how far it is to places.
#include "math/vec.h"
#include "world/base/base.h"
#include "world/route/route.h"
#include "world/squad/base/base.h"
#include "world/squad/base/map.h"
#include "world/squad/base/reach.h"

/// Paths over meshes, and through voxels, keep so many radii off what is blocked.
#define OFF_RADII 1.05f
#define MEND_RADII 0.99f

/// Where a search over a grid begins and ends. @return whether it can lead to the goal's own cell;
/// without any path its grid is NULL
static bool place_query(const VeerSquadRun *run, const VeerMapClass *class, VeerVec3 from,
                        VeerVec3 to, VeerGridQuery *query)
{
    query->grid = class->grid;
    query->start = veer_grid_cell_at(class->grid, from);
    if (veer_grid_is_blocked(class->grid, query->start) &&
        !veer_labels_nearest(class->labels, query->start, VEER_NO_LABEL, &query->start)) {
        query->grid = NULL;
        return false;
    }
    query->links = class->links;
    query->link_count = class->links ? run->world->def.map.max_links : 0u;
    query->may_use = run->may_use;
    VeerVoxel start = {query->start.x, query->start.y, 0};
    query->goal = veer_cells_flat(veer_cells_goal(run->world, class, run->may_use, start, to));
    VeerCell cell = veer_grid_cell_at(class->grid, to);
    return query->goal.x == cell.x && query->goal.y == cell.y;
}

/// Pulls the map's cells[from] to cells[to] tight, behind its first points. @return how many there
/// are then; 0: there is no room
static uint32_t pull_cells(VeerWorldMap *map, const VeerGrid *grid, uint32_t from, uint32_t to,
                           uint32_t before)
{
    uint32_t count = 0, room = map->routes.room - 1u;
    bool is_pulled = before < room &&
                     veer_grid_pull(grid, map->routes.cells + from, to - from + 1u,
                                    map->routes.points + before, room - before, &count) == VEER_OK;
    return is_pulled ? before + count : 0;
}

/// Pulls the map's cells[cells] tight between links, which are its hops. @return how many points
static uint32_t pull_way(VeerWorldMap *map, const VeerGrid *grid, uint32_t cells, uint32_t links)
{
    uint32_t from = 0, count = 0;
    uint32_t hops =
        links > 0 ? veer_grid_search_hops(map->routes.search, map->links.found, links) : 0;
    for (uint32_t i = 0; i < hops; i++) {
        count = pull_cells(map, grid, from, map->links.found[i].at, count);
        from = map->links.found[i].at + 1u;
        if (count == 0) {
            return 0;
        }
        if (i <= VEER_ROUTE_LINKS) {
            map->links.hops[i] = (VeerRouteLink){count - 1u, map->links.found[i].link};
        }
    }
    map->links.hop_count = hops;
    return pull_cells(map, grid, from, cells - 1u, count);
}

static bool search_grid(const VeerSquadRun *run, float radius, VeerVec3 from, VeerVec3 to,
                        uint32_t *count)
{
    VeerWorldMap *map = &run->world->map;
    const VeerMapClass *class = veer_squad_class(run, radius);
    VeerGridQuery query = veer_grid_query_default();
    uint32_t cells = 0;
    query.planner = map->grid.costs ? VEER_GRID_ASTAR : VEER_GRID_JUMP;
    bool is_whole = place_query(run, class, from, to, &query);
    if (!query.grid || veer_grid_search_begin(map->routes.search, &query) != VEER_OK) {
        return false;
    }
    (void)veer_search_run(map->routes.search, UINT32_MAX);
    (void)veer_grid_search_route(map->routes.search, map->routes.cells, map->routes.room, &cells);
    *count = cells > 0 ? pull_way(map, class->grid, cells, query.link_count) : 0;
    return is_whole && *count > 0;
}

/// Mends the path over a mesh that was read behind the map's room, from its first point on.
/// @return how many points there are
static uint32_t read_linked(const VeerSquadRun *run, VeerVec3 *raw, uint32_t count, float radius)
{
    VeerWorldMap *map = &run->world->map;
    uint32_t room = map->routes.room;
    VeerMeshReading way = {raw, count, 1, radius, false};
    map->routes.points[0] = raw[0];
    map->routes.points++;
    map->routes.room = room / 2u - 1u;
    uint32_t made = veer_mesh_plan_read_hops(run->world, &way);
    map->routes.points--;
    map->routes.room = room;
    for (uint32_t i = 0; i < map->links.hop_count && i <= VEER_ROUTE_LINKS; i++) {
        map->links.hops[i].left++;
    }
    return made + 1u;
}

static bool search_mesh(const VeerSquadRun *run, float radius, VeerVec3 from, VeerVec3 to,
                        uint32_t *count)
{
    VeerWorldMap *map = &run->world->map;
    VeerMeshQuery query = veer_mesh_query_default();
    query.mesh = map->mesh.searched;
    query.planner = VEER_MESH_CORRIDOR;
    query.start = from;
    query.goal = to;
    query.radius = min_f(OFF_RADII * radius, VEER_WORLD_LIMIT);
    query.takes_no_links = !map->links.all;
    query.may_use = map->links.all ? run->may_use | VEER_LINK_CLOSED : query.may_use;
    if (veer_mesh_search_begin(map->mesh.search, &query) != VEER_OK) {
        return false;
    }
    (void)veer_mesh_search_run(map->mesh.search, UINT32_MAX);
    uint32_t skip = map->links.all ? map->routes.room / 2u : 0;
    VeerVec3 *raw = map->routes.points + skip;
    VeerStatus status =
        veer_mesh_search_route(map->mesh.search, raw, map->routes.room - 1 - skip, count);
    if ((status != VEER_OK && status != VEER_PARTIAL) || *count < 2) {
        *count = 0;
        return false;
    }
    *count = map->links.all ? read_linked(run, raw, *count, radius)
                            : 1 + veer_mesh_plan_path_off_walls(run->world, from, raw + 1,
                                                                *count - 1, radius, false);
    return status == VEER_OK;
}

/// A free voxel of a class at a point, or near it; of a region where that is stated.
/// @return false: there is none
static bool find_voxel(const VeerMapClass *class, VeerVec3 point, uint32_t label, VeerVoxel *out)
{
    *out = veer_voxels_at(class->voxels, point);
    uint32_t own = veer_voxel_labels_at(class->voxel_labels, *out);
    bool is_there = label == VEER_NO_VOXEL_LABEL ? own != label : own == label;
    return is_there || veer_voxel_labels_nearest(class->voxel_labels, *out, label, out);
}

static bool search_voxels(const VeerSquadRun *run, float radius, VeerVec3 from, VeerVec3 to,
                          uint32_t *count)
{
    VeerWorldMap *map = &run->world->map;
    const VeerMapClass *class = veer_squad_class(run, radius);
    VeerVoxelQuery query = veer_voxel_query_default();
    query.voxels = class->voxels;
    query.labels = class->voxel_labels;
    uint32_t turns = 0;
    if (!class->has_labels || !find_voxel(class, from, VEER_NO_VOXEL_LABEL, &query.start)) {
        return false;
    }
    uint32_t label = veer_voxel_labels_at(class->voxel_labels, query.start);
    (void)find_voxel(class, to, label, &query.goal);
    bool is_whole =
        veer_voxel_labels_at(class->voxel_labels, veer_voxels_at(class->voxels, to)) == label;
    if (veer_voxel_search_begin(map->voxels.search, &query) != VEER_OK) {
        return false;
    }
    (void)veer_voxel_search_run(map->voxels.search, UINT32_MAX);
    VeerStatus status = veer_voxel_search_route(map->voxels.search, map->routes.voxels,
                                                map->routes.room - 1, &turns);
    turns = status == VEER_OK || status == VEER_PARTIAL ? turns : 0;
    for (uint32_t i = 0; i < turns; i++) {
        map->routes.points[i] = veer_voxels_centre(map->voxels.blocked, map->routes.voxels[i]);
    }
    *count =
        veer_voxel_plan_path_off_walls(run->world, map->routes.points, turns, MEND_RADII * radius);
    return status == VEER_OK && is_whole && turns > 0;
}

static bool search_web(const VeerSquadRun *run, float radius, VeerVec3 from, VeerVec3 to,
                       uint32_t *count)
{
    VeerVec3 *points = run->world->map.routes.points;
    bool is_whole =
        veer_graph_plan_path(run->world, (VeerGraphWalker){radius, run->may_use}, from, to, count);
    uint32_t room = run->world->map.routes.room - 1u;
    *count = *count < room ? *count : room;
    for (uint32_t i = *count; i > 0; i--) {
        points[i] = points[i - 1u];
    }
    points[0] = from;
    *count += *count > 0 ? 1u : 0u;
    return is_whole && *count > 0;
}

bool veer_squad_search(const VeerSquadRun *run, float radius, VeerVec3 from, VeerVec3 to,
                       uint32_t *count)
{
    VeerWorldMap *map = &run->world->map;
    // The search is lent by the plan stage, which begins its own again where it had got to.
    map->routes.is_search_live = false;
    map->links.hop_count = 0;
    *count = 0;
    if (map->mesh.whole) {
        return search_mesh(run, radius, from, to, count);
    }
    if (map->graph.whole) {
        return search_web(run, radius, from, to, count);
    }
    return map->voxels.blocked ? search_voxels(run, radius, from, to, count)
                               : search_grid(run, radius, from, to, count);
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
