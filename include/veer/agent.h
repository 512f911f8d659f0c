/// Agents: what is steered.
#ifndef VEER_AGENT_H
#define VEER_AGENT_H

#include "veer/api.h"
#include "veer/avoid.h"
#include "veer/vehicle.h"
#include "veer/world.h"

/// How an agent comes into the world. Take it from veer_agent_def_default.
typedef struct VeerAgentDef {
    uint32_t id; ///< breaks ties, in place of the slot; 0: numbered in order of creation. Give each
                 ///< agent one of its own and the bits do not depend on the order of creation.
    VeerVec3 position; ///< m, each |coordinate| <= VEER_WORLD_LIMIT
    VeerVec3 velocity; ///< m/s; above max_speed it was thrown, and brakes as it can
    VeerVec3 heading;  ///< direction, any length; all zero: along the velocity, else +x
    float radius;      ///< m, 0 to VEER_WORLD_LIMIT
    float height; ///< m, > 0; planar worlds: bodies whose [z, z + height] are apart pass freely

    float max_speed;        ///< m/s, >= 0; 0 stands still
    float preferred_speed;  ///< m/s, >= 0 and at most max_speed is used; 0: max_speed
    float max_acceleration; ///< m/s², > 0; INFINITY: none
    float max_braking;   ///< m/s², while the speed falls; INFINITY: none; 0: as max_acceleration
    float max_turn_rate; ///< rad/s, > 0; INFINITY: moves in any direction at once (holonomic);
                         ///< finite: moves along its heading only
    VeerVehicleParams vehicle; ///< how it moves within those limits; the notes on them above are
                               ///< for VEER_VEHICLE_FREE

    float
        mass; ///< kg, >= 0, in slots below VeerWorldDef.max_masses, as the next two: what contacts
              ///< exchange momentum by, with free balls and with other agents that have one. 0: by
              ///< area or volume at density 1 (as of a VeerObstacleDef) with free balls, and with
              ///< agents none: of two who walk into each other the one of less priority gives way
    float restitution; ///< 0 to 1: bodies part with this of the speed at which they met, or with
                       ///< the other's, if that is more
    float friction;    ///< >= 0, Coulomb's: of two bodies the root of both, at a wall its own

    uint32_t layer;      ///< bits: the layers that the agent is on
    uint32_t avoid_mask; ///< bits: the layers that it avoids
    float priority; ///< >= 0, 1 is usual: of the evasion that two agents share, an agent takes the
                    ///< other's priority ÷ the sum of both. 0 gives way to all; INFINITY to none
    bool is_immovable; ///< never moves, whatever its goal; others go round it
    uint32_t group;    ///< 0: none

    VeerAvoidModel model;  ///< how it avoids; VEER_AVOID_NONE: not at all; VEER_AVOID_DEFAULT: as
                           ///< suits the vehicle and the limits that this def has when the agent
                           ///< is made. A later change of those leaves the model as it is
    VeerAvoidParams avoid; ///< what it senses and how far ahead it looks. With VEER_AVOID_DEFAULT
                           ///< each member that is as in veer_avoid_params_default becomes the
                           ///< model's own (veer_avoid_params_for)
    uint64_t user_data;    ///< the host's
    float time_to_live;    ///< s, >= 0; INFINITY: for ever; else in worlds with has_lifetimes. See
                           ///< veer_agent_set_time_to_live
    uint32_t cookie;       ///< private, set by veer_agent_def_default
} VeerAgentDef;

/// A disc (or sphere) of radius 0.5 m at the origin: max speed 1.4 m/s, no other motion limit,
/// VEER_VEHICLE_FREE, VEER_AVOID_DEFAULT: ORCA if it stays so, VEER_AVOID_PILOT for one that is
/// given a finite acceleration or turn rate, or another vehicle.
VEER_API VeerAgentDef veer_agent_def_default(void);

/// As veer_agent_def_default, for a vehicle with its usual constants. What cannot go anywhere at
/// once looks ahead with its own motion: all but VEER_VEHICLE_FREE avoid by VEER_AVOID_PILOT.
VEER_API VeerAgentDef veer_agent_def_for(VeerVehicle vehicle);

