/// When targets are met, and where a disc touches them then.
#include "geom/box.h"
#include "geom/segment.h"
#include "math/vec.h"
#include "world/query/query.h"

/// The fraction of the way at which a disc of a radius meets a target; INFINITY: it does not.
static float meeting(const VeerCasting *casting, const VeerCastTarget *target, float radius)
{
    VeerBounds box = {target->a, target->b};
    switch (target->form) {
    case VEER_CAST_SEGMENT:
        return veer_segment_cast2(plane2(target->a), plane2(target->b), plane2(casting->from),
                                  plane2(casting->way), radius);
    case VEER_CAST_BALL:
        box.upper = target->a;
        return veer_box_cast(box, casting->from, casting->way, radius + target->radius);
    case VEER_CAST_BOX:
        return veer_box_cast(box, casting->from, casting->way, radius);
    default:
        return 0.0f;
    }
}

/// An order of targets that are one body's.
static bool is_before(const VeerCastTarget *one, const VeerCastTarget *other)
{
    const float mine[] = {one->a.x, one->a.y, one->a.z, one->b.x, one->b.y, one->b.z};
    const float its[] = {other->a.x, other->a.y, other->a.z, other->b.x, other->b.y, other->b.z};
    for (int i = 0; i < 6; i++) {
        if (mine[i] != its[i]) {
            return mine[i] < its[i];
        }
    }
    return false;
}

void veer_cast_meet(VeerCasting *casting, const VeerCastTarget *target)
{
    float fraction = meeting(casting, target, casting->radius);
    if (!(fraction <= 1.0f) || fraction > casting->fraction) {
        return;
    }
    const VeerCastTarget *first = &casting->first;
    if (fraction == casting->fraction) {
        bool is_later = veer_found_precedes(&first->found, &target->found);
        bool is_one = !is_later && !veer_found_precedes(&target->found, &first->found);
        if (is_later || (is_one && !is_before(target, first))) {
            return;
        }
    }
    if (meeting(casting, target, (1.0f - VEER_CONTACT_SLOP) * casting->radius) <= 1.0f) {
        casting->fraction = fraction;
        casting->first = *target;
    }
}

// --- Where it touches ---

/// A unit vector against the way; 0 if there is none.
static VeerVec3 against(const VeerCasting *casting)
{
    return unit3(scale3(casting->way, -1.0f), (VeerVec3){0});
}

/// Along a segment it is the normal of the segment, on the side where the disc began.
static VeerVec3 normal_of_segment(const VeerCasting *casting, VeerVec3 offset, float part)
{
    const VeerCastTarget *target = &casting->first;
    VeerVec2 along = sub2(plane2(target->b), plane2(target->a));
    VeerVec2 across = left2(along);
    float side = dot2(across, sub2(plane2(casting->from), plane2(target->a)));
    bool is_parallel = dot2(across, plane2(casting->way)) == 0.0f;
    if (!(part > 0.0f && part < 1.0f) || (side == 0.0f && is_parallel)) {
        return unit3(offset, against(casting));
    }
    bool is_left = side != 0.0f ? side > 0.0f : dot2(across, plane2(casting->way)) < 0.0f;
    VeerVec3 normal = {across.x, across.y, 0.0f};
    return unit3(is_left ? normal : scale3(normal, -1.0f), against(casting));
}

static float coordinate(VeerVec3 p, int axis)
{
    return axis == 0 ? p.x : axis == 1 ? p.y : p.z;
}

/// Of a ray that meets a box: of the face through which it enters.
static VeerVec3 normal_of_face(const VeerCasting *casting)
{
    const VeerCastTarget *target = &casting->first;
    float latest = -INFINITY;
    VeerVec3 normal = {0.0f, 0.0f, 0.0f};
    for (int axis = 0; axis < 3; axis++) {
        float from = coordinate(casting->from, axis), way = coordinate(casting->way, axis);
        float lower = coordinate(target->a, axis), upper = coordinate(target->b, axis);
        bool is_within = from > lower && from < upper;
        float face = way > 0.0f ? lower : upper, sign = way > 0.0f ? -1.0f : 1.0f;
        float enters = way != 0.0f ? (face - from) / way : -INFINITY;
        if (!is_within && enters > latest) {
            latest = enters;
            normal =
                vec3(axis == 0 ? sign : 0.0f, axis == 1 ? sign : 0.0f, axis == 2 ? sign : 0.0f);
        }
    }
    return normal;
}

/// Beside a single face it is that face's, without what rounding does.
static VeerVec3 normal_of_box(const VeerCasting *casting, VeerVec3 offset)
{
    if (casting->radius == 0.0f) {
        return normal_of_face(casting);
    }
    return unit3(offset, casting->fraction > 0.0f ? normal_of_face(casting) : (VeerVec3){0});
}

/// Fills in where a disc at `centre` touches the first target, and how.
static void touch(const VeerCasting *casting, VeerVec3 centre, VeerHit *hit)
{
    const VeerCastTarget *target = &casting->first;
    VeerVec2 a = plane2(target->a), b = plane2(target->b);
    hit->point = centre;
    hit->normal = (VeerVec3){0};
    if (target->form == VEER_CAST_BALL) {
        hit->normal = unit3(sub3(centre, target->a), (VeerVec3){0});
        hit->point = along3(target->a, hit->normal, target->radius);
    } else if (target->form == VEER_CAST_SEGMENT) {
        float part = veer_segment_nearest2(a, b, plane2(centre));
        VeerVec2 nearest = add2(a, scale2(sub2(b, a), part));
        hit->point = vec3(nearest.x, nearest.y, 0.0f);
        hit->normal = normal_of_segment(casting, sub3(centre, hit->point), part);
    } else if (target->form == VEER_CAST_BOX) {
        hit->point = veer_box_nearest((VeerBounds){target->a, target->b}, centre);
        hit->normal = normal_of_box(casting, sub3(centre, hit->point));
    }
}

VeerHit veer_cast_hit(const VeerCasting *casting, VeerVec3 from)
{
    bool is_hit = casting->fraction <= 1.0f;
    VeerHit hit = {.fraction = is_hit ? casting->fraction : 1.0f};
    VeerVec3 centre = along3(casting->from, casting->way, hit.fraction);
    hit.point = centre;
    if (is_hit) {
        touch(casting, centre, &hit);
        hit.found = casting->first.found;
    }
    hit.found.distance = hit.fraction * length3(casting->way);
    // Planar worlds are asked at one height.
    float height = from.z - casting->from.z;
    hit.centre = vec3(centre.x, centre.y, centre.z + height);
    hit.point.z += height;
    return hit;
}
