/// The model rays: three rays, and sides that are agreed.
#include "avoid/base/answer.h"
#include "avoid/base/view.h"
#include "avoid/classic/classic.h"
#include "avoid/classic/constants.h"
#include "geom/touch.h"
#include "math/kernel.h"

/// The part of a ray at which it enters the disc, INFINITY where it does not, or starts inside.
static float cast(const VeerView *view, const VeerNeighbour *other, VeerVec3 from, VeerVec3 ray)
{
    VeerVec2 gap = plane2(sub3(other->offset, from));
    float part = veer_time_to_touch(gap, plane2(ray), other->radius);
    trace_line(view, VEER_TRACE_PROBE, from, along3(from, ray, min_f(part, 1.0f)));
    return part > 0.0f ? part : INFINITY;
}

/// The part of the rays at which they meet a body first: in the plane three, from the centre and
/// from both sides; in space the whole swept sphere.
static float first_part(const VeerView *view, const VeerNeighbour *other, VeerVec3 ray)
{
    if (view->space == VEER_SPATIAL) {
        float part = veer_time_to_touch3(other->offset, ray, other->radius + view->radius);
        return part > 0.0f ? part : INFINITY;
    }
    VeerVec3 edge = scale3(left3(direction3(ray)), view->radius);
    float centre = cast(view, other, (VeerVec3){0}, ray);
    float right = cast(view, other, scale3(edge, -1.0f), ray);
    float left = cast(view, other, edge, ray);
    return min_f(centre, min_f(right, left));
}

/// The agent that the rays meet first, NULL: none. Of equals the nearer, then the lower id.
static const VeerNeighbour *first_met(const VeerView *view, VeerVec3 ray, float *part)
{
    const VeerNeighbour *met = NULL;
    *part = INFINITY;
    for (uint32_t i = 0; i < body_count(view); i++) {
        const VeerNeighbour *other = &view->neighbours[i];
        float at = other->is_obstacle ? INFINITY : first_part(view, other, ray);
        if (at <= 1.0f && at < *part) {
            *part = at;
            met = other;
        }
    }
    return met;
}

/// The agent with the lowest id that a ray meets, NULL: none.
static const VeerNeighbour *first_told(const VeerView *view, VeerVec3 from, VeerVec3 ray,
                                       float *part)
{
    const VeerNeighbour *told = NULL;
    for (uint32_t i = 0; i < body_count(view); i++) {
        const VeerNeighbour *other = &view->neighbours[i];
        if (other->is_obstacle || (told && told->id < other->id)) {
            continue;
        }
        float at = cast(view, other, from, ray);
        if (at <= 1.0f) {
            *part = at;
            told = other;
        }
    }
    return told;
}

/// The source's form: each ray stops at the first that its physics tells of, which need not be the
/// nearest; of the three that are told of the nearest counts.
static const VeerNeighbour *first_of_told(const VeerView *view, VeerVec3 ray, float *part)
{
    VeerVec3 edge = scale3(left3(direction3(ray)), view->radius);
    const VeerNeighbour *met = NULL;
    *part = INFINITY;
    for (int i = 0; i < 3; i++) {
        float at = INFINITY, offset = i == 0 ? 0.0f : i == 1 ? -1.0f : 1.0f;
        const VeerNeighbour *told = first_told(view, scale3(edge, offset), ray, &at);
        if (told && at < *part) {
            *part = at;
            met = told;
        }
    }
    return met;
}

/// Whether both go the same way and the other avoids nobody: it need not be passed.
static bool is_along(VeerVec3 velocity, const VeerNeighbour *other)
{
    VeerVec3 both = add3(velocity, other->velocity);
    return other->side == 0 && dot3(both, both) > dot3(velocity, velocity);
}

/// The side to pass on, 1 left or -1 right: the other's where it has one, so that both turn the
/// same way and part; else the far side of where it is, right where that is straight ahead.
///
/// All read the tick before. Of two that chose differently at once the one with the lower id keeps
/// its side, or both would swap for ever, as they do in the source's form.
static float choose_side(const VeerView *view, const VeerRays *rays, VeerVec3 velocity,
                         const VeerNeighbour *other)
{
    float own = view->memory.rays.side;
    if (other->side != 0) {
        bool is_kept = rays->hit == VEER_RAYS_NEAREST_HIT && own != 0.0f && other->id > view->id;
        return is_kept ? own : (float)other->side;
    }
    return cross2(plane2(velocity), plane2(other->offset)) < 0.0f ? 1.0f : -1.0f;
}

