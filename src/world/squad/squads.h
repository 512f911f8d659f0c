/// Squads inside the world: what they are made of, and the steps of their stage.
#ifndef VEER_WORLD_SQUADS_H
#define VEER_WORLD_SQUADS_H

#include "squad/formation/formation.h"
#include "world/base/state.h"

/// Points of the way behind a formation that it remembers.
#define VEER_SQUAD_CRUMBS 36u

/// Points of the way over a map that it keeps.
#define VEER_SQUAD_WAY 12u

/// Seats and members of none.
#define VEER_NO_SEAT UINT32_MAX

/// What a member was told.
typedef enum VeerAnswer {
    VEER_ANSWER_NONE = VEER_PLACE_NONE,
    VEER_ANSWER_SLOT = VEER_PLACE_SLOT,
    VEER_ANSWER_WAITING = VEER_PLACE_WAITING,
    VEER_ANSWER_PENDING, ///< nothing yet
} VeerAnswer;

/// What a squad has to do with the next narrow place on its way.
typedef enum VeerGapClaim {
    VEER_GAP_NONE = 0, ///< there is no such place in sight
    VEER_GAP_WAITED,   ///< others go first
    VEER_GAP_HELD,     ///< it goes
} VeerGapClaim;

/// A def as the state keeps it: members of four bytes each, no pointers, so that equal squads have
/// equal bytes on every machine.
typedef struct VeerSquadRules {
    uint32_t shape, width, layers, offset_count;
    float spacing, ring_radius;
    uint32_t mode, search, is_seen, is_in_region, aim;
    VeerVec3 up;
    float separation, arrival_radius, reach, waiting_reach, step, max_drop, hysteresis;
} VeerSquadRules;

/// Which legs of a squad's way are links: those that end at a point.
typedef struct VeerSquadHops {
    uint8_t way[VEER_SQUAD_WAY], crumbs[VEER_SQUAD_CRUMBS];
} VeerSquadHops;

/// A squad, or room for one. What is not used is zero.
struct VeerSquadSlot {
    VeerSquadRules rules;
    VeerVec3 offsets[VEER_MAX_SQUAD_OFFSETS];
    VeerVec3 goal;                      ///< m, of the present order
    VeerVec3 lead, ahead;               ///< m, the virtual leader; unit vector
    VeerVec3 crumbs[VEER_SQUAD_CRUMBS]; ///< m, behind the leader, the newest last
    uint32_t crumb_count;
    VeerVec3 way[VEER_SQUAD_WAY]; ///< m: over a map, to the present point of the order
    uint32_t way_count, way_at;   ///< of none: it goes straight
    uint32_t is_way_cut;          ///< there is more of it
    uint32_t way_version;         ///< of the map as it was planned on
    float way_age;                ///< s, since then
    uint32_t phase;               ///< a VeerSquadPhase
    uint32_t is_begun;            ///< the present order was begun
    uint32_t is_done;             ///< and has been reported
    uint32_t leg;                 ///< the point of the order that it goes to
    uint32_t abreast;             ///< VeerSquadState.abreast
    uint32_t known_count;         ///< members, when answers were given last
    uint32_t wish_count;          ///< members, when all of them were given answers
    uint32_t wall_version;
    uint32_t gap_claim; ///< a VeerGapClaim
    VeerVec3 gap;       ///< m: the next narrow place on its way, where it has a claim
    float gap_way;      ///< m, from its front to there
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
    VeerSquadHops hops; ///< hashed where there are any
    uint32_t is_alive, generation;
};

/// Bits of news, of a squad and of its members: events to come.
enum {
    VEER_NEWS_ANSWER = 1,
    VEER_NEWS_DONE = 2,
    VEER_NEWS_LOST = 4,
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
    uint32_t region;      ///< of the map, that all who ask can get to
    uint32_t goal_region;
} VeerSquadGround;

/// A search for places about the squad's goal: what is asked of them.
/// @param ground  its goal_region is set; has to last as long as the search
VeerPlaceDef veer_squad_place_def(VeerSquadGround *ground);

