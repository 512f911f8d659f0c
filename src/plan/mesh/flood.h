/// What the search by intervals tells a tree that is being made.
#ifndef VEER_PLAN_MESH_FLOOD_H
#define VEER_PLAN_MESH_FLOOD_H

#include "plan/mesh/tree.h"

/// Keeps an interval, or a link, of the polygon that it leads into.
void veer_flood_keep(VeerMeshSearch *search, uint32_t node, uint32_t polygon);
/// A root is in a polygon: from all of that a path leads straight to it.
void veer_flood_add_point(VeerMeshSearch *search, uint32_t polygon, uint32_t root, double cost);
/// Notes a path to where a side begins, the polygon of which was entered. @return whether it is the
/// best so far, but for rounding
bool veer_flood_note(VeerMeshSearch *search, uint32_t side, double cost);
/// Keeps what is being expanded, and notes how far its ends are. @return whether it leads on:
/// nothing leads through what is blocked, or to what is nearer by an end of the side
bool veer_flood_enter(VeerMeshSearch *search, uint32_t node);

#endif
