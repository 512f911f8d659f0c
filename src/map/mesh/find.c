/// The polygon at a point, and heights.
#include "geom/segment.h"
#include "map/mesh/mesh.h"

#include <math.h>

typedef struct MeshOffset {
    double x, y;
} MeshOffset;

static inline MeshOffset gap_to(VeerVec2 from, VeerVec2 to)
{
    return (MeshOffset){(double)to.x - (double)from.x, (double)to.y - (double)from.y};
}

bool veer_mesh_holds(const VeerMesh *mesh, uint32_t polygon, VeerVec2 point)
{
    uint32_t end = mesh->first[polygon + 1u];
    VeerVec2 begin = veer_mesh_begin_of(mesh, end - 1u);
    MeshOffset a = gap_to(point, begin);
    for (uint32_t side = mesh->first[polygon]; side < end; side++) {
        VeerVec2 corner = veer_mesh_begin_of(mesh, side);
        MeshOffset b = gap_to(point, corner);
        double left = a.x * b.y, right = a.y * b.x;
        // Not certainly on the left, by the filter of veer_orient.
        if (left - right <= 4.0 * 0x1p-53 * (fabs(left) + fabs(right)) &&
            veer_orient(begin, corner, point) < 0) {
            return false;
        }
        begin = corner;
        a = b;
    }
    return true;
}

/// The sides of a polygon's fan of triangles round its first corner: that which holds the point, or
/// the last one.
static uint32_t triangle_under(const VeerMesh *mesh, uint32_t polygon, VeerVec2 point)
{
    uint32_t begin = mesh->first[polygon], last = mesh->first[polygon + 1u] - 2u;
    VeerVec2 tip = veer_mesh_begin_of(mesh, begin);
    uint32_t side = begin + 1u;
    while (side < last && veer_orient(tip, veer_mesh_end_of(mesh, side), point) > 0) {
        side++;
    }
    return side;
}

float veer_mesh_height(const VeerMesh *mesh, uint32_t polygon, VeerVec2 point)
{
    if (!isnan(mesh->boxes[polygon].level)) {
        return mesh->boxes[polygon].level;
    }
    uint32_t begin = mesh->first[polygon], side = triangle_under(mesh, polygon, point);
    VeerVec2 a = veer_mesh_begin_of(mesh, begin);
    VeerVec2 ab = sub2(veer_mesh_begin_of(mesh, side), a);
    VeerVec2 ac = sub2(veer_mesh_end_of(mesh, side), a), ap = sub2(point, a);
    float base = mesh->height[mesh->corner[begin]], area = cross2(ab, ac);
    float rise_b = mesh->height[mesh->corner[side]] - base;
    float rise_c = mesh->height[mesh->corner[side + 1u]] - base;
    // A triangle whose corners lie on one line has no height of its own.
    return area > 0.0f ? base + (rise_b * cross2(ap, ac) + rise_c * cross2(ab, ap)) / area : base;
}

static VeerVec2 nearest_on_border(const VeerMesh *mesh, uint32_t polygon, VeerVec2 point)
{
    VeerVec2 best = point;
    float least = INFINITY;
    for (uint32_t side = mesh->first[polygon]; side < mesh->first[polygon + 1u]; side++) {
        VeerVec2 a = veer_mesh_begin_of(mesh, side), b = veer_mesh_end_of(mesh, side);
        float part = veer_segment_nearest2(a, b, point);
        VeerVec2 on_it = part >= 1.0f ? b : add2(a, scale2(sub2(b, a), part));
        VeerVec2 gap = sub2(point, on_it);
        float distance = dot2(gap, gap);
        if (distance < least) {
            least = distance;
            best = on_it;
        }
    }
    return best;
}

VeerVec3 veer_mesh_onto(const VeerMesh *mesh, uint32_t polygon, VeerVec3 point)
{
    VeerVec2 plan = plane2(point);
    if (!veer_mesh_holds(mesh, polygon, plan)) {
        plan = nearest_on_border(mesh, polygon, plan);
    }
    return vec3(plan.x, plan.y, veer_mesh_height(mesh, polygon, plan));
}

// --- Boxes ---

/// What is computed from coordinates is off by rounding by less than this part of them.
#define SLOP 1e-5f

static void include(float value, float *lower, float *upper)
{
    float slop = SLOP * (fabsf(value) + 1.0f);
    *lower = min_f(*lower, value - slop);
    *upper = max_f(*upper, value + slop);
}

static VeerMeshBox box_of(const VeerMesh *mesh, uint32_t polygon)
{
    uint32_t side = mesh->first[polygon];
    VeerMeshBox box = {.lower = {INFINITY, INFINITY, INFINITY},
                       .upper = {-INFINITY, -INFINITY, -INFINITY},
                       .level = mesh->height[mesh->corner[side]]};
    for (; side < mesh->first[polygon + 1u]; side++) {
        VeerVec2 corner = veer_mesh_begin_of(mesh, side);
        float height = mesh->height[mesh->corner[side]];
        include(corner.x, &box.lower.x, &box.upper.x);
        include(corner.y, &box.lower.y, &box.upper.y);
        include(height, &box.lower.z, &box.upper.z);
        box.level = height == box.level ? height : NAN;
    }
    return box;
}

