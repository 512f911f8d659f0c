/// The nearest point of a body in a cone is the nearest of all, or lies on the cone's side or at an
/// end of what is left of the body there: all of these are tried.
#include "geom/cone.h"

#include "geom/box.h"
#include "math/trig.h"

/// Points so near to the side of the cone, as a part of how far off they are, lie in it.
#define SIDE_SLOP 1e-9

typedef struct ConePoint {
    double x, y, z;
} ConePoint;

static ConePoint point_of(VeerVec3 p)
{
    return (ConePoint){(double)p.x, (double)p.y, (double)p.z};
}

static double dot(ConePoint a, ConePoint b)
{
    return a.x * b.x + a.y * b.y + a.z * b.z;
}

VeerCone veer_cone_of(VeerVec3 axis, float angle)
{
    ConePoint way = point_of(axis);
    double length = sqrt(dot(way, way)), cosine = (double)veer_cos(angle);
    return (VeerCone){way.x / length, way.y / length, way.z / length, cosine,
                      sqrt(1.0 - cosine * cosine)};
}

static ConePoint axis_point(const VeerCone *cone)
{
    return (ConePoint){cone->x, cone->y, cone->z};
}

static ConePoint along(ConePoint a, ConePoint b, double s)
{
    return (ConePoint){a.x + s * b.x, a.y + s * b.y, a.z + s * b.z};
}

/// How far off a point is, if it lies in the cone.
static double reach_of(const VeerCone *cone, ConePoint p)
{
    double length = sqrt(dot(p, p));
    bool is_in = dot(p, axis_point(cone)) >= (cone->cosine - SIDE_SLOP) * length;
    return is_in ? length : (double)INFINITY;
}

static double least_of(double a, double b)
{
    return a < b ? a : b;
}

float veer_cone_ball(const VeerCone *cone, VeerVec3 centre, float radius)
{
    ConePoint p = point_of(centre), axis = axis_point(cone);
    double length = sqrt(dot(p, p)), ahead = dot(p, axis), r = (double)radius;
    if (length <= r || ahead >= cone->cosine * length) {
        return (float)(length > r ? length - r : 0.0);
    }
    // In the plane through the axis and the centre: along the side that is on the centre's.
    double aside = sqrt(length * length > ahead * ahead ? length * length - ahead * ahead : 0.0);
    double middle = ahead * cone->cosine + aside * cone->sine;
    double off = ahead * cone->sine - aside * cone->cosine;
    if (off * off > r * r || middle < 0.0) {
        return INFINITY; // the apex is not in it, so a middle behind it has no part before it
    }
    return (float)(middle - sqrt(r * r - off * off));
}

/// Tries the points of a segment where it passes the cone's side: (p . axis)^2 = cosine^2 p . p.
static double try_sides(const VeerCone *cone, ConePoint a, ConePoint way)
{
    ConePoint axis = axis_point(cone);
    double square = cone->cosine * cone->cosine, start = dot(a, axis), rate = dot(way, axis);
    double qa = rate * rate - square * dot(way, way);
    double qb = start * rate - square * dot(a, way);
    double qc = start * start - square * dot(a, a);
    double under = qb * qb - qa * qc, least = (double)INFINITY;
    if (!(under >= 0.0)) {
        return least;
    }
    // Both roots, without subtracting what is nearly equal.
    double sum = -(qb + (qb < 0.0 ? -sqrt(under) : sqrt(under)));
    double roots[2] = {qa != 0.0 ? sum / qa : -1.0, sum != 0.0 ? qc / sum : -1.0};
    for (int i = 0; i < 2; i++) {
        if (roots[i] > 0.0 && roots[i] < 1.0) {
            least = least_of(least, reach_of(cone, along(a, way, roots[i])));
        }
    }
    return least;
}

