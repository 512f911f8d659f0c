/// Directions for bodies whose centres coincide.
///
/// Each id has a direction of its own, and of two bodies one goes along the difference of theirs
/// and the other against it. So two always choose opposite ways; and of many in one spot, each can
/// go its own direction and thereby move away from all others.
#ifndef VEER_AVOID_BASE_SPREAD_H
#define VEER_AVOID_BASE_SPREAD_H

#include "math/vec.h"
#include "veer/avoid.h"

/// The fraction of id · step / 2^32, in [0, 1): steps from the golden ratio spread consecutive ids
/// evenly.
static inline float spread_fraction(uint32_t id, uint32_t step)
{
    return (float)((id * step) >> 8) * 0x1p-24f;
}

/// The direction at `turn` of a full turn: exact at the quarters and unit to rounding, but spaced
/// by the rational parametrisation of a quarter circle and not evenly in angle.
static inline VeerVec2 spread_turn(float turn)
{
    float quarters = turn * 4.0f;
    int quarter = (int)quarters;
    float t = quarters - (float)quarter;
    float inverse = 1.0f / (1.0f + t * t);
    VeerVec2 direction = vec2((1.0f - t * t) * inverse, 2.0f * t * inverse);
    for (int i = 0; i < quarter; i++) {
        direction = left2(direction);
    }
    return direction;
}

/// Which way `id` goes from `other` in the plane: a unit vector, opposite for the two.
static inline VeerVec2 spread_apart2(uint32_t id, uint32_t other)
{
    const uint32_t step = 2654435769u; // 2^32 / golden ratio
    VeerVec2 apart =
        sub2(spread_turn(spread_fraction(id, step)), spread_turn(spread_fraction(other, step)));
    float length = length2(apart);
    if (length > 1e-6f) {
        return scale2(apart, 1.0f / length);
    }
    return vec2(id < other ? -1.0f : 1.0f, 0.0f);
}

/// The direction of `id` on the sphere.
static inline VeerVec3 spread_direction3(uint32_t id)
{
    // 2^32 over the plastic number and over its square: even in two dimensions at once.
    float z = 1.0f - 2.0f * spread_fraction(id, 3242174889u);
    VeerVec2 flat = spread_turn(spread_fraction(id, 2447445414u));
    float across = sqrtf(max_f(1.0f - z * z, 0.0f));
    return vec3(flat.x * across, flat.y * across, z);
}

/// Which way `id` goes from `other` in space: a unit vector, opposite for the two.
static inline VeerVec3 spread_apart3(uint32_t id, uint32_t other)
{
    VeerVec3 apart = sub3(spread_direction3(id), spread_direction3(other));
    float length = length3(apart);
    if (length > 1e-6f) {
        return scale3(apart, 1.0f / length);
    }
    return vec3(id < other ? -1.0f : 1.0f, 0.0f, 0.0f);
}

/// Which way the agent goes from `other`.
static inline VeerVec3 spread_apart(const VeerView *view, uint32_t other)
{
    if (view->space == VEER_SPATIAL) {
        return spread_apart3(view->id, other);
    }
    VeerVec2 flat = spread_apart2(view->id, other);
    return vec3(flat.x, flat.y, 0.0f);
}

#endif
