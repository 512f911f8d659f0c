#include "avoid/crowd/crowding.h"

#include "avoid/orca/orca.h"

/// An agent slower than this part of its wish is pressed; s until it is wholly so, and until it is
/// at ease again.
#define PRESSED_PACE 0.8f
#define PRESSED_SECONDS 0.5f
#define EASED_SECONDS 2.0f
/// The part of the way to the end of what it knows that an agent in the plane plans for. Runs of
/// E14 and E15 within 8 s, of 64 with starts moved by 3 mm to 20 cm: 20 without, 1: 56, 0.75: 60,
/// 0.5: 49. In space there is a way round in every direction: 200 on a sphere, 1.19 without, 1.23
/// with this.
#define KNOWN_PART 0.75f

/// Who is slowed down where agents cover this part of the area is not only pressed, but wedged in
/// between them, as none of E14's crowds is in passing.
#define WEDGED_CROWDING 0.4f
/// How far who is wholly wedged in looks among agents, own radii of way: to the next gap. Random
/// crowds, see crowd_lead.c.
#define WEDGED_LOOK 1.0f

VeerKnown veer_crowd_know(const VeerView *view, const VeerAvoidParams *params)
{
    uint32_t agents = 0;
    float square = 0.0f, covered = 0.0f;
    for (uint32_t i = 0; i < view->neighbour_count; i++) {
        const VeerNeighbour *body = &view->neighbours[i];
        if (!body->is_obstacle) {
            agents++;
            square = dot3(body->offset, body->offset);
            covered += body->radius * body->radius;
        }
    }
    float range = agents < params->max_neighbours ? params->sense_range : sqrtf(square);
    float area = max_f(range * range, view->radius * view->radius);
    return (VeerKnown){range, view->space == VEER_PLANAR && area > 0.0f ? covered / area : 0.0f};
}

float veer_crowd_press(const VeerView *view, const VeerKnown *known, VeerVec3 wish, VeerVec3 answer)
{
    float pressed = view->memory.orca.jam;
    float most = known->crowding >= WEDGED_CROWDING ? 2.0f : 1.0f;
    bool is_slowed = length3(answer) < PRESSED_PACE * length3(wish) && pressed <= most;
    float change = is_slowed ? view->dt / PRESSED_SECONDS : -view->dt / EASED_SECONDS;
    return clamp_f(pressed + change, 0.0f, most);
}

/// s: the time to most of the way to where others may be that an agent does not see, and no more
/// than to the next gap where it is wedged in: what is further ahead has moved by then.
static float look_time(const VeerView *view, const VeerKnown *known, float speed)
{
    float far = KNOWN_PART * known->range;
    float near = min_f(WEDGED_LOOK * view->radius, far);
    return (far + (near - far) * jammed_part(&view->memory)) / speed;
}

VeerAvoidParams veer_crowd_look(const VeerView *view, const VeerAvoidParams *params,
                                const VeerKnown *known, VeerVec3 wish)
{
    VeerAvoidParams within = *params;
    if (view->space == VEER_SPATIAL) {
        return within;
    }
    float speed = max_f(length3(wish), VEER_LEAST_SPEED);
    float time = look_time(view, known, speed) + veer_orca_stopping_time(view, speed);
    within.time_horizon = min_f(params->time_horizon, max_f(time, 2.0f * view->dt));
    return within;
}
