#include "avoid/lp2.h"

/// Sine of the angle below which two lines count as parallel: what rounding makes of equal ones.
#define PARALLEL 1e-6f
/// Squared length of the difference of two unit normals that count as equal.
#define EQUAL_NORMALS 1e-10f

/// a, at most `limit` long.
static VeerVec2 clamp_length2(VeerVec2 a, float limit)
{
    return plane2(clamp_length3(vec3(a.x, a.y, 0.0f), limit));
}

static float violation(const VeerHalfPlane *plane, VeerVec2 v)
{
    return plane->distance - dot2(plane->normal, v);
}

static float greatest_violation(const VeerHalfPlane *planes, uint32_t count, VeerVec2 v)
{
    float greatest = 0.0f;
    for (uint32_t i = 0; i < count; i++) {
        greatest = max_f(greatest, violation(&planes[i], v));
    }
    return greatest;
}

/// The stretch of a line that is still allowed, by the distance from its point nearest to 0.
typedef struct Stretch {
    float lower, upper;
} Stretch;

/// Cuts the stretch of line i by plane j. @return false when nothing is left of it
static bool cut_stretch(const VeerLp2 *program, uint32_t i, uint32_t j, Stretch *stretch)
{
    const VeerHalfPlane *line = &program->planes[i];
    const VeerHalfPlane *plane = &program->planes[j];
    float slope = cross2(line->normal, plane->normal);
    float rest = plane->distance - line->distance * dot2(line->normal, plane->normal);
    if (fabsf(slope) <= PARALLEL) {
        return rest <= program->slack;
    }
    // Half of the slack is given away here: of planes that meet in one point, or in a line that
    // rounding tilts, it leaves a stretch, while the rest keeps them from being tried again.
    float at = (rest - 0.5f * program->slack) / slope;
    if (slope > 0.0f) {
        stretch->lower = max_f(stretch->lower, at);
    } else {
        stretch->upper = min_f(stretch->upper, at);
    }
    return stretch->lower <= stretch->upper;
}

/// Where on a stretch along `direction` the objective is best.
static float best_along(const VeerLp2 *program, VeerVec2 direction, Stretch stretch)
{
    float along = dot2(direction, program->aim);
    if (program->is_far && fabsf(along) > PARALLEL * length2(program->aim)) {
        return along > 0.0f ? stretch.upper : stretch.lower;
    }
    return clamp_f(program->is_far ? 0.0f : along, stretch.lower, stretch.upper);
}

/// The best point on line i that keeps the planes before it. @return false when there is none
static bool solve_on_line(const VeerLp2 *program, uint32_t i, VeerVec2 *out)
{
    const VeerHalfPlane *line = &program->planes[i];
    float d = line->distance;
    if (fabsf(d) > program->limit + program->slack) {
        return false;
    }
    float half = sqrtf(max_f((program->limit - d) * (program->limit + d), 0.0f));
    Stretch stretch = {-half, half};
    for (uint32_t j = 0; j < i; j++) {
        if (!cut_stretch(program, i, j, &stretch)) {
            return false;
        }
    }
    VeerVec2 direction = left2(line->normal);
    float at = best_along(program, direction, stretch);
    *out = add2(scale2(line->normal, d), scale2(direction, at));
    return true;
}

static VeerVec2 best_in_disc(const VeerLp2 *program)
{
    if (!program->is_far) {
        return clamp_length2(program->aim, program->limit);
    }
    float length = length2(program->aim);
    return length > 0.0f ? scale2(program->aim, program->limit / length) : vec2(0.0f, 0.0f);
}

uint32_t veer_lp2_reach(const VeerLp2 *program, VeerVec2 *out)
{
    *out = best_in_disc(program);
    for (uint32_t i = 0; i < program->count; i++) {
        if (violation(&program->planes[i], *out) > program->slack &&
            !solve_on_line(program, i, out)) {
            return i;
        }
    }
    return program->count;
}

