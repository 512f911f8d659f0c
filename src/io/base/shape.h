/// Distances from a point to the shapes of walls, in double precision, for measuring; and boxes
/// round shapes.
#ifndef VEER_IO_SHAPE_H
#define VEER_IO_SHAPE_H

#include "veer/api.h"

/// From a point to a segment, in the plane, m, >= 0.
double veer_shape_segment_distance(VeerVec3 point, VeerVec3 a, VeerVec3 b);

/// From a point to a convex polygon, counter-clockwise, in the plane, m; negative inside: how far
/// it is to the nearest edge.
double veer_shape_polygon_distance(VeerVec3 point, const VeerVec3 *vertices, uint32_t count);

/// From a point to a box, m; negative inside: how far it is to the nearest face.
double veer_shape_box_distance(VeerVec3 point, VeerVec3 lower, VeerVec3 upper);

/// Makes a box hold a ball.
void veer_shape_hold(VeerBounds *box, VeerVec3 centre, float radius);

#endif
