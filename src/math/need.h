/// What values must be, and what is said of the first that is not (veer/refusal.h).
///
/// A check names what it is of, and does nothing once one before it has failed, so that checks
/// stand one after the other in the order in which a caller would mend them.
#ifndef VEER_MATH_NEED_H
#define VEER_MATH_NEED_H

#include "math/vec.h"
#include "veer/refusal.h"

#include <float.h>

#define VEER_MUST_LENGTH "must be 0 to 2e6"
#define VEER_MUST_DEFAULT "must come from its default function"
#define VEER_MUST_PLACE "must be a place for it, is NULL"
#define VEER_MUST_OBJECT "must be one, is NULL"
#define VEER_MUST_ROOM "must be more, all of it is used"

static inline void veer_need_as(VeerRefusal *refusal, VeerStatus status, bool is_good,
                                const char *what, const char *must, double value)
{
    if (!is_good && refusal->status == VEER_OK) {
        refusal->status = status;
        refusal->what = what;
        refusal->must = must;
        refusal->value = value;
    }
}

static inline void veer_need(VeerRefusal *refusal, bool is_good, const char *what, const char *must,
                             double value)
{
    veer_need_as(refusal, VEER_BAD_VALUE, is_good, what, must, value);
}

/// What no number tells.
static inline void veer_need_that(VeerRefusal *refusal, bool is_good, const char *what,
                                  const char *must)
{
    veer_need(refusal, is_good, what, must, (double)NAN);
}

static inline void veer_need_place(VeerRefusal *refusal, const void *place, const char *what)
{
    veer_need_that(refusal, place, what, VEER_MUST_PLACE);
}

/// A def, or whatever else is read from. @return whether it is there
static inline bool veer_need_object(VeerRefusal *refusal, const void *object, const char *what)
{
    veer_need_that(refusal, object, what, VEER_MUST_OBJECT);
    return object != NULL;
}

static inline void veer_need_handle(VeerRefusal *refusal, bool is_there, const char *what,
                                    uint32_t slot)
{
    veer_need_as(refusal, VEER_BAD_HANDLE, is_there, what, "must name one that is there",
                 (double)slot);
}

/// 0 to VEER_WORLD_LIMIT.
static inline void veer_need_length(VeerRefusal *refusal, const char *what, float value)
{
    veer_need(refusal, value >= 0.0f && value <= VEER_WORLD_LIMIT, what, VEER_MUST_LENGTH,
              (double)value);
}

/// Above 0; infinity too.
static inline void veer_need_positive(VeerRefusal *refusal, const char *what, float value)
{
    veer_need(refusal, value > 0.0f, what, "must be > 0", (double)value);
}

/// A number of 0 to `most`, or of `least` to that; `must` says so.
static inline void veer_need_count(VeerRefusal *refusal, const char *what, uint32_t value,
                                   uint32_t least, uint32_t most, const char *must)
{
    veer_need(refusal, value >= least && value <= most, what, must, (double)value);
}

/// The first coordinate that is not within a limit; the last where all are. It takes longer to find
/// than to see whether there is one.
static inline double veer_need_coordinate(VeerVec3 v, float limit)
{
    return (double)(!(fabsf(v.x) <= limit) ? v.x : !(fabsf(v.y) <= limit) ? v.y : v.z);
}

static inline void veer_need_position(VeerRefusal *refusal, const char *what, VeerVec3 value)
{
    if (!is_position3(value)) {
        veer_need(refusal, false, what, "must be -2e6 to 2e6 on each axis",
                  veer_need_coordinate(value, VEER_WORLD_LIMIT));
    }
}

static inline void veer_need_finite(VeerRefusal *refusal, const char *what, VeerVec3 value)
{
    if (!is_finite3(value)) {
        veer_need(refusal, false, what, "must be finite on each axis",
                  veer_need_coordinate(value, FLT_MAX));
    }
}

static inline void veer_need_positions(VeerRefusal *refusal, const char *what,
                                       const VeerVec3 *values, uint32_t count)
{
    for (uint32_t i = 0; i < count && refusal->status == VEER_OK; i++) {
        refusal->index = i;
        veer_need_position(refusal, what, values[i]);
    }
}

#endif
