/// Traces: what an avoidance model saw and why it chose, for drawing.
#ifndef VEER_TRACE_H
#define VEER_TRACE_H

#include "veer/api.h"

/// What a mark of a trace stands for; the host picks the colour.
typedef enum VeerTraceRole {
    VEER_TRACE_PROBE = 0,  ///< where it looked: a whisker, a ray, a swept disc's end
    VEER_TRACE_HIT,        ///< what it met there
    VEER_TRACE_PUSH,       ///< a force away from a body
    VEER_TRACE_PULL,       ///< a force towards a friend, or along the preferred velocity
    VEER_TRACE_CONSTRAINT, ///< the border of the velocities that a body leaves it
    VEER_TRACE_PREFERRED,  ///< the preferred velocity
    VEER_TRACE_CHOICE,     ///< the velocity chosen
    VEER_TRACE_SIDE,       ///< the side on which it passes a neighbour
    VEER_TRACE_ROLE_COUNT
} VeerTraceRole;

/// The role's name ("probe"); NULL for any other number.
VEER_API const char *veer_trace_role_name(VeerTraceRole role);

/// A line, or a ball where radius > 0. Places are relative to the agent's centre, m. Velocities are
/// drawn as what they cover in a second; forces in the unit of the model.
typedef struct VeerTraceMark {
    VeerTraceRole role; ///< what it shows
    VeerVec3 from, to;  ///< of a line; a ball's centre is `from`
    float radius;       ///< m; 0: a line
    float value;        ///< what the mark measures (gap, force, part of the ray), or 0
    const char *note;   ///< why, in a few words that live for ever; NULL: goes without saying
} VeerTraceMark;

/// Marks into the caller's array; what does not fit is counted and left out.
typedef struct VeerAvoidTrace {
    VeerTraceMark *marks; ///< marks[capacity]
    uint32_t capacity;    ///< of marks that there is room for
    uint32_t count;       ///< marks filled
    uint32_t dropped;     ///< marks for which there was no room
    VeerVec3 origin;      ///< m: where the agent's centre is, when the world made the trace
} VeerAvoidTrace;

#endif
