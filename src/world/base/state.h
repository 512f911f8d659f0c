/// What a world is made of: one block of state, which a copy saves, and scratch, which a step may
/// rebuild.
#ifndef VEER_WORLD_STATE_H
#define VEER_WORLD_STATE_H

#include "math/vec.h"
#include "motion/motion.h"
#include "veer/agent.h"
#include "veer/behaviour.h"
#include "veer/event.h"
#include "veer/obstacle.h"
#include "veer/space.h"
#include "veer/squad.h"
#include "veer/steer.h"
#include "veer/world.h"
#include "world/base/foresight_state.h"
#include "world/base/map_state.h"
#include "world/base/parts.h"

#define VEER_MAX_WORKERS 64u
#define VEER_MAX_MOVED 32u    ///< agents that were changed since they were indexed, and are known
#define VEER_BALL_SPEED 8e12f ///< m/s along each axis: no ball is faster
#define VEER_MAX_CONTACTS 7   ///< bodies of one kind that an agent's contacts are resolved against

typedef enum VeerGoalKind {
    VEER_GOAL_NONE = 0,
    VEER_GOAL_STOP,
    VEER_GOAL_POINT,
    VEER_GOAL_AGENT,
    VEER_GOAL_OBSTACLE,
    VEER_GOAL_VELOCITY,
    VEER_GOAL_FORMATION, ///< a place in a squad's formation
} VeerGoalKind;

/// Whether a goal is a place or a body, where agents can arrive.
static inline bool veer_goal_is_place(VeerGoalKind kind)
{
    return kind == VEER_GOAL_POINT || kind == VEER_GOAL_AGENT || kind == VEER_GOAL_OBSTACLE ||
           kind == VEER_GOAL_FORMATION;
}

/// The columns of agent state, X(type, name, rule), one element a slot: saved and hashed; and
/// P(type, name), what a slot's agent shares with others in its VeerProfile, hashed as if it were a
/// column. What a column's values may be is a rule of rules.h.
#define VEER_AGENT_COLUMNS(X, P)                                                                   \
    X(VeerVec3, position, DEF)                                                                     \
    X(VeerVec3, compensation, WITHIN(-1, 1)) /* rounding error of position (Kahan) */              \
    X(VeerVec3, velocity, SPEED)                                                                   \
    X(VeerVec3, heading, UNIT)                                                                     \
    X(VeerVec3, spin, FAR)                                                                         \
    X(VeerVec3, preferred, SPEED)                                                                  \
    X(VeerVec3, safe, SPEED)                                                                       \
    X(VeerVec3, goal_point, POSITION) /* a point, or the preferred velocity that the host set */   \
    P(VeerAvoidParams, avoid)                                                                      \
    X(VeerAvoidMemory, memory, FINITE)                                                             \
    X(uint64_t, user_data, ANY)                                                                    \
    X(float, goal_radius, LENGTH)                                                                  \
    X(float, goal_best, WITHIN(0, (double)INFINITY)) /* nearest that it came to its goal, m */     \
    X(float, goal_stalled, SECONDS)                  /* seconds since it came nearer */            \
    X(float, radius, DEF)                                                                          \
    X(float, height, DEF)                                                                          \
    X(float, max_speed, DEF)                                                                       \
    X(float, preferred_speed, DEF)                                                                 \
    P(float, max_acceleration)                                                                     \
    P(float, max_braking)                                                                          \
    P(float, max_turn_rate)                                                                        \
    P(VeerVehicleValues, vehicle_values)                                                           \
    X(float, priority, DEF)                                                                        \
    X(uint32_t, layer, ANY)                                                                        \
    P(uint32_t, avoid_mask)                                                                        \
    X(uint32_t, group, ANY)                                                                        \
    X(uint32_t, id, ANY)                                                                           \
    X(uint8_t, is_alive, FLAG)                                                                     \
    X(uint8_t, is_immovable, FLAG)                                                                 \
    X(uint8_t, is_avoiding, FLAG)                                                                  \
    P(uint8_t, model)                                                                              \
    P(uint8_t, vehicle)                                                                            \
    X(uint8_t, behaviour_list, APART)  /* slot of its list, from 1; 0: none */                     \
    X(uint8_t, goal_is_reported, FLAG) /* its arrival was an event */                              \
    X(uint8_t, goal_kind, WITHIN(0, VEER_GOAL_FORMATION))                                          \
    X(uint8_t, status, WITHIN(0, VEER_AGENT_LOST))

