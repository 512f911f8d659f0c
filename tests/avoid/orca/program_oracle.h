/// What a velocity program's answer is held against: every point at which the optimum can lie, in
/// double. The plane is the case of z = 0 throughout, whose optimum has z = 0 too.
#ifndef VEER_TESTS_AVOID_PROGRAM_ORACLE_H
#define VEER_TESTS_AVOID_PROGRAM_ORACLE_H

#include <math.h>
#include <stdbool.h>
#include <stdint.h>

typedef struct OracleVec {
    double x, y, z;
} OracleVec;

typedef struct OraclePlane {
    OracleVec normal;
    double distance;
} OraclePlane;

#define ORACLE_MAX 24

/// A program: the first hard_count planes are hard.
typedef struct Oracle {
    OraclePlane planes[ORACLE_MAX];
    uint32_t count, hard_count;
    double limit;
    OracleVec preferred;
} Oracle;

static inline double oracle_dot(OracleVec a, OracleVec b)
{
    return a.x * b.x + a.y * b.y + a.z * b.z;
}

static inline OracleVec oracle_along(OracleVec a, OracleVec b, double s)
{
    return (OracleVec){a.x + b.x * s, a.y + b.y * s, a.z + b.z * s};
}

static inline OracleVec oracle_cross(OracleVec a, OracleVec b)
{
    return (OracleVec){a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x};
}

static inline double oracle_distance(OracleVec a, OracleVec b)
{
    OracleVec gap = oracle_along(a, b, -1.0);
    return sqrt(oracle_dot(gap, gap));
}

static inline double oracle_violation(const Oracle *o, uint32_t begin, uint32_t end, OracleVec v)
{
    double greatest = 0.0;
    for (uint32_t i = begin; i < end; i++) {
        greatest = fmax(greatest, o->planes[i].distance - oracle_dot(o->planes[i].normal, v));
    }
    return greatest;
}

/// The best distance to the preferred velocity so far, over feasible candidates.
typedef struct OracleSearch {
    const Oracle *program;
    double best;
} OracleSearch;

static inline void oracle_try(OracleSearch *search, OracleVec v)
{
    const Oracle *o = search->program;
    const double rounding = 1e-9 * (1.0 + o->limit);
    if (sqrt(oracle_dot(v, v)) <= o->limit + rounding &&
        oracle_violation(o, 0, o->count, v) <= rounding) {
        search->best = fmin(search->best, oracle_distance(v, o->preferred));
    }
}

/// The point of plane i nearest to the preferred velocity, and that of its circle on the ball of
/// the limit.
static inline void oracle_try_plane(OracleSearch *search, uint32_t i)
{
    const Oracle *o = search->program;
    OracleVec n = o->planes[i].normal;
    double d = o->planes[i].distance;
    OracleVec foot = oracle_along(o->preferred, n, d - oracle_dot(n, o->preferred));
    oracle_try(search, foot);
    double square = o->limit * o->limit - d * d;
    OracleVec centre = oracle_along((OracleVec){0.0, 0.0, 0.0}, n, d);
    OracleVec out = oracle_along(foot, centre, -1.0);
    double length = sqrt(oracle_dot(out, out));
    if (length < 1e-12) { // any point of the circle is as near: take the one along x or y
        OracleVec axis = {fabs(n.x) < 0.9, fabs(n.x) >= 0.9, 0.0};
        out = oracle_along(axis, n, -oracle_dot(axis, n));
        length = sqrt(oracle_dot(out, out));
    }
    if (square >= 0.0) {
        oracle_try(search, oracle_along(centre, out, sqrt(square) / length));
        oracle_try(search, oracle_along(centre, out, -sqrt(square) / length));
    }
}

/// The point of the line of planes i and j nearest to the preferred velocity, where it leaves the
/// ball, and where it meets a third plane.
static inline void oracle_try_line(OracleSearch *search, uint32_t i, uint32_t j)
{
    const Oracle *o = search->program;
    OracleVec a = o->planes[i].normal, b = o->planes[j].normal;
    OracleVec along = oracle_cross(a, b);
    double square = oracle_dot(along, along);
    if (square < 1e-24) {
        return;
    }
    // The line's point nearest to 0, in the form that stays exact for nearly parallel planes.
    OracleVec of_a = oracle_cross(b, along), of_b = oracle_cross(along, a);
    OracleVec base = oracle_along((OracleVec){0.0, 0.0, 0.0}, of_a, o->planes[i].distance / square);
    base = oracle_along(base, of_b, o->planes[j].distance / square);
    along = oracle_along((OracleVec){0.0, 0.0, 0.0}, along, 1.0 / sqrt(square));
    oracle_try(search, oracle_along(base, along, oracle_dot(along, o->preferred)));
    double half = o->limit * o->limit - oracle_dot(base, base);
    if (half >= 0.0) {
        oracle_try(search, oracle_along(base, along, sqrt(half)));
        oracle_try(search, oracle_along(base, along, -sqrt(half)));
    }
    for (uint32_t k = 0; k < j; k++) {
        double slope = oracle_dot(o->planes[k].normal, along);
        if (fabs(slope) > 1e-12) {
            double rest = o->planes[k].distance - oracle_dot(o->planes[k].normal, base);
            oracle_try(search, oracle_along(base, along, rest / slope));
        }
    }
}

/// How far from the preferred velocity the nearest feasible point is; INFINITY when there is none.
static inline double oracle_nearest(const Oracle *o)
{
    OracleSearch search = {o, (double)INFINITY};
    double length = sqrt(oracle_dot(o->preferred, o->preferred));
    double scale = length > o->limit ? o->limit / length : 1.0;
    oracle_try(&search,
               (OracleVec){o->preferred.x * scale, o->preferred.y * scale, o->preferred.z * scale});
    for (uint32_t i = 0; i < o->count; i++) {
        oracle_try_plane(&search, i);
        for (uint32_t j = 0; j < i; j++) {
            oracle_try_line(&search, j, i);
        }
    }
    return search.best;
}

/// The program with the planes [begin, end) moved outwards by `by` and those beyond left out.
static inline Oracle oracle_relaxed(const Oracle *o, uint32_t begin, uint32_t end, double by)
{
    Oracle relaxed = *o;
    relaxed.count = end;
    for (uint32_t i = begin; i < end; i++) {
        relaxed.planes[i].distance -= by;
    }
    return relaxed;
}

/// By how much the planes [begin, end) have to give way, all alike, until there is room.
static inline double oracle_least_violation(const Oracle *o, uint32_t begin, uint32_t end)
{
    double lower = 0.0, upper = 8.0 * (o->limit + 1.0);
    Oracle whole = oracle_relaxed(o, begin, end, 0.0);
    if (isfinite(oracle_nearest(&whole))) {
        return 0.0;
    }
    for (int step = 0; step < 45; step++) {
        double middle = 0.5 * (lower + upper);
        Oracle relaxed = oracle_relaxed(o, begin, end, middle);
        if (isfinite(oracle_nearest(&relaxed))) {
            upper = middle;
        } else {
            lower = middle;
        }
    }
    return upper;
}

#endif
