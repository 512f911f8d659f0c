/// The door of the room: what the world asks of meshes beyond veer/mesh_search.h. Trees of paths
/// from anywhere to one goal, lengths from one point to many goals, and the links of a corridor.
#ifndef VEER_PLAN_MESH_H
#define VEER_PLAN_MESH_H

#include "map/mesh/mesh.h"
#include "veer/mesh_search.h"

/// The shortest paths over a mesh from anywhere to one goal.
typedef struct VeerMeshTree VeerMeshTree;

/// Bytes of a tree, and the tree in `memory`, aligned to 64: room for four entries a side; meshes
/// of level geometry need half of one, those that are cut small one for each corner between a side
/// and the root that sees it.
size_t veer_mesh_tree_size(const VeerMesh *mesh);
VeerMeshTree *veer_mesh_tree_init(void *memory, const VeerMesh *mesh);

/// Bytes of a search that makes trees, and the search itself: as veer_mesh_search_init.
size_t veer_mesh_flood_size(const VeerMesh *mesh);
VeerMeshSearch *veer_mesh_flood_init(void *memory, const VeerMesh *mesh);

/// Begins the tree of the paths to a query's goal, whose start does not count; sides without room
/// for its radius are closed. Go on with veer_mesh_search_run until nothing is left.
/// @return as veer_mesh_search_begin; VEER_BAD_VALUE where nothing may enter the goal's polygon
VeerStatus veer_mesh_tree_begin(VeerMeshSearch *search, VeerMeshTree *tree,
                                const VeerMeshQuery *query);
/// Whether a search that has ended had room for all of its tree.
bool veer_mesh_tree_is_whole(const VeerMeshSearch *search);

/// Has a search for corridors end at once with the path that a tree knows from a query's start.
/// @return VEER_OK; VEER_BAD_VALUE as veer_mesh_search_begin, and where the tree knows none. Cost
/// O(sides on the path)
VeerStatus veer_mesh_search_lead(VeerMeshSearch *search, const VeerMeshQuery *query,
                                 const VeerMeshTree *tree);

/// The lengths of the shortest paths from one point to many goals. A tree tells them, too, but ends
/// no sooner than it has come to all that is nearer than the farthest goal, in any direction: for
/// 36 goals about one place of the benchmark's maps it takes 2 (arena) to 26 times as long (Berlin)
/// even where it ends as soon as all of them are known, and twice the memory.
typedef struct VeerMeshLengths VeerMeshLengths;

/// Bytes for so many goals.
size_t veer_mesh_lengths_size(const VeerMesh *mesh, uint32_t capacity);
/// Without goals, in `memory` aligned to 64.
VeerMeshLengths *veer_mesh_lengths_init(void *memory, const VeerMesh *mesh, uint32_t capacity);

/// Sets the goals: the nearest points of a connected component of the mesh.
/// @param points  points[count], m, count <= capacity
/// @param radius  m: of a body that has no room in what is narrower than twice that
void veer_mesh_lengths_aim(VeerMeshLengths *lengths, const VeerVec3 *points, uint32_t count,
                           uint32_t component, float radius);
/// Finds the lengths from a point, or from the nearest one of the component that the goals are in,
/// without links. @param search  of the same mesh; what it was at is lost
/// @return whether all were found: false where the search ran out of intervals, too
bool veer_mesh_lengths_from(VeerMeshLengths *lengths, VeerMeshSearch *search, VeerVec3 start,
                            uint32_t component);
/// How many goals there are.
uint32_t veer_mesh_lengths_count(const VeerMeshLengths *lengths);
/// m, in plan, to a goal.
double veer_mesh_lengths_at(const VeerMeshLengths *lengths, uint32_t goal);
/// Intervals that were spread, and looks at goals, since the goals were set.
uint64_t veer_mesh_lengths_work(const VeerMeshLengths *lengths);

/// A link on a path.
typedef struct VeerMeshCrossing {
    uint32_t at;    ///< the number of the point where it begins; it ends at the next
    uint32_t start; ///< twice its number, and 1 for paths from its end
} VeerMeshCrossing;

/// How many links a search's corridor takes.
uint32_t veer_corridor_crossing_count(const VeerMeshSearch *search);
/// The shortest path through the corridor, from the start to the goal or to where it ends.
/// @param met  each link of the path, in order: met[link_count]; may be NULL
/// @return how many points it has, m; with NULL none is written
uint32_t veer_corridor_pull(const VeerMeshSearch *search, VeerVec3 *points, VeerMeshCrossing *met);

#endif
