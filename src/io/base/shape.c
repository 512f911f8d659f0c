#include "io/base/shape.h"

#include <math.h>

double veer_shape_segment_distance(VeerShapePoint point, VeerVec3 a, VeerVec3 b)
{
    double edge_x = (double)b.x - (double)a.x, edge_y = (double)b.y - (double)a.y;
    double x = point.x - (double)a.x, y = point.y - (double)a.y;
    double square = edge_x * edge_x + edge_y * edge_y;
    double along = square > 0.0 ? (x * edge_x + y * edge_y) / square : 0.0;
    along = fmin(fmax(along, 0.0), 1.0);
    x -= along * edge_x;
    y -= along * edge_y;
    return sqrt(x * x + y * y);
}

/// How far a point lies to the right of the line from a to b: outside of that edge.
static double outside(VeerShapePoint point, VeerVec3 a, VeerVec3 b)
{
    double edge_x = (double)b.x - (double)a.x, edge_y = (double)b.y - (double)a.y;
    double x = point.x - (double)a.x, y = point.y - (double)a.y;
    double length = sqrt(edge_x * edge_x + edge_y * edge_y);
    return length > 0.0 ? (x * edge_y - y * edge_x) / length : -HUGE_VAL;
}

double veer_shape_polygon_distance(VeerShapePoint point, const VeerVec3 *vertices, uint32_t count)
{
    double furthest_out = -HUGE_VAL, nearest = HUGE_VAL;
    for (uint32_t i = 0; i < count; i++) {
        VeerVec3 a = vertices[i], b = vertices[(i + 1) % count];
        furthest_out = fmax(furthest_out, outside(point, a, b));
        nearest = fmin(nearest, veer_shape_segment_distance(point, a, b));
    }
    return furthest_out > 0.0 ? nearest : furthest_out;
}

double veer_shape_box_distance(VeerShapePoint point, VeerVec3 lower, VeerVec3 upper)
{
    double x = fmax((double)lower.x - point.x, point.x - (double)upper.x);
    double y = fmax((double)lower.y - point.y, point.y - (double)upper.y);
    double z = fmax((double)lower.z - point.z, point.z - (double)upper.z);
    double inside = fmin(fmax(x, fmax(y, z)), 0.0);
    x = fmax(x, 0.0);
    y = fmax(y, 0.0);
    z = fmax(z, 0.0);
    return sqrt(x * x + y * y + z * z) + inside;
}

void veer_shape_hold(VeerBounds *box, VeerVec3 centre, float radius)
{
    box->lower.x = fminf(box->lower.x, centre.x - radius);
    box->lower.y = fminf(box->lower.y, centre.y - radius);
    box->lower.z = fminf(box->lower.z, centre.z - radius);
    box->upper.x = fmaxf(box->upper.x, centre.x + radius);
    box->upper.y = fmaxf(box->upper.y, centre.y + radius);
    box->upper.z = fmaxf(box->upper.z, centre.z + radius);
}