/// A squad, or NULL where the handle names none.
VeerSquadSlot *veer_squad_find(const VeerWorld *world, VeerSquadId squad);

/// The formation of a squad; points into the slot.
VeerFormationDef veer_squad_formation(const VeerSquadSlot *squad);

/// Whether others are members than when answers were given last: some left, or were added.
bool veer_squad_has_changed(const VeerSquadRun *run);
/// Whether members[count] hold the seats [0, count), one each: those of who came or went may have
/// changed since seats were given. Uses the scratch's seats.
bool veer_squad_is_seated(const VeerSquadRun *run, const uint32_t *members, uint32_t count);

/// Takes an agent out of its squad, if it is in one. Its goal stays as it is.
void veer_squad_forget(VeerWorld *world, uint32_t agent);

/// Lists the members of all squads by squad, then id: fills squad_members and squad_first.
void veer_squad_list(VeerWorld *world);

/// Gives every member its answer and its place about squad->goal: all of them anew, or only those
/// that have no slot.
void veer_squad_answer(VeerSquadRun *run, bool is_anew);
/// Gives one member an answer.
void veer_squad_tell(const VeerSquadRun *run, uint32_t member, VeerAnswer answer, VeerVec3 place);
/// Looks at places again, as the world and the squad have become: who has none may get one, and
/// those who have may exchange them.
void veer_squad_review(VeerSquadRun *run);

/// Assigns the members at the scratch's positions[asked], who are its subset[asked], to its
/// slots[place_count], into seats[asked]; VEER_NO_SLOT: none. By the squares of the lengths of
/// their ways over the map; those that cannot get to the places' region get none.
/// @param is_anew  where that takes more than this tick, a job goes on with it
void veer_squad_deal(const VeerSquadRun *run, uint32_t asked, uint32_t place_count, uint32_t region,
                     bool is_anew);
/// @name The job that goes on with an assignment
/// @{
/// Once a tick, before all squads.
void veer_squad_job_open(VeerWorld *world);
/// Once a tick for each squad: goes on with what is its.
void veer_squad_job_go_on(const VeerSquadRun *run);
/// Forgets what is a squad's.
void veer_squad_job_drop(VeerWorld *world, uint32_t index);
/// 0: there is none.
uint64_t veer_squad_job_hash(const VeerWorld *world);
/// @}

/// What it costs to exchange places: squares of straight distances from the scratch's
/// positions[count] to its slots[count], member i has place i. Members get none that they do not
/// see. *out is NULL where nothing stands between. @return false: there are too many for it
bool veer_squad_exchange_costs(const VeerSquadRun *run, uint32_t count, const float **out);

/// @name Marching
/// @{
void veer_squad_march_begin(VeerSquadRun *run);
/// @return whether the leader has come to the order's goal
bool veer_squad_march(VeerSquadRun *run);
/// Keeps places about what moves.
void veer_squad_attend(VeerSquadRun *run, bool is_anew);
/// @}

/// @name Arriving
/// @{
/// Everyone goes to its place from now on.
void veer_squad_arrive_begin(VeerSquadRun *run);
/// One tick of it: sets the phase, and how long they have rested.
void veer_squad_arrive(VeerSquadRun *run);
/// Gives those who have no answer yet the order's goal itself.
void veer_squad_answer_with_goal(const VeerSquadRun *run);
/// @}

/// Sets a member's goal; one that moves is not the same goal, but for a slot.
void veer_squad_send(const VeerSquadRun *run, uint32_t member, VeerGoalKind kind, VeerVec3 point);
/// Has a member whose goal is a point go there over the map, where it cannot go straight.
void veer_squad_route(const VeerSquadRun *run, uint32_t member);
/// Sends a member to a slot that moves, both at the start of the tick, m and m/s.
void veer_squad_lead(const VeerSquadRun *run, uint32_t member, VeerVec3 slot, VeerVec3 velocity);

/// Goes on to the order after the present one.
void veer_squad_next_order(VeerSquadSlot *squad);

/// The frame in which a squad stands at its goal.
VeerFrame veer_squad_frame(const VeerSquadRun *run);

