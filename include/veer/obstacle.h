/// Obstacles: what agents avoid and nobody steers.
#ifndef VEER_OBSTACLE_H
#define VEER_OBSTACLE_H

#include "veer/api.h"
#include "veer/world.h"

/// What an obstacle looks like.
typedef enum VeerObstacleShape {
    VEER_SHAPE_BALL = 0, ///< a disc in planar worlds, a sphere in spatial ones
    VEER_SHAPE_CHAIN,    ///< planar: segments from each vertex to the next, solid from both sides
    VEER_SHAPE_POLYGON,  ///< planar: convex, counter-clockwise, 3 to 64 vertices
    VEER_SHAPE_BOX,      ///< spatial: axis-aligned, solid
} VeerObstacleShape;

/// What moves an obstacle.
typedef enum VeerObstacleMotion {
    VEER_MOTION_STATIC = 0, ///< stays, unless the host sets it elsewhere
    VEER_MOTION_VELOCITY,   ///< keeps its velocity and its turn rate: what is no ball is kinematic,
                            ///< see below
    VEER_MOTION_ORBIT,      ///< balls: on an ellipse
    VEER_MOTION_FREE,       ///< balls: drifts, and exchanges momentum with what it meets: other
                            ///< balls, agents, walls, the edges of the map and the bounds
} VeerObstacleMotion;

/// Chains, polygons and boxes of VEER_MOTION_VELOCITY are doors, trains, rotating beams: once all
/// bodies have moved they move as far as nobody is in their way. At who exchanges momentum (free
/// balls, agents with a mass) they push as bodies of infinite mass, and stop for the rest of the
/// tick; at other agents that avoid their layer they stop, and go on as soon as there is room: who
/// can steps aside, since it senses them with the velocity of their nearest point. Nobody passes
/// through them, however fast they are. They pass through walls, the map, each other, ghosts, and
/// balls that are not free. A ghost goes on whoever is in it. One that would leave the world stops.

/// An ellipse run through at a constant rate of its eccentric anomaly, about its centre: the point
/// at time t is centre + rotate(a cos(rate t + phase), b sin(rate t + phase), 0), where rotate
/// turns by `inclination` about the x axis and then by `node` about the z axis.
typedef struct VeerOrbit {
    VeerVec3 centre;              ///< m
    float semi_major, semi_minor; ///< m, >= 0
    float rate;                   ///< rad/s, negative: clockwise
    float phase;                  ///< rad
    float inclination;            ///< rad; 0 in planar worlds
    float node;                   ///< rad
} VeerOrbit;

/// What keeps a free ball about a point: a spring to a distance from it, and a drive that keeps its
/// speed. The ball goes round and to and fro, and bounces off others as without. All zero: none.
typedef struct VeerTether {
    VeerVec3 anchor; ///< m
    float length;    ///< m, >= 0: the distance from the anchor at which the spring does not pull
    float stiffness; ///< 1/s², >= 0: what it pulls at each metre more or less, m/s²; 0: no spring
    float speed;     ///< m/s, >= 0
    float drive;     ///< 1/s, >= 0: the rate at which the ball's speed returns to that; 0: no drive
} VeerTether;

/// How an obstacle comes into the world. Take it from veer_obstacle_def_default.
typedef struct VeerObstacleDef {
    VeerObstacleShape shape;   ///< says which of the members below are used
    VeerObstacleMotion motion; ///< VEER_MOTION_STATIC or _VELOCITY for all but balls
    VeerVec3 position;     ///< m; the centre of a ball or box; added to the vertices of the rest
    VeerVec3 velocity;     ///< m/s
    float angle;           ///< rad, -2e6 to 2e6: of chains and polygons, about their position
    float turn_rate;       ///< rad/s, likewise, of VEER_MOTION_VELOCITY; > 0: counter-clockwise
    float radius;          ///< m, >= 0, balls
    float height;          ///< m, > 0, planar worlds
    float mass;            ///< kg, >= 0, free balls; 0: by area or volume at density 1, less
                           ///< the factor π or 4π/3: its radius squared, or cubed
    float restitution;     ///< 0 to 1, free balls: they part with this of the speed at which
                           ///< they met what they met, or with its, if that is more; usually 1
    float friction;        ///< >= 0, free balls; as in VeerAgentDef
    VeerVec3 half_extents; ///< m, >= 0, boxes
    bool is_ghost;         ///< it is a sensor (veer/sensor.h): all bodies but ghosts pass through
                           ///< it. Agents sense and avoid a ball nevertheless, by its layer, and
                           ///< no polygon or box. Not for chains
    uint32_t sense_mask;   ///< bits, ghosts: the layers of bodies that it tells of; usually all
    VeerOrbit orbit;       ///< orbiting balls
    VeerTether tether;     ///< free balls
    const VeerVec3 *vertices; ///< vertices[vertex_count], m, copied
    uint32_t vertex_count;    ///< chains 2 and more; polygons 3 to 64
    bool is_closed;           ///< chains: one more segment, from the last vertex to the first
    uint32_t layer;           ///< bits: the layers that it is on
    uint64_t user_data;       ///< the host's
    float time_to_live;       ///< s, >= 0, as in VeerAgentDef; INFINITY: for ever
    uint32_t cookie;          ///< private, set by veer_obstacle_def_default
} VeerObstacleDef;

/// A static ball of radius 1 m at the origin, on all layers, without end in height.
VEER_API VeerObstacleDef veer_obstacle_def_default(void);

