/// The stages of a tick, in the order in which veer_world_step runs them. Each reads the state of
/// the tick before and writes only its own agents' slots.
#ifndef VEER_WORLD_STAGES_H
#define VEER_WORLD_STAGES_H

#include "world/world_state.h"

/// Indexes agents, balls and (when they changed) walls.
void veer_stage_sense(VeerWorld *world);
/// Goals to preferred velocities.
void veer_stage_steer(VeerWorld *world, float dt);
/// Preferred to safe velocities.
void veer_stage_avoid(VeerWorld *world, float dt);
/// Where the obstacles go in this tick: fills ball_shift and ball_next_velocity.
void veer_stage_obstacles(VeerWorld *world, float dt);
/// Safe velocities to new velocities and displacements within the agents' limits.
void veer_stage_move(VeerWorld *world, float dt);
/// Changes displacements so that bodies do not pass through each other.
void veer_stage_contact(VeerWorld *world, float dt);
/// Takes displacements and velocities over into the state.
void veer_stage_commit(VeerWorld *world, float dt);
/// Arrivals, stalls, contacts and removals, as events.
void veer_stage_notify(VeerWorld *world, float dt);

/// The weight of infinite priority: no part falls to it but against the immovable, of weight
/// INFINITY.
#define VEER_WEIGHT_UNYIELDING 3e38f

/// Room for what one agent senses.
typedef struct VeerSensed {
    VeerNeighbour neighbours[2 * VEER_MAX_NEIGHBOURS];
    VeerWall walls[VEER_MAX_WALLS];
    uint32_t neighbour_count, wall_count;
} VeerSensed;

/// What an agent senses, for its model; points into *sensed. The indices must be up to date.
VeerView veer_world_view(const VeerWorld *world, uint32_t slot, float dt, VeerSensed *sensed);
/// What an agent's model makes of a view of its and of its preferred velocity.
VeerAvoidResult veer_world_decide(const VeerWorld *world, uint32_t slot, const VeerView *view);

/// The part of the evasion that falls to agent i when it meets agent j: all of it when j does not
/// avoid i.
float veer_agent_share(const VeerWorld *world, uint32_t i, uint32_t j);
/// The part that agent i yields when it touches agent j; the two parts add up to 1.
float veer_agent_yield(const VeerWorld *world, uint32_t i, uint32_t j);

/// Which walls an agent asks for.
typedef struct VeerWallQuery {
    VeerVec3 point;     ///< m
    float range;        ///< m, from the point
    float lower, upper; ///< m: range of height that must meet the wall's, planar worlds
    uint32_t mask;      ///< bits: only walls on one of these layers
} VeerWallQuery;

/// A wall that is near.
typedef struct VeerNearWall {
    uint32_t wall;   ///< index into world->walls
    float distance;  ///< m
    VeerVec3 offset; ///< m, from the query's point to the nearest point of the wall
} VeerNearWall;

/// The nearest walls within a query's range, in (distance, index) order. @return how many
uint32_t veer_walls_near(const VeerWorld *world, const VeerWallQuery *query,
                         VeerNearWall out[VEER_MAX_WALLS]);

/// Bodies count as still touching up to this gap, as a part of the (smaller) agent's radius.
#define VEER_CONTACT_SLACK 0.01f
/// Bodies are kept apart by this part of the sum of their radii, so that rounding alone never makes
/// an overlap; up to twice that is contact.
#define VEER_CONTACT_HAIR 1e-4f

/// The walls that an agent could touch if it moved `way` (m) from where it was at the tick's start.
uint32_t veer_contact_walls(const VeerWorld *world, uint32_t slot, float way,
                            VeerNearWall near[VEER_MAX_WALLS]);
/// The balls that it could touch, wherever they go in this tick. @return how many, near to far
uint32_t veer_contact_balls(const VeerWorld *world, uint32_t slot, float way,
                            VeerNear near[VEER_MAX_CONTACTS]);

/// Rebuilds walls[] and their tree from the obstacles.
void veer_walls_build(VeerWorld *world);

/// Position and velocity of an orbiting ball at a time, m and m/s.
void veer_orbit_at(const VeerOrbit *orbit, double time, VeerVec3 *position, VeerVec3 *velocity);
/// Where a ball's own motion takes it, `seconds` from now.
VeerVec3 veer_obstacle_future(const VeerWorld *world, uint32_t slot, float seconds);

#endif