/// What is followed. @return false: nothing is, or it is gone
bool veer_squad_target(const VeerWorld *world, const VeerOrder *order, VeerVec3 *position,
                       VeerVec3 *velocity, VeerVec3 *heading);

/// @name What stands
/// @{

/// m from a point to the nearest wall or standing ball; negative or 0 inside.
float veer_squad_clearance(const VeerSquadRun *run, VeerVec3 point);
/// Whether nothing stands between two points.
bool veer_squad_is_seen(const VeerSquadRun *run, VeerVec3 from, VeerVec3 to);
/// m down to the floor, which only spatial worlds have; INFINITY: none.
float veer_squad_floor_below(const VeerSquadRun *run, VeerVec3 point);

/// A piece of a way.
typedef struct VeerWayPiece {
    VeerVec3 middle;
    VeerVec3 ahead, left; ///< unit vectors, level
    float half_length;    ///< m
    float half_width;     ///< m
} VeerWayPiece;
/// Blocks in a slice what stands within a piece of a way, and `margin` round it.
void veer_squad_slice(const VeerSquadRun *run, const VeerWayPiece *piece, float margin,
                      VeerSlice *slice);
/// @}

/// @name The map
/// Where it stands in the way of the squad; without one all is free.
/// @{
/// It, as far as it stands in the way of the squad; NULL: there is none.
const VeerWorldMap *veer_squad_map(const VeerSquadRun *run);
/// What is made of it for bodies of a radius.
const VeerMapClass *veer_squad_class(const VeerSquadRun *run, float radius);
/// Whether there is one.
bool veer_squad_has_map(const VeerSquadRun *run);
/// Another number when what is free has changed; 0 without a map.
uint32_t veer_squad_map_version(const VeerSquadRun *run);
/// A point at the height of the floor that it is nearest to, which meshes have; else itself.
VeerVec3 veer_squad_map_on_floor(const VeerSquadRun *run, VeerVec3 point);
/// Whether all cells that meet a box are free, of which there may be so many; of meshes: false.
bool veer_squad_map_is_open(const VeerSquadRun *run, VeerBounds box, float most_cells);
/// m down to the floor of the map, at most about `most`; INFINITY: there is none.
float veer_squad_map_floor_below(const VeerSquadRun *run, VeerVec3 point, float most);
bool veer_squad_map_blocks(const VeerSquadRun *run, VeerVec3 point);
/// Whether a body of a radius may go straight from one point to another.
bool veer_squad_map_is_clear(const VeerSquadRun *run, VeerVec3 from, VeerVec3 to, float radius);
/// The part of the map round a point from anywhere of which one can get anywhere in it, without
/// links, for the squad's largest body.
uint32_t veer_squad_map_region(const VeerSquadRun *run, VeerVec3 point);
/// Whether that body can get from one region to another, over links that all may use, and one-way.
bool veer_squad_map_leads(const VeerSquadRun *run, uint32_t from, uint32_t to);
/// Whether it can get to a point from a region.
bool veer_squad_map_reaches(const VeerSquadRun *run, uint32_t from, VeerVec3 point);
/// The region that agents' places are looked for from: all of slots[count] that can get to the
/// goal's region can get there. Where no more than half can, the one that most are in.
uint32_t veer_squad_map_home(const VeerSquadRun *run, const uint32_t *slots, uint32_t count,
                             uint32_t goal);
/// As veer_squad_slice.
void veer_squad_map_slice(const VeerSquadRun *run, const VeerWayPiece *piece, float margin,
                          VeerSlice *slice);
/// A way over the map for bodies of a radius: points[*count] of the map's scratch, the first about
/// where it begins; of none *count is 0. Of the links that it takes the map's hops tell the first:
/// `left` is the number of the point where one begins. @return whether it leads to about `to`
bool veer_squad_search(const VeerSquadRun *run, float radius, VeerVec3 from, VeerVec3 to,
                       uint32_t *count);
/// Whether a leader can go from one point to another.
bool veer_squad_can_lead(const VeerSquadRun *run, VeerVec3 from, VeerVec3 to);
/// m along points[count].
float veer_squad_length(const VeerVec3 *points, uint32_t count);
/// @}

#endif
