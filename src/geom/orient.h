/// On which side: exact.
#ifndef VEER_GEOM_ORIENT_H
#define VEER_GEOM_ORIENT_H

#include "math/vec.h"

/// On which side of the line from a to b the point c lies: 1 left, -1 right, 0 exactly on it. Never
/// wrong, whatever the finite coordinates. Cost: a few operations, some 60 when nearly on it.
/// Source: Shewchuk, "Adaptive precision floating-point arithmetic and fast robust geometric
/// predicates", 1997: a filter, then an exact sum.
int veer_orient(VeerVec2 a, VeerVec2 b, VeerVec2 c);

#endif
