/// Squads of a world: agents that take one order together.
///
/// A squad knows its formation. Told to go somewhere, it finds a place for everyone there, sets out
/// together, and says who got a slot, who has to wait and who has no place at all. docs/squads.md
/// tells how it moves.
#ifndef VEER_ORDER_H
#define VEER_ORDER_H

#include "veer/agent.h"
#include "veer/obstacle.h"
#include "veer/squad.h"
#include "veer/world.h"

/// Names a squad of a world; all zero names none. Safe to keep after the squad is gone.
typedef struct VeerSquadId {
    uint32_t slot, generation;
} VeerSquadId;

#define VEER_MAX_ORDERS 8         ///< of one squad, the present one among them
#define VEER_MAX_ORDER_POINTS 16  ///< of one order
#define VEER_MAX_SQUAD_OFFSETS 64 ///< of a formation of the host's own

/// How a squad goes where it is told to.
typedef enum VeerSquadMode {
    VEER_SQUAD_TOGETHER = 0, ///< in formation, at the speed of the slowest
    VEER_SQUAD_LOOSE,        ///< everyone for themselves, each to its own place
    VEER_SQUAD_CROWD,        ///< everyone to the goal itself, and who touches a mate that has
                             ///< arrived there has arrived too
    VEER_SQUAD_MODE_COUNT
} VeerSquadMode;

/// The mode's name as scenario files spell it ("loose"); NULL for any other number.
VEER_API const char *veer_squad_mode_name(VeerSquadMode mode);

/// How a squad comes into the world. Take it from veer_squad_def_default.
typedef struct VeerSquadDef {
    VeerFormationDef formation; ///< offsets are copied: at most VEER_MAX_SQUAD_OFFSETS
    VeerSquadMode mode;
    VeerPlaceOrder search; ///< how places are looked for where the formation's own are taken
    VeerVec3 up;           ///< any length; all zero: +z
    float separation;      ///< m, >= 0: between places; 0: the formation's spacing
    float arrival_radius;  ///< m, > 0: within this of its place an agent has arrived
    float reach;           ///< m, >= 0: slots are no further from the goal, but for the formation's
    float waiting_reach;   ///< m, >= 0: waiting places are beyond reach, no further than this
    float step;            ///< m, >= 0: between probes of the search; 0: half the separation
    float max_drop;        ///< m, >= 0: how far below a place its floor may be; 0: floors do not
                           ///< matter
    bool is_seen;          ///< places have to be seen from the goal
    bool is_in_region;     ///< places have to be in the part of the map that the goal is in, also
                           ///< where members cannot get there, and so get none
    VeerAssignAim aim;     ///< the least sum of squared ways to places, or the shortest longest way
                           ///< (VEER_ASSIGN_BOTTLENECK): then all are there soonest
    float hysteresis;      ///< 0 to 1: agents change places when that saves more than this part
    uint32_t cookie;       ///< private, set by veer_squad_def_default
} VeerSquadDef;

/// A box with 2 m between slots that goes together, rings of search up to 20 m, no waiting places,
/// arrival within 0.5 m, hysteresis 0.01.
VEER_API VeerSquadDef veer_squad_def_default(void);

/// Adds a squad without members.
///
/// @return VEER_OK; VEER_FULL at max_squads; VEER_BAD_VALUE for a member out of range or an
///         undefaulted def; VEER_BUSY during a step
/// Cost O(max_squads), allocates nothing.
VEER_API VeerStatus veer_squad_create(VeerWorld *world, const VeerSquadDef *def, VeerSquadId *out);

/// Changes a squad's def; its present order begins anew. As veer_squad_create; VEER_BAD_HANDLE.
VEER_API VeerStatus veer_squad_set(VeerWorld *world, VeerSquadId squad, const VeerSquadDef *def);

/// Removes a squad; its members stop, and are in none. Cost O(agents).
VEER_API VeerStatus veer_squad_remove(VeerWorld *world, VeerSquadId squad);

