/// What all models begin and end with: a preferred velocity within the limits, an answer that keeps
/// the promises, and marks on the trace.
#ifndef VEER_AVOID_BASE_ANSWER_H
#define VEER_AVOID_BASE_ANSWER_H

#include "avoid/base/constants.h"
#include "math/vec.h"
#include "veer/avoid.h"

/// A vector of any length, shortened so that its squares are numbers; z = 0 in the plane.
static inline VeerVec3 tame3(const VeerView *view, VeerVec3 a)
{
    if (view->space == VEER_PLANAR) {
        a.z = 0.0f;
    }
    float largest = max_f(fabsf(a.x), max_f(fabsf(a.y), fabsf(a.z)));
    return largest > VEER_GREATEST_SPEED ? scale3(a, VEER_GREATEST_SPEED / largest) : a;
}

/// A preferred velocity without what cannot be kept: height in the plane, length beyond the max
/// speed.
static inline VeerVec3 limit_preferred(const VeerView *view, VeerVec3 preferred)
{
    return clamp_length3(tame3(view, preferred), min_f(view->max_speed, VEER_GREATEST_SPEED));
}

/// The unit vector along one of any length; zero where it has no direction.
static inline VeerVec3 direction3(VeerVec3 a)
{
    float largest = max_f(fabsf(a.x), max_f(fabsf(a.y), fabsf(a.z)));
    if (!(largest > 0.0f) || !is_finite3(a)) {
        return (VeerVec3){0};
    }
    VeerVec3 scaled = {a.x / largest, a.y / largest, a.z / largest};
    return scale3(scaled, 1.0f / length3(scaled));
}

/// a turned by a quarter to the left about the vertical: (-y, x, 0).
static inline VeerVec3 left3(VeerVec3 a)
{
    return (VeerVec3){-a.y, a.x, 0.0f};
}

static inline void trace_mark(const VeerView *view, VeerTraceMark mark)
{
    VeerAvoidTrace *trace = view->trace;
    if (!trace) {
        return;
    }
    if (trace->count < trace->capacity) {
        trace->marks[trace->count++] = mark;
    } else {
        trace->dropped++;
    }
}

static inline void trace_line(const VeerView *view, VeerTraceRole role, VeerVec3 from, VeerVec3 to)
{
    trace_mark(view, (VeerTraceMark){.role = role, .from = from, .to = to});
}

static inline void trace_ball(const VeerView *view, VeerTraceRole role, VeerVec3 centre,
                              float radius)
{
    trace_mark(view, (VeerTraceMark){.role = role, .from = centre, .to = centre, .radius = radius});
}

/// The result of choosing a velocity that keeps the promises already.
static inline VeerAvoidResult conclude(const VeerView *view, VeerVec3 preferred, VeerVec3 chosen)
{
    trace_line(view, VEER_TRACE_PREFERRED, (VeerVec3){0}, preferred);
    trace_line(view, VEER_TRACE_CHOICE, (VeerVec3){0}, chosen);
    bool differs = chosen.x != preferred.x || chosen.y != preferred.y || chosen.z != preferred.z;
    return (VeerAvoidResult){.velocity = chosen, .memory = view->memory, .is_avoiding = differs};
}

/// The result of choosing any velocity: within the max speed; the preferred one where it is not
/// finite.
static inline VeerAvoidResult answer_with(const VeerView *view, VeerVec3 preferred,
                                          VeerVec3 velocity)
{
    bool is_good = is_finite3(velocity);
    return conclude(view, preferred, is_good ? limit_preferred(view, velocity) : preferred);
}

#endif
