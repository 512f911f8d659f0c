/// The door of routes: paths planned over each kind of map, kept off walls, kept up to date.
#ifndef VEER_WORLD_ROUTE_ROUTE_H
#define VEER_WORLD_ROUTE_ROUTE_H

#include "base/arena.h"
#include "world/base/base.h"
#include "world/map/map.h"
#include "world/route/cells.h"
#include "world/route/plan_traits.h"

/// A path that the search has found.
typedef struct VeerMeshReading {
    VeerVec3 *raw; ///< raw[count], m, behind the map's points
    uint32_t count;
    uint32_t first; ///< the first point that is kept
    float radius;   ///< m, of the body
    bool is_single; ///< for one body, not for many
} VeerMeshReading;

/// Radii off the walls that paths keep.
#define VEER_MESH_RADII 1.05f

/// Writes the path of a walker to the map's points, without the first, `from`; uses the map's
/// search.
/// @return whether it leads to the end
bool veer_graph_plan_path(VeerWorld *world, VeerGraphWalker walker, VeerVec3 from, VeerVec3 to,
                          uint32_t *count);

/// As VeerPlanTraits.begin over a grid, also for a job without an agent.
bool veer_grid_plan_begin(VeerWorld *world, const VeerPlanJob *job, uint32_t may_use);

/// Writes a path that may use links to the map's points: off the walls, as are the links' ends. Its
/// links are the map's hops.
/// @return how many points there are
uint32_t veer_mesh_plan_read_hops(VeerWorld *world, const VeerMeshReading *reading);

/// Inserts corners between `from` and points[count] where a body would touch the walls of a mesh,
/// as far as there is capacity.
/// @param is_single  one body, not a squad, which stays together at the ends of walls
/// @return how many points there are then
uint32_t veer_mesh_plan_path_off_walls(const VeerWorld *world, VeerVec3 from, VeerVec3 *points,
                                       uint32_t count, float body, bool is_single);
/// A point of a mesh moved off walls nearer than `wanted`, m; the point itself where that fails.
VeerVec3 veer_mesh_plan_off_walls(const VeerWorld *world, VeerVec3 point, float wanted);

/// Brings an agent's route up to date: asks for a new plan, or gives up.
void veer_route_tend(VeerWorld *world, uint32_t slot, bool is_edited, float dt);
/// Drops the route, and reports it.
void veer_route_give_up(VeerWorld *world, uint32_t slot);

/// The grid of a class without agents that cover the map and make room. Each class has its own.
/// Cost O(1); O(bodies) once a tick, and as veer_grid_dilate and veer_labels_build if other covers
/// have changed since the class was last asked for.
const VeerGrid *veer_through_grid(VeerWorld *world, uint32_t number);
/// Whether only agents that make room are between `from` and `to`.
/// @param number  of a class that is up to date
bool veer_through_connects(VeerWorld *world, uint32_t number, VeerVoxel from, VeerVoxel to);

/// Flattens points[count] of a path, and moves its corners off the walls: taut paths touch the
/// corners of cells and walls.
void veer_route_off_walls(const VeerWorld *world, VeerVec3 *points, uint32_t count, float radius);
/// Drops the first point of a path. @return how many are left
uint32_t veer_route_drop_first(VeerVec3 *points, uint32_t count);
/// A corner moved outwards to the agent's own offset in the free width: opposing streams keep to
/// the right, and agents do not all touch one corner.
VeerVec3 veer_route_spread_corner(const VeerWorld *world, uint32_t slot, const VeerVec3 *corner);

/// Inserts corners between points[count] where a body would touch voxels, as far as there is
/// capacity.
/// @return how many there are then
uint32_t veer_voxel_plan_path_off_walls(const VeerWorld *world, VeerVec3 *points, uint32_t count,
                                        float radius);

#endif
