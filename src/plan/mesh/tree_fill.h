/// The entries of a tree while it is made, and which intervals are dominated by them.
#ifndef VEER_PLAN_MESH_TREE_FILL_H
#define VEER_PLAN_MESH_TREE_FILL_H

#include "plan/mesh/tree.h"

/// Keeps an interval, or a link, of the polygon that it leads into.
void veer_flood_keep(VeerMeshSearch *search, uint32_t node, uint32_t polygon);
/// A root is in a polygon: from all of that a path leads straight to it.
void veer_flood_add_point(VeerMeshSearch *search, uint32_t polygon, uint32_t root, double cost);
/// Notes a path to where a side begins, the polygon of which was entered. @return whether it is the
/// best so far, but for rounding
bool veer_flood_note(VeerMeshSearch *search, uint32_t side, double cost);
/// Whether known paths dominate an interval: all that it leads to is nearer by an end of its
/// side, or by entries of the polygon that it leads into.
bool veer_flood_is_useless(const VeerMeshSearch *search, const VeerInterval *interval);

#endif
