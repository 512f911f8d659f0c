/// Navigation meshes of convex polygons, on any number of floors.
///
/// As veer/grid.h: memory is the caller's, nothing is hidden, no world is needed. Polygons that
/// share an edge, vertex for vertex, lead into each other; nothing else does, so floors may lie
/// above each other, and ramps may wind. Lengths are measured in plan, as agents of a planar world
/// move.
#ifndef VEER_MESH_H
#define VEER_MESH_H

#include "veer/grid.h"

/// No polygon, or: the one nearest to the point.
#define VEER_NO_POLYGON UINT32_MAX

/// A connection between two points off the polygons: a jump, a door, a lift.
typedef struct VeerMeshLink {
    VeerVec3 from, to;                 ///< m, on the mesh
    uint32_t from_polygon, to_polygon; ///< VEER_NO_POLYGON: the nearest
    float cost;                        ///< m, at least the distance in plan; 0: just that
    uint32_t flags;                    ///< only agents that may use all of them take it; 0: all
    bool is_one_way;                   ///< leads from `from` to `to` only
} VeerMeshLink;

/// What a mesh is made of. Take it from veer_mesh_def_default. The arrays are copied.
typedef struct VeerMeshDef {
    VeerVec3 origin;          ///< m
    VeerVec3 unit;            ///< m: vertex v is at origin + unit · v; > 0, x and y alike
    const VeerVec3 *vertices; ///< vertices[vertex_count], m
    uint32_t vertex_count;    ///< of vertices
    /// Polygon i has the corners [first[i], first[i + 1]): numbers of vertices, counter-clockwise
    /// in plan, where it must be convex (corners on a straight line are fine).
    const uint32_t *first;     ///< first[polygon_count + 1]
    const uint32_t *corners;   ///< numbers of vertices, a polygon's after the other's
    const uint32_t *flags;     ///< flags[polygon_count]: as of links; NULL: all 0
    uint32_t polygon_count;    ///< of polygons
    const VeerMeshLink *links; ///< links[link_count]
    uint32_t link_count;       ///< of links
    bool has_settled_links;    ///< the links' ends and costs are in units, the ends on the polygons
                               ///< that they name: as veer_mesh_def gives them
    float piece_size;          ///< m, of pieces: what they were cut by (veer_mesh_cut); else 0
    uint32_t cookie;           ///< private, set by veer_mesh_def_default
} VeerMeshDef;

/// Nothing at all, in metres.
VEER_API VeerMeshDef veer_mesh_def_default(void);

/// A navigation mesh. Opaque; only what is blocked changes.
typedef struct VeerMesh VeerMesh;

/// What is wrong with a def.
typedef enum VeerMeshFault {
    VEER_MESH_GOOD = 0,
    VEER_MESH_BAD_DEF,     ///< no default, no polygon, bad units, arrays that are not in order
    VEER_MESH_BAD_VERTEX,  ///< not finite, or beyond VEER_WORLD_LIMIT
    VEER_MESH_BAD_CORNER,  ///< a polygon with an unknown vertex, or less than 3
    VEER_MESH_NOT_CONVEX,  ///< a polygon, in plan, counter-clockwise
    VEER_MESH_EDGE_SHARED, ///< a polygon with an edge that two others have as well, or that runs
                           ///< the same way in another
    VEER_MESH_BAD_LINK,    ///< not finite, an unknown polygon, or cheaper than its length
    VEER_MESH_FAULT_COUNT
} VeerMeshFault;

/// "is not convex", …: for messages.
VEER_API const char *veer_mesh_fault_text(VeerMeshFault fault);

/// Bytes that a mesh needs; 0 for a def with VEER_MESH_BAD_DEF, _VERTEX or _CORNER. About 80 a
/// corner. Cost O(corners).
VEER_API size_t veer_mesh_size(const VeerMeshDef *def);

/// Makes a mesh in `memory` of veer_mesh_size(def) bytes, aligned to 64, which stays the caller's.
///
/// @param fault  what is wrong; may be NULL
/// @param place  the number of the vertex, polygon or link that it is about; may be NULL
/// @return NULL for a bad def. Cost O(corners · edges at a vertex).
VEER_API VeerMesh *veer_mesh_init(void *memory, const VeerMeshDef *def, VeerMeshFault *fault,
                                  uint32_t *place);

/// Bytes of a mesh, without what only making it needs.
VEER_API size_t veer_mesh_copy_size(const VeerMesh *mesh);

/// The position of the vertex (0, 0, 0) of its def, m.
VEER_API VeerVec3 veer_mesh_origin(const VeerMesh *mesh);
/// The offset of the vertex (1, 1, 1) of its def from there, m.
VEER_API VeerVec3 veer_mesh_unit(const VeerMesh *mesh);
/// How many polygons there are.
VEER_API uint32_t veer_mesh_polygon_count(const VeerMesh *mesh);
/// How many vertices: those without a polygon are left out, and one where walls touch counts once
/// for each fan of connected polygons round it.
VEER_API uint32_t veer_mesh_vertex_count(const VeerMesh *mesh);

/// Bytes of memory that veer_mesh_def needs: 12 a vertex. 0: there is no mesh.
VEER_API size_t veer_mesh_def_size(const VeerMesh *mesh);
/// A def that makes an equal mesh, bit by bit, whatever that one was made of: to store a mesh, or
/// to send it. Nothing is blocked in it.
///
/// @param memory  of veer_mesh_def_size(mesh) bytes, aligned to 64: the vertices; all else of the
///                def is the mesh's own, and lives as long
/// @return VEER_OK; VEER_BAD_VALUE for NULL. Cost O(vertices)
VEER_API VeerStatus veer_mesh_def(void *memory, const VeerMesh *mesh, VeerMeshDef *out);