/// Whether the handle names a squad that is there.
VEER_API bool veer_squad_is_alive(const VeerWorld *world, VeerSquadId squad);

/// What the host asks of places, beside or instead of what the world does: called for each probe of
/// a squad's search. It may call veer_place_is_valid, which asks for all that the squad's def and
/// the world do (room, reach over the map, floors, sight), and probe->def->sense. Results must be a
/// function of its arguments, and of what does not change while a squad looks for places.
typedef bool VeerSquadPlaceRule(void *context, VeerSquadId squad, const VeerPlaceProbe *probe);

/// Gives all squads of a world the host's own rule. It belongs to the world object and not to its
/// state: it is neither saved nor hashed. Places that were given stay until they are looked at
/// again, for another order.
///
/// @param rule  NULL: the default one, veer_place_is_valid
/// @return VEER_OK, VEER_BAD_VALUE or VEER_BUSY (during a step)
VEER_API VeerStatus veer_world_set_place_rule(VeerWorld *world, VeerSquadPlaceRule *rule,
                                              void *context);

/// @name Members
/// Agents may join, leave and die at any time. Whoever joins gets an answer in the next step. An
/// agent leaves its squad when it joins another, and when the host gives it a goal of its own.
/// @{

/// @return VEER_OK; VEER_BAD_HANDLE; VEER_FULL at VEER_SQUAD_MAX members; VEER_BUSY. Cost O(1).
VEER_API VeerStatus veer_squad_add(VeerWorld *world, VeerSquadId squad, VeerAgentId agent);

/// The agent stops, and is in no squad. @return VEER_OK (also where it was in none),
/// VEER_BAD_HANDLE or VEER_BUSY. Cost O(1).
VEER_API VeerStatus veer_agent_leave_squad(VeerWorld *world, VeerAgentId agent);

/// The squad of an agent; all zero: none.
VEER_API VeerSquadId veer_agent_squad(const VeerWorld *world, VeerAgentId agent);

/// The members in the order of their ids. @return how many there are; at most `capacity` of them
/// are written to out[]. Cost O(agents).
VEER_API uint32_t veer_squad_members(const VeerWorld *world, VeerSquadId squad, VeerAgentId *out,
                                     uint32_t capacity);
/// @}

/// @name Orders
/// @{

/// What a squad can be told. In brackets: the members of VeerOrder that count.
typedef enum VeerOrderKind {
    VEER_ORDER_GO = 0,   ///< through `points` to the last of them, and rest there
    VEER_ORDER_PATROL,   ///< from one of `points` to the next, and to the first again, for ever
    VEER_ORDER_HOLD,     ///< in formation round where it is, for `seconds` (0: for ever)
    VEER_ORDER_QUEUE,    ///< one behind the other before points[0], `distance` apart
    VEER_ORDER_SURROUND, ///< on a ring of `distance` round points[0], or round what is followed
    VEER_ORDER_FOLLOW,   ///< `distance` behind what is followed
    VEER_ORDER_ESCORT,   ///< in formation round what is followed, turning as it turns
    VEER_ORDER_COUNT
} VeerOrderKind;

/// The order's name as scenario files spell it ("escort"); NULL for any other number.
VEER_API const char *veer_order_name(VeerOrderKind kind);

/// An order. Take it from veer_order_default.
typedef struct VeerOrder {
    VeerOrderKind kind;
    VeerVec3 points[VEER_MAX_ORDER_POINTS]; ///< m
    uint32_t point_count;
    VeerAgentId agent;       ///< who is followed, escorted or surrounded
    VeerObstacleId obstacle; ///< or what; both all zero: nothing is
    float distance;          ///< m, >= 0; of a queue 0: the formation's spacing
    float seconds;           ///< s, >= 0
    VeerVec3 heading;        ///< which way the formation looks in the end, any length; all zero: as
                             ///< it comes
    uint32_t cookie;         ///< private, set by veer_order_default
} VeerOrder;

/// An order without points or targets, at 5 m (a queue: at the spacing).
VEER_API VeerOrder veer_order_default(VeerOrderKind kind);

