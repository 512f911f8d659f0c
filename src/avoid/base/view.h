/// How much of a view the models look at.
#ifndef VEER_AVOID_BASE_VIEW_H
#define VEER_AVOID_BASE_VIEW_H

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

#endif