/// The corners of a polygon.
/// @param out  out[capacity], m
/// @return how many it has; if more than `capacity`, only so many are written
VEER_API uint32_t veer_mesh_corners(const VeerMesh *mesh, uint32_t polygon, VeerVec3 *out,
                                    uint32_t capacity);
/// The polygon beyond the edge from corner `edge` to the next; VEER_NO_POLYGON: a wall, or no such
/// edge.
VEER_API uint32_t veer_mesh_beyond(const VeerMesh *mesh, uint32_t polygon, uint32_t edge);

/// The polygon nearest to a point in 3-D; from one right above or below the distance is that of the
/// heights. Ties by number. VEER_NO_POLYGON for a point that is not finite.
///
/// @param on_it  the nearest point of it, m; may be NULL
/// Cost: O(polygons of a neighbourhood), O(polygons) far off the mesh.
VEER_API uint32_t veer_mesh_nearest(const VeerMesh *mesh, VeerVec3 point, VeerVec3 *on_it);

/// Blocks or frees a polygon. Other numbers change nothing. Cost
/// O(corners).
VEER_API void veer_mesh_set_blocked(VeerMesh *mesh, uint32_t polygon, bool is_blocked);
/// Whether a polygon is blocked; true where there is none.
VEER_API bool veer_mesh_is_blocked(const VeerMesh *mesh, uint32_t polygon);

/// The connected component that a polygon belongs to, over edges and links, whatever is blocked:
/// between different components there is no path. UINT32_MAX for no polygon. Cost O(1).
VEER_API uint32_t veer_mesh_component(const VeerMesh *mesh, uint32_t polygon);

/// @name Walls
/// The sides of polygons beyond which there is none, or a blocked one. The search spreads from the
/// polygon at a point over sides within range, so that only walls count that can be reached from
/// there. It visits at most 256 polygons.
/// @{

/// One wall, as a whole.
typedef struct VeerMeshWall {
    VeerVec3 a, b;  ///< m, both ends; the free side is on the left of the line from a to b
    uint64_t order; ///< identifies the wall, in any query
} VeerMeshWall;

/// Called with one wall. @return false to end the query
typedef bool VeerMeshWallVisit(void *context, const VeerMeshWall *wall);

/// Which walls are asked for.
typedef struct VeerMeshWallQuery {
    VeerVec3 point;     ///< m
    float range;        ///< m in plan, from the point
    float lower, upper; ///< m: walls wholly below or above are left out, and what is beyond them
} VeerMeshWallQuery;

/// Visits the walls near a point, in no order that counts. Cost O(corners of the polygons in range
/// + as veer_mesh_nearest).
VEER_API void veer_mesh_walls(const VeerMesh *mesh, const VeerMeshWallQuery *query,
                              VeerMeshWallVisit *visit, void *context);

/// From a point to the nearest wall, m in plan: 0 where it is off the mesh, or more than a metre
/// above or below it; INFINITY if it is further than `limit`.
VEER_API float veer_mesh_gap(const VeerMesh *mesh, VeerVec3 point, float limit);

/// Whether a disc may go straight in plan from one point to another: nowhere on the way is a wall
/// nearer to its centre than `radius`, m, or than at the start where that is less, and the path
/// ends on the floor of the other point.
VEER_API bool veer_mesh_is_clear(const VeerMesh *mesh, VeerVec3 from, VeerVec3 to, float radius);
/// @}

/// @name A mesh in pieces
/// The same floors, cut along the lines of a lattice, so that no piece is larger than its cells:
/// what bodies may cover (VeerWorldMapDef.pieces).
/// @{

/// Bytes of scratch that cutting needs, for pieces of at most `size` m a side: about 70 a corner of
/// them. 0: `size` is not positive, too small for a mesh of that extent (columns and rows within
/// its polygons come to 2^21 or more), or a polygon has more than 64 corners. Cost O(pieces).
VEER_API size_t veer_mesh_cut_size(const VeerMesh *mesh, float size);
/// The def of the mesh in pieces, in `scratch` of veer_mesh_cut_size(mesh, size) bytes, aligned to
/// 64, which may be freed once that mesh is made. Links are left out; nothing is blocked.
/// @return VEER_OK; VEER_BAD_VALUE where that size is 0. Cost O(pieces log pieces).
VEER_API VeerStatus veer_mesh_cut(void *scratch, const VeerMesh *mesh, float size,
                                  VeerMeshDef *out);
/// @}

/// @name A mesh from a grid
/// A convex decomposition of the free cells of a grid, exact, with the corners of what is blocked
/// for vertices: a constrained Delaunay triangulation whose triangles are merged. Diagonal
/// neighbours that touch at a corner are not connected, as in searches over the grid.
/// @{

/// Longest side of a grid that becomes a mesh, cells.
#define VEER_MAX_MESH_CELLS 16383

/// Bytes of scratch that the def of a mesh needs: about 200 a corner of what is blocked. 0: the
/// grid is too large. Cost O(cells / 64).
VEER_API size_t veer_grid_mesh_size(const VeerGrid *grid);
/// The def of the mesh of a grid, in `scratch` of veer_grid_mesh_size(grid) bytes, aligned to 64,
/// which may be freed once the mesh is made.
///
/// @return VEER_OK; VEER_BAD_VALUE: no free cell, or too large
/// Cost O(corners · log corners). Reads what is blocked now, committed or not.
VEER_API VeerStatus veer_grid_mesh(void *scratch, const VeerGrid *grid, VeerMeshDef *out);
/// @}

#endif
