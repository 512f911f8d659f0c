/// Rounding the corners of a path.
#include "path/path.h"

enum {
    ARC_POINTS = 5, ///< of one corner
    TRIES = 3,      ///< radii: the whole, a half, a quarter
};
/// Corners that turn by less are none: the cosine.
#define STRAIGHT 0.9962f

/// A corner, and the unit vectors along the path to it and from it.
typedef struct RoundedCorner {
    VeerVec3 point, before, after;
    float room;   ///< m of the path on either side that an arc may take
    float cosine; ///< of half of the angle that it turns by
} RoundedCorner;

static RoundedCorner corner_of(const VeerVec3 *points, uint32_t at)
{
    VeerVec3 before = sub3(points[at], points[at - 1]), after = sub3(points[at + 1], points[at]);
    RoundedCorner corner = {.point = points[at],
                            .before = unit3(before, (VeerVec3){0}),
                            .after = unit3(after, (VeerVec3){0}),
                            .room = 0.5f * min_f(length3(before), length3(after))};
    corner.cosine = 0.5f * length3(add3(corner.before, corner.after));
    return corner;
}

/// Points of an arc that touches a corner from outside: the circle is as far beyond the corner as
/// it is within it where the tangents meet. @return false where there is no room
static bool make_arc(const RoundedCorner *corner, float radius, VeerVec3 arc[ARC_POINTS])
{
    float half_sine = sqrtf(max_f(1.0f - corner->cosine * corner->cosine, 0.0f));
    float beyond = radius / max_f(corner->cosine, 0.05f) - radius;
    VeerVec3 out = unit3(sub3(corner->before, corner->after), (VeerVec3){0});
    VeerVec3 tip = along3(corner->point, out, beyond);
    float leg = radius * half_sine / max_f(corner->cosine, 0.05f);
    if (leg > corner->room || !(leg > 0.0f)) {
        return false;
    }
    VeerVec3 first = along3(tip, corner->before, -leg), last = along3(tip, corner->after, leg);
    VeerVec3 centre = along3(corner->point, out, -radius);
    VeerVec3 from = sub3(first, centre), to = sub3(last, centre);
    for (int i = 0; i < ARC_POINTS; i++) {
        float part = (float)i / (float)(ARC_POINTS - 1);
        VeerVec3 between = add3(scale3(from, 1.0f - part), scale3(to, part));
        arc[i] = along3(centre, unit3(between, out), radius);
    }
    return true;
}

static bool is_arc_clear(const VeerPathSight *sight, VeerVec3 start, const VeerVec3 *arc)
{
    VeerVec3 last = start;
    for (int i = 0; i < ARC_POINTS; i++) {
        if (!sight->is_clear(sight->user, last, arc[i])) {
            return false;
        }
        last = arc[i];
    }
    return true;
}

static void add_point(VeerVec3 *out, uint32_t capacity, uint32_t *count, VeerVec3 point)
{
    if (*count < capacity) {
        out[*count] = point;
    }
    ++*count;
}

uint32_t veer_path_round(const VeerPathSight *sight, const VeerVec3 *points, uint32_t count,
                         float radius, VeerVec3 *out, uint32_t capacity)
{
    uint32_t made = 0;
    for (uint32_t i = 0; i < count; i++) {
        bool is_inner = i > 0 && i + 1 < count;
        RoundedCorner corner = is_inner ? corner_of(points, i) : (RoundedCorner){.cosine = 1.0f};
        bool is_rounded = false;
        VeerVec3 arc[ARC_POINTS];
        for (int k = 0; k < TRIES && corner.cosine < STRAIGHT && !is_rounded; k++) {
            VeerVec3 start = made > 0 && made <= capacity ? out[made - 1] : points[i - 1];
            is_rounded = make_arc(&corner, radius / (float)(1 << k), arc) &&
                         is_arc_clear(sight, start, arc) &&
                         sight->is_clear(sight->user, arc[ARC_POINTS - 1], points[i + 1]);
        }
        if (!is_rounded) {
            add_point(out, capacity, &made, points[i]);
        }
        for (int k = 0; is_rounded && k < ARC_POINTS; k++) {
            add_point(out, capacity, &made, arc[k]);
        }
    }
    return made;
}
