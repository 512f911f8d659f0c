#include "avoid/orca/lp3.h"

#include "avoid/orca/lp2.h"

/// As VeerLp2, one dimension up.
typedef struct Lp3 {
    const VeerHalfSpace *spaces;
    uint32_t count;
    float limit, slack;
    VeerVec3 aim;
    bool is_far;
} Lp3;

/// Two axes that span a plane.
typedef struct PlaneFrame {
    VeerVec3 x, y;
} PlaneFrame;

static float violation(const VeerHalfSpace *space, VeerVec3 v)
{
    return space->distance - dot3(space->normal, v);
}

static float greatest_violation(const VeerHalfSpace *spaces, uint32_t count, VeerVec3 v)
{
    float greatest = 0.0f;
    for (uint32_t i = 0; i < count; i++) {
        greatest = max_f(greatest, violation(&spaces[i], v));
    }
    return greatest;
}

/// The axes of the plane across `normal`, from the coordinate axis that is most across it.
static PlaneFrame frame_across(VeerVec3 normal)
{
    float x = fabsf(normal.x), y = fabsf(normal.y), z = fabsf(normal.z);
    VeerVec3 axis = vec3(0.0f, 0.0f, 1.0f);
    if (x <= y && x <= z) {
        axis = vec3(1.0f, 0.0f, 0.0f);
    } else if (y <= z) {
        axis = vec3(0.0f, 1.0f, 0.0f);
    }
    PlaneFrame frame;
    frame.x = unit3(cross3(normal, axis), axis);
    frame.y = cross3(normal, frame.x);
    return frame;
}

static VeerVec2 in_frame(const PlaneFrame *frame, VeerVec3 a)
{
    return vec2(dot3(frame->x, a), dot3(frame->y, a));
}

/// What a half-space leaves of the plane that bounds another.
typedef enum PlaneSection { SECTION_ALL, SECTION_SOME, SECTION_NONE } PlaneSection;

static PlaneSection cut_plane(const VeerHalfSpace *plane, const PlaneFrame *frame,
                              const VeerHalfSpace *by, float slack, VeerHalfPlane *out)
{
    VeerVec2 normal = in_frame(frame, by->normal);
    float distance = by->distance - plane->distance * dot3(plane->normal, by->normal);
    float square = dot2(normal, normal);
    if (square <= PARALLEL * PARALLEL) {
        return distance <= slack ? SECTION_ALL : SECTION_NONE;
    }
    float inverse = 1.0f / sqrtf(square);
    out->normal = scale2(normal, inverse);
    // Half of the slack is given away here, as in the plane (lp2.c).
    out->distance = (distance - 0.5f * slack) * inverse;
    return SECTION_SOME;
}

/// The best point on plane i that keeps the half-spaces before it. @return false: there is none
static bool solve_on_plane(const Lp3 *program, uint32_t i, VeerVec3 *out)
{
    const VeerHalfSpace *plane = &program->spaces[i];
    float d = plane->distance;
    if (fabsf(d) > program->limit + program->slack) {
        return false;
    }
    VeerHalfPlane planes[VEER_MAX_PLANES];
    PlaneFrame frame = frame_across(plane->normal);
    uint32_t count = 0;
    for (uint32_t j = 0; j < i; j++) {
        PlaneSection section =
            cut_plane(plane, &frame, &program->spaces[j], program->slack, &planes[count]);
        if (section == SECTION_NONE) {
            return false;
        }
        count += section == SECTION_SOME;
    }
    float radius = sqrtf(max_f((program->limit - d) * (program->limit + d), 0.0f));
    VeerLp2 flat = {
        planes,         count, radius, 0.5f * program->slack, in_frame(&frame, program->aim),
        program->is_far};
    VeerVec2 best;
    if (veer_lp2_reach(&flat, &best) < count) {
        return false;
    }
    *out = along3(along3(scale3(plane->normal, d), frame.x, best.x), frame.y, best.y);
    return true;
}

static VeerVec3 best_in_ball(const Lp3 *program)
{
    if (!program->is_far) {
        return clamp_length3(program->aim, program->limit);
    }
    return scale3(program->aim, program->limit / length3(program->aim));
}

