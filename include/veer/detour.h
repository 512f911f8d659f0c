/// Navigation meshes of level geometry, by Recast (target veer_detour).
#ifndef VEER_DETOUR_H
#define VEER_DETOUR_H

#include "veer/mesh.h"

/// The agent that walks, and how finely the level is sampled. Take it from veer_detour_def_default.
typedef struct VeerDetourDef {
    float radius;       ///< m, >= 0: the mesh keeps so far off all walls and edges
    float height;       ///< m, > 0: what is lower cannot be walked under
    float climb;        ///< m, >= 0: the highest step
    float slope;        ///< degrees, 0 to 90: the steepest ground
    float cell_size;    ///< m, > 0
    float cell_height;  ///< m, > 0
    float edge_error;   ///< cells, > 0: by which borders may be straightened
    float least_region; ///< cells along a side, >= 0: smaller islands are left out
    uint32_t max_cells; ///< in plan, and 32 times as many under all triangles together: what takes
                        ///< memory and time. 0: 8192 to a side are the only bound
    uint32_t cookie;    ///< private, set by veer_detour_def_default
} VeerDetourDef;

/// A person of 1.8 m and radius 0.3 m that climbs steps of 0.4 m and ground of 45 degrees; cells of
/// 0.2 m, 0.1 m high.
VEER_API VeerDetourDef veer_detour_def_default(void);

/// The def of the navigation mesh of triangles: floors above each other, ramps and stairs.
///
/// @param vertices  vertices[vertex_count], m, z up
/// @param corners   corners[3 * triangle_count]: numbers of vertices, counter-clockwise as seen
///                  from where one walks
/// @param out       for veer_mesh_init, which takes it; freed by veer_detour_free. The mesh keeps
///                  off walls by the radius already, so plan over it for a point, or a body that
///                  is as much wider
/// @return VEER_OK; VEER_BAD_VALUE: a bad def, values that are not finite, or nothing to walk on;
/// VEER_FULL: more than 65534 vertices, max_cells or 8192 cells to a side; VEER_OUT_OF_MEMORY. NULL
/// for a pointer is a bad def
VEER_API VeerStatus veer_detour_mesh(const VeerDetourDef *def, const VeerVec3 *vertices,
                                     uint32_t vertex_count, const uint32_t *corners,
                                     uint32_t triangle_count, VeerMeshDef *out);
/// NULL is fine.
VEER_API void veer_detour_free(VeerMeshDef *def);

#endif