/// Saved, and hashed where it is not 0.
#define VEER_AGENT_BODY_COLUMNS(X)                                                                 \
    X(uint8_t, is_knocked, FLAG) /* impacts changed its velocity in the last step */

/// Columns that say what is an agent's, where it is saved: not hashed, as that depends on the order
/// of creation.
#define VEER_AGENT_SHARE_COLUMNS(X) X(uint16_t, profile, APART) /* row of profiles[] */

#define VEER_LEAVE_OUT(...)
#define VEER_DECLARE_MEMBER(type, name) type name;
/// What agents have in common: those with equal values share one. Saved.
typedef struct VeerProfile {
    VEER_AGENT_COLUMNS(VEER_LEAVE_OUT, VEER_DECLARE_MEMBER)
    uint8_t unused[2];
    uint32_t users; ///< agents that have it; 0: none, and all else is 0, too
} VeerProfile;
#undef VEER_DECLARE_MEMBER

/// What an agent with a slot below max_masses exchanges momentum by. Saved, and hashed where any is
/// not 0.
typedef struct VeerMatter {
    float mass; ///< kg; 0: by its size, and none among agents
    float restitution, friction;
} VeerMatter;

/// Columns that name slots, and so depend on the order of creation: saved, but not hashed.
#define VEER_AGENT_SLOT_COLUMNS(X)                                                                 \
    X(VeerAgentId, goal_target, SLOT) /* an agent's, or an obstacle's, handle; of a slot given     \
                                   back: the next one of those */                                  \
    X(uint32_t, generation, SLOT)     /* of the agent in the slot, or of the next one to come */

/// State of an obstacle's motion.
typedef union VeerObstacleCourse {
    VeerOrbit orbit;   ///< VEER_MOTION_ORBIT
    VeerTether tether; ///< VEER_MOTION_FREE
} VeerObstacleCourse;

/// The columns of squad members, one element an agent slot in worlds with squads: saved, and hashed
/// for members.
#define VEER_MEMBER_COLUMNS(X)                                                                     \
    X(VeerVec3, place, POSITION)     /* m, in the end */                                           \
    X(VeerVec3, velocity, FAR)       /* m/s, of its place in formation */                          \
    X(uint32_t, squad, APART)        /* its slot, from 1; 0: in none */                            \
    X(uint32_t, place_index, ANY)    /* in the formation */                                        \
    X(uint8_t, answer, WITHIN(0, 3)) /* a VeerAnswer */                                            \
    X(uint8_t, news, WITHIN(0, 7))   /* bits, for the events of the tick */

/// The columns of obstacle state.
#define VEER_OBSTACLE_COLUMNS(X)                                                                   \
    X(VeerVec3, position, DEF)                                                                     \
    X(VeerVec3, compensation, WITHIN(-1, 1)) /* rounding error of position (Kahan) */              \
    X(VeerVec3, velocity, BALL_SPEED)                                                              \
    X(VeerVec3, half_extents, DEF)                                                                 \
    X(VeerObstacleCourse, course, DEF)                                                             \
    X(uint64_t, user_data, ANY)                                                                    \
    X(double, orbit_epoch, APART) /* world time at which the phase of its orbit holds, s */        \
    X(float, radius, DEF)                                                                          \
    X(float, height, DEF)                                                                          \
    X(float, mass, DEF)                                                                            \
    X(uint32_t, layer, ANY)                                                                        \
    X(uint32_t, first_vertex, APART)                                                               \
    X(uint32_t, vertex_count, APART)                                                               \
    X(uint32_t, generation, SLOT)                                                                  \
    X(uint32_t, next_free, SLOT)                                                                   \
    X(uint8_t, is_alive, FLAG)                                                                     \
    X(uint8_t, is_ball, FLAG) /* alive and a ball: what the index of balls holds */                \
    X(uint8_t, is_closed, FLAG)                                                                    \
    X(uint8_t, is_ghost, FLAG)                                                                     \
    X(uint8_t, shape, DEF)                                                                         \
    X(uint8_t, motion, DEF)

