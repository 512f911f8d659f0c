#include "avoid/crowd/choice.h"

#include "avoid/base/view.h"
#include "avoid/crowd/constants.h"
#include "geom/box.h"
#include "geom/segment.h"

VeerVec3 veer_choice_keep_pace(VeerAllowedVelocities *allowed, VeerVec3 preferred, VeerVec3 answer)
{
    float full = length3(preferred), speed = length3(answer);
    if (speed >= FULL_PACE * full || speed <= NO_PACE * full) {
        return answer;
    }
    VeerVec3 again = veer_allowed_choose(allowed, scale3(answer, full / speed));
    return dot3(again, preferred) >= 0.0f ? again : answer;
}

bool veer_choice_is_walled(const VeerAllowedVelocities *allowed, VeerVec3 velocity)
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

VeerVec3 veer_choice_find(VeerAllowedVelocities *allowed, const VeerView *view,
                          const VeerAvoidParams *resting, const VeerAvoidParams *moving,
                          VeerVec3 aim)
{
    veer_allowed_sense(allowed, view, resting, moving, (VeerVec3){0});
    VeerVec3 answer = veer_allowed_choose(allowed, aim);
    if (!veer_choice_is_walled(allowed, aim)) {
        return answer;
    }
    VeerVec3 clear = keep_clear(view, resting, aim);
    if (!veer_choice_is_walled(allowed, clear)) {
        return answer;
    }
    VeerAllowedVelocities other;
    veer_allowed_sense(&other, view, resting, moving, clear);
    VeerVec3 again = veer_allowed_choose(&other, aim);
    if (square_off(again, aim) < square_off(answer, aim)) {
        *allowed = other;
        return again;
    }
    return answer;
}