/// To go to one point.
VEER_API VeerOrder veer_order_go(VeerVec3 point);

/// Gives an order: in place of all that the squad has, or after them. An order that never ends by
/// itself (patrol, follow, escort, surround, queue, and hold for ever) makes way for the next one
/// as soon as there is one.
///
/// @return VEER_OK; VEER_FULL at VEER_MAX_ORDERS; VEER_BAD_HANDLE (also for a target);
///         VEER_BAD_VALUE for what is out of range or lacks points or target; VEER_BUSY
/// Cost O(1): the search for places is part of the next step.
VEER_API VeerStatus veer_squad_order(VeerWorld *world, VeerSquadId squad, const VeerOrder *order,
                                     bool is_appended);

/// Takes all orders back: the members stop where they are, and give way there.
VEER_API VeerStatus veer_squad_cancel(VeerWorld *world, VeerSquadId squad);

/// Takes the present order back and goes on with the next, if there is one.
VEER_API VeerStatus veer_squad_skip(VeerWorld *world, VeerSquadId squad);

/// The present order, and those after it. @return how many there are; at most `capacity` of them
/// are written to out[]
VEER_API uint32_t veer_squad_orders(const VeerWorld *world, VeerSquadId squad, VeerOrder *out,
                                    uint32_t capacity);
/// @}

/// @name What becomes of it
/// @{

/// What a squad is doing.
typedef enum VeerSquadPhase {
    VEER_SQUAD_IDLE = 0,  ///< has no order, or no members
    VEER_SQUAD_MARCHING,  ///< on its way in formation
    VEER_SQUAD_ARRIVING,  ///< everyone goes to its place
    VEER_SQUAD_RESTING,   ///< everyone who has a place is there
    VEER_SQUAD_ATTENDING, ///< keeps its places about what moves
} VeerSquadPhase;

/// A squad at one time.
typedef struct VeerSquadState {
    uint32_t member_count;
    uint32_t slot_count, waiting_count, none_count; ///< by the answers that members have
    VeerSquadPhase phase;
    uint32_t order_count;
    VeerOrderKind order;  ///< the present one, where order_count > 0
    VeerVec3 leader;      ///< m: the virtual leader, where the formation's origin is
    VeerVec3 ahead;       ///< unit vector: where the formation looks
    float speed;          ///< m/s, of the leader
    uint32_t abreast;     ///< marching in a column so many wide, through a gap; 0: in formation
    float formed_seconds; ///< s: for so long it has been in its own formation, everyone within the
                          ///< largest diameter of its slot; 0: it is not, or waits before a gap
} VeerSquadState;

/// Reads a squad. @return VEER_OK or VEER_BAD_HANDLE. Cost O(agents).
VEER_API VeerStatus veer_squad_get(const VeerWorld *world, VeerSquadId squad, VeerSquadState *out);

/// Reads a squad's def; what was 0 to mean another value is that value. Own offsets are the world's
/// and hold until the next call that changes it. @return VEER_OK or VEER_BAD_HANDLE
VEER_API VeerStatus veer_squad_def(const VeerWorld *world, VeerSquadId squad, VeerSquadDef *out);

/// Slots are 0 to max_squads - 1; the handle in an empty one is null.
VEER_API VeerSquadId veer_squad_at(const VeerWorld *world, uint32_t slot);

/// What a member was told.
typedef struct VeerMemberState {
    VeerSquadId squad;      ///< all zero: in none
    bool is_answered;       ///< the rest holds: there is an order
    VeerPlaceResult answer; ///< a slot, a place to wait in, or none: it then stays where it is
    VeerVec3 place;         ///< m: where it goes in the end, if it has one
    VeerVec3 slot;          ///< m: where it should be now, in formation
} VeerMemberState;

/// Reads a member. @return VEER_OK or VEER_BAD_HANDLE
VEER_API VeerStatus veer_agent_member(const VeerWorld *world, VeerAgentId agent,
                                      VeerMemberState *out);
/// @}

#endif
