/// When moving discs and spheres touch.
#ifndef VEER_GEOM_TOUCH_H
#define VEER_GEOM_TOUCH_H

#include "math/vec.h"

/// Time until two discs touch. A ray is a disc of radius 0: `reach` is then that of the other.
///
/// @param gap    from the centre of a to the centre of b, m
/// @param vel    velocity of a relative to b, m/s
/// @param reach  sum of the radii, m, >= 0
/// @return seconds, >= 0; 0 when overlapping; INFINITY when never
/// Source: smaller root of |gap - vel t| = reach, in the form that does not subtract nearly equal
/// numbers.
float veer_time_to_touch(VeerVec2 gap, VeerVec2 vel, float reach);

/// Time until two spheres touch. As veer_time_to_touch.
float veer_time_to_touch3(VeerVec3 gap, VeerVec3 vel, float reach);

#endif
