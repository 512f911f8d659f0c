/// The part of a map in a recording's walkable area: blocked cells are walls, polygons of meshes
/// and cells of graphs are ground.
#include "io/recording/walkable_map.h"
#include "io/base/array.h"
#include "io/base/shape.h"
#include "veer/link.h"
#include "veer/route.h"

/// m: cells of a graph that are so near to each other are joined. Their corners are rounded.
#define CELL_GAP 1e-4
/// A mitre of corners that are widened is cut where it is longer than so many widths.
#define MITRE 10.0

/// Adds the blocked cells of a grid, row by row, run by run.
static bool read_grid(VeerWalkableArea *area, const VeerGrid *grid)
{
    const VeerGridDef *def = veer_grid_def(grid);
    double size = (double)def->cell_size, x = (double)def->origin.x, y = (double)def->origin.y;
    bool is_read = true;
    for (VeerCell cell = {0, 0}; cell.y < (int32_t)def->height; cell.y++, y += size) {
        int32_t first = 0;
        for (cell.x = 0; is_read && cell.x <= (int32_t)def->width; cell.x++) {
            bool is_end = cell.x == (int32_t)def->width || !veer_grid_is_blocked(grid, cell);
            if (is_end && cell.x > first) {
                is_read =
                    veer_barriers_add(area->geos, &area->walls,
                                      GEOSGeom_createRectangle_r(area->geos, x + first * size, y,
                                                                 x + cell.x * size, y + size));
            }
            first = is_end ? cell.x + 1 : first;
        }
    }
    return is_read;
}

/// A convex polygon. @return NULL: no memory
static GEOSGeometry *polygon_of(GEOSContextHandle_t geos, const VeerVec3 *corners, uint32_t count)
{
    GEOSGeometry *line = veer_walkable_line(geos, corners, count, true);
    GEOSGeometry *polygon = line ? GEOSConvexHull_r(geos, line) : NULL;
    GEOSGeom_destroy_r(geos, line);
    return polygon;
}

/// The box holds all ground, so that none of it is cut off.
static bool add_ground(VeerWalkableArea *area, VeerBarriers *shapes, const VeerVec3 *corners,
                       uint32_t count)
{
    for (uint32_t i = 0; i < count; i++) {
        veer_shape_hold(&area->box, (VeerVec3){corners[i].x, corners[i].y, 0.0f}, 0.0f);
    }
    GEOSGeometry *polygon = polygon_of(area->geos, corners, count);
    if (polygon && GEOSGeomTypeId_r(area->geos, polygon) != GEOS_POLYGON) { // has no area
        GEOSGeom_destroy_r(area->geos, polygon);
        return true;
    }
    return veer_barriers_add(area->geos, shapes, polygon);
}

static bool read_mesh(VeerWalkableArea *area, const VeerMesh *mesh)
{
    VeerBarriers shapes = {NULL, 0, 0};
    VeerVec3 *corners = NULL;
    uint32_t capacity = 0;
    bool is_read = true;
    for (uint32_t i = 0; is_read && i < veer_mesh_polygon_count(mesh); i++) {
        uint32_t count = veer_mesh_corners(mesh, i, NULL, 0);
        is_read = veer_array_reserve(&corners, &capacity, count, sizeof *corners);
        if (is_read && !veer_mesh_is_blocked(mesh, i)) {
            (void)veer_mesh_corners(mesh, i, corners, count);
            is_read = add_ground(area, &shapes, corners, count);
        }
    }
    area->ground = is_read ? veer_barriers_unite(area->geos, &shapes) : NULL;
    veer_barriers_free(area->geos, &shapes);
    free(corners);
    return area->ground;
}

/// What is read of a graph.
typedef struct GraphGround {
    VeerWalkableArea *area;
    VeerBarriers shapes;
    bool is_read;
} GraphGround;

static bool read_shape(void *user, const VeerVec3 *corners, uint32_t count)
{
    GraphGround *graph = user;
    graph->is_read = add_ground(graph->area, &graph->shapes, corners, count);
    return graph->is_read;
}

/// Widened, so that they meet, united, and narrowed again. @return NULL: no memory
static GEOSGeometry *join_cells(GEOSContextHandle_t geos, VeerBarriers *shapes)
{
    for (uint32_t i = 0; i < shapes->count; i++) {
        GEOSGeometry *wide = GEOSBufferWithStyle_r(geos, shapes->at[i], 0.5 * CELL_GAP, 1,
                                                   GEOSBUF_CAP_FLAT, GEOSBUF_JOIN_MITRE, MITRE);
        if (!wide) {
            return NULL;
        }
        GEOSGeom_destroy_r(geos, shapes->at[i]);
        shapes->at[i] = wide;
    }
    GEOSGeometry *wide = veer_barriers_unite(geos, shapes);
    GEOSGeometry *joined = wide ? GEOSBufferWithStyle_r(geos, wide, -0.5 * CELL_GAP, 1,
                                                        GEOSBUF_CAP_FLAT, GEOSBUF_JOIN_MITRE, MITRE)
                                : NULL;
    // Sides of several cells in line are one.
    GEOSGeometry *plain =
        joined ? GEOSTopologyPreserveSimplify_r(geos, joined, 0.01 * CELL_GAP) : NULL;
    GEOSGeom_destroy_r(geos, wide);
    GEOSGeom_destroy_r(geos, joined);
    return plain;
}

static bool read_graph(VeerWalkableArea *area, const VeerWorld *world)
{
    GEOSContextHandle_t geos = area->geos;
    GraphGround graph = {.area = area, .is_read = true};
    veer_world_graph_ground(world, read_shape, &graph);
    if (graph.is_read && graph.shapes.count > 0) {
        area->ground = join_cells(geos, &graph.shapes);
        graph.is_read = area->ground;
    }
    veer_barriers_free(geos, &graph.shapes);
    return graph.is_read;
}

static bool read_links(VeerWalkableArea *area, const VeerWorld *world)
{
    bool is_read = true;
    for (uint32_t i = 0; is_read && i < veer_world_link_room(world); i++) {
        VeerLinkId id;
        VeerLinkDef link;
        if (veer_link_at(world, i, &id) && veer_link_get(world, id, &link) == VEER_OK &&
            link.is_open) {
            const VeerVec3 ends[] = {link.from, link.to};
            GEOSGeometry *line = veer_walkable_line(area->geos, ends, 2, false);
            is_read = veer_barriers_add(area->geos, &area->links,
                                        veer_walkable_thicken(area->geos, line));
        }
    }
    return is_read;
}

bool veer_walkable_read_map(VeerWalkableArea *area, const VeerWorld *world)
{
    const VeerGrid *grid = veer_world_grid(world);
    const VeerMesh *mesh = veer_world_mesh(world);
    bool is_read = true;
    if (grid) {
        is_read = read_grid(area, grid);
    } else if (mesh) {
        is_read = read_mesh(area, mesh);
    } else if (veer_world_graph(world)) {
        is_read = read_graph(area, world);
    }
    return is_read && read_links(area, world);
}
