/// The search by intervals.
#ifndef VEER_PLAN_MESH_POLYANYA_H
#define VEER_PLAN_MESH_POLYANYA_H

#include "plan/mesh/space.h"

/// Begins the search by intervals, with all that is seen from the start.
void veer_polyanya_begin(VeerMeshSearch *search);
/// The points of the path to a node, but for its very end, m.
/// @param end     that, in units
/// @param points  points[total], where `total` is what it returned for NULL
/// @return how many there are
uint32_t veer_polyanya_points(const VeerMeshSearch *search, uint32_t node, VeerVec2 end,
                              VeerVec3 *points, uint32_t total);

#endif
