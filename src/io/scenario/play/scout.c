#include "io/scenario/play/scout.h"

#include "io/base/array.h"

#include <math.h>
#include <stdlib.h>

enum { MAX_REGIONS = 1 << 17, MAX_TURNS = 1 << 13 };

static bool open_solid(VeerScout *scout, const VeerVoxels *voxels)
{
    const VeerVoxelsDef *def = veer_voxels_def(voxels);
    void *solid = veer_aligned_take(veer_voxels_size(def));
    void *search = veer_aligned_take(veer_voxel_search_size(MAX_REGIONS));
    *scout = (VeerScout){.voxels = voxels, .room = MAX_TURNS, .radius = -1.0f};
    scout->route = malloc(scout->room * sizeof *scout->route);
    if (!solid || !search || !scout->route) {
        free(solid);
        free(search);
        veer_scout_close(scout);
        return false;
    }
    scout->solid = veer_voxels_init(solid, def);
    scout->solid_search = veer_voxel_search_init(search, MAX_REGIONS);
    return true;
}

bool veer_scout_open(VeerScout *scout, const VeerGrid *map, const VeerVoxels *voxels)
{
    if (voxels) {
        return open_solid(scout, voxels);
    }
    const VeerGridDef *def = veer_grid_def(map);
    uint32_t cells = def->width * def->height, links = scout->link_count;
    void *grid = veer_aligned_take(veer_grid_size(def));
    void *labels = veer_aligned_take(veer_labels_size(def->width, def->height));
    void *search = veer_aligned_take(veer_search_size(cells + 2u * links));
    *scout = (VeerScout){.map = map,
                         .room = cells / 2u + 64u + 2u * links,
                         .radius = -1.0f,
                         .links = scout->links,
                         .link_count = links,
                         .may_use = scout->may_use};
    scout->settled = calloc(links + 1u, sizeof *scout->settled);
    scout->hops = calloc(links + 1u, sizeof *scout->hops);
    scout->cells = malloc(scout->room * sizeof *scout->cells);
    scout->points = malloc(scout->room * sizeof *scout->points);
    bool has_links = scout->settled && scout->hops;
    if (!grid || !labels || !search || !scout->cells || !scout->points || !has_links) {
        free(grid);
        free(labels);
        free(search);
        veer_scout_close(scout);
        return false;
    }
    scout->grid = veer_grid_init(grid, def);
    scout->labels = veer_labels_init(labels, def->width, def->height);
    scout->search = veer_search_init(search, cells + 2u * links);
    return true;
}

void veer_scout_close(VeerScout *scout)
{
    free(scout->grid);
    free(scout->labels);
    free(scout->search);
    free(scout->cells);
    free(scout->points);
    free(scout->settled);
    free(scout->hops);
    free(scout->solid);
    free(scout->solid_search);
    free(scout->route);
    free(scout->mesh_search);
    *scout = (VeerScout){0};
}

float veer_scout_radius(const VeerScout *scout, float radius)
{
    if (scout->mesh) {
        return 0.0f; // all by the way of a point
    }
    float step = 0.25f * (scout->voxels ? veer_voxels_def(scout->voxels)->cell_size
                                        : veer_grid_def(scout->map)->cell_size);
    return ceilf(radius / step) * step;
}

static double distance(VeerVec3 a, VeerVec3 b)
{
    return hypot((double)b.x - (double)a.x, (double)b.y - (double)a.y);
}

static double distance3(VeerVec3 a, VeerVec3 b)
{
    return hypot(distance(a, b), (double)b.z - (double)a.z);
}

static VeerCell nearest_free(const VeerScout *scout, VeerVec3 point, uint32_t label)
{
    VeerCell cell = veer_grid_cell_at(scout->grid, point);
    uint32_t own = veer_labels_at(scout->labels, cell);
    if (own == VEER_NO_LABEL || (label != VEER_NO_LABEL && own != label)) {
        (void)veer_labels_nearest(scout->labels, cell, label, &cell);
    }
    return cell;
}

