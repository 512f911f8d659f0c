/// The stages of a tick, in the order in which veer_world_step runs them. Each reads the state of
/// the tick before and writes only its own agents' slots.
#ifndef VEER_WORLD_TICK_TICK_H
#define VEER_WORLD_TICK_TICK_H

#include "map/grid/grid.h"
#include "space/order.h"
#include "space/vicinity.h"
#include "world/map/map.h"
#include "world/tick/decision.h"
#include "world/tick/expire.h"
#include "world/tick/messages.h"

/// Room for what one agent senses.
typedef struct VeerSensed {
    VeerNeighbour neighbours[2 * VEER_MAX_NEIGHBOURS];
    VeerWall walls[VEER_MAX_WALLS];
    VeerNear balls[VEER_MAX_NEIGHBOURS];
    uint32_t neighbour_count, wall_count, ball_count; ///< of balls[]: kinematic obstacles, too
    VeerVec3 nearest_points[VEER_MAX_WALLS];          ///< m from it: those of kinematic obstacles,
    uint32_t kinematic[VEER_MAX_WALLS];               ///< kinematic[kinematic_count], their slots
    uint32_t kinematic_count;
    VeerTarget targets[VEER_MAX_TARGETS]; ///< as many as its view has
    VeerSensedNear nearest;
    VeerOutlineGap gap;  ///< see veer_outline_gap
    VeerVec3 bottleneck; ///< m, to where its path becomes narrow next; 0: nowhere, or not known
    float off;           ///< m, to the nearest obstacle, or as far as it looks for any
    bool is_queuing;     ///< it goes by route, and an agent near goes before it
    bool finds_path;     ///< no map, no squad: its path leads past bare walls
} VeerSensed;

/// A part of a stage: writes only what is the agent's own.
typedef void VeerTickVisit(VeerWorld *world, uint32_t slot, float dt);
/// Visits each agent that the world decides for, on the host's workers.
void veer_tick_each(VeerWorld *world, float dt, VeerTickVisit *visit);
/// A part of a stage for VEER_ROW slots from `first` on (rows.h). @return false: not for these, but
/// one after the other
typedef bool VeerTickRow(VeerWorld *world, uint32_t first, float dt);
/// As veer_tick_each, in rows where these may be.
void veer_tick_rows(VeerWorld *world, float dt, VeerTickRow *row, VeerTickVisit *visit);
/// Visits each ghost of a world that is one part of a larger one.
void veer_tick_ghosts(VeerWorld *world, float dt, VeerTickVisit *visit);

/// Preferred to safe velocities.
void veer_stage_avoid(VeerWorld *world, float dt);
/// What an agent's model makes of a view of its and of its preferred velocity.
VeerAvoidResult veer_world_decide(const VeerWorld *world, uint32_t slot, const VeerView *view);

/// The preferred velocity of an agent that goes to a point, m/s.
/// @param speed   m/s, that it would go at
/// @param offset  m, to the point
VeerVec3 veer_approach_point(VeerWorld *world, uint32_t slot, float dt, float speed,
                             VeerVec3 offset);

/// Safe velocities to new velocities and displacements within the agents' limits.
void veer_stage_move(VeerWorld *world, float dt);
/// Takes displacements and velocities over into the state.
void veer_stage_commit(VeerWorld *world, float dt);
/// Takes balls to where they are after this tick.
void veer_stage_commit_obstacles(VeerWorld *world);
/// As the stages from obstacles to commit, where the host has moved the agents.
void veer_stage_moved(VeerWorld *world, float dt);

/// 1/s: how often an agent that takes turns goes its own radius; of others 0.
float veer_agent_quickness(const VeerWorld *world, uint32_t slot);
/// As veer_world_substeps, where nobody is quicker.
uint32_t veer_substeps_for(float quickness, float dt);
/// All stages, for one of the substeps of a step.
/// @param step  s, of all
/// @param dt    s, of this one
void veer_world_substep(VeerWorld *world, float step, float dt, VeerSubstep substep);

/// Arrivals, stalls, contacts and removals, as events.
void veer_stage_notify(VeerWorld *world, float dt);

/// Goals to routes: within the map's budget.
void veer_stage_plan(VeerWorld *world, float dt);

