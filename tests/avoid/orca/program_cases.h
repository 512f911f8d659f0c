/// Random velocity programs, and the claims that every answer must meet.
#ifndef VEER_TESTS_AVOID_PROGRAM_CASES_H
#define VEER_TESTS_AVOID_PROGRAM_CASES_H

// cmocka wants these first.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <stdio.h>

#include "avoid/dice.h"
#include "avoid/orca/lp.h"
#include "avoid/orca/program_oracle.h"

/// A random program: its parts as float, and the same numbers for the oracle.
typedef struct ProgramCase {
    VeerHalfSpace planes[ORACLE_MAX];
    VeerVec3 preferred;
    float limit;
    uint32_t count, hard_count;
} ProgramCase;

static inline VeerVec3 roll_unit(Dice *dice, bool is_flat)
{
    for (;;) {
        VeerVec3 a =
            vec3((float)roll_between(dice, -1.0, 1.0), (float)roll_between(dice, -1.0, 1.0),
                 is_flat ? 0.0f : (float)roll_between(dice, -1.0, 1.0));
        float length = length3(a);
        if (length > 0.1f && length <= 1.0f) {
            return scale3(a, 1.0f / length);
        }
    }
}

/// A plane that stands in some relation to an earlier one, or in none.
static inline VeerHalfSpace roll_plane(Dice *dice, const ProgramCase *c, uint32_t i, bool is_flat)
{
    VeerHalfSpace plane;
    plane.normal = roll_unit(dice, is_flat);
    plane.distance = (float)roll_between(dice, -1.0, 0.7) * c->limit;
    uint32_t kind = roll_below(dice, 8);
    if (i == 0 || kind > 3) {
        return plane;
    }
    VeerHalfSpace like = c->planes[roll_below(dice, i)];
    if (kind == 0) { // the same, or one parallel to it
        like.distance += roll(dice) < 0.5 ? 0.0f : 0.1f * plane.distance;
    } else if (kind == 1) { // opposed
        like.normal = scale3(like.normal, -1.0f);
        like.distance = roll(dice) < 0.5 ? -like.distance : plane.distance;
    } else { // nearly parallel
        float tilt = kind == 2 ? 1e-6f : 1e-3f;
        like.normal = unit3(along3(like.normal, plane.normal, tilt), like.normal);
    }
    return like;
}

static inline ProgramCase roll_program(Dice *dice, bool is_flat)
{
    const float limits[4] = {1.0f, 2.0f, 30.0f, 0.0f};
    ProgramCase c;
    uint32_t pick = roll_below(dice, 16);
    c.limit = limits[pick < 3 ? pick + 1 : 0];
    c.count = roll_below(dice, 13);
    c.hard_count = roll(dice) < 0.5 ? 0 : roll_below(dice, c.count + 1);
    c.preferred = scale3(roll_unit(dice, is_flat), (float)roll_between(dice, 0.0, 1.5) * c.limit);
    for (uint32_t i = 0; i < c.count; i++) {
        c.planes[i] = roll_plane(dice, &c, i, is_flat);
    }
    return c;
}

static inline OracleVec to_oracle(VeerVec3 a)
{
    return (OracleVec){(double)a.x, (double)a.y, (double)a.z};
}

static inline Oracle oracle_of(const ProgramCase *c)
{
    Oracle o = {.count = c->count, .hard_count = c->hard_count, .limit = (double)c->limit};
    o.preferred = to_oracle(c->preferred);
    for (uint32_t i = 0; i < c->count; i++) {
        // The oracle takes normals to be unit to 1e-12; float has them to 1e-7.
        OracleVec n = to_oracle(c->planes[i].normal);
        double scale = 1.0 / sqrt(oracle_dot(n, n));
        o.planes[i].normal = (OracleVec){n.x * scale, n.y * scale, n.z * scale};
        o.planes[i].distance = (double)c->planes[i].distance;
    }
    return o;
}

