/// Goals in sight of the start.
#ifndef VEER_PLAN_MESH_STRAIGHT_H
#define VEER_PLAN_MESH_STRAIGHT_H

#include "plan/mesh/space.h"

/// Settles the search where the goal is in sight from the start: no path is shorter than the
/// straight one, which touches walls at most. @return whether it is. Cost O(sides of the polygons
/// on it)
bool veer_polyanya_straight(VeerMeshSearch *search, const VeerSearchSpace *space);

#endif
