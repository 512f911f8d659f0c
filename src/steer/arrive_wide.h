/// Arriving, an agent a lane: bit by bit as veer_steer_arrive.
#ifndef VEER_STEER_ARRIVE_WIDE_H
#define VEER_STEER_ARRIVE_WIDE_H

#include "math/vec_wide.h"

#include <math.h>

/// veer_steer_stopping_speed, of what is good.
static inline VeerWide stopping_speed_wide(VeerWide distance, float braking, float dt)
{
    VeerWide at_once = wide_div(distance, wide_splat(dt));
    if (!isfinite(braking)) {
        return at_once;
    }
    VeerWide twice = wide_mul(wide_splat(2.0f), distance);
    VeerWide root = wide_sqrt(wide_add(wide_splat(dt * dt), wide_div(twice, wide_splat(braking))));
    return wide_min(wide_div(twice, wide_add(wide_splat(dt), root)), at_once);
}

/// @param braking  m/s², > 0
/// @param dt       s, >= VEER_MIN_DT
static inline Vec3Wide arrive_wide(Vec3Wide offset, VeerWide speed, float braking, float dt)
{
    VeerWide zero = wide_splat(0.0f);
    Vec3Wide none = {zero, zero, zero};
    VeerWide safe = stopping_speed_wide(length3_wide(offset), braking, dt);
    Vec3Wide velocity = scale3_wide(unit3_wide(offset, none), wide_min(speed, safe));
    VeerWide nought = wide_add(wide_add(wide_mul(zero, velocity.x), wide_mul(zero, velocity.y)),
                               wide_mul(zero, velocity.z));
    return select3_wide(wide_at_most(nought, zero), velocity, none);
}

#endif