/// Adds an agent.
///
/// @param out  the new handle; untouched on failure
/// @return VEER_OK; VEER_FULL at max_agents, max_masses or max_profiles; VEER_BAD_VALUE for a field
/// that is not finite, out of
///         range or undefaulted; VEER_BUSY during a step
/// Cost O(1), allocates nothing.
VEER_API VeerStatus veer_agent_create(VeerWorld *world, const VeerAgentDef *def, VeerAgentId *out);

/// Removes an agent. Its handle, and goals that follow it, become harmless; the next step reports
/// it. Cost O(1). Not during a step.
VEER_API VeerStatus veer_agent_destroy(VeerWorld *world, VeerAgentId agent);

/// Whether the handle names an agent that is there.
VEER_API bool veer_agent_is_alive(const VeerWorld *world, VeerAgentId agent);

/// What an agent is doing.
typedef enum VeerAgentStatus {
    VEER_AGENT_IDLE = 0, ///< has no goal, or was told to stop
    VEER_AGENT_MOVING,   ///< on its way
    VEER_AGENT_ARRIVED,  ///< within the goal's arrival radius; rests, and gives way
    VEER_AGENT_BLOCKED,  ///< on its way, but has made no progress for VEER_BLOCKED_SECONDS
    VEER_AGENT_LOST,     ///< the target that it followed is gone
} VeerAgentStatus;

/// An agent that got no nearer to its goal for so long is blocked, s.
#define VEER_BLOCKED_SECONDS 2.0f

/// All that can be read of one agent at one time.
typedef struct VeerAgentState {
    uint32_t id;        ///< breaks ties; the host's or of its creation
    VeerVec3 position;  ///< m
    VeerVec3 remainder; ///< m: what a float of the position cannot hold. The sum of both in
                        ///< double precision is where it is; of use far from the origin,
                        ///< where a float's step is long: 0.06 m at 1e6 m
    VeerVec3 velocity;  ///< m/s
    VeerVec3 heading;   ///< unit vector
    VeerVec3 preferred_velocity; ///< m/s: what it preferred in the last step
    VeerVec3 safe_velocity;      ///< m/s: what avoidance made of that
    VeerVec3 goal;               ///< m: the point it heads for, where has_goal
    float radius;                ///< m
    float height;                ///< m
    float max_speed;             ///< m/s
    float max_acceleration;      ///< m/s²; INFINITY: none
    float max_braking;           ///< m/s²; INFINITY: none
    float max_turn_rate;         ///< rad/s; INFINITY: none
    VeerVehicleParams vehicle;   ///< how it moves within those limits
    VeerVec3 spin;               ///< as in VeerMotionState
    float mass;                  ///< kg: its own, or by its size
    bool has_mass;               ///< it is its own
    float restitution, friction; ///< as in VeerAgentDef
    bool is_knocked;             ///< impacts changed its velocity in the last veer_world_step: its
                                 ///< limits bound what it does, and not what is done to it
    uint32_t group;              ///< 0: none
    VeerAvoidModel model;        ///< how it avoids; never VEER_AVOID_DEFAULT
    VeerAvoidParams avoid;       ///< what it senses and how far ahead it looks
    VeerAgentStatus status;      ///< what it is doing
    bool has_goal;               ///< goes to a point, or follows an agent or an obstacle
    bool is_avoiding;            ///< its avoidance changed its preferred velocity in the last step
    uint64_t user_data;          ///< the host's
    float time_to_live;          ///< s that are left to it; INFINITY: for ever
} VeerAgentState;

/// Reads an agent. @return VEER_OK or VEER_BAD_HANDLE
VEER_API VeerStatus veer_agent_get(const VeerWorld *world, VeerAgentId agent, VeerAgentState *out);

/// @name Setters
/// Each validates as veer_agent_create does and returns VEER_OK, VEER_BAD_HANDLE, VEER_BAD_VALUE or
/// VEER_BUSY (during a step). Cost O(1).
/// @{

