/// The shortest ways over a scenario's map: what routes are measured by.
#ifndef VEER_IO_SCOUT_H
#define VEER_IO_SCOUT_H

#include "veer/grid_search.h"
#include "veer/link.h"
#include "veer/mesh_search.h"
#include "veer/voxel_search.h"

/// Maps by radius and a search, for one map. All zero: none yet.
typedef struct VeerScout {
    const VeerGrid *map;
    VeerGrid *grid; ///< for bodies of `radius`
    VeerLabels *labels;
    VeerSearch *search;
    VeerCell *cells;  ///< cells[room]
    VeerVec3 *points; ///< points[room]
    uint32_t room;
    float radius;
    const VeerLinkDef *links; ///< links[link_count] of the map, open or not
    uint32_t link_count, may_use;
    VeerGridLink *settled; ///< settled[link_count]: on the grid
    VeerGridHop *hops;     ///< hops[link_count]

    // Of voxels instead.
    const VeerVoxels *voxels;
    VeerVoxels *solid; ///< for bodies of `radius`
    VeerVoxelSearch *solid_search;
    VeerVoxel *route; ///< route[room]

    // Of a mesh instead.
    const VeerMesh *mesh;
    VeerMeshSearch *mesh_search;
} VeerScout;

/// Has it go over links that those with these flags may use: before it is opened, all else of it
/// zero.
void veer_scout_link(VeerScout *scout, const VeerLinkDef *links, uint32_t count, uint32_t may_use);
/// Puts the links on the grid as it is.
void veer_scout_settle(VeerScout *scout);
/// Takes the memory, for a grid or, if there are any, for voxels. @return false: there is none
bool veer_scout_open(VeerScout *scout, const VeerGrid *map, const VeerVoxels *voxels);
/// As veer_scout_open, for a mesh; veer_scout_way, where it is one.
bool veer_scout_open_mesh(VeerScout *scout, const VeerMesh *mesh);
float veer_scout_mesh_way(VeerScout *scout, VeerVec3 from, VeerVec3 to);
void veer_scout_close(VeerScout *scout);

/// The radius that a body is measured by: a few serve all. Bodies in its order cost least.
float veer_scout_radius(const VeerScout *scout, float radius);

/// The shortest way of a body from one point to another, m; as near as it can get, and on from
/// there in a straight line, where there is none.
float veer_scout_way(VeerScout *scout, VeerVec3 from, VeerVec3 to, float radius);

#endif
