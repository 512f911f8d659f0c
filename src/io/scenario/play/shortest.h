/// The shortest paths over a scenario's map: what routes are measured by.
#ifndef VEER_IO_SHORTEST_H
#define VEER_IO_SHORTEST_H

#include "io/scenario/base/base.h"
#include "io/scenario/base/classes.h"
#include "veer/grid_search.h"
#include "veer/link.h"
#include "veer/mesh_search.h"
#include "veer/voxel_search.h"

/// A search over one map, for bodies of any radius.
typedef struct VeerShortestPaths {
    VeerClassMaps classes;
    const VeerClassMap *class; ///< of the body that is measured
    VeerSearch *search;
    VeerCell *cells;  ///< cells[capacity]
    VeerVec3 *points; ///< points[capacity]
    uint32_t capacity;
    const VeerLinkDef *links; ///< links[link_count] of the map, open or not
    uint32_t link_count, may_use;
    VeerGridLink *settled;       ///< settled[link_count]: on the grid of `class`
    VeerGridCrossing *crossings; ///< crossings[link_count]

    // Of voxels instead.
    VeerVoxelSearch *voxel_search;
    VeerVoxel *route; ///< route[capacity]

    // Of a mesh instead.
    const VeerMesh *mesh;
    VeerMeshSearch *mesh_search;

    bool is_out; ///< of memory: what was measured does not hold
} VeerShortestPaths;

/// Takes the memory for a scenario's map, whose links agents with these flags may use.
/// @return false: there is none
bool veer_shortest_open(VeerShortestPaths *paths, const VeerScenario *scenario, uint32_t may_use);
void veer_shortest_close(VeerShortestPaths *paths);

/// The length of the shortest path of a body from one point to another, m; as near as it can get,
/// and on from there in a straight line, where there is none.
float veer_shortest_length(VeerShortestPaths *paths, VeerVec3 from, VeerVec3 to, float radius);

#endif
