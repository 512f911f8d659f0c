/// Routes: the map of a world, and agents that find their way over it.
#ifndef VEER_ROUTE_H
#define VEER_ROUTE_H

#include "veer/agent.h"
#include "veer/field.h"
#include "veer/graph.h"
#include "veer/grid.h"
#include "veer/mesh.h"
#include "veer/obstacle.h"
#include "veer/voxels.h"
#include "veer/world.h"

/// @name The map of a world
/// It belongs to the state: saved and hashed. Its edges are walls to all whose avoid_mask meets
/// the map's layer, and all outside of it is blocked. Calls on a world without a map of that kind
/// return VEER_BAD_VALUE.
/// @{

/// The map as it stands; NULL: the world has none. Lives as long as the world.
VEER_API const VeerGrid *veer_world_grid(const VeerWorld *world);

/// The map as routes see it: blocked where it is, and where something covers it. As of the last
/// step, or restore.
VEER_API const VeerGrid *veer_world_covered_grid(const VeerWorld *world);

/// Blocks or frees the cells of a rectangle, as a door does that closes or opens; what lies outside
/// of the map is left out. Routes that lead through what is now blocked are planned anew, and so
/// are those that what is now free may shorten.
///
/// @return VEER_OK, VEER_BAD_VALUE, or VEER_BUSY during a step
/// Cost O(cells + agents with routes).
VEER_API VeerStatus veer_world_grid_fill(VeerWorld *world, VeerCellRect rect, bool is_blocked);

/// Sets what the cells of a rectangle cost, 1 to 255 times their length: roads, mud. What lies
/// outside of the map is left out. All routes are planned anew. Costs say where to go, and slow
/// nobody down.
///
/// @return VEER_OK; VEER_BAD_VALUE for cost 0, and on a map without costs (VeerGridDef.has_costs);
/// VEER_BUSY during a step. Cost O(cells + agents)
VEER_API VeerStatus veer_world_grid_set_cost(VeerWorld *world, VeerCellRect rect, uint8_t cost);

/// Blocks and frees cells so that all of the map is as another grid of the same size; if this map
/// has costs, they become the other's.
/// @return as veer_world_grid_fill. Cost O(cells + agents).
VEER_API VeerStatus veer_world_grid_copy(VeerWorld *world, const VeerGrid *from);

/// The map of voxels of a spatial world as it stands; NULL: it has none. Lives as long as the
/// world. Its surfaces are walls like the edges of a grid.
VEER_API const VeerVoxels *veer_world_voxels(const VeerWorld *world);
/// The same as routes see it, as veer_world_covered_grid; without has_covers, as it stands.
VEER_API const VeerVoxels *veer_world_covered_voxels(const VeerWorld *world);
/// As veer_world_grid_fill, for voxels. Cost O(voxels / 64 + agents with routes).
VEER_API VeerStatus veer_world_voxels_fill(VeerWorld *world, VeerVoxelBox box, bool is_blocked);
/// As veer_world_grid_copy, for voxels.
VEER_API VeerStatus veer_world_voxels_copy(VeerWorld *world, const VeerVoxels *from);

/// The mesh of a planar world as it stands; NULL: it has none. Lives as long as the world. Agents
/// whose avoid_mask meets the map's layer stand on it: their height is that of the polygon that is
/// nearest to them, and the sides beyond which there is none are walls to them. Routes are
/// corridors that keep to the right in passages, and take the world's links; without room for any
/// they may enter all polygons, else those whose flags the agent may use.
VEER_API const VeerMesh *veer_world_mesh(const VeerWorld *world);
/// The same in pieces, as routes see it: blocked where the mesh is, and where something covers it.
/// As of the last step, or restore. NULL: nothing can.
VEER_API const VeerMesh *veer_world_covered_mesh(const VeerWorld *world);
/// Blocks or frees a polygon of the mesh, as a door does that closes or opens. Routes as with
/// veer_world_grid_fill. @return VEER_OK, VEER_BAD_VALUE, or VEER_BUSY during a step. Cost
/// O(agents)
VEER_API VeerStatus veer_world_mesh_set_blocked(VeerWorld *world, uint32_t polygon,
                                                bool is_blocked);

/// The graph of a world as it stands, and is covered; NULL: it has none. Lives as long as the
/// world. In planar worlds the rim of its cells is a wall to all whose avoid_mask meets the map's
/// layer, where all nodes have cells and map.graph.is_open is not set; an edge whose cells share no
/// side is a bridge between them, and one that is blocked a wall. Routes begin at the nearest node,
/// and lead from the node that is nearest to the goal straight to it, over edges where a body of
/// the agent's radius has room; where cells touch, or nearly, they are pulled tight.
VEER_API const VeerGraph *veer_world_graph(const VeerWorld *world);
/// Calls for each wall round the cells of a graph, from one end to the other with the ground to its
/// left, in the plane; for none without a graph, or where it has no walls. Cost O(cells + edges)
VEER_API void veer_world_graph_walls(const VeerWorld *world,
                                     void (*visit)(void *user, VeerVec3 from, VeerVec3 to),
                                     void *user);
