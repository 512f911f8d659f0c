/// Corridors of polygons.
#ifndef VEER_PLAN_MESH_CORRIDOR_H
#define VEER_PLAN_MESH_CORRIDOR_H

#include "plan/mesh/tree.h"

/// How many units of a corridor's cost are a metre: fits 32 bits across all of the world.
#define VEER_CORRIDOR_COSTS_PER_METRE 1024.0f

/// Whether a side, that leads into a polygon, leaves room for a body of the query's radius.
bool veer_corridor_has_room(const VeerMeshSearch *search, uint32_t side);
/// Begins the search for a corridor.
void veer_corridor_begin(VeerMeshSearch *search);
/// Lays out the portals of the path to the target.
void veer_corridor_lay_out(VeerMeshSearch *search);
/// Lays out the portals of the path from a tree's entry on. @return false: no room
bool veer_corridor_lead(VeerMeshSearch *search, const VeerMeshTree *tree, uint32_t entry);

#endif
