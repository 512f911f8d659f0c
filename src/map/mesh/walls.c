/// Walls of a mesh near a point or a line, found by flooding polygons.
#include "geom/segment.h"
#include "map/mesh/mesh.h"

#include <math.h>

enum { MAX_POLYGONS = 256 };

/// A wall may be nearer than a body's radius by this part of it.
#define GAP_SLOP 1e-4f
/// Coordinates are off by rounding by less than this part of them.
#define SLACK 1e-5f
/// m that a line may end above or below the point it leads to, and more by this part of its length.
#define STEP 1.0f
/// A line is not looked over in smaller parts.
#define LEAST_PART 1e-5f
#define SLOPE 0.5f

/// Polygons about a line, from the one where it begins outwards. All in units.
typedef struct WallFlood {
    const VeerMesh *mesh;
    VeerVec2 from, to;
    VeerVec2 along; ///< unit
    float length;
    float range, lower, upper;
    uint32_t polygons[MAX_POLYGONS];
    uint32_t count;
    bool is_full; ///< there were more
} WallFlood;

static float gap_to(const VeerMesh *mesh, VeerVec2 from, VeerVec2 to, uint32_t side)
{
    VeerVec2 a = veer_mesh_begin_of(mesh, side), b = veer_mesh_end_of(mesh, side);
    bool is_point = from.x == to.x && from.y == to.y;
    return is_point ? veer_segment_distance2(a, b, from) : veer_segment_separation2(a, b, from, to);
}

/// How far a point is to the left of the line, and along it; and how far off rounding may be.
typedef struct WallBearing {
    float aside, along, slack;
} WallBearing;

static WallBearing bearing_of(const WallFlood *flood, VeerVec2 point)
{
    VeerVec2 off = sub2(point, flood->from);
    float size =
        fabsf(off.x) + fabsf(off.y) + fabsf(flood->from.x) + fabsf(flood->from.y) + flood->length;
    return (WallBearing){cross2(flood->along, off), dot2(flood->along, off), SLACK * size};
}

/// Whether a side is out of range for sure: a cheap test.
static bool is_far(const WallFlood *flood, uint32_t side)
{
    WallBearing a = bearing_of(flood, veer_mesh_begin_of(flood->mesh, side));
    WallBearing b = bearing_of(flood, veer_mesh_end_of(flood->mesh, side));
    float reach = (1.0f + SLACK) * flood->range + max_f(a.slack, b.slack);
    return min_f(a.aside, b.aside) > reach || max_f(a.aside, b.aside) < -reach ||
           min_f(a.along, b.along) > flood->length + reach || max_f(a.along, b.along) < -reach;
}

static void add(WallFlood *flood, uint32_t polygon)
{
    for (uint32_t i = 0; i < flood->count; i++) {
        if (flood->polygons[i] == polygon) {
            return;
        }
    }
    if (flood->count == MAX_POLYGONS) {
        flood->is_full = true;
        return;
    }
    flood->polygons[flood->count++] = polygon;
}

static bool is_level(const WallFlood *flood, uint32_t side)
{
    const VeerMesh *mesh = flood->mesh;
    float a = mesh->height[mesh->corner[side]];
    float b = mesh->height[mesh->corner[veer_mesh_next(mesh, side)]];
    return min_f(a, b) <= flood->upper && max_f(a, b) >= flood->lower;
}

static bool is_wall(const VeerMesh *mesh, uint32_t side)
{
    uint32_t mate = mesh->mate[side];
    return mate == VEER_NO_SIDE || mesh->blocked[mesh->face[mate]];
}

/// Whether a point lies on the free side of a wall, or on it.
static bool is_before(const VeerMesh *mesh, uint32_t side, VeerVec2 point)
{
    return veer_orient(veer_mesh_begin_of(mesh, side), veer_mesh_end_of(mesh, side), point) >= 0;
}

/// Called with a wall, and how far it is from the line. @return false to end the flood
typedef bool FloodVisit(void *context, WallFlood *flood, uint32_t side, float gap);

/// @return whether it came to its end
static bool run(WallFlood *flood, FloodVisit *visit, void *context)
{
    const VeerMesh *mesh = flood->mesh;
    for (uint32_t i = 0; i < flood->count; i++) {
        uint32_t polygon = flood->polygons[i];
        for (uint32_t side = mesh->first[polygon]; side < mesh->first[polygon + 1u]; side++) {
            if (is_far(flood, side)) {
                continue;
            }
            float gap = gap_to(mesh, flood->from, flood->to, side);
            if (gap > flood->range || !is_level(flood, side)) {
                continue;
            }
            if (!is_wall(mesh, side)) {
                add(flood, mesh->face[mesh->mate[side]]);
            } else if (is_before(mesh, side, flood->from) && !visit(context, flood, side, gap)) {
                return false;
            }
        }
    }
    return true;
}