/// Searches. @return how many cells the route has; 0: there is no way
static uint32_t find(VeerScout *scout, VeerVec3 from, VeerVec3 to)
{
    VeerGridQuery query = veer_grid_query_default();
    uint32_t cells = 0;
    query.grid = scout->grid;
    query.start = nearest_free(scout, from, VEER_NO_LABEL);
    uint32_t label = veer_labels_at(scout->labels, query.start);
    query.goal = nearest_free(scout, to, scout->link_count > 0 ? VEER_NO_LABEL : label);
    query.links = scout->settled;
    query.link_count = scout->link_count;
    query.may_use = scout->may_use;
    if (veer_grid_search_begin(scout->search, &query) != VEER_OK) {
        return 0;
    }
    (void)veer_search_run(scout->search, UINT32_MAX);
    (void)veer_grid_search_route(scout->search, scout->cells, scout->room, &cells);
    return cells;
}

/// Takes the turns of cells[count], pulled tight, but for the first and the last.
static double pull(VeerScout *scout, const VeerCell *cells, uint32_t count, VeerVec3 *last)
{
    uint32_t points = 0;
    double way = 0.0;
    if (veer_grid_pull(scout->grid, cells, count, scout->points, scout->room, &points) != VEER_OK) {
        return 0.0;
    }
    for (uint32_t i = 1; i + 1 < points; i++) {
        way += distance(*last, scout->points[i]);
        *last = scout->points[i];
    }
    return way;
}

/// As pull, with both ends of the link that follows.
static double pull_to_link(VeerScout *scout, uint32_t from, uint32_t at, VeerVec3 *last)
{
    double way = pull(scout, scout->cells + from, at - from + 1u, last);
    for (uint32_t i = at; i <= at + 1u; i++) {
        VeerVec3 end = veer_grid_centre(scout->grid, scout->cells[i]);
        way += distance(*last, end);
        *last = end;
    }
    return way;
}

/// The way through voxels; where one can see to the goal, straight.
static float solid_way(VeerScout *scout, VeerVec3 from, VeerVec3 to, float radius)
{
    float class = veer_scout_radius(scout, radius);
    if (class != scout->radius) {
        (void)veer_voxels_dilate(scout->voxels, class, scout->solid);
        scout->radius = class;
    }
    if (veer_voxels_is_clear(scout->voxels, from, to, radius)) {
        return (float)distance3(from, to);
    }
    VeerVoxelQuery query = veer_voxel_query_default();
    uint32_t count = 0;
    query.voxels = scout->solid;
    query.start = veer_voxels_at(scout->solid, from);
    query.goal = veer_voxels_at(scout->solid, to);
    if (veer_voxel_search_begin(scout->solid_search, &query) == VEER_OK) {
        (void)veer_voxel_search_run(scout->solid_search, UINT32_MAX);
        VeerStatus status =
            veer_voxel_search_route(scout->solid_search, scout->route, scout->room, &count);
        count = status == VEER_OK || status == VEER_PARTIAL ? count : 0;
    }
    // The ends lie in their voxels: the way begins and ends where the body does.
    double way = 0.0;
    VeerVec3 last = from;
    for (uint32_t i = 1; i + 1 < count; i++) {
        VeerVec3 turn = veer_voxels_centre(scout->solid, scout->route[i]);
        way += distance3(last, turn);
        last = turn;
    }
    return (float)(way + distance3(last, to));
}

float veer_scout_way(VeerScout *scout, VeerVec3 from, VeerVec3 to, float radius)
{
    if (scout->mesh) {
        return veer_scout_mesh_way(scout, from, to);
    }
    if (scout->voxels) {
        return solid_way(scout, from, to, radius);
    }
    float class = veer_scout_radius(scout, radius);
    if (class != scout->radius) {
        (void)veer_grid_dilate(scout->map, class, scout->grid);
        (void)veer_labels_build(scout->labels, scout->grid);
        scout->radius = class;
        veer_scout_settle(scout);
    }
    uint32_t count = find(scout, from, to), begin = 0;
    uint32_t hops = veer_grid_search_hops(scout->search, scout->hops, scout->link_count);
    // The ends lie in their cells: the way begins and ends where the body does.
    double way = 0.0;
    VeerVec3 last = from;
    for (uint32_t i = 0; count > 0 && i < hops; begin = scout->hops[i++].at + 1u) {
        way += pull_to_link(scout, begin, scout->hops[i].at, &last);
    }
    way += count > 0 ? pull(scout, scout->cells + begin, count - begin, &last) : 0.0;
    return (float)(way + distance(last, to));
}