/// Of free balls and of ghosts: saved, and hashed where they are not as by default.
#define VEER_OBSTACLE_BODY_COLUMNS(X)                                                              \
    X(float, restitution, DEF) /* of others 0 */                                                   \
    X(float, friction, DEF)                                                                        \
    X(uint32_t, sense_mask, ANY) /* of ghosts; of others 0 */

/// Of chains and polygons that turn: saved, and hashed where they are not 0.
#define VEER_OBSTACLE_TURN_COLUMNS(X)                                                              \
    X(float, angle, DEF) /* rad, of its vertices about its position */                             \
    X(float, turn_rate, DEF)

/// Columns of scratch from the move on, one element an agent slot: neither saved nor hashed.
#define VEER_MOVE_COLUMNS(X)                                                                       \
    X(VeerVec3, shift) /* the displacement of this tick, m; up to contacts from the move only */   \
    X(VeerVec3, next_velocity)                                                                     \
    X(VeerVec3, next_heading)                                                                      \
    X(VeerNearContacts, contacts)                                                                  \
    X(VeerTouchable, touchable)

/// Columns of scratch that all of a step has.
#define VEER_SCRATCH_COLUMNS(X)                                                                    \
    X(float, reach)     /* where the last neighbour is at limit in this tick, m; 0: not known */   \
    X(float, weight)    /* of the agent in sharing an evasion: see veer_yield_share */             \
    X(float, clearance) /* gap to the nearest of what it avoids, m; 0: not known */

/// The nearest of the agents that one avoids, as it sensed them: for its contacts.
typedef struct VeerSensedNear {
    uint32_t entries[VEER_MAX_CONTACTS]; ///< of agent_index; VEER_NO_SLOT behind the last
    float range; ///< m: of gaps below it these are all, or as many as contacts are resolved
                 ///< against; 0: nothing is noted
} VeerSensedNear;

/// The agents that one agent may touch in this tick, nearest first.
typedef struct VeerTouchable {
    uint32_t slots[VEER_MAX_CONTACTS];
} VeerTouchable;

/// What an agent may touch in this tick: mostly nothing, so that who it is lies elsewhere.
typedef struct VeerNearContacts {
    float travel;          ///< m, the longest displacement that it may get
    uint8_t agent_count;   ///< of its VeerTouchable
    bool is_near_obstacle; ///< a ball or a wall is within reach
    bool is_changed;       ///< contacts changed its displacement
    bool is_moving : 1;    ///< they did so in the last round
    bool is_buried : 1;    ///< its centre lies within another agent
    bool is_crowded : 1;   ///< more are near than that holds
    bool is_paired : 1;    ///< of which it may touch some now: notify finds that
} VeerNearContacts;

/// What impacts made of an agent's tick.
typedef struct VeerKnock {
    VeerVec3 shift;      ///< m: its displacement, before contacts push
    uint16_t is_knocked; ///< its velocity is not its own alone
    uint16_t is_tired;   ///< it has met more than there was time for
} VeerKnock;

/// The bit of a body's key that says agent: the rest is its slot. Without it, an obstacle's.
#define VEER_KEY_AGENT 0x80000000u

/// What a body meets first in the rest of a tick.
typedef struct VeerNextHit {
    VeerVec3 normal;        ///< unit, from that to the body
    float time;             ///< s from the tick's start on; INFINITY: it meets nothing
    uint32_t partner;       ///< a body's key; VEER_NO_SLOT: the map, or a bound of the world
    uint32_t place;         ///< in the heap of those that meet something; VEER_NO_SLOT: in none
    uint16_t count;         ///< impacts that it has had in this tick
    uint16_t partner_count; ///< that its partner had had when this was found
} VeerNextHit;

/// Two bodies that met in a tick, by their keys.
typedef struct VeerImpactNote {
    uint32_t key, partner;
    float impulse; ///< N s
} VeerImpactNote;

/// What others see of an agent's last decision.
typedef struct VeerSignal {
    uint8_t is_avoiding;
    uint8_t is_resting;
    int8_t side; ///< VeerNeighbour.side
} VeerSignal;

