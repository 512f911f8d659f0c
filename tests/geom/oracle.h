/// What the tests of casts share: a way sampled densely, in double.
#ifndef VEER_TEST_GEOM_ORACLE_H
#define VEER_TEST_GEOM_ORACLE_H

#include "support/suite.h"

#include <math.h>

/// The distance of a point that moves, at the part t of its way, to the shape in `context`.
typedef double DistanceAt(const void *context, double t);

/// Checks a cast of a ball of `radius` against what the distances say: there is no touch before it,
/// and one at it. `slop` is what the shapes' rounding may be out by, m; `length` that of the way.
static inline void check_cast(float cast, DistanceAt *distance, const void *context, double radius,
                              double length, double slop)
{
    enum { SAMPLES = 400 };
    double end = isinf(cast) ? 1.0 : (double)cast;
    assert_true(cast >= 0.0f && (isinf(cast) || cast <= 1.0f));
    for (int i = 0; i < SAMPLES && end > 0.0; i++) {
        assert_true(distance(context, end * i / SAMPLES) > radius - slop);
    }
    if (!isinf(cast)) {
        double rounding = slop + length * (double)cast * 1e-6;
        assert_true(distance(context, (double)cast) < radius + rounding);
    }
}

#endif
