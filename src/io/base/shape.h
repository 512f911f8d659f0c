/// Distances from a point to the shapes of walls, in double precision, for measuring; and boxes
/// round shapes.
#ifndef VEER_IO_SHAPE_H
#define VEER_IO_SHAPE_H

#include "veer/api.h"

/// A point, m.
typedef struct VeerShapePoint {
    double x, y, z;
} VeerShapePoint;

/// A body's place: its position, and what rounding took from that.
static inline VeerShapePoint veer_shape_point(VeerVec3 at, VeerVec3 remainder)
{
    return (VeerShapePoint){(double)at.x + (double)remainder.x, (double)at.y + (double)remainder.y,
                            (double)at.z + (double)remainder.z};
}

/// From a point to a segment, in the plane, m, >= 0.
double veer_shape_segment_distance(VeerShapePoint point, VeerVec3 a, VeerVec3 b);

/// From a point to a convex polygon, counter-clockwise, in the plane, m; negative inside: how far
/// it is to the nearest edge.
double veer_shape_polygon_distance(VeerShapePoint point, const VeerVec3 *vertices, uint32_t count);

/// From a point to a box, m; negative inside: how far it is to the nearest face.
double veer_shape_box_distance(VeerShapePoint point, VeerVec3 lower, VeerVec3 upper);

/// Makes a box hold a ball.
void veer_shape_hold(VeerBounds *box, VeerVec3 centre, float radius);

#endif
