/// Half-planes as marks of a trace, in the space of velocities.
#ifndef VEER_AVOID_ORCA_TRACE_H
#define VEER_AVOID_ORCA_TRACE_H

#include "avoid/base/answer.h"
#include "avoid/orca/halfplane.h"

/// The border of a half-plane, as long as the max speed either way; of a half-space, the line from
/// standing still to the nearest point of its border.
static inline void trace_plane(const VeerView *view, const VeerHalfSpace *plane, const char *note)
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

#endif
