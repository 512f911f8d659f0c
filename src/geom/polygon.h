/// Convex polygons: corners[count], counter-clockwise.
#ifndef VEER_GEOM_POLYGON_H
#define VEER_GEOM_POLYGON_H

#include "math/vec.h"

/// Whether the corners go once round a convex area, counter-clockwise: three or more, of which some
/// may lie on the line between their neighbours, but none twice in a row. Decided exactly. Cost
/// O(count).
bool veer_polygon_is_convex(const VeerVec2 *corners, uint32_t count);

/// Whether p lies in a convex polygon or on its edge. Exact. Cost O(count).
bool veer_polygon_contains(const VeerVec2 *corners, uint32_t count, VeerVec2 p);

/// The point of a convex polygon's edge that is nearest to p. Cost O(count).
VeerVec2 veer_polygon_nearest(const VeerVec2 *corners, uint32_t count, VeerVec2 p);

/// From p to a convex polygon's edge, m, negative inside. Cost O(count).
float veer_polygon_distance(const VeerVec2 *corners, uint32_t count, VeerVec2 p);

/// Where a disc on its way from `origin` to `origin + way` first touches a convex polygon.
/// @return as veer_segment_cast2; 0 when it starts inside. Cost O(count).
float veer_polygon_cast(const VeerVec2 *corners, uint32_t count, VeerVec2 origin, VeerVec2 way,
                        float radius);

#endif
