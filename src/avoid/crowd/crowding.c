#include "avoid/crowd/crowding.h"

#include "avoid/crowd/constants.h"
#include "avoid/orca/orca.h"

VeerCrowding veer_crowding_of(const VeerView *view, const VeerAvoidParams *params)
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
    return (VeerCrowding){range, view->space == VEER_PLANAR && area > 0.0f ? covered / area : 0.0f};
}

float veer_crowding_jam(const VeerView *view, const VeerCrowding *crowding, VeerVec3 preferred,
                        VeerVec3 answer)
{
    float jam = view->memory.crowd.jam;
    float most = crowding->density >= JAMMED_DENSITY ? 2.0f : 1.0f;
    bool is_slowed = length3(answer) < JAM_PACE * length3(preferred) && jam <= most;
    float change = is_slowed ? view->dt / JAM_SECONDS : -view->dt / FREE_SECONDS;
    return clamp_f(jam + change, 0.0f, most);
}

/// s: the time to most of the way to where agents out of view may be, and no more than to the next
/// gap where the agent is jammed: what is further ahead has moved by then.
static float look_time(const VeerView *view, const VeerCrowding *crowding, float speed)
{
    float far = KNOWN_PART * crowding->range;
    float near = min_f(view->radius, far);
    return (far + (near - far) * jammed_part(&view->memory)) / speed;
}

VeerAvoidParams veer_crowding_look(const VeerView *view, const VeerAvoidParams *params,
                                   const VeerCrowding *crowding, VeerVec3 preferred)
{
    VeerAvoidParams within = *params;
    if (view->space == VEER_SPATIAL) {
        return within;
    }
    float speed = max_f(length3(preferred), VEER_LEAST_SPEED);
    float time = look_time(view, crowding, speed) + veer_orca_stopping_time(view, speed);
    within.time_horizon = min_f(params->time_horizon, max_f(time, 2.0f * view->dt));
    return within;
}
