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

/// See right_of_way.c.
static inline VeerWide shifted_wide(VeerWide share, VeerWide behind)
{
    return clamp_wide(wide_add(share, clamp_wide(behind, -1.0f, 1.0f)), 0.0f, 1.0f);
}

static inline VeerWide behind_at_bottleneck(VeerWide lag, VeerWide reach)
{
    return wide_div(wide_mul(wide_splat(VEER_PASSAGE_SHARPNESS), lag), reach);
}

static inline VeerWide behind_at_goal(VeerWide lag, VeerWide nearer, VeerWide reach)
{
    VeerWide least = wide_negate(reach);
    lag = wide_max(least, wide_min(lag, reach));
    return wide_div(lag, wide_add(nearer, wide_mul(wide_splat(0.5f), reach)));
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
    VeerWide behind = behind_at_bottleneck(lag_wide(&own, &its, offset, reach), reach);
    wide_store(shares + first, wide_select(asked, shifted_wide(share, behind), share));
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

// --- On routes ---

/// Columns of VeerYieldRoute.
enum { LEFT, END_X, END_Y, HAS_PATH, AHEAD, IN_MAZE, ASTRAY };

/// Pairs of lanes.
typedef struct RoutesWide {
    VeerWide own[8], its[8], share, reach;
    VeerWideMask are_asked;
} RoutesWide;

static inline VeerWideMask differ(const RoutesWide *pair, int column)
{
    return wide_unequal(pair->own[column], pair->its[column]);
}

static inline RoutesWide routes_wide(const VeerYieldOnRoutes *pairs, uint32_t i, uint32_t first,
                                     const float *shares)
{
    VeerWide zero = wide_splat(0.0f), one = wide_splat(1.0f);
    RoutesWide pair = {.share = wide_load(shares + first)};
    wide_columns(&pairs->routes->left, pairs->own + first, pair.own);
    wide_columns(&pairs->routes->left, pairs->its + first, pair.its);
    pair.reach = wide_add(wide_load(pairs->radius + first), wide_load(pairs->other_radius + first));
    VeerWideMask asked = load_mask(pairs->is_asked, first) != 0;
    asked = wide_both(
        asked, wide_less(wide_splat((float)(int32_t)i), wide_load(pairs->neighbour_count + first)));
    asked = wide_both(asked, wide_both(wide_less(zero, pair.share), wide_less(pair.share, one)));
    pair.are_asked = wide_both(asked, wide_less(zero, pair.reach));
    return pair;
}

/// Those of `on` who come out of one passage.
static inline VeerWideMask leave_one_passage(const RoutesWide *pair, VeerWideMask on)
{
    VeerWide passage = wide_splat((float)VEER_YIELD_PASSAGE);
    VeerWideMask by_two = wide_either(wide_either(wide_unequal(pair->own[AHEAD], passage), //
                                                  wide_unequal(pair->its[AHEAD], passage)),
                                      wide_either(differ(pair, END_X), differ(pair, END_Y)));
    return wide_only(on, by_two);
}

/// Those of `on` who go to one goal.
static inline VeerWideMask go_to_one_goal(const RoutesWide *pair, VeerWideMask on)
{
    VeerWide x = wide_sub(pair->own[END_X], pair->its[END_X]);
    VeerWide y = wide_sub(pair->own[END_Y], pair->its[END_Y]);
    VeerWide apart = wide_add(wide_mul(x, x), wide_mul(y, y));
    return wide_both(on, wide_less(apart, wide_mul(pair->reach, pair->reach)));
}

static inline VeerYieldBits shift_some_routes(const VeerYieldOnRoutes *pairs, uint32_t i,
                                              uint32_t first, float *shares)
{
    VeerWide zero = wide_splat(0.0f);
    RoutesWide pair = routes_wide(pairs, i, first, shares);
    VeerWideMask in_maze = wide_both(wide_unequal(pair.own[IN_MAZE], zero), //
                                     wide_unequal(pair.its[IN_MAZE], zero));
    VeerWideMask apart = wide_both(pair.are_asked, in_maze);
    VeerWideMask on = wide_only(wide_both(pair.are_asked, //
                                          wide_both(wide_unequal(pair.own[HAS_PATH], zero),
                                                    wide_unequal(pair.its[HAS_PATH], zero))),
                                in_maze);
    VeerWideMask ahead = wide_both(on, wide_either(wide_unequal(pair.own[AHEAD], zero), //
                                                   wide_unequal(pair.its[AHEAD], zero)));
    VeerWideMask passage = leave_one_passage(&pair, ahead);
    VeerWideMask goal = go_to_one_goal(&pair, wide_only(on, ahead));
    VeerWideMask others =
        wide_either(wide_only(ahead, passage), wide_both(on, differ(&pair, ASTRAY)));
    VeerWide lag = wide_sub(pair.own[LEFT], pair.its[LEFT]);
    VeerWide nearer = wide_min(pair.own[LEFT], pair.its[LEFT]);
    VeerWide behind = wide_select(goal, behind_at_goal(lag, nearer, pair.reach),
                                  behind_at_bottleneck(lag, pair.reach));
    VeerWide shifted = shifted_wide(pair.share, behind);
    shifted = wide_select(wide_only(wide_either(passage, goal), others), shifted, pair.share);
    shifted = wide_select(apart, zero, shifted);
    wide_store(shares + first, shifted);
    return (VeerYieldBits){wide_bits(wide_less(pair.share, shifted)) << first, wide_bits(others)
                                                                                   << first};
}

static VeerYieldBits shift_on_routes(const VeerYieldOnRoutes *pairs, uint32_t i, float *shares)
{
    VeerYieldBits bits = {0, 0};
    for (uint32_t first = 0; first < VEER_CROWD_LANES; first += VEER_WIDE) {
        VeerYieldBits some = shift_some_routes(pairs, i, first, shares);
        bits.more |= some.more;
        bits.other |= some.other;
    }
    return bits;
}

const VeerYieldLanes VEER_LANED(veer_yield) = {shift, shift_on_routes};