/// The narrow place that an agent's path leads through next, where no map tells.
typedef struct VeerOutlineGap {
    VeerVec2 offset; ///< m, from the agent to its middle; 0: none
    int8_t side; ///< the walls beside it lead on: 1 beyond it, so it goes in; -1 before it, so it
                 ///< comes out; 0: neither, it is a door in a wall
    bool is_astray; ///< it is the middle of a corridor: others come against it on this half
    bool is_held;   ///< others come against it in a corridor, on its own half, and hold it up
} VeerOutlineGap;

/// What others see of an agent at the start of a tick, beside its VeerCrowdBody.
typedef struct VeerSeenAgent {
    VeerVec2 compensation; ///< of its position
    union {
        VeerOutlineGap gap; ///< in the plane: see veer_outline_gap
        struct {
            float compensation_z, velocity_z; ///< in space
        };
    };
    uint32_t group;
    VeerSignal signal;
    float z, height; ///< for its index, with its layers
    uint32_t layers;
} VeerSeenAgent;

typedef struct VeerCrowdBody VeerCrowdBody; ///< see avoid/batch.h
typedef struct VeerDeciding VeerDeciding;   ///< see tick/deciding.h

/// A host's own avoidance model; function NULL: none.
typedef struct VeerAvoidCallback {
    VeerAvoidFn *function;
    void *user;
} VeerAvoidCallback;

typedef struct VeerSquadSlot VeerSquadSlot;   ///< see squad/base/base.h
typedef struct VeerStateParts VeerStateParts; ///< see rules.h

/// A list of behaviours, or room for one.
typedef struct VeerBehaviourListSlot {
    VeerBehaviourList list; ///< what it does not use is zero
    uint32_t generation;    ///< of the list in the slot, or of the last one that was
    uint32_t is_alive;
} VeerBehaviourListSlot;

/// Two bodies that touch. Sorted by veer_pair_precedes.
typedef struct VeerPair {
    uint32_t id;       ///< of the agent
    uint32_t other_id; ///< of the other agent; of an obstacle its slot
    VeerAgentId agent;
    uint32_t other_slot : 30; ///< with the generation an agent's or an obstacle's handle
    uint32_t is_obstacle : 1;
    uint32_t is_of_obstacles : 1; ///< agent is the handle of an obstacle, and id its slot, too
    uint32_t other_generation;
} VeerPair;

/// A body in a sensor. Sorted by veer_sensed_precedes.
typedef struct VeerSensedBody {
    uint32_t sensor, sensor_generation; ///< its handle
    uint32_t id;                        ///< of an agent; of a ball its slot
    uint32_t slot, generation;          ///< the body's handle
    uint32_t is_obstacle;
} VeerSensedBody;

/// A wall as the tree holds it: planar, a segment; spatial, a box.
typedef struct VeerWallItem {
    VeerVec3 a, b;         ///< m
    VeerVec3 a_low, b_low; ///< m: what rounding took from them, planar
    float lower, upper;    ///< range of height, planar
    uint32_t obstacle;     ///< slot
} VeerWallItem;

/// Where walls leave more than a half turn free about an end of one: unit vectors along the sides
/// of the wedge that they fill; both 0 where they do not.
typedef struct VeerOutlineEnd {
    VeerVec2 right, left;
    uint32_t first; ///< the first of the ends there, as a place in the outline: it stands for all
} VeerOutlineEnd;

#define VEER_DECLARE_COLUMN(type, name, rule) type *name;
typedef struct VeerAgentColumns {
    VEER_AGENT_COLUMNS(VEER_DECLARE_COLUMN, VEER_LEAVE_OUT)
    VEER_AGENT_SHARE_COLUMNS(VEER_DECLARE_COLUMN)
    VEER_AGENT_BODY_COLUMNS(VEER_DECLARE_COLUMN)
    VEER_AGENT_SLOT_COLUMNS(VEER_DECLARE_COLUMN)
} VeerAgentColumns;
typedef struct VeerMemberColumns {
    VEER_MEMBER_COLUMNS(VEER_DECLARE_COLUMN)
} VeerMemberColumns;
typedef struct VeerObstacleColumns {
    VEER_OBSTACLE_COLUMNS(VEER_DECLARE_COLUMN)
    VEER_OBSTACLE_BODY_COLUMNS(VEER_DECLARE_COLUMN)
    VEER_OBSTACLE_TURN_COLUMNS(VEER_DECLARE_COLUMN)
} VeerObstacleColumns;
#undef VEER_DECLARE_COLUMN
#define VEER_DECLARE_SCRATCH(type, name) type *name;
typedef struct VeerScratchColumns {
    union {
        VeerCrowdBody *bodies; ///< by entry of agent_index, as `seen`: from sense to avoid
        struct {
            VEER_MOVE_COLUMNS(VEER_DECLARE_SCRATCH)
        };
    };
    VEER_SCRATCH_COLUMNS(VEER_DECLARE_SCRATCH)
    VeerSeenAgent *seen;                      ///< behind bodies[max_agents]
    VeerNextHit *next_hit;                    ///< while bodies meet, in the place of touchable
    VeerVec3 *first_position, *first_heading; ///< at the tick's start: from commit to the end of
                                              ///< notify, in the place of next_velocity and
                                              ///< next_heading
} VeerScratchColumns;
#undef VEER_DECLARE_SCRATCH

