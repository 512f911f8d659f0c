/// Ways over the map that squads ask for: of leaders, and to tell how far it is to places.
#include "math/vec.h"
#include "world/squads.h"
#include "world/stages.h"
#include "world/web.h"

/// Ways over meshes, and through voxels, keep so many radii off what is blocked.
#define OFF_RADII 1.05f
#define MEND_RADII 0.99f

/// Where a search over a grid begins and ends. @return whether it can lead to the goal's own cell;
/// without any way *count is 0
static bool place_query(const VeerMapClass *class, VeerVec3 from, VeerVec3 to, VeerGridQuery *query)
{
    query->grid = class->grid;
    query->start = veer_grid_cell_at(class->grid, from);
    query->goal = veer_grid_cell_at(class->grid, to);
    if (veer_grid_is_blocked(class->grid, query->start) &&
        !veer_labels_nearest(class->labels, query->start, VEER_NO_LABEL, &query->start)) {
        query->grid = NULL;
        return false;
    }
    uint32_t label = veer_labels_at(class->labels, query->start);
    bool is_whole = veer_labels_at(class->labels, query->goal) == label;
    if (!is_whole) {
        (void)veer_labels_nearest(class->labels, query->goal, label, &query->goal);
    }
    return is_whole;
}

static bool search_grid(const VeerSquadRun *run, float radius, VeerVec3 from, VeerVec3 to,
                        uint32_t *count)
{
    VeerWorldMap *map = &run->world->map;
    const VeerMapClass *class = veer_map_class(run->world, veer_map_class_for(run->world, radius));
    VeerGridQuery query = veer_grid_query_default();
    uint32_t cells = 0;
    query.planner = map->costs ? VEER_PLANNER_ASTAR : VEER_PLANNER_JUMP;
    bool is_whole = place_query(class, from, to, &query);
    if (!query.grid || veer_grid_search_begin(map->search, &query) != VEER_OK) {
        return false;
    }
    (void)veer_search_run(map->search, UINT32_MAX);
    (void)veer_grid_search_route(map->search, map->cells, map->room, &cells);
    if (veer_grid_pull(class->grid, map->cells, cells, map->points, map->room - 1, count) !=
        VEER_OK) {
        *count = 0;
    }
    return is_whole && *count > 0;
}

static bool search_mesh(const VeerSquadRun *run, float radius, VeerVec3 from, VeerVec3 to,
                        uint32_t *count)
{
    VeerWorldMap *map = &run->world->map;
    VeerMeshQuery query = veer_mesh_query_default();
    query.mesh = map->searched;
    query.planner = VEER_MESH_CORRIDOR;
    query.start = from;
    query.goal = to;
    query.radius = min_f(OFF_RADII * radius, VEER_WORLD_LIMIT);
    query.takes_no_links = true;
    if (veer_mesh_search_begin(map->mesh_search, &query) != VEER_OK) {
        return false;
    }
    (void)veer_mesh_search_run(map->mesh_search, UINT32_MAX);
    VeerStatus status = veer_mesh_search_route(map->mesh_search, map->points, map->room - 1, count);
    if ((status != VEER_OK && status != VEER_PARTIAL) || *count < 2) {
        *count = 0;
        return false;
    }
    *count = 1 + veer_deck_mend(run->world, from, map->points + 1, *count - 1, radius, false);
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
    const VeerMapClass *class = veer_map_class(run->world, veer_map_class_for(run->world, radius));
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
    if (veer_voxel_search_begin(map->voxel_search, &query) != VEER_OK) {
        return false;
    }
    (void)veer_voxel_search_run(map->voxel_search, UINT32_MAX);
    VeerStatus status =
        veer_voxel_search_route(map->voxel_search, map->voxel_route, map->room - 1, &turns);
    turns = status == VEER_OK || status == VEER_PARTIAL ? turns : 0;
    for (uint32_t i = 0; i < turns; i++) {
        map->points[i] = veer_voxels_centre(map->voxels, map->voxel_route[i]);
    }
    *count = veer_solid_mend(run->world, map->points, turns, MEND_RADII * radius);
    return status == VEER_OK && is_whole && turns > 0;
}

static bool search_web(const VeerSquadRun *run, float radius, VeerVec3 from, VeerVec3 to,
                       uint32_t *count)
{
    VeerVec3 *points = run->world->map.points;
    bool is_whole = veer_web_way(run->world, (VeerWebWalker){radius, 0}, from, to, count);
    uint32_t room = run->world->map.room - 1u;
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
    map->is_search_live = false;
    *count = 0;
    if (map->mesh) {
        return search_mesh(run, radius, from, to, count);
    }
    if (map->graph) {
        return search_web(run, radius, from, to, count);
    }
    return map->voxels ? search_voxels(run, radius, from, to, count)
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
    if (!veer_squad_has_map(run) || veer_squad_map_is_clear(run, from, to, run->radius)) {
        return true;
    }
    return veer_squad_search(run, run->radius, from, to, &count);
}
