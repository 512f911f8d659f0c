/// Bodies of ODE, the Open Dynamics Engine, in space (target veer_ode): veer steers them by forces,
/// the engine moves them.
///
/// A bridge stands between the engine's world and space and a spatial world of veer's, all the
/// host's. A body that is attached has an agent; a geom that is attached has obstacles; both are
/// where the engine has them, in m. The bridge keeps no data and no callback of the host's bodies
/// and geoms. docs/engines.md.
///
/// Calls are for the thread that steps the engine. All but the tick may be made from callbacks of
/// dSpaceCollide.
#ifndef VEER_ODE_H
#define VEER_ODE_H

#include "veer/agent.h"
#include "veer/drive.h"
#include "veer/graph.h"
#include "veer/obstacle.h"

struct dxWorld; ///< *dWorldID
struct dxSpace; ///< *dSpaceID
struct dxBody;  ///< *dBodyID
struct dxGeom;  ///< *dGeomID

/// A bridge. Opaque.
typedef struct VeerOde VeerOde;

/// Makes a bridge; all that it needs is allocated here, and by veer_ode_add_cells.
///
/// @param space  of the geoms that cells sense; outlives the bridge
/// @param world  spatial; outlives the bridge
/// @return VEER_OK; VEER_BAD_VALUE for NULL or a planar world; VEER_OUT_OF_MEMORY. Cost O(room for
///         agents and obstacles)
VEER_API VeerStatus veer_ode_create(struct dxSpace *space, VeerWorld *world, VeerOde **out);
/// Frees the bodies that were to be removed, and its sensors. Agents and obstacles stay in the
/// world. NULL is fine.
VEER_API void veer_ode_destroy(VeerOde *bridge);

/// @name Attaching
/// @{

/// Gives a body an agent. Position, velocity and mass of the def become the body's, and so does the
/// heading, the body's x axis, if the agent's vehicle has one that turns (VeerDrive); a radius of 0
/// is that of a ball about the body's position which holds all of its geoms.
///
/// @param drive  NULL: all zero
/// @param out    the agent; NULL: nobody asks
/// @return as veer_agent_create; VEER_BAD_VALUE for a kinematic body or one that has an agent
/// Cost O(agents + geoms of the body).
VEER_API VeerStatus veer_ode_add_agent(VeerOde *bridge, struct dxBody *body,
                                       const VeerAgentDef *def, const VeerDrive *drive,
                                       VeerAgentId *out);

/// Gives a geom obstacles. A sphere is a ball; a box without a body whose sides lie along the axes
/// is a box; other boxes, capsules and cylinders are rows of at most 16 balls that cover them, and
/// move with their body; of what else has no body the box along the axes that holds it is one, and
/// of what has one, it is covered. A plane whose normal is an axis is a box of 2 km.
///
/// @param def  for layer, user_data and time to live; NULL: veer_obstacle_def_default
/// @return as veer_obstacle_create; VEER_BAD_VALUE for a space, any other plane, and for what has
///         obstacles: nothing has changed. Cost O(obstacles)
VEER_API VeerStatus veer_ode_add_geom(VeerOde *bridge, struct dxGeom *geom,
                                      const VeerObstacleDef *def);
/// The same for all geoms of a body.
VEER_API VeerStatus veer_ode_add_body(VeerOde *bridge, struct dxBody *body,
                                      const VeerObstacleDef *def);

/// The obstacles of a geom, up to `capacity` of them in out[]. @return how many there are. Cost
/// O(obstacles)
VEER_API uint32_t veer_ode_obstacles(const VeerOde *bridge, const struct dxGeom *geom,
                                     VeerObstacleId *out, uint32_t capacity);
/// The agent of a body; null: it has none. Cost O(agents)
VEER_API VeerAgentId veer_ode_agent(const VeerOde *bridge, const struct dxBody *body);
/// The body of an agent; NULL: it has none. Cost O(1)
VEER_API struct dxBody *veer_ode_body(const VeerOde *bridge, VeerAgentId agent);
/// @}

/// @name Taking away
/// What is destroyed must be forgotten first. An agent or obstacle that is destroyed, or whose time
/// is over, needs no call: its body is the engine's alone from then on.
/// @{

/// Destroys the agent of a body and the obstacles of its geoms; both remain in the engine.
VEER_API void veer_ode_forget_body(VeerOde *bridge, struct dxBody *body);
/// Destroys the obstacles of a geom, which remains in the engine.
VEER_API void veer_ode_forget_geom(VeerOde *bridge, struct dxGeom *geom);
/// Forgets a body at once, and has the next veer_ode_moved destroy it and its geoms. Twice is fine.
/// @return VEER_OK; VEER_FULL: more than agents and obstacles have room for are waiting
VEER_API VeerStatus veer_ode_remove_body(VeerOde *bridge, struct dxBody *body);
/// @}

/// @name Sensors and graphs
/// @{

/// Puts a sensor over each cell of a graph, which must be balls. What touches a cell after a step
/// counts, and a node is blocked while its count is not 0.
///
/// @param graph  outlives the bridge; NULL: the world's (VEER_MAP_GRAPH)
/// @param mask   category bits of geoms that count
/// @return VEER_OK; VEER_BAD_VALUE without a graph, with 0 nodes, for cells with corners, or where
///         the bridge has cells; VEER_OUT_OF_MEMORY. Not from a callback. Cost O(cells)
VEER_API VeerStatus veer_ode_add_cells(VeerOde *bridge, VeerGraph *graph, uint32_t mask);
/// How many geoms touched the cell of a node in the last veer_ode_moved; 0 for no node.
VEER_API uint32_t veer_ode_touching(const VeerOde *bridge, uint32_t node);
/// @}

/// @name The tick
/// veer_ode_steer, veer_ode_push, dSpaceCollide and dWorldStep as the host does them, and
/// veer_ode_moved. Bodies that are disabled stay so until their agents have somewhere to go.
/// @return as veer_world_step
/// @{
VEER_API VeerStatus veer_ode_steer(VeerOde *bridge, float dt); ///< veer_world_steer
/// Adds force and torque to each body for one step of the engine of `dt` seconds: before each,
/// where there are several in a tick.
VEER_API VeerStatus veer_ode_push(VeerOde *bridge, float dt);
/// Takes the bodies over, counts what touches cells, and veer_world_moved.
VEER_API VeerStatus veer_ode_moved(VeerOde *bridge, float dt);
/// @}

#endif