/// Called with a convex shape: corners[count], m, in the plane, counter-clockwise, 192 at most.
/// @return false to end
typedef bool VeerGraphShapeVisit(void *context, const VeerVec3 *corners, uint32_t count);

/// Visits the convex shapes of which the ground of a graph is made where it has walls, those that
/// are not blocked: cells, and strips along edges whose cells share no side, as wide as both cells
/// are round their nodes. They may overlap. Cost O(cells + edges)
VEER_API void veer_world_graph_ground(const VeerWorld *world, VeerGraphShapeVisit *visit,
                                      void *context);
/// Blocks or frees a node, or an edge, as a door does that closes or opens. Routes as with
/// veer_world_grid_fill. @return VEER_OK, VEER_BAD_VALUE, or VEER_BUSY during a step. Cost
/// O(agents)
VEER_API VeerStatus veer_world_graph_set_blocked(VeerWorld *world, uint32_t node, bool is_blocked);
VEER_API VeerStatus veer_world_graph_set_edge_blocked(VeerWorld *world, uint32_t edge,
                                                      bool is_blocked);

/// Whether an obstacle, a ball, covers the map: where it stands, or moves, is blocked to routes, as
/// soon as its cells are others. An agent: the same, while it stands (has arrived, or has no
/// goal). Avoidance does not ask for this. Grids, graphs, voxels with has_covers, and meshes with
/// pieces: all of a piece is covered that it lies over, on the floor within a metre of its height.
/// @return VEER_OK, VEER_BAD_VALUE (no ball, no such map), VEER_BAD_HANDLE or VEER_BUSY. Cost O(1).
VEER_API VeerStatus veer_obstacle_set_covering(VeerWorld *world, VeerObstacleId obstacle,
                                               bool is_covering);
VEER_API VeerStatus veer_agent_set_covering(VeerWorld *world, VeerAgentId agent, bool is_covering);
/// @}

/// How an agent's route is.
typedef enum VeerRouteStatus {
    VEER_ROUTE_NONE = 0, ///< does not go by route
    VEER_ROUTE_WAITING,  ///< has no path yet: its search waits for its turn, or is under way
    VEER_ROUTE_WHOLE,    ///< leads to the goal
    VEER_ROUTE_PARTIAL,  ///< leads to the nearest place that can be reached, and the agent rests
                         ///< there until the map opens a path
    VEER_ROUTE_GIVEN_UP, ///< it got no further for VEER_GIVE_UP_SECONDS and stopped; a new goal, or
                         ///< a path that opens, has it go on, and it tries again after 30 s
} VeerRouteStatus;

/// An agent with a route that gets no further for so long times out, s: after it planned anew each
/// VEER_BLOCKED_SECONDS, and stepped back now and then to let others through.
#define VEER_GIVE_UP_SECONDS 60.0f

/// Go to a point over the map, by the shortest path for a body of its radius. Otherwise as
/// veer_agent_go_to. It stands still until its path is found.
/// @return as veer_agent_go_to; VEER_BAD_VALUE in a world without a map
VEER_API VeerStatus veer_agent_route_to(VeerWorld *world, VeerAgentId agent, VeerVec3 point,
                                        float arrival_radius);

/// What can be read of an agent's route.
typedef struct VeerRouteState {
    VeerRouteStatus status; ///< how far the route is
    bool is_planning;       ///< waits for a better one, and follows what it has
    bool is_shared;  ///< follows a field that others of its goal follow too; not so over meshes
                     ///< and graphs, where a shared search gives each points of its own
    VeerVec3 target; ///< m: where it leads
    float length;    ///< m, from the agent to the target along the route
    uint32_t point_count; ///< points ahead, the target included; none along a field
} VeerRouteState;

/// Reads the route of an agent. @return VEER_OK or VEER_BAD_HANDLE. Cost O(points)
VEER_API VeerStatus veer_agent_route(const VeerWorld *world, VeerAgentId agent,
                                     VeerRouteState *out);
/// Copies up to `capacity` of the points ahead to out[], m. @return how many there are
VEER_API uint32_t veer_agent_route_points(const VeerWorld *world, VeerAgentId agent, VeerVec3 *out,
                                          uint32_t capacity);

/// Most fields that agents share.
#define VEER_MAX_WORLD_FIELDS 64

/// A flow field that agents share, by its number, from 0 to the max_fields of the world's def less
/// one; NULL: that one is not in use. Valid until the next step, restore, or the world's end.
VEER_API const VeerField *veer_world_field(const VeerWorld *world, uint32_t number);

/// What planning did in the last step.
typedef struct VeerPlanStats {
    uint32_t waiting;    ///< agents whose searches wait, or are under way
    uint32_t planned;    ///< routes found, whole or not
    uint32_t expansions; ///< nodes that searches expanded
    uint32_t points;     ///< of all routes
} VeerPlanStats;
/// What planning did in the last step; all 0 for NULL and without a map.
VEER_API VeerPlanStats veer_world_plan_stats(const VeerWorld *world);

#endif