/// The head of the state block.
typedef struct VeerStateHead {
    uint64_t fingerprint; ///< of the def: a saved block only fits a world of the same shape
    uint64_t tick;
    double time;
    uint64_t dropped;
    uint64_t wall_version; ///< counts changes of the walls
    uint64_t walk_version; ///< that agents' next corners are of
    uint32_t agent_slot_count, agent_count, agent_free, next_agent_id;
    uint32_t obstacle_slot_count, obstacle_count, obstacle_free;
    uint32_t vertex_count;
    uint32_t ghost_count; ///< obstacles that are ghosts
    uint32_t pair_count;
    uint32_t removal_count; ///< removals that the next step reports
    uint32_t is_steered;    ///< the host moves the bodies now: steered, and not yet moved
    uint32_t mass_count;    ///< agents with a mass of their own
    uint32_t sensed_count;
} VeerStateHead;

/// Members that look for exchanges of places along all pairs.
#define VEER_SQUAD_EXCHANGE 128u

/// Scratch of squads, of no elements in worlds without.
typedef struct VeerSquadScratch {
    uint32_t *members; ///< of all squads, by squad, then id
    uint32_t *first;   ///< first[max_squads + 1]: where each squad's begin
    uint32_t *subset, *assigned;
    VeerVec3 *positions, *formation, *wanted, *taken;
    float *taken_radii; ///< m, of those that are bodies; else 0
    VeerPlace *places;
    void *assign_memory;
    size_t assign_size;
    uint32_t *reached;      ///< reached[max_links + 1]: regions that one leads to, itself first
    uint32_t reached_count; ///< 0: they are of none
    float *costs;           ///< costs[n * n], n = VEER_SQUAD_EXCHANGE or job_side, if that is less
    uint64_t searched;      ///< expansions that leaders' paths cost in this tick
} VeerSquadScratch;

/// Where a profile is found by its values: made from the state.
typedef struct VeerProfileTable {
    uint32_t *first; ///< first[rows]: by a hash of its values, the first row with that hash
    uint32_t *next;  ///< next[rows]: the next one; VEER_NO_SLOT: there is none
    uint32_t lowest; ///< no row below it is free
    bool is_made;
} VeerProfileTable;

/// A removal since the last step.
typedef struct VeerRemoval {
    uint32_t id;
    uint16_t is_obstacle, is_expired;
    VeerAgentId handle;
} VeerRemoval;

/// A message that waits.
typedef struct VeerWaiting {
    double due;      ///< s, of the world's time
    uint64_t serial; ///< in the order of posting
    VeerAgentId agent, from;
    VeerMessage message;
} VeerWaiting;

/// The head of the messages that wait.
typedef struct VeerMessageHead {
    uint64_t serial; ///< of the next one; 0 where none waits
    uint32_t count, unused;
} VeerMessageHead;

