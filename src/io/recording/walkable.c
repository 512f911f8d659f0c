#include "io/recording/walkable_map.h"

#include "io/base/array.h"
#include "io/base/shape.h"

#include <math.h>

enum { DISC_QUARTER = 8 /* edges of a disc in a quarter of its turn */, DECIMALS = 9 };
/// What GEOS answers where it has no memory, instead of 0 or 1.
enum { NO_ANSWER = 2 };

/// m: half the thickness of a chain, which has no inside.
#define CHAIN_HALF_WIDTH 5e-4

void veer_barriers_free(GEOSContextHandle_t geos, VeerBarriers *list)
{
    for (uint32_t i = 0; i < list->count; i++) {
        GEOSGeom_destroy_r(geos, list->at[i]);
    }
    free(list->at);
    *list = (VeerBarriers){NULL, 0, 0};
}

void veer_walkable_free(VeerWalkableArea *area)
{
    if (area->geos) {
        veer_barriers_free(area->geos, &area->solids);
        veer_barriers_free(area->geos, &area->walls);
        veer_barriers_free(area->geos, &area->links);
        GEOSGeom_destroy_r(area->geos, area->ground);
        GEOS_finish_r(area->geos);
    }
    *area = (VeerWalkableArea){0};
}

bool veer_barriers_add(GEOSContextHandle_t geos, VeerBarriers *list, GEOSGeometry *polygon)
{
    if (!polygon || !veer_array_reserve(&list->at, &list->capacity, list->count + UINT64_C(1),
                                        sizeof(GEOSGeometry *))) {
        GEOSGeom_destroy_r(geos, polygon);
        return false;
    }
    list->at[list->count++] = polygon;
    return true;
}

GEOSGeometry *veer_barriers_unite(GEOSContextHandle_t geos, VeerBarriers *list)
{
    GEOSGeometry *all = GEOSGeom_createCollection_r(geos, GEOS_MULTIPOLYGON, list->at, list->count);
    list->count = all ? 0 : list->count;
    GEOSGeometry *united = all ? GEOSUnaryUnion_r(geos, all) : NULL;
    GEOSGeom_destroy_r(geos, all);
    return united;
}

GEOSGeometry *veer_walkable_line(GEOSContextHandle_t geos, const VeerVec3 *points, uint32_t count,
                                 bool is_closed)
{
    GEOSCoordSequence *line = GEOSCoordSeq_create_r(geos, count + is_closed, 2);
    for (uint32_t i = 0; line && i < count + is_closed; i++) {
        (void)GEOSCoordSeq_setXY_r(geos, line, i, (double)points[i % count].x,
                                   (double)points[i % count].y);
    }
    return line ? GEOSGeom_createLineString_r(geos, line) : NULL;
}

GEOSGeometry *veer_walkable_thicken(GEOSContextHandle_t geos, GEOSGeometry *line)
{
    GEOSGeometry *thick = line ? GEOSBuffer_r(geos, line, CHAIN_HALF_WIDTH, 1) : NULL;
    GEOSGeom_destroy_r(geos, line);
    return thick;
}

/// A line over all vertices of an obstacle. @return NULL: no memory
static GEOSGeometry *outline(GEOSContextHandle_t geos, const VeerWorld *world, VeerObstacleId id,
                             uint32_t count, bool is_closed)
{
    VeerVec3 *points = calloc(count + 1u, sizeof *points);
    (void)(points && veer_obstacle_vertices(world, id, points, count));
    GEOSGeometry *line = points ? veer_walkable_line(geos, points, count, is_closed) : NULL;
    free(points);
    return line;
}

/// A polygon round a disc: its edges touch the circle, so that nothing inside of it is walkable.
static GEOSGeometry *disc(GEOSContextHandle_t geos, VeerVec3 centre, float radius)
{
    double reach = (double)radius / cos(acos(-1.0) / (4.0 * DISC_QUARTER));
    GEOSGeometry *point = GEOSGeom_createPointFromXY_r(geos, (double)centre.x, (double)centre.y);
    GEOSGeometry *round = point ? GEOSBuffer_r(geos, point, reach, DISC_QUARTER) : NULL;
    GEOSGeom_destroy_r(geos, point);
    return round;
}

/// Keeps a solid off the rectangle's border, which it would part otherwise.
static bool add_solid(VeerWalkableArea *area, GEOSGeometry *solid)
{
    double low_x, low_y, high_x, high_y;
    if (solid && GEOSGeom_getExtent_r(area->geos, solid, &low_x, &low_y, &high_x, &high_y)) {
        float margin = 0.01f * (float)(high_x - low_x);
        veer_shape_hold(&area->box, (VeerVec3){(float)low_x, (float)low_y, 0.0f}, margin);
        veer_shape_hold(&area->box, (VeerVec3){(float)high_x, (float)high_y, 0.0f}, margin);
    }
    return veer_barriers_add(area->geos, &area->solids, solid);
}

static bool read_obstacle(VeerWalkableArea *area, const VeerWorld *world, VeerObstacleId id)
{
    GEOSContextHandle_t geos = area->geos;
    VeerObstacleState state;
    if (veer_obstacle_get(world, id, &state) != VEER_OK || state.is_ghost) {
        return true;
    }
    if (state.shape == VEER_SHAPE_BALL) {
        return state.motion != VEER_MOTION_STATIC || state.radius <= 0.0f ||
               add_solid(area, disc(geos, state.position, state.radius));
    }
    bool is_polygon = state.shape == VEER_SHAPE_POLYGON; // a convex one
    GEOSGeometry *line = outline(geos, world, id, state.vertex_count, state.is_closed);
    if (!is_polygon) {
        return veer_barriers_add(geos, &area->walls, veer_walkable_thicken(geos, line));
    }
    GEOSGeometry *shape = line ? GEOSConvexHull_r(geos, line) : NULL;
    GEOSGeom_destroy_r(geos, line);
    return add_solid(area, shape);
}

