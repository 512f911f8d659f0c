#include "io/scenario/play/shortest.h"

#include <math.h>

enum { MAX_REGIONS = 1 << 17, MAX_TURNS = 1 << 13 };

/// Costs of searches end here, far beyond all paths.
#define MAX_COST 2e9f

static void *take(VeerShortestPaths *paths, size_t size)
{
    void *memory = veer_store_take_block(&paths->classes.store, size);
    paths->is_out = paths->is_out || !memory;
    return memory;
}

static void open_voxels(VeerShortestPaths *paths)
{
    void *search = take(paths, veer_voxel_search_size(MAX_REGIONS));
    paths->capacity = MAX_TURNS;
    paths->route = take(paths, paths->capacity * sizeof *paths->route);
    if (!paths->is_out) {
        paths->voxel_search = veer_voxel_search_init(search, MAX_REGIONS);
    }
}

static void open_grid(VeerShortestPaths *paths)
{
    const VeerGridDef *def = veer_grid_def(paths->classes.map);
    uint32_t cells = def->width * def->height, links = paths->link_count;
    void *search = take(paths, veer_search_size(cells + 2u * links));
    paths->capacity = cells / 2u + 64u + 2u * links;
    paths->settled = take(paths, links * sizeof *paths->settled);
    paths->crossings = take(paths, links * sizeof *paths->crossings);
    paths->cells = take(paths, paths->capacity * sizeof *paths->cells);
    paths->points = take(paths, paths->capacity * sizeof *paths->points);
    if (!paths->is_out) {
        paths->search = veer_search_init(search, cells + 2u * links);
    }
}

static void open_mesh(VeerShortestPaths *paths)
{
    void *memory = take(paths, veer_mesh_search_size(paths->mesh, 0));
    paths->mesh_search = memory ? veer_mesh_search_init(memory, paths->mesh, 0) : NULL;
}

bool veer_shortest_open(VeerShortestPaths *paths, const VeerScenario *scenario, uint32_t may_use)
{
    *paths = (VeerShortestPaths){.classes = {.map = scenario->map, .voxels = scenario->voxels},
                                 .mesh = scenario->mesh,
                                 .links = scenario->links,
                                 .link_count = scenario->def.map.max_links,
                                 .may_use = may_use};
    if (paths->mesh) {
        open_mesh(paths);
    } else if (scenario->voxels) {
        open_voxels(paths);
    } else {
        open_grid(paths);
    }
    if (paths->is_out) {
        veer_shortest_close(paths);
    }
    return !paths->is_out;
}

void veer_shortest_close(VeerShortestPaths *paths)
{
    veer_store_clear(&paths->classes.store);
}

static double distance(VeerVec3 a, VeerVec3 b)
{
    return hypot((double)b.x - (double)a.x, (double)b.y - (double)a.y);
}

static double distance3(VeerVec3 a, VeerVec3 b)
{
    return hypot(distance(a, b), (double)b.z - (double)a.z);
}

/// Searches. @return how many cells the route has; 0: there is no path
static uint32_t find(VeerShortestPaths *paths, VeerVec3 from, VeerVec3 to)
{
    VeerGridQuery query = veer_grid_query_default();
    uint32_t cells = 0;
    query.grid = paths->class->grid;
    query.start = veer_class_cell(paths->class, from, VEER_NO_LABEL);
    uint32_t label = veer_labels_at(paths->class->labels, query.start);
    query.goal = veer_class_cell(paths->class, to, paths->link_count > 0 ? VEER_NO_LABEL : label);
    query.links = paths->settled;
    query.link_count = paths->link_count;
    query.may_use = paths->may_use;
    if (veer_grid_search_begin(paths->search, &query) != VEER_OK) {
        return 0;
    }
    (void)veer_search_run(paths->search, UINT32_MAX);
    (void)veer_grid_search_route(paths->search, paths->cells, paths->capacity, &cells);
    return cells;
}

/// Takes the turns of cells[count], pulled tight, but for the first and the last.
static double pull(VeerShortestPaths *paths, const VeerCell *cells, uint32_t count, VeerVec3 *last)
{
    uint32_t points = 0;
    double length = 0.0;
    if (veer_grid_pull(paths->class->grid, cells, count, paths->points, paths->capacity, &points) !=
        VEER_OK) {
        return 0.0;
    }
    for (uint32_t i = 1; i + 1 < points; i++) {
        length += distance(*last, paths->points[i]);
        *last = paths->points[i];
    }
    return length;
}

