/// What lies in a cone: in the plane a sector, where all z are 0.
#ifndef VEER_GEOM_CONE_H
#define VEER_GEOM_CONE_H

#include "math/vec.h"
#include "veer/api.h"

/// A cone without end, from its apex at the origin.
typedef struct VeerCone {
    double x, y, z;      ///< its axis, a unit vector
    double cosine, sine; ///< of the angle from the axis to its side
} VeerCone;

/// @param axis   not 0
/// @param angle  rad from the axis to the side, > 0, up to pi: then it is all of space
VeerCone veer_cone_of(VeerVec3 axis, float angle);

/// @name How far it is from the apex to the nearest point of a body that lies in the cone
/// m; INFINITY: none does.
/// @{
float veer_cone_ball(const VeerCone *cone, VeerVec3 centre, float radius);
float veer_cone_segment(const VeerCone *cone, VeerVec3 a, VeerVec3 b);
float veer_cone_box(const VeerCone *cone, VeerBounds box);
/// @}

#endif
