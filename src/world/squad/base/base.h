/// The door of what all rooms of squads use: the state of a squad, its orders, members and senses.
#ifndef VEER_WORLD_SQUAD_BASE_BASE_H
#define VEER_WORLD_SQUAD_BASE_BASE_H

#include "math/vec.h"
#include "squad/formation/formation.h"
#include "world/base/base.h"

/// Points of the path behind a formation that it remembers.
#define VEER_SQUAD_CRUMBS 36u

/// Points of the path over a map that it keeps.
#define VEER_SQUAD_PATH 12u

/// Seats and members of none.
#define VEER_NO_PLACE UINT32_MAX

/// What a member was told.
typedef enum VeerAnswer {
    VEER_ANSWER_NONE = VEER_PLACE_NONE,
    VEER_ANSWER_SLOT = VEER_PLACE_SLOT,
    VEER_ANSWER_WAITING = VEER_PLACE_WAITING,
    VEER_ANSWER_PENDING, ///< nothing yet
} VeerAnswer;

static inline bool veer_answer_is_place(uint8_t answer)
{
    return answer == VEER_ANSWER_SLOT || answer == VEER_ANSWER_WAITING;
}

/// What a squad has to do with the next narrow place on its way.
typedef enum VeerGapClaim {
    VEER_GAP_NONE = 0, ///< there is no such place in sight
    VEER_GAP_WAITED,   ///< others go first
    VEER_GAP_HELD,     ///< it goes
} VeerGapClaim;

/// What the state keeps of a def, and where that has it: members of four bytes each, no pointers,
/// so that equal squads have equal bytes on every machine.
#define VEER_SQUAD_RULES(X)                                                                        \
    X(uint32_t, shape, formation.shape)                                                            \
    X(uint32_t, width, formation.width)                                                            \
    X(uint32_t, layers, formation.layers)                                                          \
    X(uint32_t, offset_count, formation.offset_count)                                              \
    X(float, spacing, formation.spacing)                                                           \
    X(float, ring_radius, formation.radius)                                                        \
    X(uint32_t, mode, mode)                                                                        \
    X(uint32_t, search, search)                                                                    \
    X(uint32_t, is_seen, is_seen)                                                                  \
    X(uint32_t, is_in_region, is_in_region)                                                        \
    X(uint32_t, aim, aim)                                                                          \
    X(VeerVec3, up, up)                                                                            \
    X(float, separation, separation)                                                               \
    X(float, arrival_radius, arrival_radius)                                                       \
    X(float, reach, reach)                                                                         \
    X(float, waiting_reach, waiting_reach)                                                         \
    X(float, step, step)                                                                           \
    X(float, max_drop, max_drop)                                                                   \
    X(float, hysteresis, hysteresis)

typedef struct VeerSquadRules {
#define DECLARE(type, name, from) type name;
    VEER_SQUAD_RULES(DECLARE)
#undef DECLARE
} VeerSquadRules;

/// Which legs of a squad's path are links: those that end at a point.
typedef struct VeerSquadCrossings {
    uint8_t path[VEER_SQUAD_PATH], crumbs[VEER_SQUAD_CRUMBS];
} VeerSquadCrossings;

