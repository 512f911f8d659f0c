/// The door of bodies: agents, obstacles and behaviours, what they can do, and how balls move.
#ifndef VEER_WORLD_BODY_BODY_H
#define VEER_WORLD_BODY_BODY_H

#include "veer/steer.h"
#include "world/base/base.h"
#include "world/body/indices.h"
#include "world/body/kinematic.h"
#include "world/body/lifetime.h"
#include "world/body/matter.h"
#include "world/body/profile.h"

/// Bodies count as still touching up to this gap, as a part of the (smaller) agent's radius.
#define VEER_CONTACT_SLACK 0.01f

/// Whether it is where it was to go, or was to go nowhere.
static inline bool veer_agent_rests(const VeerAgentColumns *agent, uint32_t slot)
{
    return agent->status[slot] == VEER_AGENT_ARRIVED || agent->status[slot] == VEER_AGENT_IDLE;
}

/// Puts an agent somewhere: the motion of the tick while the host moves the bodies, else at once.
static inline void veer_agent_place(VeerWorld *world, uint32_t slot, VeerVec3 position)
{
    veer_world_note_place(world, slot);
    world->agent.position[slot] = position;
    world->agent.compensation[slot] = (VeerVec3){0};
    if (!world->head->is_steered) {
        veer_world_note_agent(world, slot);
        world->last_position[slot] = position;
    }
}

/// What the def of an agent, or of an obstacle, must be.
void veer_agent_def_need(VeerRefusal *refusal, const VeerAgentDef *def);
void veer_obstacle_def_need(VeerRefusal *refusal, const VeerObstacleDef *def, VeerSpace space);
/// veer_obstacle_create, of a call that may have been refused before.
VeerStatus veer_obstacle_add(VeerWorld *world, VeerRefusal *refusal, const VeerObstacleDef *def,
                             VeerObstacleId *out);
/// Whether the state of agents and obstacles holds, and of lists of behaviours.
/// @param fault  what does not; may be NULL
bool veer_bodies_check(const VeerWorld *world, VeerStateFault *fault);
/// Adds the parts that it has.
void veer_bodies_parts(const VeerWorld *world, VeerStateParts *parts);
bool veer_behaviours_check(const VeerWorld *world, VeerStateFault *fault);
/// The slot of a live agent or obstacle, or VEER_NO_SLOT.
uint32_t veer_agent_slot(const VeerWorld *world, VeerAgentId agent);
/// The unit vector along one of any length, whose squares need not fit a float; `fallback` for 0.
VeerVec3 veer_agent_direction(VeerVec3 vector, VeerVec3 fallback);
/// Of the square of a unit vector's length: rounding. What was read is the same when set.
#define VEER_UNIT_SLOP 1e-6f

/// Turns an agent as veer_agent_place puts it somewhere. A unit vector is taken as it is.
static inline void veer_agent_head(VeerWorld *world, uint32_t slot, VeerVec3 heading)
{
    VeerVec3 *own = &world->agent.heading[slot], flat = veer_world_flat(world, heading);
    bool is_unit = fabsf(dot3(flat, flat) - 1.0f) <= VEER_UNIT_SLOP;
    *own = is_unit ? flat : veer_agent_direction(flat, *own);
    if (!world->head->is_steered) {
        world->last_heading[slot] = *own;
    }
}
/// Whether a direction can be a heading: finite, and not all zero as the world can use it.
static inline bool veer_agent_can_head(const VeerWorld *world, VeerVec3 heading)
{
    VeerVec3 flat = veer_world_flat(world, heading);
    float largest = max_f(fabsf(flat.x), max_f(fabsf(flat.y), fabsf(flat.z)));
    return is_finite3(heading) && largest > 0.0f;
}
/// That it can.
void veer_agent_need_heading(VeerRefusal *refusal, const VeerWorld *world, const char *what,
                             VeerVec3 heading);
/// What of a spin a vehicle has a use for; in planar worlds none leaves the plane.
VeerVec3 veer_agent_own_spin(const VeerWorld *world, VeerVehicle vehicle, VeerVec3 spin);
/// What every call about one agent asks first: that it is there. @return its slot
static inline uint32_t veer_agent_need(VeerRefusal *refusal, const VeerWorld *world,
                                       VeerAgentId agent)
{
    uint32_t slot = veer_agent_slot(world, agent);
    veer_need_handle(refusal, slot != VEER_NO_SLOT, "agent", agent.slot);
    return slot;
}

/// What a follower of paths has to know of an agent.
VeerFollower veer_route_follower(const VeerWorld *world, uint32_t slot, float speed, float dt);
/// m/s that an agent goes at where nothing holds it up: its preferred speed, within its limit.
static inline float veer_agent_speed(const VeerWorld *world, uint32_t slot)
{
    float preferred = world->agent.preferred_speed[slot], limit = world->agent.max_speed[slot];
    return preferred > 0.0f ? min_f(preferred, limit) : limit;
}

