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

/// From p to a convex polygon's edge, m, negative inside. Cost O(count).
float veer_polygon_distance(const VeerVec2 *corners, uint32_t count, VeerVec2 p);

#endif