bool veer_walkable_read(VeerWalkableArea *area, const VeerWorld *world)
{
    area->geos = GEOS_init_r();
    bool is_read = area->geos;
    if (!is_read || veer_world_space(world) == VEER_SPATIAL) {
        return is_read;
    }
    for (uint32_t slot = 0; is_read && slot < veer_obstacle_slot_count(world); slot++) {
        is_read = read_obstacle(area, world, veer_obstacle_at(world, slot));
    }
    return is_read && veer_walkable_read_map(area, world);
}

/// The rest of a geometry without barriers; they are given up. @return NULL: no memory
static GEOSGeometry *subtract(GEOSContextHandle_t geos, const GEOSGeometry *from,
                              VeerBarriers *list)
{
    GEOSGeometry *united = from ? veer_barriers_unite(geos, list) : NULL;
    GEOSGeometry *rest = united ? GEOSDifference_r(geos, from, united) : NULL;
    GEOSGeom_destroy_r(geos, united);
    return rest;
}

/// What is both open and on the ground of a map, with its links. @return NULL: no memory
static GEOSGeometry *keep_to_map(VeerWalkableArea *area, const GEOSGeometry *open)
{
    GEOSContextHandle_t geos = area->geos;
    GEOSGeometry *rooms = subtract(geos, open, &area->walls);
    GEOSGeometry *on_map =
        rooms && area->ground ? GEOSIntersection_r(geos, rooms, area->ground) : NULL;
    if (area->ground) {
        GEOSGeom_destroy_r(geos, rooms);
        rooms = on_map;
    }
    if (!rooms || area->links.count == 0) {
        return rooms;
    }
    GEOSGeometry *links = veer_barriers_unite(geos, &area->links);
    GEOSGeometry *joined = links ? GEOSUnion_r(geos, rooms, links) : NULL;
    GEOSGeom_destroy_r(geos, links);
    GEOSGeom_destroy_r(geos, rooms);
    return joined;
}

/// Whether a part has any of some points, as GEOS answers: 0, 1; NO_ANSWER: no memory.
static int has_any(GEOSContextHandle_t geos, const GEOSGeometry *part, const VeerVec3 *points,
                   uint32_t count)
{
    const GEOSPreparedGeometry *prepared = GEOSPrepare_r(geos, part);
    int has = prepared ? 0 : NO_ANSWER;
    for (uint32_t i = 0; i < count && has == 0; i++) {
        GEOSGeometry *point =
            GEOSGeom_createPointFromXY_r(geos, (double)points[i].x, (double)points[i].y);
        has = point ? GEOSPreparedIntersects_r(geos, prepared, point) : NO_ANSWER;
        GEOSGeom_destroy_r(geos, point);
    }
    GEOSPreparedGeom_destroy_r(geos, prepared);
    return has;
}

/// The one part of a geometry that has points; NULL: there is none, or more.
/// @return false: no memory
static bool find_part(GEOSContextHandle_t geos, const GEOSGeometry *parts, const VeerVec3 *points,
                      uint32_t count, const GEOSGeometry **out)
{
    int found = 0, has = 0;
    for (int i = 0; i < GEOSGetNumGeometries_r(geos, parts) && has != NO_ANSWER; i++) {
        const GEOSGeometry *part = GEOSGetGeometryN_r(geos, parts, i);
        bool is_area = GEOSGeomTypeId_r(geos, part) == GEOS_POLYGON;
        has = is_area ? has_any(geos, part, points, count) : 0;
        found += has;
        *out = has ? part : *out;
    }
    *out = found == 1 ? *out : NULL;
    return has != NO_ANSWER;
}

/// The text of a polygon, without the corners on straight edges that cells leave.
static char *write(GEOSContextHandle_t geos, const GEOSGeometry *part)
{
    GEOSGeometry *plain = GEOSTopologyPreserveSimplify_r(geos, part, 0.0);
    GEOSWKTWriter *writer = plain ? GEOSWKTWriter_create_r(geos) : NULL;
    char *text = NULL;
    if (writer) {
        GEOSWKTWriter_setTrim_r(geos, writer, 1);
        GEOSWKTWriter_setRoundingPrecision_r(geos, writer, DECIMALS);
        text = GEOSWKTWriter_write_r(geos, writer, plain);
        GEOSWKTWriter_destroy_r(geos, writer);
    }
    GEOSGeom_destroy_r(geos, plain);
    return text;
}

char *veer_walkable_text(VeerWalkableArea *area, const VeerVec3 *points, uint32_t count)
{
    GEOSContextHandle_t geos = area->geos;
    VeerVec3 low = area->box.lower, high = area->box.upper;
    GEOSGeometry *box = GEOSGeom_createRectangle_r(geos, (double)low.x, (double)low.y,
                                                   (double)high.x, (double)high.y);
    GEOSGeometry *open = subtract(geos, box, &area->solids);
    GEOSGeometry *rooms = open ? keep_to_map(area, open) : NULL;
    const GEOSGeometry *part = NULL;
    // No solid reaches the rectangle's corner, which is in one part only.
    bool is_found = rooms && find_part(geos, rooms, points, count, &part) &&
                    (part || find_part(geos, open, &low, 1, &part));
    char *text = is_found && part ? write(geos, part) : NULL;
    GEOSGeom_destroy_r(geos, rooms);
    GEOSGeom_destroy_r(geos, open);
    GEOSGeom_destroy_r(geos, box);
    return text;
}
