/// Ways over a mesh from anywhere to one goal: all that Polyanya's search finds when it begins at
/// the goal and does not end before everything is come to.
///
/// Source: Cui, Harabor and Grastien, "Compromise-free pathfinding on a navigation mesh", IJCAI
/// 2017; run from the source on, it makes the shortest path map of Mitchell, Mount and
/// Papadimitriou, "The discrete geodesic problem", SIAM J. Comput. 16(4), 1987, here with intervals
/// that may overlap: the best of those over a polygon's sides tells how far any of its points is.
#ifndef VEER_PLAN_MESH_TREE_H
#define VEER_PLAN_MESH_TREE_H

#include "plan/mesh/space.h"

#define VEER_NO_ENTRY UINT32_MAX
#define VEER_SIDE_POINT VEER_SIDE_GOAL ///< of an entry: its root lies in the polygon

/// What a way may go on over from a polygon: part of a side that a root sees, a root itself, or a
/// link.
typedef struct VeerTreeEntry {
    double cost; ///< from the root to the goal, in units
    VeerVec2 root, left, right;
    uint32_t side;   ///< of the polygon; VEER_SIDE_POINT; VEER_SIDE_LINK
    uint32_t link;   ///< the start of the link, as the way takes it
    uint32_t parent; ///< what comes next on the way
    uint32_t next;   ///< of the same polygon
} VeerTreeEntry;

typedef struct VeerMeshTree {
    VeerTreeEntry *entries; ///< entries[capacity]; parents come first
    uint32_t *heads;        ///< by polygon: its first entry
    uint32_t count, capacity;
    uint32_t goal_polygon;
    VeerVec3 goal; ///< in units
    bool is_full;  ///< there was no room for an entry
} VeerMeshTree;

/// What a search needs to make trees.
typedef struct VeerMeshFlood {
    VeerMeshTree *tree;
    VeerRootCost *corners; ///< by side: the least cost of a way to where it begins, of those sides
                           ///< that hang together round the vertex the one that stands for all
    uint32_t *entry_of;    ///< by node
    uint32_t current;      ///< entry that is being expanded
} VeerMeshFlood;

/// Bytes of a tree, and the tree in `memory`, aligned to 64: room for four entries a side; meshes
/// of level geometry need half of one, those that are cut small one for each corner between a side
/// and the root that sees it.
size_t veer_mesh_tree_size(const VeerMesh *mesh);
VeerMeshTree *veer_mesh_tree_init(void *memory, const VeerMesh *mesh);

/// Bytes of a search that makes trees, and the search itself: as veer_mesh_search_init.
size_t veer_mesh_flood_size(const VeerMesh *mesh);
VeerMeshSearch *veer_mesh_flood_init(void *memory, const VeerMesh *mesh);

/// Begins the tree of the ways to a query's goal, whose start does not count; sides without room
/// for its radius are closed. Go on with veer_mesh_search_run until nothing is left.
/// @return as veer_mesh_search_begin; VEER_BAD_VALUE where nothing may enter the goal's polygon
VeerStatus veer_mesh_tree_begin(VeerMeshSearch *search, VeerMeshTree *tree,
                                const VeerMeshQuery *query);
/// Whether a search that has ended had room for all of its tree.
bool veer_mesh_tree_is_whole(const VeerMeshSearch *search);

/// The entry by which a way from a point of a polygon, in units, is shortest; VEER_NO_ENTRY: none
/// leads to the goal.
/// @param length  in units
uint32_t veer_mesh_tree_find(const VeerMeshTree *tree, uint32_t polygon, VeerVec2 point,
                             double *length);
/// From a point to the goal, m; INFINITY: there is no way.
double veer_mesh_tree_length(const VeerMeshTree *tree, const VeerMesh *mesh, VeerVec3 point);

/// Has a search for corridors end at once with the way that a tree knows from a query's start.
/// @return VEER_OK; VEER_BAD_VALUE as veer_mesh_search_begin, and where the tree knows none. Cost
/// O(sides on the way)
VeerStatus veer_mesh_search_lead(VeerMeshSearch *search, const VeerMeshQuery *query,
                                 const VeerMeshTree *tree);

/// Lays out the portals of the way from an entry on. In mesh_corridor.c. @return false: no room
bool veer_corridor_lead(VeerMeshSearch *search, const VeerMeshTree *tree, uint32_t entry);

/// Begins the flood that is set up. In mesh_flood.c.
void veer_flood_begin(VeerMeshSearch *search);
/// Notes a way to where a side begins, the polygon of which was entered. @return whether it is the
/// best so far, but for rounding
bool veer_flood_note(VeerMeshSearch *search, uint32_t side, double cost);
/// A root lies in a polygon: from all of that a way leads straight to it.
void veer_flood_add_point(VeerMeshSearch *search, uint32_t polygon, uint32_t root, double cost);
/// Whether a way may be found to the polygon that a side leads into: what is blocked is come to, so
/// that who stands there comes out.
bool veer_flood_may_see(const VeerMeshSearch *search, uint32_t side);

#endif