/// The half-plane in which the violation of `a` is at most that of `b` and `give`.
/// @return false when they are parallel: then one of them is everywhere the more violated
static bool bisect(const VeerHalfPlane *a, const VeerHalfPlane *b, float give, VeerHalfPlane *out)
{
    VeerVec2 normal = sub2(a->normal, b->normal);
    float square = dot2(normal, normal);
    if (square <= EQUAL_NORMALS) {
        return false;
    }
    float inverse = 1.0f / sqrtf(square);
    out->normal = scale2(normal, inverse);
    out->distance = (a->distance - b->distance - give) * inverse;
    return true;
}

/// Where plane i is violated least, among the points where it is the most violated of the soft
/// planes up to it and where the hard ones are kept.
static bool solve_worst(const VeerLp2 *program, uint32_t hard_count, uint32_t i, VeerVec2 *out)
{
    VeerHalfPlane planes[VEER_MAX_PLANES];
    // What rounding makes of a violation: where normals are nearly equal it moves the bisector far.
    float give = 0.125f * program->slack;
    uint32_t count = 0;
    for (; count < hard_count; count++) {
        planes[count] = program->planes[count];
    }
    for (uint32_t j = hard_count; j < i; j++) {
        count += bisect(&program->planes[j], &program->planes[i], give, &planes[count]);
    }
    VeerLp2 worst = {planes, count, program->limit, program->slack, program->planes[i].normal,
                     true};
    VeerVec2 best;
    if (veer_lp2_reach(&worst, &best) < count) {
        return false;
    }
    *out = best;
    return true;
}

/// The point that minimises the greatest violation of the planes from hard_count on, keeping those
/// before; `from` keeps the hard ones, and all up to `first`. A linear program in one dimension
/// more, again by adding one plane after the other. @return that violation
static float minimise_violation(const VeerLp2 *program, uint32_t hard_count, uint32_t first,
                                VeerVec2 *from)
{
    float worst = 0.0f;
    for (uint32_t i = first; i < program->count; i++) {
        if (violation(&program->planes[i], *from) > worst + program->slack) {
            // Rounding alone can make this fail: then the point so far stays the best known.
            (void)solve_worst(program, hard_count, i, from);
            worst = violation(&program->planes[i], *from);
        }
    }
    return greatest_violation(program->planes + hard_count, program->count - hard_count, *from);
}

static void relax(VeerHalfPlane *planes, uint32_t begin, uint32_t end, float by)
{
    for (uint32_t i = begin; i < end; i++) {
        planes[i].distance -= by;
    }
}

/// Moves the planes [begin, end) outwards, all alike and as little as possible, until they leave
/// room beside those before them. @return a point in that room
static VeerVec2 make_room(const VeerLp2 *program, VeerHalfPlane *planes, uint32_t begin,
                          uint32_t end)
{
    VeerLp2 part = *program;
    part.planes = planes;
    part.count = end;
    VeerVec2 point;
    uint32_t kept = veer_lp2_reach(&part, &point);
    if (kept < end) {
        float least = minimise_violation(&part, begin, kept, &point);
        relax(planes, begin, end, least + program->slack);
    }
    return point;
}

static VeerVec2 solve_infeasible(const VeerLp2 *program, uint32_t hard_count)
{
    VeerHalfPlane planes[VEER_MAX_PLANES];
    for (uint32_t i = 0; i < program->count; i++) {
        planes[i] = program->planes[i];
    }
    (void)make_room(program, planes, 0, hard_count);
    VeerVec2 least = make_room(program, planes, hard_count, program->count);
    VeerLp2 relaxed = *program;
    relaxed.planes = planes;
    VeerVec2 nearest;
    return veer_lp2_reach(&relaxed, &nearest) == program->count ? nearest : least;
}

VeerVec2 veer_lp2_solve(const VeerHalfPlane *planes, uint32_t count, uint32_t hard_count,
                        float limit, VeerVec2 wish)
{
    VeerLp2 program = {planes, count, limit, VEER_PLANE_SLACK * limit, wish, false};
    VeerVec2 best;
    if (veer_lp2_reach(&program, &best) < count) {
        best = solve_infeasible(&program, hard_count);
    }
    return clamp_length2(best, limit);
}