/// Between veer_world_steer and veer_world_moved the motion of the tick; at any other time the
/// agent is there at once, and nothing shows it on the way.
VEER_API VeerStatus veer_agent_set_position(VeerWorld *world, VeerAgentId agent, VeerVec3 position);
/// m/s, along each axis at most VEER_WORLD_LIMIT. One above max_speed is what the body was thrown
/// to: it brakes to its limit as fast as max_braking lets it.
VEER_API VeerStatus veer_agent_set_velocity(VeerWorld *world, VeerAgentId agent, VeerVec3 velocity);
VEER_API VeerStatus veer_agent_set_heading(VeerWorld *world, VeerAgentId agent, VeerVec3 heading);
VEER_API VeerStatus veer_agent_set_radius(VeerWorld *world, VeerAgentId agent, float radius);
/// A lower limit than the present speed holds from now on: the velocity is scaled down to it.
VEER_API VeerStatus veer_agent_set_max_speed(VeerWorld *world, VeerAgentId agent, float max_speed);
VEER_API VeerStatus veer_agent_set_preferred_speed(VeerWorld *world, VeerAgentId agent,
                                                   float speed);
/// Braking of 0: as the acceleration. This, and the vehicle, the mask and the avoidance are of a
/// profile (VeerWorldDef.max_profiles): VEER_FULL, and nothing changes, where there is no room for
/// one that no agent has.
VEER_API VeerStatus veer_agent_set_limits(VeerWorld *world, VeerAgentId agent, float acceleration,
                                          float braking, float turn_rate);
/// Its spin begins anew at zero.
VEER_API VeerStatus veer_agent_set_vehicle(VeerWorld *world, VeerAgentId agent,
                                           const VeerVehicleParams *vehicle);
/// For hosts that move the bodies themselves; each of the three at most VEER_WORLD_LIMIT. What its
/// vehicle has no use for stays zero (VeerMotionState), and in planar worlds it turns in the plane.
VEER_API VeerStatus veer_agent_set_spin(VeerWorld *world, VeerAgentId agent, VeerVec3 spin);
/// kg, >= 0; 0: none of its own. See VeerAgentDef.
VEER_API VeerStatus veer_agent_set_mass(VeerWorld *world, VeerAgentId agent, float mass);
/// As in VeerAgentDef.
VEER_API VeerStatus veer_agent_set_bounce(VeerWorld *world, VeerAgentId agent, float restitution,
                                          float friction);
VEER_API VeerStatus veer_agent_set_layers(VeerWorld *world, VeerAgentId agent, uint32_t layer,
                                          uint32_t avoid_mask);
VEER_API VeerStatus veer_agent_set_priority(VeerWorld *world, VeerAgentId agent, float priority);
VEER_API VeerStatus veer_agent_set_immovable(VeerWorld *world, VeerAgentId agent,
                                             bool is_immovable);
VEER_API VeerStatus veer_agent_set_group(VeerWorld *world, VeerAgentId agent, uint32_t group);
/// VEER_AVOID_DEFAULT: as in a def, by the vehicle and the limits that the agent has now.
VEER_API VeerStatus veer_agent_set_avoidance(VeerWorld *world, VeerAgentId agent,
                                             VeerAvoidModel model, const VeerAvoidParams *avoid);
VEER_API VeerStatus veer_agent_set_user_data(VeerWorld *world, VeerAgentId agent, uint64_t data);
/// Lets it live for so long from now on, s, >= 0; INFINITY: for ever. At the end of the first tick
/// (veer_world_step or veer_world_moved) after which so much time has passed it is removed as if
/// the host had done so right after that tick, which reports it: VEER_EVENT_REMOVED, is_expired.
/// Lengths of time that floats cannot tell apart (2^-22 of them) count as equal: 1 s is 100 ticks
/// of 0.01 s.
/// @return also VEER_BAD_VALUE for a finite one in a world without VeerWorldDef.has_lifetimes
VEER_API VeerStatus veer_agent_set_time_to_live(VeerWorld *world, VeerAgentId agent, float seconds);
/// @}

