/// Paths over meshes: the shortest one at any angle, and corridors of polygons.
#ifndef VEER_MESH_SEARCH_H
#define VEER_MESH_SEARCH_H

#include "veer/mesh.h"
#include "veer/search.h"

/// How a path over a mesh is searched.
typedef enum VeerMeshPlanner {
    /// The shortest path there is, by intervals of sides that can be seen from a point.
    VEER_MESH_POLYANYA = 0,
    /// A short path: a corridor of polygons by A* from middle to middle of their sides, and in it
    /// the shortest path, drawn in from the walls by a radius.
    VEER_MESH_CORRIDOR,
    VEER_MESH_PLANNER_COUNT
} VeerMeshPlanner;

/// The name of a planner ("polyanya", "corridor").
VEER_API const char *veer_mesh_planner_name(VeerMeshPlanner planner);

/// A search over a mesh, in memory of its own. Opaque.
typedef struct VeerMeshSearch VeerMeshSearch;

/// A path query on a mesh. Take it from veer_mesh_query_default.
typedef struct VeerMeshQuery {
    const VeerMesh *mesh;                 ///< must stay as it is until the search is done
    VeerMeshPlanner planner;              ///< how to search
    VeerVec3 start, goal;                 ///< m; off the mesh: its nearest point
    uint32_t start_polygon, goal_polygon; ///< where they are; VEER_NO_POLYGON: the nearest
    bool takes_no_links;                  ///< no links, whatever `may_use` says
    bool enters_goal;                     ///< may enter the goal's polygon where that is blocked
    uint32_t may_use;                     ///< flags of polygons and links that the path may go over
    float radius; ///< corridors: m, >= 0; sides that are narrower than twice that are closed
    float lane;   ///< corridors: m, >= 0; over sides from wall to wall that are not wider the path
                  ///< keeps to the right half, where that has room for the body
    uint32_t cookie; ///< private, set by veer_mesh_query_default
} VeerMeshQuery;

/// The shortest path for a point that may use everything.
VEER_API VeerMeshQuery veer_mesh_query_default(void);

/// Bytes that searches over a mesh need, for so many intervals (about 100 bytes each; only those
/// used are ever touched). A query that runs out of them ends as near as it has come; 0: four a
/// corner, six times what any of the benchmark maps uses. Cost O(1).
VEER_API size_t veer_mesh_search_size(const VeerMesh *mesh, uint32_t interval_count);

/// Makes a search for a mesh, in `memory` of as many bytes as veer_mesh_search_size says, aligned
/// to 64, which stays the caller's. Cost O(corners).
VEER_API VeerMeshSearch *veer_mesh_search_init(void *memory, const VeerMesh *mesh,
                                               uint32_t interval_count);

/// Begins a search, and forgets the one before.
///
/// A goal in another connected component of the mesh is replaced at once by the nearest point of
/// the start's, and the path's status is VEER_PARTIAL.
/// @return VEER_OK; VEER_BAD_VALUE for a query out of range, or of another mesh than the search's
VEER_API VeerStatus veer_mesh_search_begin(VeerMeshSearch *search, const VeerMeshQuery *query);

/// Searches on, until it ends or has expanded `budget` more nodes.
VEER_API VeerSearchState veer_mesh_search_run(VeerMeshSearch *search, uint32_t budget);

/// How many nodes it has expanded.
VEER_API uint64_t veer_mesh_search_expansions(const VeerMeshSearch *search);
/// Whether it has used up its intervals: then it may have missed a path.
VEER_API bool veer_mesh_search_is_full(const VeerMeshSearch *search);

/// Where the path begins, turns, and ends: straight in plan in between, but for links, whose two
/// ends follow each other.
///
/// @param points  points[capacity], m, at the heights of the mesh
/// @param count   how many there are, also when they do not fit
/// @return VEER_OK: leads to the goal; VEER_PARTIAL: as near to it as the search has come;
/// VEER_FULL: has more than `capacity` points, none was written; VEER_BAD_VALUE: no search has
/// begun Cost O(polygons on the path).
VEER_API VeerStatus veer_mesh_search_route(const VeerMeshSearch *search, VeerVec3 *points,
                                           uint32_t capacity, uint32_t *count);

/// What a path of the planner costs, m: in plan, with the costs of links. INFINITY while there is
/// none to the goal.
VEER_API double veer_mesh_search_length(const VeerMeshSearch *search);

#endif
