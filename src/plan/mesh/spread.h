/// What a search by intervals sees next.
#ifndef VEER_PLAN_MESH_SPREAD_H
#define VEER_PLAN_MESH_SPREAD_H

#include "plan/mesh/space.h"

/// Begins paths at a point of a polygon; of all polygons that hold it, if it is on sides.
void veer_polyanya_leave(VeerMeshSearch *search, uint32_t polygon, uint32_t point, double cost);
/// All that an interval leads to in the polygon beyond its side.
void veer_polyanya_spread(VeerMeshSearch *search, uint32_t node);

#endif