void veer_mesh_find_boxes(VeerMesh *mesh)
{
    for (uint32_t polygon = 0; polygon < mesh->polygon_count; polygon++) {
        mesh->boxes[polygon] = box_of(mesh, polygon);
    }
}

static float gap_along(float value, float lower, float upper)
{
    return max_f(max_f(lower - value, value - upper), 0.0f);
}

/// A lower bound of the squared distance from a point to a polygon, m².
static float least_distance(const VeerMesh *mesh, uint32_t polygon, VeerVec3 point)
{
    const VeerMeshBox *box = &mesh->boxes[polygon];
    VeerVec3 gap = {mesh->unit.x * gap_along(point.x, box->lower.x, box->upper.x),
                    mesh->unit.y * gap_along(point.y, box->lower.y, box->upper.y),
                    mesh->unit.z * gap_along(point.z, box->lower.z, box->upper.z)};
    return (1.0f - SLOP) * dot3(gap, gap);
}

/// The best so far of a search for the nearest polygon.
typedef struct NearestPolygon {
    const VeerMesh *mesh;
    VeerVec3 point, on_it;
    float distance; ///< m²
    uint32_t polygon, component;
} NearestPolygon;

/// Takes a point of a polygon if it is the nearest so far.
static void offer_point(NearestPolygon *nearest, uint32_t polygon, VeerVec3 on_it)
{
    VeerVec3 unit = nearest->mesh->unit, gap = sub3(nearest->point, on_it);
    gap = vec3(gap.x * unit.x, gap.y * unit.y, gap.z * unit.z);
    float distance = dot3(gap, gap);
    if (distance < nearest->distance ||
        (distance == nearest->distance && polygon < nearest->polygon)) {
        nearest->distance = distance;
        nearest->polygon = polygon;
        nearest->on_it = on_it;
    }
}

static void offer(void *context, uint32_t polygon)
{
    NearestPolygon *nearest = context;
    const VeerMesh *mesh = nearest->mesh;
    if ((nearest->component != UINT32_MAX && mesh->component[polygon] != nearest->component) ||
        least_distance(mesh, polygon, nearest->point) > nearest->distance) {
        return;
    }
    offer_point(nearest, polygon, veer_mesh_onto(mesh, polygon, nearest->point));
}

/// Whether a point is in a polygon's box in plan, and by its height.
static bool is_in_plan(const VeerMeshBox *box, VeerVec3 point)
{
    return point.x >= box->lower.x && point.x <= box->upper.x && point.y >= box->lower.y &&
           point.y <= box->upper.y;
}

static bool is_at_height(const VeerMeshBox *box, VeerVec3 point)
{
    return point.z >= box->lower.z && point.z <= box->upper.z;
}

/// Whether a polygon is right below or above the point, at its height or else not, and may be the
/// nearest.
static bool is_holder(const NearestPolygon *nearest, uint32_t polygon, bool is_level)
{
    const VeerMesh *mesh = nearest->mesh;
    const VeerMeshBox *box = &mesh->boxes[polygon];
    VeerVec3 point = nearest->point;
    return is_in_plan(box, point) && is_at_height(box, point) == is_level &&
           (nearest->component == UINT32_MAX || mesh->component[polygon] == nearest->component) &&
           (is_level || least_distance(mesh, polygon, point) <= nearest->distance) &&
           veer_mesh_holds(mesh, polygon, plane2(point));
}

/// Offers the polygons right below or above the point that are at its height, or else are not.
/// @return whether one is right there
static bool offer_holders(NearestPolygon *nearest, bool is_level)
{
    const VeerMesh *mesh = nearest->mesh;
    VeerVec2 point = plane2(nearest->point);
    uint32_t bucket = veer_bucket_of(&mesh->buckets, point);
    for (uint32_t i = mesh->buckets.first[bucket]; i < mesh->buckets.first[bucket + 1u]; i++) {
        uint32_t polygon = mesh->buckets.entries[i];
        if (is_holder(nearest, polygon, is_level)) {
            offer_point(nearest, polygon,
                        vec3(point.x, point.y, veer_mesh_height(mesh, polygon, point)));
            if (nearest->distance == 0.0f) {
                return true; // the first of those that come nearest of all
            }
        }
    }
    return false;
}

static float reach(const void *context)
{
    const NearestPolygon *nearest = context;
    return sqrtf(nearest->distance) / nearest->mesh->unit.x;
}

uint32_t veer_mesh_find(const VeerMesh *mesh, VeerVec3 point, uint32_t component, VeerVec3 *on_it)
{
    NearestPolygon nearest = {mesh, point, point, INFINITY, VEER_NO_POLYGON, component};
    if (!offer_holders(&nearest, true) && !offer_holders(&nearest, false)) {
        veer_buckets_search(&mesh->buckets, plane2(point), offer, reach, &nearest);
    }
    *on_it = nearest.on_it;
    return nearest.polygon;
}

uint32_t veer_mesh_nearest(const VeerMesh *mesh, VeerVec3 point, VeerVec3 *on_it)
{
    VeerVec3 found;
    if (!mesh || !is_finite3(point)) {
        return VEER_NO_POLYGON;
    }
    uint32_t polygon = veer_mesh_find(mesh, veer_mesh_to_units(mesh, point), UINT32_MAX, &found);
    if (on_it && polygon != VEER_NO_POLYGON) {
        *on_it = veer_mesh_to_metres(mesh, found);
    }
    return polygon;
}
