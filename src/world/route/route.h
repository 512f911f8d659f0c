/// The door of routes: paths planned over each kind of map, kept off walls, looked after and
/// planned anew.
#ifndef VEER_WORLD_ROUTE_ROUTE_H
#define VEER_WORLD_ROUTE_ROUTE_H

#include "base/arena.h"
#include "world/base/base.h"
#include "world/map/map.h"
#include "world/route/plan_traits.h"

/// A way that the search found, behind the map's room.
typedef struct VeerMeshReading {
    VeerVec3 *raw; ///< raw[count], m
    uint32_t count;
    uint32_t first; ///< the first point that is kept
    float radius;   ///< m, of the body
    bool is_one;    ///< it is for one body, not for many
} VeerMeshReading;

/// Ways keep so many radii off the walls.
#define VEER_MESH_RADII 1.05f

/// Writes the way of a walker to the map's points, without the first, `from`, and lends the map's
/// search for that. @return whether it leads to the end
bool veer_graph_plan_path(VeerWorld *world, VeerGraphWalker walker, VeerVec3 from, VeerVec3 to,
                          uint32_t *count);

/// The cell of a class that a point lies in, or the nearest that can be reached from `start`, over
/// links where there are any.
VeerCell veer_grid_plan_goal(const VeerWorld *world, const VeerMapClass *class, uint32_t may_use,
                             VeerCell start, VeerVec3 to);

/// Writes a way that may take links to the map's points: what is walked is mended, and links begin
/// and end off the walls. Its links are the map's hops.
/// @return how many points there are
uint32_t veer_mesh_plan_read_hops(VeerWorld *world, const VeerMeshReading *way);
/// Where the link ends that an agent is on, off the walls.
VeerVec3 veer_mesh_plan_exit(const VeerWorld *world, uint32_t slot);

/// Puts turns in between `from` and points[count] where a body would graze the side of a mesh on
/// its way, as far as the map's room goes.
/// @param is_one  a body, not a squad, which keeps together about where walls end
/// @return how many points there are then
uint32_t veer_mesh_plan_path_off_walls(const VeerWorld *world, VeerVec3 from, VeerVec3 *points,
                                       uint32_t count, float body, bool is_one);
void veer_mesh_plan_lay_out_legs(VeerWorld *world, VeerArena *arena);
/// A point of a mesh moved off the walls that are nearer than `wanted`, m; as it is where that does
/// not go.
VeerVec3 veer_mesh_plan_off_walls(const VeerWorld *world, VeerVec3 point, float wanted);

/// What is asked for a body: the way to a goal, from there so far.
VeerMeshQuery veer_mesh_plan_query(const VeerWorld *world, float radius, uint32_t may_use,
                                   VeerVec3 goal);
/// The same of a job.
VeerMeshQuery veer_mesh_plan_query_of(const VeerWorld *world, const VeerPlanJob *job);
/// As VeerPlanTraits.read.
uint32_t veer_mesh_plan_read(VeerWorld *world, const VeerPlanJob *job);

/// The bits of a goal, which stand for it in the state; and the goal.
VeerVoxel veer_mesh_plan_goal(VeerVec3 point);

/// Keeps one agent's route in order: asks for a new one, or gives up.
void veer_route_tend(VeerWorld *world, uint32_t slot, bool is_edited, float dt);
/// Drops the route, and says so.
void veer_route_give_up(VeerWorld *world, uint32_t slot);

/// The grid of a class without the agents that cover the map. Each class has its own.
/// Cost O(1); a pass over bodies for the first of a tick, and as veer_grid_dilate and
/// veer_labels_build where what else covers the map has changed since the class was last asked for.
const VeerGrid *veer_through_grid(VeerWorld *world, uint32_t number);
/// Whether nothing but agents that cover the map keeps who is at `from` from `to`.
/// @param number  of a class that is up to date
bool veer_through_connects(VeerWorld *world, uint32_t number, VeerCell from, VeerCell to);

/// Flattens points[count] of a way, and moves its turns off the walls that they are too near to:
/// pulled strings touch the corners of cells, and of walls.
void veer_route_off_walls(const VeerWorld *world, VeerVec3 *points, uint32_t count, float radius);
/// Takes the first point off a way. @return how many are left
uint32_t veer_route_drop_first(VeerVec3 *points, uint32_t count);
/// A turn moved further out, so that those who go one way keep to the right of those who come the
/// other way, and do not all touch one corner: each at its own part of the right half of what is
/// free across.
VeerVec3 veer_route_spread_corner(const VeerWorld *world, uint32_t slot, const VeerVec3 *turn);

/// Puts turns in between points[count] where a body would graze voxels on its way, as far as the
/// map's room goes. @return how many there are then
uint32_t veer_voxel_plan_path_off_walls(const VeerWorld *world, VeerVec3 *points, uint32_t count,
                                        float radius);

#endif