/// The velocity change that gets past the other, m/s.
static VeerVec3 pass(const VeerView *view, VeerVec3 velocity, const VeerNeighbour *other,
                     float side, float part)
{
    VeerVec3 across = direction3(left3(other->offset));
    if (length3(across) == 0.0f) {
        across = vec3(1.0f, 0.0f, 0.0f);
    }
    float pace = (view->radius + other->radius) * view->max_speed;
    VeerVec3 change = sub3(scale3(across, side * pace), velocity);
    trace_ball(view, VEER_TRACE_HIT, other->offset, other->radius);
    trace_mark(view, (VeerTraceMark){.role = VEER_TRACE_SIDE,
                                     .from = other->offset,
                                     .to = along3(other->offset, across, side * view->radius),
                                     .value = part,
                                     .note = other->side != 0 ? "its side" : "the free side"});
    return scale3(change, 1.0f / max_f(part, LEAST_PART));
}

/// Away from the agents that are too near, on average, 0 to 1 long.
static VeerVec3 separate(const VeerView *view, const VeerRays *rays)
{
    VeerVec3 sum = {0};
    float range = rays->separation_range * view->radius;
    float count = 0.0f;
    for (uint32_t i = 0; i < body_count(view); i++) {
        const VeerNeighbour *other = &view->neighbours[i];
        float distance = length3(other->offset), reach = view->radius + other->radius;
        if (other->is_obstacle || !(distance < range && distance > 0.0f) || !(reach < range)) {
            continue;
        }
        // 1 when they touch, 0 at the range, and beyond 1 when they overlap.
        VeerKernel kernel = {1.0f, 0.0f, 1.0f / (range - reach), -1.0f, 1e-9f};
        float overlap = max_f(reach - distance, 0.0f) * kernel.pull;
        float strength = kernel_at(&kernel, distance - reach) + overlap;
        sum = along3(sum, other->offset, -strength / distance);
        count += 1.0f;
    }
    return count > 0.0f ? scale3(sum, 1.0f / count) : sum;
}

/// Alignment with the velocities of its group, its own among them, and cohesion with the middle of
/// the others: the velocity changes, m/s, with the source's weights.
static VeerVec3 flock(const VeerView *view, VeerVec3 velocity)
{
    VeerVec3 headings = direction3(velocity), places = {0};
    float moving = length3(headings), count = 0.0f, range = FLOCK_RADII * view->radius;
    for (uint32_t i = 0; i < body_count(view); i++) {
        const VeerNeighbour *other = &view->neighbours[i];
        if (!other->is_friend || !(length3(other->offset) < range)) {
            continue;
        }
        VeerVec3 heading = direction3(other->velocity);
        headings = add3(headings, heading);
        moving += length3(heading) > 0.0f ? 1.0f : 0.0f;
        places = add3(places, other->offset);
        count += 1.0f;
    }
    VeerVec3 change = {0};
    if (moving > 0.0f) {
        VeerVec3 along = scale3(headings, view->max_speed / moving);
        change = scale3(sub3(along, velocity), ALIGNMENT);
    }
    VeerVec3 middle = direction3(places);
    if (count > 0.0f && length3(middle) > 0.0f) {
        VeerVec3 towards = scale3(middle, view->max_speed);
        change = along3(change, sub3(towards, velocity), COHESION);
    }
    return change;
}

/// The velocity change that gets past the agent met, if any, and the side; 0: none is met.
static VeerVec3 avoid(const VeerView *view, const VeerRays *rays, VeerVec3 velocity, float *side)
{
    *side = 0.0f;
    // The source compares the squared speed with the radius.
    if (!(dot3(velocity, velocity) > view->radius)) {
        return (VeerVec3){0};
    }
    float part;
    VeerVec3 ray = scale3(velocity, rays->look_ahead);
    bool is_told = rays->hit == VEER_RAYS_FIRST_HIT && view->space == VEER_PLANAR;
    const VeerNeighbour *met =
        is_told ? first_of_told(view, ray, &part) : first_met(view, ray, &part);
    if (!met || is_along(velocity, met)) {
        return (VeerVec3){0};
    }
    *side = choose_side(view, rays, velocity, met);
    return pass(view, velocity, met, *side, part);
}

VeerAvoidResult veer_rays_decide(const VeerView *view, const VeerAvoidParams *params,
                                 VeerVec3 preferred)
{
    const VeerRays *rays = &params->rays;
    preferred = limit_preferred(view, preferred);
    VeerVec3 velocity = tame3(view, view->velocity);
    float side, limit = rays->acceleration;
    VeerVec3 change = add3(sub3(preferred, velocity), avoid(view, rays, velocity, &side));
    change = rays->flocking > 0.0f ? along3(change, flock(view, velocity), rays->flocking) : change;
    VeerVec3 force = scale3(change, limit / max_f(view->max_speed, 1e-6f));
    force = along3(force, separate(view, rays), rays->separation * limit);
    force = clamp_length3(tame3(view, force), limit);
    VeerAvoidResult result = answer_with(view, preferred, along3(velocity, force, view->dt));
    result.memory = (VeerAvoidMemory){0};
    result.memory.rays.side = side;
    result.is_avoiding = side != 0.0f;
    return result;
}
