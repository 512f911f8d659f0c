/// The exact orientation predicate.
#ifndef VEER_GEOM_ORIENT_H
#define VEER_GEOM_ORIENT_H

#include "math/vec.h"

#include <math.h>

/// As veer_orient, by exact sums alone.
int veer_orient_exactly(VeerVec2 a, VeerVec2 b, VeerVec2 c);

/// On which side of the line from a to b the point c lies: 1 left, -1 right, 0 exactly on it. Never
/// wrong, whatever the finite coordinates. Cost: a few operations, some 60 when nearly on it.
/// Source: Shewchuk, "Adaptive precision floating-point arithmetic and fast robust geometric
/// predicates", 1997: a filter, then an exact sum.
static inline int veer_orient(VeerVec2 a, VeerVec2 b, VeerVec2 c)
{
    double left = ((double)a.x - (double)c.x) * ((double)b.y - (double)c.y);
    double right = ((double)a.y - (double)c.y) * ((double)b.x - (double)c.x);
    double determinant = left - right;
    // Shewchuk's bound for this form: (3 + 16 u) u times the sum of both products, u = 2^-53.
    if (fabs(determinant) > 4.0 * 0x1p-53 * (fabs(left) + fabs(right))) {
        return (determinant > 0.0) - (determinant < 0.0);
    }
    return veer_orient_exactly(a, b, c);
}

#endif