static WallFlood flood_from(const VeerMesh *mesh, uint32_t polygon, VeerVec3 from, float range)
{
    WallFlood flood = {.mesh = mesh,
                       .from = plane2(from),
                       .to = plane2(from),
                       .along = {1.0f, 0.0f},
                       .range = range / mesh->unit.x,
                       .lower = -INFINITY,
                       .upper = INFINITY};
    add(&flood, polygon);
    return flood;
}

static void lead_to(WallFlood *flood, VeerVec2 to)
{
    VeerVec2 offset = sub2(to, flood->from);
    flood->to = to;
    flood->length = length2(offset);
    flood->along = flood->length > 0.0f ? scale2(offset, 1.0f / flood->length) : flood->along;
}

/// The polygon at a point, which is converted to units.
static uint32_t locate(const VeerMesh *mesh, VeerVec3 *point, VeerVec3 *on_it)
{
    *point = veer_mesh_to_units(mesh, *point);
    return veer_mesh_find(mesh, *point, UINT32_MAX, on_it);
}

typedef struct WallTeller {
    VeerMeshWallVisit *visit;
    void *context;
} WallTeller;

static bool tell(void *context, WallFlood *flood, uint32_t side, float gap)
{
    const WallTeller *teller = context;
    const VeerMesh *mesh = flood->mesh;
    uint32_t begin = mesh->corner[side], end = mesh->corner[veer_mesh_next(mesh, side)];
    VeerVec2 a = mesh->plan[begin], b = mesh->plan[end];
    VeerMeshWall wall = {veer_mesh_to_metres(mesh, vec3(a.x, a.y, mesh->height[begin])),
                         veer_mesh_to_metres(mesh, vec3(b.x, b.y, mesh->height[end])), side};
    (void)gap;
    return teller->visit(teller->context, &wall);
}

void veer_mesh_walls(const VeerMesh *mesh, const VeerMeshWallQuery *query, VeerMeshWallVisit *visit,
                     void *context)
{
    if (!mesh || !query || !visit || !is_finite3(query->point)) {
        return;
    }
    VeerVec3 point = query->point, on_it;
    WallTeller teller = {visit, context};
    uint32_t polygon = locate(mesh, &point, &on_it);
    WallFlood flood = flood_from(mesh, polygon, point, query->range);
    flood.lower = (query->lower - mesh->origin.z) / mesh->unit.z;
    flood.upper = (query->upper - mesh->origin.z) / mesh->unit.z;
    (void)run(&flood, tell, &teller);
}

/// m, at the height of a polygon that was visited and holds the end of the line; else at `height`.
static VeerVec3 end_of(const WallFlood *flood, float height)
{
    for (uint32_t i = 0; i < flood->count; i++) {
        if (veer_mesh_holds(flood->mesh, flood->polygons[i], flood->to)) {
            height = veer_mesh_height(flood->mesh, flood->polygons[i], flood->to);
            break;
        }
    }
    return veer_mesh_to_metres(flood->mesh, vec3(flood->to.x, flood->to.y, height));
}

float veer_mesh_walls_along(const VeerMesh *mesh, VeerVec3 from, VeerVec3 to, float radius,
                            VeerMeshWallVisit *visit, void *context, VeerVec3 *next)
{
    WallTeller teller = {visit, context};
    VeerVec3 on_it;
    uint32_t polygon = locate(mesh, &from, &on_it);
    VeerVec2 offset = sub2(plane2(veer_mesh_to_units(mesh, to)), plane2(from));
    WallFlood flood;
    float part = 1.0f;
    for (;; part *= 0.5f) {
        flood = flood_from(mesh, polygon, from, radius);
        lead_to(&flood, add2(plane2(from), scale2(offset, part)));
        (void)run(&flood, tell, &teller);
        if (!flood.is_full || part < LEAST_PART) {
            break;
        }
    }
    *next = end_of(&flood, on_it.z);
    return part;
}

/// What is further away than one that is known does not matter any more.
static bool take_nearest(void *context, WallFlood *flood, uint32_t side, float gap)
{
    float *least = context;
    (void)side;
    *least = min_f(*least, gap);
    flood->range = min_f(flood->range, gap);
    return true;
}

