/// Velocity programs of many agents, in the plane: lanes are agents, and each has planes of its
/// own. Where a program has a solution it is bit by bit that of veer_lp_choose.
#ifndef VEER_AVOID_ORCA_PROGRAM_WIDE_H
#define VEER_AVOID_ORCA_PROGRAM_WIDE_H

#include "avoid/orca/halfplane.h"
#include "base/wide.h"

enum {
    VEER_PROGRAM_LANES = 16 ///< agents from one plane of theirs to the next
};

/// A velocity a lane, m/s.
typedef struct VelocityWide {
    VeerWide x, y;
} VelocityWide;

/// The planes that the lanes keep, one after the other, VEER_PROGRAM_LANES apart: a lane that has
/// fewer of them has some that nothing breaks.
typedef struct ProgramWide {
    const float *x, *y;    ///< of the normals
    const float *distance; ///< m/s
    uint32_t count;
    VeerWide limit, slack; ///< m/s
} ProgramWide;

/// What is left of a line in each lane, by the distance from its point nearest to 0.
typedef struct StretchWide {
    VeerWide lower, upper;
    VeerWideMask is_open;
} StretchWide;

/// length2
static inline VeerWide length_wide(VelocityWide a)
{
    return wide_sqrt(wide_add(wide_mul(a.x, a.x), wide_mul(a.y, a.y)));
}

/// clamp_length3
static inline VelocityWide clamp_length_wide(VelocityWide a, VeerWide limit)
{
    VeerWide length = length_wide(a);
    VeerWideMask is_long = wide_less(limit, length);
    if (!wide_bits(is_long)) {
        return a;
    }
    VeerWide by = wide_select(is_long, wide_div(limit, length), wide_splat(1.0f));
    VelocityWide b = {wide_mul(a.x, by), wide_mul(a.y, by)};
    for (int i = 0;; ++i) {
        VeerWideMask is_longer = wide_both(is_long, wide_less(limit, length_wide(b)));
        if (!wide_bits(is_longer)) {
            return b;
        }
        VeerWide less = wide_splat(i < 8 ? 1.0f - 1e-7f : 0.9f);
        b.x = wide_select(is_longer, wide_mul(b.x, less), b.x);
        b.y = wide_select(is_longer, wide_mul(b.y, less), b.y);
    }
}

static inline VelocityWide normal_wide(const ProgramWide *program, uint32_t i)
{
    return (VelocityWide){wide_load(program->x + (size_t)i * VEER_PROGRAM_LANES),
                          wide_load(program->y + (size_t)i * VEER_PROGRAM_LANES)};
}

static inline VeerWide distance_wide(const ProgramWide *program, uint32_t i)
{
    return wide_load(program->distance + (size_t)i * VEER_PROGRAM_LANES);
}

/// Cuts what is left of the lines of some plane by plane j.
static inline void cut_wide(const ProgramWide *program, VelocityWide line, VeerWide line_distance,
                            uint32_t j, StretchWide *stretch)
{
    VelocityWide by = normal_wide(program, j);
    VeerWide slope = wide_sub(wide_mul(line.x, by.y), wide_mul(line.y, by.x));
    VeerWide along = wide_add(wide_mul(line.x, by.x), wide_mul(line.y, by.y));
    VeerWide rest = wide_sub(distance_wide(program, j), wide_mul(line_distance, along));
    VeerWide give = wide_mul(wide_splat(0.5f), program->slack);
    VeerWide at = wide_div(wide_sub(rest, give), slope);
    VeerWideMask rises = wide_less(wide_splat(PARALLEL), slope);
    VeerWideMask falls = wide_less(slope, wide_splat(-PARALLEL));
    VeerWideMask crosses = wide_either(rises, falls);
    VeerWideMask is_number = wide_both(crosses, wide_at_most(at, wide_splat(INFINITY)));
    VeerWideMask is_kept = wide_only(wide_at_most(rest, program->slack), crosses);
    stretch->is_open = wide_both(stretch->is_open, wide_either(is_number, is_kept));
    VeerWide lower = wide_select(rises, at, wide_splat(-INFINITY));
    VeerWide upper = wide_select(falls, at, wide_splat(INFINITY));
    stretch->lower = wide_max(stretch->lower, lower);
    stretch->upper = wide_min(stretch->upper, upper);
}

/// How far the limit reaches on the lines, either way of their points nearest to 0.
static inline StretchWide within_limit_wide(const ProgramWide *program, VeerWide distance)
{
    VeerWide far = wide_max(distance, wide_negate(distance));
    VeerWide square =
        wide_mul(wide_sub(program->limit, distance), wide_add(program->limit, distance));
    VeerWide half = wide_sqrt(wide_max(square, wide_splat(0.0f)));
    return (StretchWide){wide_negate(half), half,
                         wide_at_most(far, wide_add(program->limit, program->slack))};
}

/// The points on the lines of plane i nearest to the aims that keep the planes before it.
/// @return the lanes that have one, in *out
static inline VeerWideMask solve_on_lines(const ProgramWide *program, uint32_t i, VelocityWide aim,
                                          VelocityWide *out)
{
    VelocityWide normal = normal_wide(program, i);
    VeerWide distance = distance_wide(program, i), zero = wide_splat(0.0f);
    StretchWide stretch = within_limit_wide(program, distance);
    for (uint32_t j = 0; j < i; j++) {
        cut_wide(program, normal, distance, j, &stretch);
    }
    // Of zeros +0, as the ends have where planes are lanes.
    stretch.lower = wide_add(stretch.lower, zero);
    stretch.upper = wide_add(stretch.upper, zero);
    VeerWide left = wide_negate(normal.y);
    VeerWide at = wide_add(wide_mul(left, aim.x), wide_mul(normal.x, aim.y));
    at = wide_min(wide_max(at, stretch.lower), stretch.upper);
    out->x = wide_add(wide_mul(normal.x, distance), wide_mul(left, at));
    out->y = wide_add(wide_mul(normal.y, distance), wide_mul(normal.x, at));
    return wide_both(stretch.is_open, wide_at_most(stretch.lower, stretch.upper));
}

/// veer_lp_choose of the lanes asked for. @return those of them whose planes leave room; what *out
/// has in others means nothing
static inline VeerWideMask choose_wide(const ProgramWide *program, VelocityWide aim,
                                       VeerWideMask is_asked, VelocityWide *out)
{
    VelocityWide best = clamp_length_wide(aim, program->limit);
    for (uint32_t i = 0; i < program->count; i++) {
        VelocityWide normal = normal_wide(program, i);
        VeerWide along = wide_add(wide_mul(normal.x, best.x), wide_mul(normal.y, best.y));
        VeerWide violation = wide_sub(distance_wide(program, i), along);
        VeerWideMask is_broken = wide_both(is_asked, wide_less(program->slack, violation));
        if (!wide_bits(is_broken)) {
            continue;
        }
        VelocityWide point;
        VeerWideMask is_solved = solve_on_lines(program, i, aim, &point);
        is_asked = wide_only(is_asked, wide_only(is_broken, is_solved));
        best.x = wide_select(is_broken, point.x, best.x);
        best.y = wide_select(is_broken, point.y, best.y);
    }
    *out = clamp_length_wide(best, program->limit);
    return is_asked;
}

#endif