/// m of its path that an agent looks ahead at a speed, m/s.
static inline float veer_agent_look(const VeerWorld *world, uint32_t slot, float speed)
{
    return VEER_NEAR_RADII * world->agent.radius[slot] + VEER_COMMITMENT_SECONDS * speed;
}

/// The agent's own offset in a corridor: a fraction of its right half, from the middle to the side.
float veer_agent_lane(const VeerWorld *world, uint32_t slot);
/// Whether opposing streams pass each other in a free width for the centres of bodies, m.
static inline bool veer_streams_fit(float width, float radius)
{
    return width > (VEER_NARROW_RADII - 2.0f) * radius;
}
/// Agents ahead that are looked at.
#define VEER_MAX_AHEAD 16u
/// Finds the agents ahead of one that goes `way` (of any length), within its range of sensing,
/// nearest to the middle of what it senses there first. @return how many
static inline uint32_t veer_agents_ahead(const VeerWorld *world, uint32_t slot, VeerVec3 way,
                                         VeerNear near[VEER_MAX_AHEAD])
{
    float half = 0.5f * veer_profile(world, slot)->avoid.sense_range;
    VeerNearQuery query = {
        .centre = along3(world->agent.position[slot], unit3(way, (VeerVec3){0}), half),
        .range = half,
        .limit = VEER_MAX_AHEAD,
        .mask = UINT32_MAX,
        .except = slot,
        .height = world->agent.height[slot],
    };
    return veer_index_nearest(world->agent_index, &query, near);
}

/// m/s²: what an agent brakes by: 0 stands for its acceleration.
static inline float veer_agent_braking(float acceleration, float braking)
{
    return braking > 0.0f ? braking : acceleration;
}

/// Whether nothing but its speed limits how an agent moves.
bool veer_agent_is_holonomic(const VeerWorld *world, uint32_t slot);
/// Keeps where agents were at the start of the last tick; both by slot.
void veer_world_note_poses(VeerWorld *world, const VeerVec3 *positions, const VeerVec3 *headings);
/// How an agent moves, and its limits.
VeerMotionLimits veer_agent_limits(const VeerWorld *world, uint32_t slot);
VeerMotionState veer_agent_motion(const VeerWorld *world, uint32_t slot);
VeerVehicleParams veer_agent_vehicle(const VeerWorld *world, uint32_t slot);

uint32_t veer_obstacle_slot(const VeerWorld *world, VeerObstacleId obstacle);
/// As veer_agent_need.
static inline uint32_t veer_obstacle_need(VeerRefusal *refusal, const VeerWorld *world,
                                          VeerObstacleId obstacle)
{
    uint32_t slot = veer_obstacle_slot(world, obstacle);
    veer_need_handle(refusal, slot != VEER_NO_SLOT, "obstacle", obstacle.slot);
    return slot;
}

/// That an obstacle, which is there, is a ball.
static inline void veer_obstacle_need_ball(VeerRefusal *refusal, const VeerWorld *world,
                                           uint32_t slot)
{
    bool is_ball = slot != VEER_NO_SLOT && world->obstacle.is_ball[slot];
    veer_need_that(refusal, is_ball, "obstacle", "must be a ball");
}

/// Where an obstacle goes in this tick by itself: sets its ball_shift and ball_next_velocity.
void veer_obstacle_shift(VeerWorld *world, uint32_t slot, float dt);
/// Position and velocity of an orbiting ball at a time, m and m/s.
void veer_orbit_at(const VeerOrbit *orbit, double time, VeerVec3 *position, VeerVec3 *velocity);
/// Where a ball's own motion takes it, `seconds` from now.
VeerVec3 veer_obstacle_future(const VeerWorld *world, uint32_t slot, float seconds);
/// places[count]: where it takes it, from now on every `interval` seconds.
void veer_obstacle_samples(const VeerWorld *world, uint32_t slot, float interval, VeerVec3 *places,
                           uint32_t count);

/// Turns free balls back that have jammed agents in by this tick's contacts, and holds them where
/// they are. @param recovery  0 to 1: the part of an overlap that is undone in this tick
/// @param top_move  m, longest that any agent may be made to go
/// @return whether any was: contacts have changed
bool veer_obstacles_turn_back(VeerWorld *world, float recovery, float dt, float top_move);

/// Keeps the clock of an agent on its way: whether it comes nearer.
void veer_agent_track(VeerWorld *world, uint32_t slot, float distance, float dt);

/// The behaviours of an agent; NULL: none.
const VeerBehaviourList *veer_world_behaviours_of(const VeerWorld *world, uint32_t slot);

#endif
