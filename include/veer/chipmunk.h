/// Bodies of Chipmunk, a physics engine for the plane (target veer_chipmunk): veer steers them by
/// forces, the engine moves them.
///
/// A bridge stands between a space and a planar world, both the host's. A body that is attached has
/// an agent; a shape that is attached has obstacles; both are where the engine has them, in m. The
/// bridge keeps no user data and no callback of the host's bodies and shapes. docs/engines.md.
/// Bodies that move by the engine's own functions do the same by cheaper ones while they have an
/// agent; functions of the game's own (cpBodySetVelocityUpdateFunc, cpBodySetPositionUpdateFunc)
/// stay.
///
/// Calls are for the thread that steps the space. All but the tick may be made from the engine's
/// callbacks.
#ifndef VEER_CHIPMUNK_H
#define VEER_CHIPMUNK_H

#include "veer/agent.h"
#include "veer/drive.h"
#include "veer/graph.h"
#include "veer/obstacle.h"

typedef struct cpSpace cpSpace; ///< of chipmunk/chipmunk.h
typedef struct cpBody cpBody;   ///< of chipmunk/chipmunk.h
typedef struct cpShape cpShape; ///< of chipmunk/chipmunk.h

/// A bridge. Opaque.
typedef struct VeerChipmunk VeerChipmunk;

/// The collision type of the sensors that veer_chipmunk_add_cells makes.
#define VEER_CHIPMUNK_CELL 0x76656572

/// Makes a bridge; all that it needs is allocated here, and by veer_chipmunk_add_cells.
///
/// @param space  outlives the bridge
/// @param world  planar; outlives the bridge
/// @return VEER_OK; VEER_BAD_VALUE for NULL or a spatial world; VEER_OUT_OF_MEMORY. Cost O(room for
///         agents and obstacles)
VEER_API VeerStatus veer_chipmunk_create(cpSpace *space, VeerWorld *world, VeerChipmunk **out);
/// Takes its sensors out of the space, not from a callback. Agents and obstacles stay in the world.
/// NULL is fine.
VEER_API void veer_chipmunk_destroy(VeerChipmunk *bridge);

/// @name Attaching
/// @{

/// Gives a body an agent. Position, velocity and mass of the def become the body's, and so does the
/// heading if the body can turn (its moment is finite) and its vehicle has one (VeerDrive); a
/// radius of 0 is that of a disc about the body's position which holds all of its shapes.
///
/// @param body   dynamic, in the space
/// @param drive  NULL: all zero
/// @param out    the agent; NULL: nobody asks
/// @return as veer_agent_create; VEER_BAD_VALUE for a body that is not dynamic or has an agent
/// Cost O(agents + shapes of the body).
VEER_API VeerStatus veer_chipmunk_add_agent(VeerChipmunk *bridge, cpBody *body,
                                            const VeerAgentDef *def, const VeerDrive *drive,
                                            VeerAgentId *out);

/// Gives a shape obstacles. A circle is a ball; of a static body a segment is a chain, or a polygon
/// if it has a radius, and a polygon is a polygon, widened by its radius and at most 64 corners; of
/// a body that moves both are rows of at most 16 balls that cover them, and move with it.
///
/// @param shape  in the space; no sensor
/// @param def    for layer, user_data and time to live; NULL: veer_obstacle_def_default
/// @return as veer_obstacle_create; VEER_BAD_VALUE for a sensor and for what has obstacles: nothing
///         has changed. Cost O(obstacles)
VEER_API VeerStatus veer_chipmunk_add_shape(VeerChipmunk *bridge, cpShape *shape,
                                            const VeerObstacleDef *def);
/// The same for all shapes of a body that are no sensors.
VEER_API VeerStatus veer_chipmunk_add_body(VeerChipmunk *bridge, cpBody *body,
                                           const VeerObstacleDef *def);

/// The obstacles of a shape, up to `capacity` of them in out[]. @return how many there are. Cost
/// O(obstacles)
VEER_API uint32_t veer_chipmunk_obstacles(const VeerChipmunk *bridge, const cpShape *shape,
                                          VeerObstacleId *out, uint32_t capacity);
/// The agent of a body; null: it has none. Cost O(agents)
VEER_API VeerAgentId veer_chipmunk_agent(const VeerChipmunk *bridge, const cpBody *body);
/// The body of an agent; NULL: it has none. Cost O(1)
VEER_API cpBody *veer_chipmunk_body(const VeerChipmunk *bridge, VeerAgentId agent);
/// @}

/// @name Taking away
/// What the engine is to free must be taken away first. An agent or obstacle that is destroyed, or
/// whose time is over, needs no call: its body is the engine's alone from then on.
/// @{

/// Destroys the agent of a body and the obstacles of its shapes; both remain in the space.
VEER_API void veer_chipmunk_forget_body(VeerChipmunk *bridge, cpBody *body);
/// Destroys the obstacles of a shape, which remains in the space.
VEER_API void veer_chipmunk_forget_shape(VeerChipmunk *bridge, cpShape *shape);
/// Forgets a body, takes it and its shapes and constraints out of the space, and frees them: at
/// once, or, called from a callback of a step, when that step is over. Twice in one step is fine.
VEER_API void veer_chipmunk_remove_body(VeerChipmunk *bridge, cpBody *body);
/// @}

/// @name Sensors and graphs
/// @{

/// Puts a sensor over each cell of a graph. What begins to touch a cell counts, what separates no
/// longer does, and a node is blocked while its count is not 0. Static shapes do not count.
///
/// @param graph  outlives the bridge; NULL: the world's (VEER_MAP_GRAPH)
/// @param mask   bits: categories of cpShapeFilter that count; a ship that is to be ignored has
///               others
/// @return VEER_OK; VEER_BAD_VALUE without a graph, with 0 nodes, or where the bridge has cells;
///         VEER_OUT_OF_MEMORY. Not from a callback. Cost O(cells)
VEER_API VeerStatus veer_chipmunk_add_cells(VeerChipmunk *bridge, VeerGraph *graph, uint32_t mask);
/// How many shapes touch the cell of a node as of the space's last step; 0 for no node.
VEER_API uint32_t veer_chipmunk_touching(const VeerChipmunk *bridge, uint32_t node);
/// @}

/// @name The tick
/// veer_chipmunk_step is the other three around a step of the space. Bodies that sleep do so until
/// their agents have somewhere to go. Nothing allocates, but for the engine.
/// @return as veer_world_step
/// @{
VEER_API VeerStatus veer_chipmunk_step(VeerChipmunk *bridge, float dt);
/// veer_world_steer.
VEER_API VeerStatus veer_chipmunk_steer(VeerChipmunk *bridge, float dt);
/// Gives each body what force and torque do in one step of the space of `dt` seconds: before each,
/// where there are several in a tick. It comes as an impulse, because the engine moves bodies by
/// the velocities that they have when a step begins: as a force it would be a step late.
VEER_API VeerStatus veer_chipmunk_push(VeerChipmunk *bridge, float dt);
/// Takes the bodies over, and veer_world_moved.
VEER_API VeerStatus veer_chipmunk_moved(VeerChipmunk *bridge, float dt);
/// @}

#endif
