/// How much of a view the models look at.
#ifndef VEER_AVOID_BASE_VIEW_H
#define VEER_AVOID_BASE_VIEW_H

#include "avoid/base/constants.h"
#include "math/vec.h"
#include "veer/avoid.h"

/// The neighbours, at most as many as a view may have.
static inline uint32_t body_count(const VeerView *view)
{
    uint32_t limit = 2 * VEER_MAX_NEIGHBOURS;
    return view->neighbour_count < limit ? view->neighbour_count : limit;
}

/// The walls, at most as many as a view may have.
static inline uint32_t wall_count(const VeerView *view)
{
    return view->wall_count < VEER_MAX_WALLS ? view->wall_count : VEER_MAX_WALLS;
}

/// The targets, at most as many as a view may have.
static inline uint32_t target_count(const VeerView *view)
{
    return view->target_count < VEER_MAX_TARGETS ? view->target_count : VEER_MAX_TARGETS;
}

/// Whether a neighbour is an obstacle at rest.
static inline bool is_at_rest(const VeerView *view, const VeerNeighbour *body)
{
    float limit = VEER_REST_SPEED * view->max_speed;
    return body->is_obstacle && dot3(body->velocity, body->velocity) <= limit * limit;
}

/// Whether a bottleneck is ahead of an agent, before which who is nearer to it goes first.
static inline bool takes_turns(const VeerView *view)
{
    return view->bottleneck.x != 0.0f || view->bottleneck.y != 0.0f;
}

#endif