static uint32_t reach(const Lp3 *program, VeerVec3 *out)
{
    *out = best_in_ball(program);
    for (uint32_t i = 0; i < program->count; i++) {
        if (violation(&program->spaces[i], *out) > program->slack &&
            !solve_on_plane(program, i, out)) {
            return i;
        }
    }
    return program->count;
}

/// The half-space in which the violation of `a` is at most that of `b` and `give`. @return false:
/// parallel
static bool bisect(const VeerHalfSpace *a, const VeerHalfSpace *b, float give, VeerHalfSpace *out)
{
    VeerVec3 normal = sub3(a->normal, b->normal);
    float square = dot3(normal, normal);
    if (square <= EQUAL_NORMALS) {
        return false;
    }
    float inverse = 1.0f / sqrtf(square);
    out->normal = scale3(normal, inverse);
    out->distance = (a->distance - b->distance - give) * inverse;
    return true;
}

/// Where half-space i is violated least while it is the most violated of the soft ones up to it.
static bool solve_worst(const Lp3 *program, uint32_t hard_count, uint32_t i, VeerVec3 *out)
{
    VeerHalfSpace spaces[VEER_MAX_PLANES];
    // What rounding makes of a violation: where normals are nearly equal it moves the bisector far.
    float give = 0.125f * program->slack;
    uint32_t count = 0;
    for (; count < hard_count; count++) {
        spaces[count] = program->spaces[count];
    }
    for (uint32_t j = hard_count; j < i; j++) {
        count += bisect(&program->spaces[j], &program->spaces[i], give, &spaces[count]);
    }
    Lp3 worst = {spaces, count, program->limit, program->slack, program->spaces[i].normal, true};
    VeerVec3 best;
    if (reach(&worst, &best) < count) {
        return false;
    }
    *out = best;
    return true;
}

/// As its namesake in the plane (lp2.c).
static float minimise_violation(const Lp3 *program, uint32_t hard_count, uint32_t first,
                                VeerVec3 *from)
{
    float worst = 0.0f;
    for (uint32_t i = first; i < program->count; i++) {
        if (violation(&program->spaces[i], *from) > worst + program->slack) {
            // Rounding alone can make this fail: then the point so far stays the best known.
            (void)solve_worst(program, hard_count, i, from);
            worst = violation(&program->spaces[i], *from);
        }
    }
    return greatest_violation(program->spaces + hard_count, program->count - hard_count, *from);
}

/// Moves the half-spaces [begin, end) outwards, all alike and as little as possible, until they are
/// feasible beside those before them. @return a point that keeps all
static VeerVec3 loosen(const Lp3 *program, VeerHalfSpace *spaces, uint32_t begin, uint32_t end)
{
    Lp3 part = *program;
    part.spaces = spaces;
    part.count = end;
    VeerVec3 point;
    uint32_t kept = reach(&part, &point);
    if (kept < end) {
        float by = minimise_violation(&part, begin, kept, &point) + program->slack;
        for (uint32_t i = begin; i < end; i++) {
            spaces[i].distance -= by;
        }
    }
    return point;
}

static VeerVec3 solve_infeasible(const Lp3 *program, uint32_t hard_count)
{
    VeerHalfSpace spaces[VEER_MAX_PLANES];
    for (uint32_t i = 0; i < program->count; i++) {
        spaces[i] = program->spaces[i];
    }
    (void)loosen(program, spaces, 0, hard_count);
    VeerVec3 least = loosen(program, spaces, hard_count, program->count);
    Lp3 relaxed = *program;
    relaxed.spaces = spaces;
    VeerVec3 nearest;
    return reach(&relaxed, &nearest) == program->count ? nearest : least;
}

VeerVec3 veer_lp3_solve(const VeerHalfSpace *spaces, uint32_t count, uint32_t hard_count,
                        float limit, VeerVec3 preferred)
{
    Lp3 program = {spaces, count, limit, VEER_PLANE_SLACK * limit, preferred, false};
    VeerVec3 best;
    if (reach(&program, &best) < count) {
        best = solve_infeasible(&program, hard_count);
    }
    return clamp_length3(best, limit);
}
