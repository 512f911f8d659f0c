/// Triangles merged to convex polygons.
#ifndef VEER_MAP_DECOMPOSE_MERGE_H
#define VEER_MAP_DECOMPOSE_MERGE_H

#include "map/decompose/triangulation.h"
#include "veer/mesh.h"

/// The arrays of the polygons, and of the merging.
typedef struct VeerConvexMerge {
    uint32_t *next;     ///< next[edges]: of the polygon; VEER_NO_EDGE: the edge is removed
    uint32_t *before;   ///< before[edges]
    uint32_t *order;    ///< order[edges / 2]: edges that may be removed, the longest first
    uint8_t *is_free;   ///< is_free[triangles]
    uint32_t *number;   ///< number[points]: of the vertex
    VeerVec3 *vertices; ///< vertices[points]
    uint32_t *first;    ///< first[triangles + 1]
    uint32_t *corners;  ///< corners[edges]
} VeerConvexMerge;

/// Takes the memory for the triangles of so many points.
VeerConvexMerge veer_convex_merge_take(VeerArena *arena, uint32_t point_count);

/// Merges triangles where is_free across edges that are not fixed, as long as the polygon stays
/// convex, the longest edges first, and writes the polygons to the def.
/// Source: Hertel and Mehlhorn, "Fast triangulation of the plane with respect to simple polygons",
/// 1985.
void veer_convex_merge_run(VeerConvexMerge *merge, const VeerTriangles *triangles,
                           VeerMeshDef *out);

#endif
