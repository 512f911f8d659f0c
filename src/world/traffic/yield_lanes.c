#include "world/traffic/yield.h"

#include "base/wide.h"

typedef struct Vec2Wide {
    VeerWide x, y;
} Vec2Wide;

static inline Vec2Wide add2_wide(Vec2Wide a, Vec2Wide b)
{
    return (Vec2Wide){wide_add(a.x, b.x), wide_add(a.y, b.y)};
}

static inline Vec2Wide sub2_wide(Vec2Wide a, Vec2Wide b)
{
    return (Vec2Wide){wide_sub(a.x, b.x), wide_sub(a.y, b.y)};
}

static inline VeerWide dot2_wide(Vec2Wide a, Vec2Wide b)
{
    return wide_add(wide_mul(a.x, b.x), wide_mul(a.y, b.y));
}

static inline VeerWide length2_wide(Vec2Wide a)
{
    return wide_sqrt(dot2_wide(a, a));
}

static inline VeerWide clamp_wide(VeerWide value, float lower, float upper)
{
    return wide_min(wide_max(value, wide_splat(lower)), wide_splat(upper));
}

static inline VeerWideMask load_mask(const VeerYieldColumn column, uint32_t first)
{
    VeerWideMask a;
    memcpy(&a, column + first, sizeof a);
    return a;
}

/// See Mouth in right_of_way.c.
typedef struct MouthWide {
    Vec2Wide offset;
    VeerWide distance;
    VeerWideMask is_there, is_in, is_out; ///< the agent goes in, or comes out
    VeerWideMask is_astray;
} MouthWide;

static inline MouthWide mouth_wide(const VeerYieldGaps *gaps, uint32_t first)
{
    VeerWide zero = wide_splat(0.0f);
    Vec2Wide offset = {wide_load(gaps->x + first), wide_load(gaps->y + first)};
    VeerWideMask side = load_mask(gaps->side, first);
    VeerWideMask is_astray = load_mask(gaps->is_astray, first) != 0;
    VeerWideMask is_there = wide_either(wide_unequal(offset.x, zero), wide_unequal(offset.y, zero));
    return (MouthWide){
        offset,   length2_wide(offset), wide_only(is_there, is_astray), side > 0, side < 0,
        is_astray};
}

static inline VeerWide lag_at_mouth(const MouthWide *own, const MouthWide *its, VeerWide reach)
{
    VeerWide lag = wide_sub(own->distance, its->distance);
    lag = wide_select(wide_both(own->is_in, its->is_out), reach, lag);
    return wide_select(wide_both(own->is_out, its->is_in), wide_negate(reach), lag);
}

static inline VeerWide lag_inside(const MouthWide *own, const MouthWide *its, Vec2Wide offset)
{
    VeerWide zero = wide_splat(0.0f), between = dot2_wide(offset, offset);
    VeerWideMask is_facing =
        wide_both(wide_less(between, dot2_wide(own->offset, offset)),
                  wide_less(dot2_wide(its->offset, offset), wide_negate(between)));
    is_facing = wide_both(is_facing, wide_both(own->is_out, its->is_out));
    VeerWide lag = wide_where(is_facing, wide_sub(own->distance, its->distance));
    VeerWide to_its = length2_wide(add2_wide(offset, its->offset));
    VeerWide to_own = length2_wide(sub2_wide(own->offset, offset));
    lag = wide_select(wide_both(own->is_out, its->is_in),
                      wide_min(wide_sub(to_its, its->distance), zero), lag);
    return wide_select(wide_both(own->is_in, its->is_out),
                       wide_max(wide_sub(own->distance, to_own), zero), lag);
}

static inline VeerWide lag_alone(const MouthWide *own, Vec2Wide offset)
{
    VeerWide zero = wide_splat(0.0f);
    Vec2Wide from_mouth = sub2_wide(offset, own->offset);
    VeerWideMask is_done =
        wide_both(own->is_in, wide_at_most(dot2_wide(from_mouth, own->offset), zero));
    VeerWide lag = wide_max(wide_sub(own->distance, length2_wide(from_mouth)), zero);
    return wide_select(is_done, zero, lag);
}

/// Of those that both have a mouth ahead.
static inline VeerWide lag_of_both(const MouthWide *own, const MouthWide *its, Vec2Wide offset,
                                   VeerWide reach, VeerWideMask both)
{
    VeerWide apart = length2_wide(sub2_wide(add2_wide(offset, its->offset), own->offset));
    VeerWideMask is_one = wide_at_most(apart, wide_mul(wide_splat(0.5f), reach));
    VeerWide lag = lag_at_mouth(own, its, reach);
    return wide_bits(wide_only(both, is_one))
               ? wide_select(is_one, lag, lag_inside(own, its, offset))
               : lag;
}

/// See lag_by_mouths in right_of_way.c.
static inline VeerWide lag_wide(const MouthWide *own, const MouthWide *its, Vec2Wide offset,
                                VeerWide reach)
{
    VeerWide lag = wide_splat(0.0f);
    VeerWideMask both = wide_both(own->is_there, its->is_there);
    VeerWideMask one = own->is_there ^ its->is_there;
    if (wide_bits(one)) {
        Vec2Wide back = {wide_negate(offset.x), wide_negate(offset.y)};
        VeerWide of_its = wide_negate(lag_alone(its, back));
        lag = wide_where(one, wide_select(own->is_there, lag_alone(own, offset), of_its));
    }
    return wide_bits(both) ? wide_select(both, lag_of_both(own, its, offset, reach, both), lag)
                           : lag;
}

static inline uint32_t shift_some(const VeerYieldPairs *pairs, uint32_t i, uint32_t first,
                                  float *shares)
{
    VeerWide zero = wide_splat(0.0f), one = wide_splat(1.0f);
    MouthWide own = mouth_wide(&pairs->own, first), its = mouth_wide(&pairs->its, first);
    Vec2Wide offset = {wide_load(pairs->offset_x + first), wide_load(pairs->offset_y + first)};
    VeerWide share = wide_load(shares + first);
    VeerWide reach =
        wide_add(wide_load(pairs->radius + first), wide_load(pairs->other_radius + first));
    VeerWideMask asked =
        wide_less(wide_splat((float)(int32_t)i), wide_load(pairs->neighbour_count + first));
    asked = wide_both(asked, load_mask(pairs->is_asked, first) != 0);
    VeerWideMask is_one_astray = own.is_astray ^ its.is_astray;
    uint32_t astray = wide_bits(wide_both(asked, is_one_astray));
    asked = wide_only(asked, is_one_astray);
    asked = wide_both(asked, load_mask(pairs->is_resting, first) == 0);
    asked = wide_both(asked, wide_both(wide_less(zero, share), wide_less(share, one)));
    asked = wide_both(asked, wide_less(zero, reach));
    VeerWide part = clamp_wide(wide_div(lag_wide(&own, &its, offset, reach), reach), -1.0f, 1.0f);
    VeerWide change = clamp_wide(wide_mul(wide_splat(VEER_PASSAGE_SHARPNESS), part), -1.0f, 1.0f);
    VeerWide shifted = clamp_wide(wide_add(share, change), 0.0f, 1.0f);
    wide_store(shares + first, wide_select(asked, shifted, share));
    return astray << first;
}

static uint32_t shift(const VeerYieldPairs *pairs, uint32_t i, float *shares)
{
    uint32_t astray = 0;
    for (uint32_t first = 0; first < VEER_CROWD_LANES; first += VEER_WIDE) {
        astray |= shift_some(pairs, i, first, shares);
    }
    return astray;
}

const VeerYieldLanes VEER_LANED(veer_yield) = {shift};