/// As pull, with both ends of the link that follows.
static double pull_to_link(VeerShortestPaths *paths, uint32_t from, uint32_t at, VeerVec3 *last)
{
    double length = pull(paths, paths->cells + from, at - from + 1u, last);
    for (uint32_t i = at; i <= at + 1u; i++) {
        VeerVec3 end = veer_grid_centre(paths->class->grid, paths->cells[i]);
        length += distance(*last, end);
        *last = end;
    }
    return length;
}

/// Through voxels; straight to a goal in line of sight.
static float voxel_length(VeerShortestPaths *paths, VeerVec3 from, VeerVec3 to, float radius)
{
    const VeerVoxels *dilated = paths->class->voxels;
    if (veer_voxels_is_clear(paths->classes.voxels, from, to, radius)) {
        return (float)distance3(from, to);
    }
    VeerVoxelQuery query = veer_voxel_query_default();
    uint32_t count = 0;
    query.voxels = dilated;
    query.start = veer_voxels_at(dilated, from);
    query.goal = veer_voxels_at(dilated, to);
    if (veer_voxel_search_begin(paths->voxel_search, &query) == VEER_OK) {
        (void)veer_voxel_search_run(paths->voxel_search, UINT32_MAX);
        VeerStatus status =
            veer_voxel_search_route(paths->voxel_search, paths->route, paths->capacity, &count);
        count = status == VEER_OK || status == VEER_PARTIAL ? count : 0;
    }
    // The ends lie in their voxels: the path begins and ends where the body does.
    double length = 0.0;
    VeerVec3 last = from;
    for (uint32_t i = 1; i + 1 < count; i++) {
        VeerVec3 turn = veer_voxels_centre(dilated, paths->route[i]);
        length += distance3(last, turn);
        last = turn;
    }
    return (float)(length + distance3(last, to));
}

/// Puts the links on the grid as it is.
static void settle_links(VeerShortestPaths *paths)
{
    for (uint32_t i = 0; i < paths->link_count; i++) {
        const VeerLinkDef *link = &paths->links[i];
        float cells = link->cost / veer_grid_def(paths->class->grid)->cell_size;
        paths->settled[i] = (VeerGridLink){
            .from = veer_class_cell(paths->class, link->from, VEER_NO_LABEL),
            .to = veer_class_cell(paths->class, link->to, VEER_NO_LABEL),
            .cost = (uint32_t)fminf(cells * (float)VEER_COST_STRAIGHT, MAX_COST),
            .flags = link->flags | (link->is_open ? 0u : ~VEER_LINK_FLAGS),
            .is_one_way = link->is_one_way,
        };
    }
}

static float mesh_length(VeerShortestPaths *paths, VeerVec3 from, VeerVec3 to)
{
    VeerMeshQuery query = veer_mesh_query_default();
    query.mesh = paths->mesh;
    query.start = from;
    query.goal = to;
    query.may_use = paths->may_use;
    bool is_found = veer_mesh_search_begin(paths->mesh_search, &query) == VEER_OK &&
                    veer_mesh_search_run(paths->mesh_search, UINT32_MAX) == VEER_SEARCH_FOUND;
    return (float)(is_found ? veer_mesh_search_length(paths->mesh_search) : distance(from, to));
}

static float grid_length(VeerShortestPaths *paths, VeerVec3 from, VeerVec3 to)
{
    uint32_t count = find(paths, from, to), begin = 0;
    uint32_t crossings =
        veer_grid_search_crossings(paths->search, paths->crossings, paths->link_count);
    // The ends lie in their cells: the path begins and ends where the body does.
    double length = 0.0;
    VeerVec3 last = from;
    for (uint32_t i = 0; count > 0 && i < crossings; begin = paths->crossings[i++].at + 1u) {
        length += pull_to_link(paths, begin, paths->crossings[i].at, &last);
    }
    length += count > 0 ? pull(paths, paths->cells + begin, count - begin, &last) : 0.0;
    return (float)(length + distance(last, to));
}

float veer_shortest_length(VeerShortestPaths *paths, VeerVec3 from, VeerVec3 to, float radius)
{
    if (paths->mesh) {
        return mesh_length(paths, from, to);
    }
    const VeerClassMap *last = paths->class;
    paths->class = veer_class_map(&paths->classes, radius);
    paths->is_out = paths->is_out || !paths->class;
    if (paths->is_out) {
        return 0.0f;
    }
    if (paths->classes.voxels) {
        return voxel_length(paths, from, to, radius);
    }
    if (paths->class != last) {
        settle_links(paths);
    }
    return grid_length(paths, from, to);
}
