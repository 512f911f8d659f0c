/// The door of contacts: bodies do not pass through each other, whatever they decided and however
/// long a tick is.
#ifndef VEER_WORLD_CONTACT_CONTACT_H
#define VEER_WORLD_CONTACT_CONTACT_H

#include "motion/contact.h"
#include "world/map/map.h"

/// Where obstacles go in this tick, and what free balls and agents with mass do to each other and
/// to agents that they meet: fills ball_shift, ball_next_velocity and impacts[], and changes
/// displacements and velocities of agents.
/// @param is_hosted  agents go as the host has them, and nothing moves them
void veer_stage_impacts(VeerWorld *world, float dt, bool is_hosted);
/// Changes displacements so that bodies do not pass through each other.
void veer_stage_contact(VeerWorld *world, float dt);
/// Moves chains, polygons and boxes that their velocity moves, as far as bodies leave room where
/// they are after this tick: called once these are there. Who exchanges momentum is pushed.
void veer_stage_kinematic(VeerWorld *world, float dt);
/// As veer_stage_contact, where displacements are as they are: finds what touches, and turns back
/// balls that agents do not get out of the path of.
void veer_stage_touch(VeerWorld *world, float dt);
/// The walls that an agent could touch if it moved `travel` (m) from where it was at the tick's
/// start.
uint32_t veer_contact_walls(const VeerWorld *world, uint32_t slot, float travel,
                            VeerNearWall near[VEER_MAX_WALLS]);
/// The balls that it could touch, wherever they go in this tick. @return how many, near to far
uint32_t veer_contact_balls(const VeerWorld *world, uint32_t slot, float travel,
                            VeerNear near[VEER_MAX_CONTACTS]);

/// The velocity of an agent that contacts have pushed, where impacts gave it its own: less what
/// they do not let it go on with. @param dt  s
VeerVec3 veer_contact_stopped(const VeerWorld *world, uint32_t slot, float dt);

/// Finds the pairs that touch now, or met in this tick, adds an event for each that begun or ended,
/// and keeps them.
void veer_events_add_contacts(VeerWorld *world);

/// Finds who is in which sensor now, adds an event for each that came or went, and keeps them.
void veer_events_add_sensed(VeerWorld *world);
/// Whether one comes before another one: by the sensor, agents' ids, balls' slots, then all else.
bool veer_sensed_precedes(const VeerSensedBody *a, const VeerSensedBody *b);

/// Whether a pair comes before another one: by the agents' ids, then by all else.
bool veer_pair_precedes(const VeerPair *a, const VeerPair *b);
/// Keeps sorted pairs[count] in the place of those that touched before.
void veer_pairs_put(VeerWorld *world, const VeerPair *pairs, uint32_t count);

// --- Within the room ---

/// Agents that one is tried against at most where more are near than its contacts: who stands
/// behind them is not met before them.
#define VEER_MAX_MET 64u

/// The contacts of one tick, while they are solved.
typedef struct VeerContacting {
    VeerWorld *world;
    uint32_t count;     ///< slots: all are gone through as they lie in memory
    uint32_t *touching; ///< slots that have contacts to solve
    bool *has_moved;    ///< has_moved[VEER_MAX_WORKERS]: whether any that it accepted changed
    float recovery;     ///< of an overlap in this tick, 0 to 1
    float dt;
    bool is_sensed;   ///< what sensing found is where contacts look for it
    bool has_heap;    ///< more than MAX_BURIED are buried
    float longest;    ///< longest displacement of an agent or a ball before contacts, m
    float top_travel; ///< longest that any agent may be made to go, m
} VeerContacting;

/// A value of a stage in the whole that a world is part of: its own, where it is the whole.
float veer_contact_share(VeerWorld *world, VeerShardStage stage, float value);
/// m, the longest displacement of an agent in this tick: by its limit, or, of one that was thrown,
/// by its velocity.
float veer_contact_longest(const VeerContacting *contacting, uint32_t slot);
/// m, the longest that any agent may be made to go in this tick. Begins scratch.contacts of all
/// slots, with what each may go.
float veer_contact_top_travel(VeerContacting *contacting);
/// The slots from `first` on that are to be asked for, as bits, up to `end` and of VEER_ROW at
/// most: the others touch nothing in this tick, by how far they sensed that nobody is.
uint32_t veer_contact_unclear(const VeerContacting *contacting, uint32_t first, uint32_t end);
/// m, the longest of displacements.
float veer_contact_top_shift(const VeerWorld *world, const VeerVec3 *shifts, uint32_t count);
/// Finds what an agent may touch in this tick: the rest of its scratch.contacts, and .touchable.
void veer_contact_find(const VeerContacting *contacting, uint32_t slot);

/// The agents solid to one that it may meet, near to far. @return how many
uint32_t veer_contact_met(const VeerContacting *contacting, uint32_t slot,
                          uint32_t slots[VEER_MAX_MET]);

/// How two agents come together, by their displacements. @param is_far  that the first one is
VeerMeeting veer_contact_meeting(const VeerWorld *world, uint32_t slot, uint32_t other,
                                 bool is_far);
/// Whether a ball would run over an agent that stood still.
bool veer_contact_is_driven(const VeerWorld *world, uint32_t slot);
/// The displacement of an agent after one round of pushes of what it touches; scratch.contacts has
/// been found. @param recovery  0 to 1: the part of an overlap that is undone in this tick
VeerVec3 veer_contact_solve(const VeerWorld *world, uint32_t slot, float recovery);

/// Cuts displacements short where they would lead further into others,
/// or through them, than rounds have left room for.
void veer_contact_cut(VeerContacting *contacting);

#endif
