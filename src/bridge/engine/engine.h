/// What bridges to physics engines share: agents and the bodies that they steer.
#ifndef VEER_BRIDGE_ENGINE_H
#define VEER_BRIDGE_ENGINE_H

#include "veer/agent.h"
#include "veer/bodies.h"
#include "veer/drive.h"
#include "veer/obstacle.h"

/// An agent and its body.
typedef struct VeerTwin {
    void *body;
    VeerAgentId agent;
    VeerVec3 position, velocity, heading; ///< m, m/s: as the engine has them
    VeerVec3 safe;                        ///< m/s: what it should do
    VeerVec3 spin;                        ///< as in VeerMotionState
    float response;                       ///< 1/s; INFINITY: at once
    bool can_turn;                        ///< the engine has its heading
    bool is_unlimited;                    ///< but by its speed, which what it should do keeps
    VeerVehicleParams vehicle;
    VeerMotionLimits limits;
} VeerTwin;

/// All of a bridge.
typedef struct VeerTwins {
    VeerWorld *world;
    VeerTwin *rows; ///< rows[count], in any order
    uint32_t count, capacity;
    bool has_spins;                ///< a vehicle with a use for them has come
    uint32_t *row_of;              ///< [slot of an agent]; another's, unless the row is its own
    struct VeerTwinReply *replies; ///< [capacity]
} VeerTwins;

/// What veer asks of an agent.
typedef struct VeerTwinReply {
    VeerAgentId agent;
    VeerVec3 safe;
} VeerTwinReply;

/// What a body is like when it comes to the bridge.
typedef struct VeerTwinBody {
    VeerVec3 position, velocity, heading; ///< heading zero: it does not turn
    float radius;                         ///< m, of its shapes
    float mass;                           ///< kg
    float inertia;                        ///< kg m², the greatest; INFINITY: it does not turn
} VeerTwinBody;

/// What an engine is to do to a body in its next step.
typedef struct VeerTwinPush {
    VeerVec3 change; ///< m/s: of its velocity
    VeerVec3 turn;   ///< rad/s: the angular velocity that it should have
} VeerTwinPush;

/// Memory for all agents that a world has room for. @return false: there is none
bool veer_twins_init(VeerTwins *twins, VeerWorld *world);
void veer_twins_free(VeerTwins *twins);

/// Makes an agent of a body. As veer_agent_create.
VeerStatus veer_twins_add(VeerTwins *twins, void *body, const VeerTwinBody *is,
                          const VeerAgentDef *def, const VeerDrive *drive, VeerAgentId *out);
/// The twin of a body, or of an agent; NULL: there is none.
VeerTwin *veer_twins_find(const VeerTwins *twins, const void *body);
VeerTwin *veer_twins_of(const VeerTwins *twins, VeerAgentId agent);
/// Destroys the agent, if it is there, and forgets the body.
void veer_twins_forget(VeerTwins *twins, VeerTwin *twin);

/// veer_world_steer; then twins whose agents are gone are forgotten, and the others know what they
/// should do. Linear.
VeerStatus veer_twins_steer(VeerTwins *twins, float dt);
/// What a body needs for that, as its vehicle can; its spin and, if the engine does not have it,
/// its heading become what they will be.
VeerTwinPush veer_twin_push(VeerTwin *twin, float dt);
/// Sets agents to where the engine has their bodies.
VeerStatus veer_twins_write(VeerTwins *twins);

/// A box, by its half extents, that a row of balls covers.
typedef struct VeerRowBox {
    VeerVec3 axis;   ///< unit vector: along the row, which is the box's longest side
    float half_row;  ///< m, > 0: of the longest side
    float half_side; ///< m, >= 0: from the row to an edge, across
} VeerRowBox;

#define VEER_MOST_BALLS 16

/// Balls of one radius in a row that hold all of a box, each of them nearly as long as it is wide.
///
/// @param offsets  offsets[VEER_MOST_BALLS]: from the box's middle to theirs, m
/// @return how many, 1 to VEER_MOST_BALLS
uint32_t veer_row_of_balls(const VeerRowBox *box, VeerVec3 *offsets, float *radius);

#endif