/// Indexes what there is, and finds what others see of each agent; without ghosts.
void veer_stage_sense(VeerWorld *world);
/// Adds the ghosts to that, once they are where they are.
void veer_sense_ghosts(VeerWorld *world);

/// Goals to preferred velocities.
void veer_stage_steer(VeerWorld *world, float dt);

/// Gathers what the agents with the entries [begin, end) may sense of other agents; the entries are
/// a run, see veer_vicinity_run. @return false: each has to look for itself
bool veer_world_gather(const VeerWorld *world, uint32_t begin, uint32_t end,
                       VeerVicinity *vicinity);
/// Where an agent was when it was indexed, which it is while all decide, by its entry.
static inline VeerVec3 veer_world_seen_at(const VeerWorld *world, uint32_t entry)
{
    const VeerIndex *index = world->agent_index;
    return (VeerVec3){index->x[entry], index->y[entry], index->z[entry]};
}

/// m from an agent to one that it sees, as veer_world_to_agent has it.
/// @param is_far  the agent itself is: see VEER_FAR
static inline VeerVec3 veer_world_to_seen(const VeerWorld *world, uint32_t slot, uint32_t entry,
                                          bool is_far)
{
    VeerVec3 at = veer_world_seen_at(world, entry);
    const VeerSeenAgent *seen = &world->scratch.seen[entry];
    float z = world->def.space == VEER_SPATIAL ? seen->compensation_z : 0.0f;
    VeerVec3 low = {seen->compensation.x, seen->compensation.y, z};
    return veer_world_between(world, &world->agent.position[slot], &world->agent.compensation[slot],
                              &at, &low, is_far);
}

/// m/s up, of an agent that is seen: in the plane 0.
static inline float veer_world_seen_climb(const VeerWorld *world, uint32_t entry)
{
    return world->def.space == VEER_SPATIAL ? world->scratch.seen[entry].velocity_z : 0.0f;
}

/// What is noted of what an agent has near.
typedef struct VeerNearNotes {
    float *reach, *clearance; ///< as VeerScratchColumns; the first of the last tick, before
    VeerSensedNear *nearest;  ///< for its contacts
    float off;                ///< m, to the nearest obstacle
} VeerNearNotes;

/// The agents that one agent senses, near to far, as entries of the index. Notes how far they are
/// for the next tick.
/// @param vicinity  as for veer_world_view
/// @return how many
uint32_t veer_world_find_near(const VeerWorld *world, uint32_t slot, const VeerVicinity *vicinity,
                              VeerNear near[VEER_MAX_NEIGHBOURS], const VeerNearNotes *notes);
/// The same without their order: lists them to be sorted (space/order.h).
///
/// @param own    its entry, that has been noted: see deciding.h
/// @param keys   keys[VEER_ORDER_MOST]
/// @param count  of keys, which may be more than it senses
/// @return false: to be found by veer_world_find_near
bool veer_world_list_near(const VeerWorld *world, uint32_t own, const VeerVicinity *vicinity,
                          double *keys, uint32_t *count);
/// The agents that one senses, as far as its contacts and the next tick ask.
typedef struct VeerNearFound {
    uint32_t count;
    float nearest, farthest; ///< m, the gaps of the first and of the last
    float radius;            ///< m, of the one that senses
    const uint32_t *entries; ///< of each, `stride` apart; at most VEER_MAX_CONTACTS are read
    size_t stride;
} VeerNearFound;

/// Notes what was found, as veer_world_find_near.
void veer_world_note_near(const VeerAvoidParams *avoid, const VeerNearFound *found,
                          const VeerNearNotes *notes);
/// What an agent senses but for other agents: walls and balls. veer_stage_sense was just called.
/// @param edges  of a grid: of agents near each other; NULL: of none
void veer_world_sense_obstacles(const VeerWorld *world, uint32_t slot, VeerGridEdgeList *edges,
                                VeerSensed *sensed);
/// What an agent senses, for its model; points into *sensed, which has the obstacles already.
/// @param vicinity  what was gathered for it and those beside it; NULL: nothing
VeerView veer_world_view(const VeerWorld *world, uint32_t slot, float dt,
                         const VeerVicinity *vicinity, VeerSensed *sensed);
/// The same without other agents and balls.
VeerView veer_world_view_walls(const VeerWorld *world, uint32_t slot, float dt, VeerSensed *sensed);

#endif
