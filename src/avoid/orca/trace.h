/// Half-planes as marks of a trace, in the space of velocities.
#ifndef VEER_AVOID_ORCA_TRACE_H
#define VEER_AVOID_ORCA_TRACE_H

#include "avoid/base/answer.h"
#include "avoid/orca/halfplane.h"

/// The border of a half-plane, as long as the max speed either way.
static inline void trace_plane(const VeerView *view, const VeerHalfPlane *plane, const char *note)
{
    VeerVec2 foot = scale2(plane->normal, plane->distance);
    VeerVec2 along = scale2(left2(plane->normal), view->max_speed);
    trace_mark(view, (VeerTraceMark){.role = VEER_TRACE_CONSTRAINT,
                                     .from = vec3(foot.x - along.x, foot.y - along.y, 0.0f),
                                     .to = vec3(foot.x + along.x, foot.y + along.y, 0.0f),
                                     .value = plane->distance,
                                     .note = note});
}

/// Of a half-space, the line from standing still to the nearest point of its border.
static inline void trace_space(const VeerView *view, const VeerHalfSpace *space, const char *note)
{
    trace_mark(view, (VeerTraceMark){.role = VEER_TRACE_CONSTRAINT,
                                     .to = scale3(space->normal, space->distance),
                                     .value = space->distance,
                                     .note = note});
}

#endif
