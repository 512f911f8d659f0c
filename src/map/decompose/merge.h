/// Triangles joined to convex polygons.
#ifndef VEER_MAP_DECOMPOSE_MERGE_H
#define VEER_MAP_DECOMPOSE_MERGE_H

#include "map/decompose/triangulation.h"
#include "veer/mesh.h"

/// The arrays of the polygons, and what joining works on.
typedef struct VeerJoiner {
    uint32_t *next;     ///< next[edges]: of the polygon; VEER_NO_EDGE: the edge is gone
    uint32_t *before;   ///< before[edges]
    uint32_t *order;    ///< order[edges / 2]: edges that may go, the longest first
    uint8_t *is_free;   ///< is_free[triangles]
    uint32_t *number;   ///< number[points]: of the vertex
    VeerVec3 *vertices; ///< vertices[points]
    uint32_t *first;    ///< first[triangles + 1]
    uint32_t *corners;  ///< corners[edges]
} VeerJoiner;

/// Takes the memory for the triangles of so many points.
VeerJoiner veer_joiner_take(VeerArena *arena, uint32_t point_count);

/// Joins triangles where is_free across edges that are not fixed, as long as what comes out is
/// convex, the longest edges first, and writes the polygons to the def.
/// Source: Hertel and Mehlhorn, "Fast triangulation of the plane with respect to simple polygons",
/// 1985.
void veer_joiner_run(VeerJoiner *joiner, const VeerTriangles *triangles, VeerMeshDef *out);

#endif
