/// The inside of a tree: all that Polyanya's search finds when it begins at the goal and does not
/// end before it has come to everything.
///
/// Source: Cui, Harabor and Grastien, "Compromise-free pathfinding on a navigation mesh", IJCAI
/// 2017; run from the source on, it makes the shortest path map of Mitchell, Mount and
/// Papadimitriou, "The discrete geodesic problem", SIAM J. Comput. 16(4), 1987, here with intervals
/// that may overlap: the best of those over a polygon's sides tells how far any of its points is.
#ifndef VEER_PLAN_MESH_TREE_H
#define VEER_PLAN_MESH_TREE_H

#include "plan/mesh/mesh.h"
#include "plan/mesh/space.h"

#define VEER_NO_ENTRY UINT32_MAX
#define VEER_SIDE_POINT VEER_SIDE_GOAL ///< of an entry: its root is in the polygon

/// What a path may go on over from a polygon: part of a side that a root sees, a root itself, or a
/// link.
typedef struct VeerTreeEntry {
    double cost; ///< from the root to the goal, in units
    VeerVec2 root, left, right;
    uint32_t side;   ///< of the polygon; VEER_SIDE_POINT; VEER_SIDE_LINK
    uint32_t link;   ///< the start of the link, as the path takes it
    uint32_t parent; ///< what comes next on the path
    uint32_t next;   ///< of the same polygon
} VeerTreeEntry;

struct VeerMeshTree {
    VeerTreeEntry *entries; ///< entries[capacity]; parents come first
    uint32_t *heads;        ///< by polygon: its first entry
    uint32_t count, capacity;
    uint32_t goal_polygon;
    VeerVec3 goal; ///< in units
    bool is_full;  ///< there was no room for an entry
};

/// What a search needs to make trees.
typedef struct VeerMeshFlood {
    VeerMeshTree *tree;
    VeerRootCost *corners; ///< by side: the least cost of a path to where it begins, of those sides
                           ///< that are connected round the vertex the one that stands for all
    uint32_t *entry_of;    ///< by node
    uint32_t current;      ///< entry that is being expanded
} VeerMeshFlood;

/// Room for so many things a side, and for what links bring.
static inline uint32_t veer_mesh_tree_room(const VeerMesh *mesh, uint32_t per_side)
{
    return per_side * mesh->side_count + 16u * mesh->link_count + 64u;
}

/// The entry by which the path from a point of a polygon, in units, is shortest; VEER_NO_ENTRY:
/// none leads to the goal.
/// @param length  in units
uint32_t veer_mesh_tree_find(const VeerMeshTree *tree, uint32_t polygon, VeerVec2 point,
                             double *length);

#endif
