#include "avoid/orca/allowed.h"

#include "avoid/base/answer.h"
#include "avoid/base/constants.h"
#include "avoid/base/view.h"
#include "avoid/orca/constants.h"
#include "avoid/orca/orca.h"

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

void veer_allowed_sense(VeerAllowedVelocities *allowed, const VeerView *view,
                        const VeerAvoidParams *resting, const VeerAvoidParams *moving,
                        VeerVec3 clear)
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