float veer_mesh_gap(const VeerMesh *mesh, VeerVec3 point, float limit)
{
    VeerVec3 on_it;
    float least = INFINITY;
    if (!mesh || !is_finite3(point) || !(limit >= 0.0f)) {
        return 0.0f;
    }
    uint32_t polygon = locate(mesh, &point, &on_it);
    bool is_on_it =
        on_it.x == point.x && on_it.y == point.y && fabsf(on_it.z - point.z) * mesh->unit.z <= STEP;
    WallFlood flood = flood_from(mesh, polygon, point, limit);
    (void)run(&flood, take_nearest, &least);
    return is_on_it ? least * mesh->unit.x : 0.0f;
}

/// Whether a wall leaves room for a disc along the line. Context: its radius.
static bool leaves_room(void *context, WallFlood *flood, uint32_t side, float gap)
{
    const float *radius = context;
    const VeerMesh *mesh = flood->mesh;
    float at_start = gap_to(mesh, flood->from, flood->from, side);
    bool is_crossed = gap == 0.0f && !is_before(mesh, side, flood->to);
    return !is_crossed && gap >= min_f(*radius, at_start) * (1.0f - GAP_SLOP);
}

/// Whether a polygon that was visited holds the end of the line, at its height.
static bool ends_at(const WallFlood *flood, VeerVec3 to, float most)
{
    bool is_held = false;
    for (uint32_t i = 0; i < flood->count; i++) {
        uint32_t polygon = flood->polygons[i];
        if (veer_mesh_holds(flood->mesh, polygon, plane2(to))) {
            float height = veer_mesh_height(flood->mesh, polygon, plane2(to));
            if (fabsf(height - to.z) * flood->mesh->unit.z <= most) {
                return true;
            }
            is_held = true;
        }
    }
    return !is_held;
}

bool veer_mesh_is_clear(const VeerMesh *mesh, VeerVec3 from, VeerVec3 to, float radius)
{
    VeerVec3 on_it;
    if (!mesh || !is_finite3(from) || !is_finite3(to) || !(radius >= 0.0f)) {
        return false;
    }
    uint32_t polygon = locate(mesh, &from, &on_it);
    to = veer_mesh_to_units(mesh, to);
    WallFlood flood = flood_from(mesh, polygon, from, radius);
    lead_to(&flood, plane2(to));
    float inner = radius / mesh->unit.x;
    float length = flood.length * mesh->unit.x;
    return run(&flood, leaves_room, &inner) && !flood.is_full &&
           ends_at(&flood, to, STEP + SLOPE * length);
}

/// How near a disc of a radius, in units, comes to a wall on its way, and where.
typedef struct WallPinch {
    float radius, least, part;
} WallPinch;

/// Where the line crosses a wall that it meets, or else where an end of the wall is nearest to it;
/// as a part of the line.
static float part_at(const WallFlood *flood, VeerVec2 a, VeerVec2 b, float gap)
{
    VeerVec2 offset = sub2(flood->to, flood->from), wall = sub2(b, a);
    float slope = cross2(offset, wall), square = dot2(offset, offset);
    if (square == 0.0f) {
        return 0.0f;
    }
    if (gap == 0.0f && slope != 0.0f) {
        return clamp_f(cross2(sub2(a, flood->from), wall) / slope, 0.0f, 1.0f);
    }
    bool is_first = veer_segment_distance2(flood->from, flood->to, a) <=
                    veer_segment_distance2(flood->from, flood->to, b);
    return veer_segment_nearest2(flood->from, flood->to, is_first ? a : b);
}

/// Walls near the line's ends do not count.
static bool take_pinch(void *context, WallFlood *flood, uint32_t side, float gap)
{
    WallPinch *pinch = context;
    const VeerMesh *mesh = flood->mesh;
    bool is_crossed = gap == 0.0f && !is_before(mesh, side, flood->to);
    float at_ends = min_f(gap_to(mesh, flood->from, flood->from, side),
                          gap_to(mesh, flood->to, flood->to, side));
    bool is_near = is_crossed || gap < min_f(pinch->radius, at_ends) * (1.0f - GAP_SLOP);
    if (is_near && gap < pinch->least) {
        VeerVec2 a = veer_mesh_begin_of(mesh, side), b = veer_mesh_end_of(mesh, side);
        pinch->least = gap;
        pinch->part = part_at(flood, a, b, gap);
    }
    return true;
}

float veer_mesh_pinch(const VeerMesh *mesh, VeerVec3 from, VeerVec3 to, float radius)
{
    VeerVec3 on_it;
    uint32_t polygon = locate(mesh, &from, &on_it);
    WallFlood flood = flood_from(mesh, polygon, from, radius);
    WallPinch pinch = {flood.range, INFINITY, INFINITY};
    lead_to(&flood, plane2(veer_mesh_to_units(mesh, to)));
    (void)run(&flood, take_pinch, &pinch);
    return pinch.least == INFINITY && flood.is_full ? 0.5f : pinch.part;
}