static double segment_reach(const VeerCone *cone, ConePoint a, ConePoint b)
{
    ConePoint way = along(b, a, -1.0);
    double square = dot(way, way), least = least_of(reach_of(cone, a), reach_of(cone, b));
    double part = square > 0.0 ? -dot(a, way) / square : 0.0;
    if (part > 0.0 && part < 1.0) {
        least = least_of(least, reach_of(cone, along(a, way, part)));
    }
    return least_of(least, try_sides(cone, a, way));
}

float veer_cone_segment(const VeerCone *cone, VeerVec3 a, VeerVec3 b)
{
    return (float)segment_reach(cone, point_of(a), point_of(b));
}

// --- Boxes ---

static double *axis_of(ConePoint *p, int axis)
{
    return axis == 0 ? &p->x : axis == 1 ? &p->y : &p->z;
}

/// How far off a point of a face's plane is, if it lies on the face and in the cone.
static double face_point(const VeerCone *cone, ConePoint lower, ConePoint upper, int axis,
                         ConePoint p)
{
    for (int other = 0; other < 3; other++) {
        double at = *axis_of(&p, other);
        if (other != axis && !(at >= *axis_of(&lower, other) && at <= *axis_of(&upper, other))) {
            return (double)INFINITY;
        }
    }
    return reach_of(cone, p);
}

/// The inside of a face: right before the apex, or where the side of the cone is nearest to it.
static double face_reach(const VeerCone *cone, ConePoint lower, ConePoint upper, int axis,
                         double at)
{
    ConePoint foot = {0.0, 0.0, 0.0}, normal = {0.0, 0.0, 0.0}, u = axis_point(cone);
    *axis_of(&foot, axis) = at;
    *axis_of(&normal, axis) = at < 0.0 ? -1.0 : 1.0;
    double least = face_point(cone, lower, upper, axis, foot);
    ConePoint aside = along(normal, u, -dot(normal, u));
    double length = sqrt(dot(aside, aside));
    if (!(length > 0.0)) {
        return least;
    }
    ConePoint side = along((ConePoint){cone->cosine * u.x, cone->cosine * u.y, cone->cosine * u.z},
                           aside, cone->sine / length);
    double rise = dot(side, normal), height = at < 0.0 ? -at : at;
    if (!(rise > 0.0)) {
        return least;
    }
    ConePoint p = along((ConePoint){0.0, 0.0, 0.0}, side, height / rise);
    *axis_of(&p, axis) = at;
    return least_of(least, face_point(cone, lower, upper, axis, p));
}

/// The four edges along an axis.
static double edges_reach(const VeerCone *cone, ConePoint lower, ConePoint upper, int axis)
{
    double least = (double)INFINITY;
    int second = (axis + 1) % 3, third = (axis + 2) % 3;
    for (int corner = 0; corner < 4; corner++) {
        ConePoint a = lower;
        *axis_of(&a, second) = *axis_of(corner & 1 ? &upper : &lower, second);
        *axis_of(&a, third) = *axis_of(corner & 2 ? &upper : &lower, third);
        ConePoint b = a;
        *axis_of(&b, axis) = *axis_of(&upper, axis);
        least = least_of(least, segment_reach(cone, a, b));
    }
    return least;
}

float veer_cone_box(const VeerCone *cone, VeerBounds box)
{
    VeerBounds apex = {{0.0f, 0.0f, 0.0f}, {0.0f, 0.0f, 0.0f}};
    if (veer_boxes_meet(box, apex)) {
        return 0.0f;
    }
    ConePoint lower = point_of(box.lower), upper = point_of(box.upper);
    double least = (double)INFINITY;
    for (int axis = 0; axis < 3; axis++) {
        least = least_of(least, face_reach(cone, lower, upper, axis, *axis_of(&lower, axis)));
        least = least_of(least, face_reach(cone, lower, upper, axis, *axis_of(&upper, axis)));
        least = least_of(least, edges_reach(cone, lower, upper, axis));
    }
    return (float)least;
}
