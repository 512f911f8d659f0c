#include "geom/segment.h"

#include "geom/orient.h"

// The fraction along / whole, held to [0, 1].
static float part_of(float along, float whole)
{
    if (!(along > 0.0f)) {
        return 0.0f;
    }
    return along < whole ? along / whole : 1.0f;
}

float veer_segment_nearest2(VeerVec2 a, VeerVec2 b, VeerVec2 p)
{
    VeerVec2 ab = sub2(b, a);
    return part_of(dot2(sub2(p, a), ab), dot2(ab, ab));
}

float veer_segment_distance2(VeerVec2 a, VeerVec2 b, VeerVec2 p)
{
    VeerVec2 ab = sub2(b, a);
    VeerVec2 ap = sub2(p, a);
    return length2(sub2(ap, scale2(ab, veer_segment_nearest2(a, b, p))));
}

float veer_segment_distance3(VeerVec3 a, VeerVec3 b, VeerVec3 p)
{
    VeerVec3 ab = sub3(b, a);
    VeerVec3 ap = sub3(p, a);
    return length3(sub3(ap, scale3(ab, part_of(dot3(ap, ab), dot3(ab, ab)))));
}

// Whether the segments cross or touch, other than by one's end lying on the other: that has the
// distance 0 anyway.
static bool do_cross(VeerVec2 a, VeerVec2 b, VeerVec2 c, VeerVec2 d)
{
    return veer_orient(a, b, c) * veer_orient(a, b, d) < 0 &&
           veer_orient(c, d, a) * veer_orient(c, d, b) < 0;
}

float veer_segment_separation2(VeerVec2 a, VeerVec2 b, VeerVec2 c, VeerVec2 d)
{
    if (do_cross(a, b, c, d)) {
        return 0.0f;
    }
    float ends = min_f(veer_segment_distance2(a, b, c), veer_segment_distance2(a, b, d));
    return min_f(ends, min_f(veer_segment_distance2(c, d, a), veer_segment_distance2(c, d, b)));
}

static const double NEVER = HUGE_VAL;

// Products of vectors relative to the end a; o is the disc's centre. In double, since a cast may
// come from far away.
typedef struct SegmentCast {
    double whole;    // ab . ab
    double along;    // ao . ab
    double advance;  // move . ab
    double distance; // ao . ao
    double closing;  // ao . move
    double speed;    // move . move
    double radius;
} SegmentCast;

static double dot(VeerVec2 a, VeerVec2 b)
{
    return (double)a.x * (double)b.x + (double)a.y * (double)b.y;
}

static double cross(VeerVec2 a, VeerVec2 b)
{
    return (double)a.x * (double)b.y - (double)a.y * (double)b.x;
}

static SegmentCast cast_of(VeerVec2 ab, VeerVec2 ao, VeerVec2 move, float radius)
{
    return (SegmentCast){.whole = dot(ab, ab),
                         .along = dot(ao, ab),
                         .advance = dot(move, ab),
                         .distance = dot(ao, ao),
                         .closing = dot(ao, move),
                         .speed = dot(move, move),
                         .radius = (double)radius};
}

// First root in [0, 1] of a t^2 + 2 b t + c; 0 where c <= 0. What misses by a millionth of the
// distance counts as touched, since rounding must not let a ray through that runs along a segment.
static double first_root(double a, double b, double c)
{
    double discriminant = b * b - a * c;
    if (c <= 0.0) {
        return 0.0;
    }
    if (!(b < 0.0) || discriminant < -1e-12 * b * b) {
        return NEVER;
    }
    double t = c / ((discriminant > 0.0 ? sqrt(discriminant) : 0.0) - b);
    return t <= 1.0 ? t : NEVER;
}

// The disc against the end a, or with `shift` 1 against the end b.
static double cast_end(const SegmentCast *cast, double shift)
{
    double b = cast->closing - shift * cast->advance;
    double distance = cast->distance - shift * (2.0 * cast->along - cast->whole);
    return first_root(cast->speed, b, distance - cast->radius * cast->radius);
}

// t, if the disc is then beside the segment and not beyond its ends.
static double if_beside(const SegmentCast *cast, double t)
{
    double part = (cast->along + cast->advance * t) / cast->whole;
    return part >= -1e-6 && part <= 1.0 + 1e-6 ? t : NEVER;
}

// In the plane the distance from the line is linear in t: off + drift t = reach, all times |ab|.
static double cast_line2(const SegmentCast *cast, double off, double drift)
{
    double reach = cast->radius * sqrt(cast->whole);
    double left = fabs(off) - reach;
    double closing = off > 0.0 ? -drift : drift;
    if (left <= 0.0) {
        return if_beside(cast, 0.0);
    }
    return closing >= left ? if_beside(cast, left / closing) : NEVER;
}

float veer_segment_cast2(VeerVec2 a, VeerVec2 b, VeerVec2 origin, VeerVec2 move, float radius)
{
    VeerVec2 ab = sub2(b, a), ao = sub2(origin, a);
    SegmentCast cast = cast_of(ab, ao, move, radius);
    double side = cast.whole > 0.0 ? cast_line2(&cast, cross(ab, ao), cross(ab, move)) : NEVER;
    double a_end = cast_end(&cast, 0.0), b_end = cast_end(&cast, 1.0);
    double end = a_end < b_end ? a_end : b_end;
    return (float)(side < end ? side : end);
}
