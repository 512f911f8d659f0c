/// The internals of meshes, for searches. The door of the room.
#ifndef VEER_MAP_MESH_MESH_H
#define VEER_MAP_MESH_MESH_H

#include "geom/buckets.h"
#include "geom/orient.h"
#include "veer/mesh.h"

#define VEER_NO_SIDE UINT32_MAX
/// Of the def of a mesh, and of one that was cut, whose corners rounding may have moved slightly.
#define VEER_MESH_COOKIE 0x6d657368u
#define VEER_MESH_COOKIE_CUT 0x6d637574u

/// The box of a polygon, in units, with some slop: points computed to lie on it are in its box.
typedef struct VeerMeshBox {
    VeerVec3 lower, upper;
    float level; ///< the height of all its corners; not a number where they differ
} VeerMeshBox;

/// Side h of a polygon leads from its corner to that of the next side of the same polygon; all
/// sides are numbered through. Coordinates are in units of the def.
struct VeerMesh {
    VeerVec3 origin, unit;
    uint32_t vertex_count, polygon_count, side_count, link_count, component_count;
    VeerVec2 *plan;     ///< plan[vertex_count]
    float *height;      ///< height[vertex_count]
    uint32_t *first;    ///< first[polygon_count + 1]: of each polygon's sides
    uint32_t *corner;   ///< corner[side_count]
    uint32_t *mate;     ///< mate[side_count]: the side beyond, or VEER_NO_SIDE
    uint32_t *face;     ///< face[side_count]: its polygon
    uint32_t *flags;    ///< flags[polygon_count]
    uint8_t *blocked;   ///< blocked[polygon_count]
    uint16_t *turns;    ///< turns[vertex_count]: not 0 where a shortest path may turn
    uint8_t *is_border; ///< is_border[vertex_count]: a wall begins there
    float *clear; ///< clear[vertex_count]: distance to the nearest wall, where measured; else NULL
    uint32_t *component;   ///< component[polygon_count]
    uint32_t *exit;        ///< exit[polygon_count]: of a dead end the side that leads out; else
                           ///< VEER_NO_SIDE
    VeerMeshBox *boxes;    ///< boxes[polygon_count]
    VeerMeshLink *links;   ///< in units, with polygons and costs settled
    uint32_t *link_first;  ///< link_first[polygon_count + 1]
    uint32_t *link_starts; ///< link << 1 | whether it is taken from its end; of each polygon
    uint32_t *queue;       ///< queue[polygon_count]: scratch
    VeerBuckets buckets;
    float piece_size; ///< m, VeerMeshDef.piece_size
    size_t bytes;     ///< of all this; the mesh itself comes first
    bool is_lattice;  ///< all coordinates are small and whole, so that plain products are exact
};

/// The side after one, round its polygon.
static inline uint32_t veer_mesh_next(const VeerMesh *mesh, uint32_t side)
{
    uint32_t face = mesh->face[side];
    return side + 1u == mesh->first[face + 1u] ? mesh->first[face] : side + 1u;
}

/// And the one before it.
static inline uint32_t veer_mesh_before(const VeerMesh *mesh, uint32_t side)
{
    uint32_t face = mesh->face[side];
    return side == mesh->first[face] ? mesh->first[face + 1u] - 1u : side - 1u;
}

static inline VeerVec2 veer_mesh_begin_of(const VeerMesh *mesh, uint32_t side)
{
    return mesh->plan[mesh->corner[side]];
}

static inline VeerVec2 veer_mesh_end_of(const VeerMesh *mesh, uint32_t side)
{
    return mesh->plan[mesh->corner[veer_mesh_next(mesh, side)]];
}

/// From metres to units, and back.
VeerVec3 veer_mesh_to_units(const VeerMesh *mesh, VeerVec3 point);
VeerVec3 veer_mesh_to_metres(const VeerMesh *mesh, VeerVec3 point);

/// Whether a point, in units, lies in a polygon or on its edge, in plan. Exact.
bool veer_mesh_holds(const VeerMesh *mesh, uint32_t polygon, VeerVec2 point);
/// The height of a polygon over a point of it, all in units.
float veer_mesh_height(const VeerMesh *mesh, uint32_t polygon, VeerVec2 point);
/// The nearest point of a polygon, in units: straight under or over a point that it holds.
VeerVec3 veer_mesh_onto(const VeerMesh *mesh, uint32_t polygon, VeerVec3 point);
/// As veer_mesh_nearest, in units, among polygons of a component (UINT32_MAX: of any).
uint32_t veer_mesh_find(const VeerMesh *mesh, VeerVec3 point, uint32_t component, VeerVec3 *on_it);

/// Where a disc that goes straight from one point to another, m, comes nearest to a wall, if that
/// is nearer than its radius and than at both ends, or crosses it: as a part of the line. INFINITY:
/// nowhere. 0.5 where the line passes more polygons than are looked over. Cost as
/// veer_mesh_is_clear.
float veer_mesh_pinch(const VeerMesh *mesh, VeerVec3 from, VeerVec3 to, float radius);

/// Visits the walls within `radius`, m, of the line from one point to another that face its begin,
/// each once or twice: of the floor that is connected along the line. Cost as veer_mesh_is_clear.
///
/// @param next  where to go on, m, on that floor
/// @return the part of the line that was looked over: less than 1 where it passes too many polygons
float veer_mesh_walls_along(const VeerMesh *mesh, VeerVec3 from, VeerVec3 to, float radius,
                            VeerMeshWallVisit *visit, void *context, VeerVec3 *next);

/// Adds a mesh to a hash: vertices, polygons and flags, but neither what is blocked nor links,
/// which worlds have in their state.
uint64_t veer_mesh_hash(const VeerMesh *mesh, uint64_t hash);

/// Lays the arrays of a mesh out behind it, those of its links last. @return bytes of all
size_t veer_mesh_lay_out(void *memory, VeerMesh *mesh);

/// Finds the boxes of all polygons.
void veer_mesh_find_boxes(VeerMesh *mesh);

/// Puts the ends of the links on their polygons, and lists them.
/// @return false: link `place` is bad
bool veer_mesh_settle_links(VeerMesh *mesh, const VeerMeshDef *def, uint32_t *place);

/// Whether there is a link: copies have room for more than they have.
static inline bool veer_mesh_has_link(const VeerMeshLink *link)
{
    return link->from_polygon != VEER_NO_POLYGON;
}

/// Bytes of a copy with room for so many links, in place of the mesh's own.
size_t veer_mesh_linked_size(const VeerMesh *mesh, uint32_t link_count);
/// Copies a mesh, with what is blocked, that room, and no links until veer_mesh_relink.
VeerMesh *veer_mesh_copy_linked(void *memory, const VeerMesh *mesh, uint32_t link_count);
/// Gives such a copy links[link_count]; bad ones are none. Cost O(corners + links).
void veer_mesh_relink(VeerMesh *mesh, const VeerMeshLink *links);

/// What veer_mesh_init derives: vertices to turn at, components, dead ends.
void veer_mesh_find_turns(VeerMesh *mesh);
void veer_mesh_find_components(VeerMesh *mesh);
/// Components without links, island[polygon_count]: the least polygon of each one's.
void veer_mesh_find_islands(const VeerMesh *mesh, uint32_t *island);
void veer_mesh_find_dead_ends(VeerMesh *mesh);

#endif