/// A squad, or room for one. What is not used is zero.
struct VeerSquadSlot {
    VeerSquadRules rules;
    VeerVec3 offsets[VEER_MAX_SQUAD_OFFSETS];
    VeerVec3 goal;                      ///< m, of the present order
    VeerVec3 lead, ahead;               ///< m, the virtual leader; unit vector
    VeerVec3 crumbs[VEER_SQUAD_CRUMBS]; ///< m, behind the leader, the newest last
    uint32_t crumb_count;
    VeerVec3 path[VEER_SQUAD_PATH]; ///< m: over a map, to the present point of the order
    uint32_t path_count, path_at;   ///< of none: it goes straight
    uint32_t is_path_cut;           ///< there is more of it
    uint32_t path_version;          ///< of the map as it was planned on
    float path_age;                 ///< s, since then
    uint32_t phase;                 ///< a VeerSquadPhase
    uint32_t is_begun;              ///< the present order was begun
    uint32_t is_done;               ///< and has been reported
    uint32_t leg;                   ///< the point of the order that it goes to
    uint32_t abreast;               ///< VeerSquadState.abreast
    uint32_t known_count;           ///< members, when answers were given last
    uint32_t answered_count;        ///< members, when all of them were given answers
    uint32_t wall_version;
    uint32_t gap_claim; ///< a VeerGapClaim
    VeerVec3 gap;       ///< m: the next narrow place on its way, where it has a claim
    float gap_distance; ///< m, from its front to there
    float gap_rear;     ///< m, from its last members to there
    float extent;       ///< m, from the leader to the farthest slot, and a spacing
    float speed;        ///< m/s, of the leader
    float formed;       ///< s, VeerSquadState.formed_seconds
    float open;         ///< s: for so long there has been room for the formation
    float review;       ///< s, until answers are looked at again
    float clock;        ///< s, since the present order was begun
    float held;         ///< s: for so long the leader has waited for stragglers
    float settling;     ///< s: for so long all members have arrived
    uint32_t news;
    uint32_t order_count;
    VeerOrder orders[VEER_MAX_ORDERS];
    VeerSquadCrossings crossings; ///< hashed where there are any
    uint32_t is_alive, generation;
};

/// One squad while its tick is run.
typedef struct VeerSquadRun {
    VeerWorld *world;
    VeerSquadSlot *squad;
    uint32_t index;
    const uint32_t *members; ///< members[count]: slots of agents, by id
    uint32_t count;
    float dt;
    float radius;     ///< m, the largest of the members
    float slowest;    ///< m/s, that all of them can go at
    float braking;    ///< m/s², that all of them can do
    float height;     ///< m, the largest
    uint32_t may_use; ///< bits: the flags of links, and of edges, that all of them may use
    uint32_t mask;    ///< bits: the layers that any of them avoids
} VeerSquadRun;

/// What the callbacks of a search for places know.
typedef struct VeerSquadGround {
    const VeerSquadRun *run;
    uint32_t taken_count; ///< of the scratch's taken
    uint32_t region;      ///< of the map, that all that ask can get to
    uint32_t goal_region;
} VeerSquadGround;

/// A piece of a path.
typedef struct VeerPathPiece {
    VeerVec3 middle;
    VeerVec3 ahead, left; ///< unit vectors, level
    float half_length;    ///< m
    float half_width;     ///< m
} VeerPathPiece;

/// What an order is about.
typedef struct VeerSquadTarget {
    VeerVec3 position, velocity, heading;
} VeerSquadTarget;

/// Bits of news, of a squad and of its members: events to come.
enum {
    VEER_NEWS_ANSWER = 1,
    VEER_NEWS_DONE = 2,
    VEER_NEWS_LOST = 4,
};

/// A squad, or NULL where the handle names none.
VeerSquadSlot *veer_squad_find(const VeerWorld *world, VeerSquadId squad);
/// The formation of a squad; points into the slot.
VeerFormationDef veer_squad_formation(const VeerSquadSlot *squad);
/// The same about the goal of the present order, which may ask for a ring.
VeerFormationDef veer_squad_formation_about(const VeerSquadSlot *squad);
/// Slots of a formation, offsets[count]; behind too few of its own the others go in file.
void veer_squad_offsets(const VeerFormationDef *def, uint32_t count, VeerVec3 *offsets);
/// Takes an agent out of its squad, if it is in one. Its goal stays as it is.
void veer_squad_forget(VeerWorld *world, uint32_t agent);
/// Lists the members of all squads by squad, then id: fills squad_members and squad_first.
void veer_squad_list(VeerWorld *world);