/// Asserts that `v` is an optimum: as little violation as can be, hard planes first, and no further
/// from the preferred velocity than the nearest point of the room that is left.
///
/// The tolerance is four times the program's slack: a plane may be broken by the slack, a corner of
/// two planes by the slack of both, and the rest is for rounding. Where there is room the nearest
/// point is that of the program tightened by it: nearly parallel planes move a corner by much more
/// than the tolerance, along the planes. Where the slack of the hard planes bought less violation
/// of the soft ones than there can be without, there is no point to compare with.
static inline void assert_optimal(const ProgramCase *c, VeerVec3 v)
{
    assert_true(length3(v) <= c->limit);
    Oracle o = oracle_of(c);
    OracleVec answer = to_oracle(v);
    double tolerance = (double)c->limit * 4.0 * (double)VEER_PLANE_SLACK;
    double hard = oracle_least_violation(&o, 0, o.hard_count);
    assert_true(oracle_violation(&o, 0, o.hard_count, answer) <= hard + tolerance);

    Oracle room = oracle_relaxed(&o, 0, o.hard_count, hard + 1e-9);
    room.count = o.count;
    double soft = oracle_least_violation(&room, o.hard_count, o.count);
    double violation = oracle_violation(&o, o.hard_count, o.count, answer);
    assert_true(violation <= soft + tolerance);
    if (violation < soft) {
        return;
    }
    Oracle tight = oracle_relaxed(&o, 0, o.hard_count, hard > 0.0 ? hard + 1e-9 : -tolerance);
    tight.count = o.count;
    for (uint32_t i = o.hard_count; i < o.count; i++) {
        tight.planes[i].distance -= soft > 0.0 ? soft + 1e-9 : -tolerance;
    }
    assert_true(oracle_distance(answer, o.preferred) <= oracle_nearest(&tight) + tolerance);
}

/// Whether planes cut each other at clear angles, or are parallel but for rounding. Where they do
/// not, the corner of two is as uncertain as rounding divided by the sine.
static inline bool is_clear_cut(const ProgramCase *c)
{
    for (uint32_t i = 0; i < c->count; i++) {
        for (uint32_t j = 0; j < i; j++) {
            float sine = length3(cross3(c->planes[i].normal, c->planes[j].normal));
            if (sine > 1e-7f && sine < 0.05f) {
                return false;
            }
        }
    }
    return true;
}

/// The same program with its hard planes in another order, and its soft ones.
static inline ProgramCase shuffled(Dice *dice, const ProgramCase *c)
{
    ProgramCase other = *c;
    for (uint32_t i = 1; i < c->count; i++) {
        uint32_t first = i < c->hard_count ? 0 : c->hard_count;
        uint32_t j = first + roll_below(dice, i - first + 1);
        VeerHalfSpace swapped = other.planes[i];
        other.planes[i] = other.planes[j];
        other.planes[j] = swapped;
    }
    return other;
}

/// What a program answers.
typedef VeerVec3 Solver(const ProgramCase *c);

/// Rolls so many programs, and asserts that each answer is an optimum.
static inline void assert_all_optimal(Solver *solve, uint32_t seed, int cases, bool is_flat)
{
    print_message("seed %u\n", seed);
    Dice dice = {seed};
    for (int i = 0; i < cases; i++) {
        ProgramCase c = roll_program(&dice, is_flat);
        assert_optimal(&c, solve(&c));
    }
}

/// Likewise, that the order of the planes makes no difference. Of two points whose distance to the
/// preferred is the same to 1e-5, the optimum's square root may lie between: the objective is flat
/// to first order along a plane.
static inline void assert_order_is_nothing(Solver *solve, uint32_t seed, int cases, bool is_flat)
{
    print_message("seed %u\n", seed);
    Dice dice = {seed};
    for (int i = 0; i < cases; i++) {
        ProgramCase c = roll_program(&dice, is_flat);
        ProgramCase other = shuffled(&dice, &c);
        assert_true(!is_clear_cut(&c) ||
                    length3(sub3(solve(&c), solve(&other))) <= 1e-2f * c.limit);
    }
}

#endif
