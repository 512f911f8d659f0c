/// Vectors a lane: each function is bit by bit the one of vec.h in every lane.
#ifndef VEER_MATH_VEC_WIDE_H
#define VEER_MATH_VEC_WIDE_H

#include "base/wide.h"

/// A vector a lane.
typedef struct Vec3Wide {
    VeerWide x, y, z;
} Vec3Wide;

static inline Vec3Wide add3_wide(Vec3Wide a, Vec3Wide b)
{
    return (Vec3Wide){wide_add(a.x, b.x), wide_add(a.y, b.y), wide_add(a.z, b.z)};
}

static inline Vec3Wide sub3_wide(Vec3Wide a, Vec3Wide b)
{
    return (Vec3Wide){wide_sub(a.x, b.x), wide_sub(a.y, b.y), wide_sub(a.z, b.z)};
}

static inline Vec3Wide scale3_wide(Vec3Wide a, VeerWide by)
{
    return (Vec3Wide){wide_mul(a.x, by), wide_mul(a.y, by), wide_mul(a.z, by)};
}

static inline Vec3Wide along3_wide(Vec3Wide a, Vec3Wide b, VeerWide by)
{
    return (Vec3Wide){wide_add(a.x, wide_mul(b.x, by)), wide_add(a.y, wide_mul(b.y, by)),
                      wide_add(a.z, wide_mul(b.z, by))};
}

static inline VeerWide dot3_wide(Vec3Wide a, Vec3Wide b)
{
    return wide_add(wide_add(wide_mul(a.x, b.x), wide_mul(a.y, b.y)), wide_mul(a.z, b.z));
}

static inline VeerWide length3_wide(Vec3Wide a)
{
    return wide_sqrt(dot3_wide(a, a));
}

/// a where the mask is set, b elsewhere
static inline Vec3Wide select3_wide(VeerWideMask mask, Vec3Wide a, Vec3Wide b)
{
    return (Vec3Wide){wide_select(mask, a.x, b.x), wide_select(mask, a.y, b.y),
                      wide_select(mask, a.z, b.z)};
}

static inline Vec3Wide unit3_wide(Vec3Wide a, Vec3Wide fallback)
{
    VeerWide length = length3_wide(a);
    Vec3Wide unit = scale3_wide(a, wide_div(wide_splat(1.0f), length));
    return select3_wide(wide_less(wide_splat(1e-12f), length), unit, fallback);
}

static inline Vec3Wide clamp_length3_wide(Vec3Wide a, VeerWide limit)
{
    VeerWide length = length3_wide(a), one = wide_splat(1.0f);
    VeerWideMask is_long = wide_less(limit, length);
    if (!wide_bits(is_long)) {
        return a;
    }
    Vec3Wide b = select3_wide(is_long, scale3_wide(a, wide_div(limit, length)), a);
    for (int i = 0;; ++i) {
        VeerWideMask is_longer = wide_both(is_long, wide_less(limit, length3_wide(b)));
        if (!wide_bits(is_longer)) {
            return b;
        }
        VeerWide less = wide_splat(i < 8 ? 1.0f - 1e-7f : 0.9f);
        b = scale3_wide(b, wide_select(is_longer, less, one));
    }
}

#endif