/// Goes on to the order after the present one.
void veer_squad_next_order(VeerSquadSlot *squad);
/// Whether an order is about an agent or an obstacle, be it there or gone.
static inline bool veer_order_has_target(const VeerOrder *order)
{
    return order->agent.generation != 0 || order->obstacle.generation != 0;
}

/// That as it is now. @return false: there is none, or it is gone
bool veer_squad_target(const VeerWorld *world, const VeerOrder *order, VeerSquadTarget *out);

/// Whether others are members than when answers were given last: some left, or were added.
bool veer_squad_has_changed(const VeerSquadRun *run);
/// Whether members[count] hold the seats [0, count), one each: members that came or went may have
/// changed since seats were given. Uses the scratch's seats.
bool veer_squad_is_seated(const VeerSquadRun *run, const uint32_t *members, uint32_t count);
/// To assign the scratch's positions[agents] to its formation[places] by the squad's aim.
VeerAssignDef veer_squad_assign_def(const VeerSquadRun *run, uint32_t agents, uint32_t places);
/// Gives members[count] the seats that make the sum of squared distances from where they are to the
/// scratch's slots the least.
void veer_squad_give_seats(const VeerSquadRun *run, const uint32_t *members, uint32_t count);
/// The middle of members[count], m.
VeerVec3 veer_squad_middle(const VeerSquadRun *run, const uint32_t *members, uint32_t count);
/// Sets a member's goal; one that moves is not the same goal, but for a slot.
void veer_squad_send(const VeerSquadRun *run, uint32_t member, VeerGoalKind kind, VeerVec3 point);
/// Has a member whose goal is a point go there over the map, where it cannot go straight.
void veer_squad_route(const VeerSquadRun *run, uint32_t member);
/// Sends a member to a slot that moves, both at the start of the tick, m and m/s.
void veer_squad_lead(const VeerSquadRun *run, uint32_t member, VeerVec3 slot, VeerVec3 velocity);
/// Gives one member an answer.
void veer_squad_tell(const VeerSquadRun *run, uint32_t member, VeerAnswer answer, VeerVec3 place);

/// m from a point to the nearest wall or standing ball; negative or 0 inside.
float veer_squad_clearance(const VeerSquadRun *run, VeerVec3 point);
/// Whether nothing stands between two points.
bool veer_squad_is_seen(const VeerSquadRun *run, VeerVec3 from, VeerVec3 to);
/// m down to the floor, which only spatial worlds have; INFINITY: none.
float veer_squad_floor_below(const VeerSquadRun *run, VeerVec3 point);
/// Blocks in a slice what stands within a piece of a path, and `margin` round it.
void veer_squad_slice(const VeerSquadRun *run, const VeerPathPiece *piece, float margin,
                      VeerSlice *slice);

/// A path over the map for bodies of a radius: points[*count] of the map's scratch, the first about
/// where it begins; of none *count is 0. The map's crossings tell the first links that it takes:
/// `left` is the number of the point where one begins. @return whether it leads to about `to`
bool veer_squad_search(const VeerSquadRun *run, float radius, VeerVec3 from, VeerVec3 to,
                       uint32_t *count);
/// Whether a leader can go from one point to another.
bool veer_squad_can_lead(const VeerSquadRun *run, VeerVec3 from, VeerVec3 to);
/// m along points[count].
static inline float veer_squad_length(const VeerVec3 *points, uint32_t count)
{
    float length = 0.0f;
    for (uint32_t i = 1; i < count; ++i) {
        length += length3(sub3(points[i], points[i - 1]));
    }
    return length;
}

/// Whether the state of the squad in a slot holds. @param fault  what does not; may be NULL
bool veer_squad_slot_holds(const VeerWorld *world, uint32_t index, VeerStateFault *fault);
/// Adds the parts that it has.
void veer_squad_slot_parts(const VeerWorld *world, VeerStateParts *parts);

#endif