struct VeerWorld {
    VeerWorldDef def;
    const VeerParts *parts;     ///< NULL: the world is whole
    const VeerSharing *sharing; ///< NULL: it decides for all
    VeerAvoidCallback avoid_callbacks[VEER_MAX_AVOID_CALLBACKS];
    VeerSquadPlaceRule *place_rule; ///< NULL: the default one
    void *place_context;
    VeerStageFn *stage_callback; ///< NULL: none
    void *stage_user;
    bool is_stepping;
    VeerSubstep substep; ///< that is made now, or was last
    bool is_deciding;    ///< the models are asked, on workers: what they write is not read
    bool is_indexed;     ///< the indices show where all is but the agents in moved[moved_count]
    uint32_t moved_count;
    uint32_t moved[VEER_MAX_MOVED]; ///< slots: see veer_world_note_place
    bool is_sensed;              ///< they show where agents sensed each other in the tick that is
                                 ///< steered, and nothing but their places has changed since
    uint64_t built_wall_version; ///< that the trees of walls and of shapes show
    uint64_t def_hash, map_hash; ///< of what the world was made by

    size_t size, state_size, scratch_size, agent_size;
    unsigned char *state_block;
    unsigned char *scratch_block;

    // Into the state block.
    VeerStateHead *head;
    VeerAgentColumns agent;
    VeerObstacleColumns obstacle;
    VeerProfile *profiles; ///< profiles[veer_world_profile_capacity]
    VeerMatter *matter;    ///< matter[max_masses], of agents, and of no more than there are slots
    VeerBehaviourListSlot *behaviour_lists; ///< behaviour_lists[max_behaviour_lists]
    VeerSquadSlot *squads;                  ///< squads[max_squads]
    VeerMemberColumns member;               ///< of no elements in worlds without squads
    struct VeerSquadJob *job;        ///< see squad/places/places.h; NULL: no squads, or no map
    VeerVec3 *job_from, *job_places; ///< [job_side], m
    uint32_t *job_members;           ///< job_members[job_side]: slots of agents
    uint32_t *job_wanted;            ///< job_wanted[max_squads]
    uint32_t job_side;      ///< members that are assigned by lengths at most; 0: there is no map
    VeerVec3 *vertices;     ///< of chains and polygons, relative to their obstacle's position
    VeerPair *pairs;        ///< that touched after the last step
    VeerSensedBody *sensed; ///< sensed[max_sensed]: who is in which sensor
    VeerRemoval *removals;
    double *agent_end, *obstacle_end; ///< s, of the world's time, at which each slot's body goes;
                                      ///< 0: none. Of no elements without has_lifetimes
    VeerMessageHead *message_head;
    VeerWaiting *messages; ///< messages[max_messages], a heap: what is due first comes first

    // Into the scratch block.
    VeerScratchColumns scratch;
    VeerSquadScratch squad_scratch;
    VeerProfileTable *profile_table;
    struct VeerSquadMeasure *measure; ///< NULL: no squads, or no map
    VeerIndex *agent_index, *ball_index;
    VeerTree *wall_tree;
    VeerTree *shape_tree; ///< of chains, polygons and boxes as wholes, for questions
    uint32_t *shapes;     ///< shapes[shape_count]: slots, by the tree's boxes
    uint32_t shape_count;
    VeerWallItem *walls;
    union {
        VeerBounds *wall_boxes; ///< while the tree of walls is built
        uint32_t *vertex_runs;  ///< while the state is checked, planar: by a first vertex how many
    };
    uint32_t wall_count;
    float wall_speed;         ///< m/s, that no point of a wall is faster than
    VeerOutlineEnd *outline;  ///< outline[2 * walls]: of both ends of each; NULL: a map, or space
    uint64_t outline_version; ///< of the walls that it shows
    VeerVec3 *ball_shift;     ///< displacement of each obstacle in this tick, m
    VeerVec3 *ball_next_velocity;
    float top_ball_shift; ///< the longest of them, m
    bool has_impacts;     ///< in this tick bodies may exchange momentum
    VeerNextHit *ball_hit;
    VeerImpactNote *impacts; ///< impacts[impact_count], of the last tick
    uint32_t impact_count;
    union {
        VeerSensedNear *sensed_near; ///< by entry of agent_index: from avoid to contacts
        VeerVec3 *next_shift;        ///< by agent slot: while contacts are solved and cut
        uint32_t *rows_left;         ///< by VEER_ROW slots: whom notify has yet to update, as bits
        VeerPair *next_pairs;        ///< while notify looks for contacts
        VeerVec3 *last_position;     ///< between two steps: at the start of the last tick, m; in
                                     ///< veer_world_moved where the host has put them
    };
    VeerSensedBody *next_sensed; ///< while notify looks
    VeerVec3 *last_heading;      ///< behind last_position
    VeerEvent *events; ///< from notify to the next steer; of a step's earlier substeps the first
                       ///< veer_world_early_capacity, behind which lies in between:
    union {
        VeerDeciding *deciding; ///< by entry of agent_index: from steer to avoid
        struct {
            uint32_t *touching;    ///< agents with contacts, while they are solved
            VeerKnock *knock;      ///< knock[max_agents], from impacts to commit
            uint32_t *impact_heap; ///< impact_heap[max_agents + max_obstacles]: keys
        };
    };
    uint32_t event_count;