/// @name Goals
/// A new goal replaces the old one. Return as the setters do.
/// @{

/// Go to a point and rest there. It counts as arrived within `arrival_radius` (m, > 0) and goes on
/// to the point itself where it is free, braking in time for its limits.
VEER_API VeerStatus veer_agent_go_to(VeerWorld *world, VeerAgentId agent, VeerVec3 point,
                                     float arrival_radius);

/// Meet another agent, heading for where it will be. Arrived while the centres are within
/// `arrival_radius` (m, > 0) of each other; goes on following until another goal is set. The target
/// itself is not avoided on the way, but once there, if the arrival radius keeps the two apart.
VEER_API VeerStatus veer_agent_follow_agent(VeerWorld *world, VeerAgentId agent, VeerAgentId target,
                                            float arrival_radius);

/// Meet a moving obstacle, heading for where its motion will have taken it. Otherwise as
/// veer_agent_follow_agent.
VEER_API VeerStatus veer_agent_follow_obstacle(VeerWorld *world, VeerAgentId agent,
                                               VeerObstacleId target, float arrival_radius);

/// Prefer this velocity (m/s) until told otherwise: the host steers, veer avoids.
VEER_API VeerStatus veer_agent_set_preferred_velocity(VeerWorld *world, VeerAgentId agent,
                                                      VeerVec3 velocity);

/// Come to rest where it is; it still gives way.
VEER_API VeerStatus veer_agent_stop(VeerWorld *world, VeerAgentId agent);
/// @}

/// @name Avoidance
/// @{

/// Gives VEER_AVOID_CUSTOM agents whose VeerCustomAvoidance.callback is `index` the host's own
/// model. It belongs to the world object and not to its state: it is neither saved nor hashed.
/// Without one they go at their preferred velocities.
///
/// @param index     0 to VEER_MAX_AVOID_CALLBACKS - 1
/// @param function  NULL: none
/// @return VEER_OK, VEER_BAD_VALUE or VEER_BUSY (during a step)
VEER_API VeerStatus veer_world_set_avoid_callback(VeerWorld *world, uint32_t index,
                                                  VeerAvoidFn *function, void *user);

/// What an agent's model sees and decides as the world is now, with the preferred velocity of the
/// last step: fills the trace's marks, and changes nothing of the state.
///
/// @param dt     s, VEER_MIN_DT to VEER_MAX_DT, of the step to come
/// @param trace  marks and capacity are the caller's; the rest is filled
/// @return VEER_OK, VEER_BAD_HANDLE, VEER_BAD_VALUE or VEER_BUSY (during a step)
/// Cost O(agents + obstacles): it brings the indices up to date.
VEER_API VeerStatus veer_world_trace(VeerWorld *world, VeerAgentId agent, float dt,
                                     VeerAvoidTrace *trace);
/// @}

/// @name Bulk reads
/// Columns over all slots, 0 to veer_agent_slot_count - 1, for rendering; valid until the next call
/// that changes the world. A slot that holds no agent reads as is_alive = 0 (uint8_t).
/// @{
VEER_API uint32_t veer_agent_slot_count(const VeerWorld *world);
VEER_API uint32_t veer_agent_count(const VeerWorld *world);
VEER_API VeerSpan veer_agent_positions(const VeerWorld *world);  ///< VeerVec3, m
VEER_API VeerSpan veer_agent_velocities(const VeerWorld *world); ///< VeerVec3, m/s
VEER_API VeerSpan veer_agent_headings(const VeerWorld *world);   ///< VeerVec3, unit
VEER_API VeerSpan veer_agent_radii(const VeerWorld *world);      ///< float, m
VEER_API VeerSpan veer_agent_liveness(const VeerWorld *world);   ///< uint8_t, 1: there
VEER_API VeerSpan veer_agent_statuses(const VeerWorld *world);   ///< uint8_t, a VeerAgentStatus
/// The handle of the agent in a slot; null for an empty slot or one beyond the count.
VEER_API VeerAgentId veer_agent_at(const VeerWorld *world, uint32_t slot);
/// @}

#endif