/// Adds an obstacle.
///
/// @return VEER_OK; VEER_FULL at max_obstacles or max_wall_vertices; VEER_BAD_VALUE for a field
/// that is
///         not finite, out of range, of the wrong kind of world, or for a polygon that is not
///         convex and counter-clockwise; VEER_BUSY during a step
/// Cost O(vertices); a chain, polygon or box has the next step rebuild the index of all of them.
VEER_API VeerStatus veer_obstacle_create(VeerWorld *world, const VeerObstacleDef *def,
                                         VeerObstacleId *out);
/// Takes an obstacle away; its handle is stale from then on.
/// @return VEER_OK; VEER_BAD_HANDLE; VEER_BUSY during a step
VEER_API VeerStatus veer_obstacle_destroy(VeerWorld *world, VeerObstacleId obstacle);
/// Whether a handle is of an obstacle that is there.
VEER_API bool veer_obstacle_is_alive(const VeerWorld *world, VeerObstacleId obstacle);

/// @name Setters
/// Return VEER_OK, VEER_BAD_HANDLE, VEER_BAD_VALUE or VEER_BUSY.
/// @{

/// Moves an obstacle; a chain, polygon or box moves as a whole. An orbit's centre moves with it.
VEER_API VeerStatus veer_obstacle_set_position(VeerWorld *world, VeerObstacleId obstacle,
                                               VeerVec3 position);
/// Turns a chain or a polygon about its position: its angle, rad, -2e6 to 2e6.
VEER_API VeerStatus veer_obstacle_set_angle(VeerWorld *world, VeerObstacleId obstacle, float angle);
/// rad/s, of a chain or a polygon of VEER_MOTION_VELOCITY, -2e6 to 2e6.
VEER_API VeerStatus veer_obstacle_set_turn_rate(VeerWorld *world, VeerObstacleId obstacle,
                                                float rate);
/// What agents expect of a ball, or of what else is of VEER_MOTION_VELOCITY, and where that and
/// VEER_MOTION_FREE take it.
VEER_API VeerStatus veer_obstacle_set_velocity(VeerWorld *world, VeerObstacleId obstacle,
                                               VeerVec3 velocity);
VEER_API VeerStatus veer_obstacle_set_radius(VeerWorld *world, VeerObstacleId obstacle,
                                             float radius);
/// kg, >= 0, balls; 0: by the radius that it has now.
VEER_API VeerStatus veer_obstacle_set_mass(VeerWorld *world, VeerObstacleId obstacle, float mass);
/// As in VeerObstacleDef; free balls.
VEER_API VeerStatus veer_obstacle_set_bounce(VeerWorld *world, VeerObstacleId obstacle,
                                             float restitution, float friction);
VEER_API VeerStatus veer_obstacle_set_layer(VeerWorld *world, VeerObstacleId obstacle,
                                            uint32_t layer);
/// Of any shape, as veer_agent_set_time_to_live.
VEER_API VeerStatus veer_obstacle_set_time_to_live(VeerWorld *world, VeerObstacleId obstacle,
                                                   float seconds);
/// @}

/// All that can be read of one obstacle at one time.
typedef struct VeerObstacleState {
    VeerObstacleShape shape;   ///< what it looks like
    VeerObstacleMotion motion; ///< what moves it
    VeerVec3 position;         ///< m
    VeerVec3 remainder;        ///< m: as of VeerAgentState
    VeerVec3 velocity;         ///< m/s
    float angle;               ///< rad, chains and polygons, -pi to pi once they have turned
    float turn_rate;           ///< rad/s, likewise
    float radius;              ///< m, balls
    float height;              ///< m, planar worlds
    float mass;                ///< kg, balls
    float restitution;         ///< free balls
    float friction;            ///< free balls
    VeerVec3 half_extents;     ///< m, boxes
    uint32_t vertex_count;     ///< chains and polygons
    bool is_closed;            ///< polygons and closed chains
    bool is_ghost;             ///< it is a sensor
    uint32_t sense_mask;       ///< ghosts: the layers of bodies that it tells of
    uint32_t layer;            ///< bits: the layers that it is on
    uint64_t user_data;        ///< the host's
    float time_to_live;        ///< s that are left to it; INFINITY: for ever
} VeerObstacleState;

/// Reads an obstacle. @return VEER_OK or VEER_BAD_HANDLE
VEER_API VeerStatus veer_obstacle_get(const VeerWorld *world, VeerObstacleId obstacle,
                                      VeerObstacleState *out);
/// Copies up to `capacity` vertices, where they are now, to out[]. @return how many there are
VEER_API uint32_t veer_obstacle_vertices(const VeerWorld *world, VeerObstacleId obstacle,
                                         VeerVec3 *out, uint32_t capacity);
/// One vertex, where it is now; all zero for a handle or an index that names none. Cost O(1).
VEER_API VeerVec3 veer_obstacle_vertex(const VeerWorld *world, VeerObstacleId obstacle,
                                       uint32_t index);
/// Where a ball will be in `seconds`, by its own motion alone (no bounces). Its position for the
/// rest.
VEER_API VeerStatus veer_obstacle_predict(const VeerWorld *world, VeerObstacleId obstacle,
                                          float seconds, VeerVec3 *out);

/// Slots are 0 to veer_obstacle_slot_count - 1; the handle in an empty one is null.
VEER_API uint32_t veer_obstacle_slot_count(const VeerWorld *world);
/// The handle in a slot; null in an empty one, and beyond the last.
VEER_API VeerObstacleId veer_obstacle_at(const VeerWorld *world, uint32_t slot);

#endif