    VeerWorldMap map;
    VeerWorldForesight foresight;
};

/// Counts what all decide: substeps, where each step has as many as this one.
static inline uint64_t veer_world_turn(const VeerWorld *world)
{
    return world->head->tick * world->substep.count + world->substep.index;
}

/// Whether an agent is in a slot that the world decides for: no ghost.
static inline bool veer_world_decides(const VeerWorld *world, uint32_t slot)
{
    return world->agent.is_alive[slot] &&
           (!world->parts || world->parts->kinds[slot] == VEER_SHARD_OWN);
}

/// What a slot's agent shares with others; of a slot without one, anybody's.
static inline const VeerProfile *veer_profile(const VeerWorld *world, uint32_t slot)
{
    return &world->profiles[world->agent.profile[slot]];
}

/// Whether one slot's agent comes before another's: by id, then slot.
static inline bool veer_agent_precedes(const VeerWorld *world, uint32_t slot, uint32_t other)
{
    uint32_t id = world->agent.id[slot], other_id = world->agent.id[other];
    return id < other_id || (id == other_id && slot < other);
}

/// A vector as this world can use it: z = 0 in planar worlds.
static inline VeerVec3 veer_world_flat(const VeerWorld *world, VeerVec3 vector)
{
    return world->def.space == VEER_PLANAR ? (VeerVec3){vector.x, vector.y, 0.0f} : vector;
}

/// m from the origin from which on offsets are taken with what rounding took from positions. A
/// float's step is 6e-5 m there, as bodies of 0.3 m are kept apart by: nearer to the origin it
/// shows in nothing.
#define VEER_FAR 1024.0f

static inline bool veer_is_far(VeerVec3 point)
{
    return dot3(point, point) >= VEER_FAR * VEER_FAR;
}

/// m from one place to another, as this world can use it. Each is a position and what rounding took
/// from it: differences of the first are exact where it matters, so that far from the origin
/// offsets are as good as at it.
/// @param is_far  that `from` is: to be asked once for many
static inline VeerVec3 veer_world_between(const VeerWorld *world, const VeerVec3 *from,
                                          const VeerVec3 *from_low, const VeerVec3 *to,
                                          const VeerVec3 *to_low, bool is_far)
{
    VeerVec3 offset = sub3(*to, *from);
    if (is_far) {
        offset = add3(offset, sub3(*to_low, *from_low));
    }
    return veer_world_flat(world, offset);
}

/// m from an agent to another one.
static inline VeerVec3 veer_world_to_agent(const VeerWorld *world, uint32_t slot, uint32_t other,
                                           bool is_far)
{
    const VeerVec3 *at = world->agent.position, *low = world->agent.compensation;
    return veer_world_between(world, &at[slot], &low[slot], &at[other], &low[other], is_far);
}

/// m from an agent to a ball.
static inline VeerVec3 veer_world_to_ball(const VeerWorld *world, uint32_t slot, uint32_t ball,
                                          bool is_far)
{
    return veer_world_between(world, &world->agent.position[slot], &world->agent.compensation[slot],
                              &world->obstacle.position[ball], &world->obstacle.compensation[ball],
                              is_far);
}

/// m from an agent to a point, as this world can use it.
static inline VeerVec3 veer_world_offset(const VeerWorld *world, uint32_t slot, VeerVec3 point)
{
    const VeerVec3 *at = &world->agent.position[slot], none = {0.0f, 0.0f, 0.0f};
    return veer_world_between(world, at, &world->agent.compensation[slot], &point, &none,
                              veer_is_far(*at));
}

#endif
