#include "avoid/crowd/allowed.h"

#include "avoid/base/answer.h"
#include "avoid/base/constants.h"
#include "avoid/base/view.h"
#include "avoid/crowd/constants.h"
#include "geom/box.h"
#include "geom/segment.h"

static void add_space(VeerAllowedVelocities *allowed, VeerHalfSpace space)
{
    if (is_finite_space(space)) {
        allowed->planes[allowed->count++] = space;
    }
}

/// @param clear  as of veer_orca2_walls
static void add_walls(VeerAllowedVelocities *allowed, const VeerView *view,
                      const VeerAvoidParams *params, VeerVec3 clear)
{
    uint32_t walls = wall_count(view);
    allowed->count = allowed->space == VEER_PLANAR
                         ? veer_orca2_walls(view, params, walls, clear, allowed->planes)
                         : veer_orca3_walls(view, params, walls, clear, allowed->planes);
}

/// Adds the half-spaces of neighbours.
static void add_spheres(VeerAllowedVelocities *allowed, const VeerView *view,
                        const VeerAvoidParams *resting, const VeerAvoidParams *moving)
{
    for (uint32_t i = 0; i < body_count(view); i++) {
        const VeerNeighbour *body = &view->neighbours[i];
        const VeerAvoidParams *params = is_at_rest(view, body) ? resting : moving;
        if (params) {
            add_space(allowed, veer_orca3_body(view, params, body));
        }
    }
}

/// Collects the constraints of all that is sensed.
static void sense(VeerAllowedVelocities *allowed, const VeerView *view,
                  const VeerAvoidParams *resting, const VeerAvoidParams *moving, VeerVec3 clear)
{
    allowed->space = view->space;
    allowed->limit = min_f(view->max_speed, VEER_GREATEST_SPEED);
    allowed->count = 0;
    allowed->is_open = false;
    add_walls(allowed, view, resting, clear);
    allowed->hard_count = allowed->count;
    if (allowed->space == VEER_SPATIAL) {
        add_spheres(allowed, view, resting, moving);
    } else {
        VeerHalfSpace *planes = allowed->planes + allowed->count;
        allowed->count += veer_orca2_bodies(view, resting, moving, planes);
    }
}

void veer_allowed_sense(VeerAllowedVelocities *allowed, const VeerView *view,
                        const VeerAvoidParams *resting, const VeerAvoidParams *moving)
{
    sense(allowed, view, resting, moving, (VeerVec3){0});
}

static VeerVec3 solve(VeerAllowedVelocities *allowed, VeerVec3 preferred)
{
    if (!allowed->is_open) {
        VeerLpDef def = {allowed->planes, allowed->count, allowed->hard_count, allowed->limit,
                         allowed->space};
        veer_lp_open(&allowed->region, &def);
        // In space what is infeasible depends by rounding on the preferred velocity.
        allowed->is_open = allowed->space == VEER_PLANAR;
    }
    preferred.z = allowed->space == VEER_PLANAR ? 0.0f : preferred.z;
    return veer_lp_choose(&allowed->region, preferred);
}

VeerVec3 veer_allowed_choose(VeerAllowedVelocities *allowed, VeerVec3 preferred)
{
    VeerVec3 best = solve(allowed, preferred);
    if (allowed->space == VEER_PLANAR) {
        best.z = 0.0f; // never -0: answers are compared bit by bit
    }
    return is_finite3(best) ? best : (VeerVec3){0};
}

VeerVec3 veer_allowed_keep_pace(VeerAllowedVelocities *allowed, VeerVec3 preferred, VeerVec3 answer)
{
    float full = length3(preferred), speed = length3(answer);
    if (speed >= FULL_PACE * full || speed <= NO_PACE * full) {
        return answer;
    }
    VeerVec3 again = veer_allowed_choose(allowed, scale3(answer, full / speed));
    return dot3(again, preferred) >= 0.0f ? again : answer;
}

/// Whether walls' half-planes bar a velocity.
static bool is_walled(const VeerAllowedVelocities *allowed, VeerVec3 velocity)
{
    float slack = VEER_PLANE_SLACK * allowed->limit;
    for (uint32_t i = 0; i < allowed->hard_count; i++) {
        if (dot3(allowed->planes[i].normal, velocity) < allowed->planes[i].distance - slack) {
            return true;
        }
    }
    return false;
}

/// The part of a displacement, m, that keeps clear of a wall; all of it where that touches already.
static float part_before(const VeerView *view, const VeerWall *wall, VeerVec3 shift)
{
    VeerVec3 here = {0.0f, 0.0f, 0.0f};
    if (view->space == VEER_PLANAR) {
        VeerVec2 a = plane2(wall->a), b = plane2(wall->b);
        return veer_segment_distance2(a, b, plane2(here)) > view->radius
                   ? veer_segment_cast2(a, b, plane2(here), plane2(shift), view->radius)
                   : 1.0f;
    }
    VeerBounds box = {wall->a, wall->b};
    return length3(veer_box_nearest(box, here)) > view->radius
               ? veer_box_cast(box, here, shift, view->radius)
               : 1.0f;
}

/// A velocity, m/s, cut down so far that it keeps clear of the walls for the horizon.
static VeerVec3 keep_clear(const VeerView *view, const VeerAvoidParams *params, VeerVec3 velocity)
{
    float part = 1.0f;
    VeerVec3 shift = scale3(velocity, params->time_horizon_obstacles);
    for (uint32_t i = 0; i < wall_count(view); i++) {
        part = min_f(part_before(view, &view->walls[i], shift), part);
    }
    return scale3(velocity, part);
}

static float square_off(VeerVec3 a, VeerVec3 b)
{
    VeerVec3 off = sub3(a, b);
    return dot3(off, off);
}

VeerVec3 veer_allowed_find(VeerAllowedVelocities *allowed, const VeerView *view,
                           const VeerAvoidParams *resting, const VeerAvoidParams *moving,
                           VeerVec3 aim)
{
    veer_allowed_sense(allowed, view, resting, moving);
    VeerVec3 answer = veer_allowed_choose(allowed, aim);
    if (!is_walled(allowed, aim)) {
        return answer;
    }
    VeerVec3 clear = keep_clear(view, resting, aim);
    if (!is_walled(allowed, clear)) {
        return answer;
    }
    VeerAllowedVelocities other;
    sense(&other, view, resting, moving, clear);
    VeerVec3 again = veer_allowed_choose(&other, aim);
    if (square_off(again, aim) < square_off(answer, aim)) {
        *allowed = other;
        return again;
    }
    return answer;
}

/// The border of a half-plane, as long as the max speed either way; of a half-space, the line from
/// standing still to the nearest point of its border.
static void trace_plane(const VeerView *view, const VeerHalfSpace *plane, const char *note)
{
    VeerTraceMark mark = {.role = VEER_TRACE_CONSTRAINT,
                          .to = scale3(plane->normal, plane->distance),
                          .value = plane->distance,
                          .note = note};
    if (view->space == VEER_PLANAR) {
        VeerVec3 along = left3(plane->normal);
        mark.to.z = 0.0f; // and not -0: traces are compared bit by bit
        mark.from = along3(mark.to, along, -view->max_speed);
        mark.to = along3(mark.to, along, view->max_speed);
    }
    trace_mark(view, mark);
}

void veer_allowed_trace(const VeerAllowedVelocities *allowed, const VeerView *view)
{
    for (uint32_t i = 0; view->trace && i < allowed->count; i++) {
        trace_plane(view, &allowed->planes[i], i < allowed->hard_count ? "wall" : "body");
    }
}
