/// Squads of a world: agents that take one order together.
///
/// A squad has members, a formation and a queue of orders. Ordered to a point, it finds a place for
/// each member there, moves in formation, and reports which members have a slot, which wait and
/// which have no place. docs/squads.md describes how it moves.
#ifndef VEER_SQUAD_H
#define VEER_SQUAD_H

#include "veer/agent.h"
#include "veer/formation.h"
#include "veer/obstacle.h"
#include "veer/world.h"

/// A handle of a squad; all zero: none. Safe to keep after the squad is gone.
typedef struct VeerSquadId {
    uint32_t slot, generation; ///< private
} VeerSquadId;

#define VEER_MAX_ORDERS 8         ///< of one squad, including the present one
#define VEER_MAX_ORDER_POINTS 16  ///< of one order
#define VEER_MAX_SQUAD_OFFSETS 64 ///< of a VEER_FORMATION_OFFSETS

/// How a squad moves to where it is ordered.
typedef enum VeerSquadMode {
    VEER_SQUAD_TOGETHER = 0, ///< in formation, at the speed of the slowest
    VEER_SQUAD_LOOSE,        ///< each member by itself, to its own place
    VEER_SQUAD_CROWD,        ///< each member to the goal itself: one that touches a member that has
                             ///< arrived has arrived too
    VEER_SQUAD_MODE_COUNT
} VeerSquadMode;

/// A squad to be created. Take it from veer_squad_def_default.
typedef struct VeerSquadDef {
    VeerFormationDef formation; ///< offsets are copied: at most VEER_MAX_SQUAD_OFFSETS
    VeerSquadMode mode;         ///< how it moves
    VeerPlaceOrder search;      ///< for places where those of the formation are taken
    VeerVec3 up;                ///< any length; all zero: +z
    float separation;           ///< m, >= 0: between places; 0: the formation's spacing
    float arrival_radius;       ///< m, > 0: within this of its place an agent has arrived
    float reach;         ///< m, >= 0: slots are no further from the goal, but for the formation's
    float waiting_reach; ///< m, >= 0: waiting places are beyond reach, no further than this
    float step;          ///< m, >= 0: between probes of the search; 0: half of the separation
    float max_drop;      ///< m, >= 0: how far below a place its floor may be; 0: floors do not
                         ///< matter
    bool is_seen;        ///< places have to be seen from the goal
    bool is_in_region;   ///< places have to be in the goal's component of the map, even where
                         ///< members cannot get there and so have none
    VeerAssignAim aim;   ///< the least sum of squared path lengths to places, or the least
                         ///< greatest one (VEER_ASSIGN_BOTTLENECK): then all are there soonest
    float hysteresis;    ///< 0 to 1: members exchange places when that saves more than this part
    uint32_t cookie;     ///< private, set by veer_squad_def_default
} VeerSquadDef;

/// A box with 2 m between slots that moves in formation, a search in rings up to 20 m, no waiting
/// places, arrival within 0.5 m, hysteresis 0.01.
VEER_API VeerSquadDef veer_squad_def_default(void);

/// Adds a squad without members.
///
/// @return VEER_OK; VEER_FULL at max_squads; VEER_BAD_VALUE for a member out of range or an
///         undefaulted def; VEER_BUSY during a step
/// Cost O(max_squads), allocates nothing.
VEER_API VeerStatus veer_squad_create(VeerWorld *world, const VeerSquadDef *def, VeerSquadId *out);

/// Changes a squad's def; its present order begins anew.
///
/// @return as veer_squad_create; VEER_BAD_HANDLE
VEER_API VeerStatus veer_squad_set_def(VeerWorld *world, VeerSquadId squad,
                                       const VeerSquadDef *def);

/// Destroys a squad; its members stop, and are in none.
///
/// @return VEER_OK, VEER_BAD_HANDLE or VEER_BUSY. Cost O(agents).
VEER_API VeerStatus veer_squad_destroy(VeerWorld *world, VeerSquadId squad);

/// The host's own rule for places, called for each probe of a squad's search. It may call
/// veer_place_is_valid, which tests all that the squad's def and the world ask for (clearance,
/// reachability over the map, floors, line of sight), and the callbacks in probe->def->sense. The
/// result must be a function of the arguments, and of nothing that changes during a step.
typedef bool VeerSquadPlaceRule(void *context, VeerSquadId squad, const VeerPlaceProbe *probe);

/// Gives all squads of a world the host's own rule. It belongs to the world object and not to its
/// state: it is neither saved nor hashed. Places already given stay until the next order.
///
/// @param rule  NULL: the default one, veer_place_is_valid
/// @return VEER_OK, VEER_BAD_VALUE or VEER_BUSY (during a step)
VEER_API VeerStatus veer_world_set_place_rule(VeerWorld *world, VeerSquadPlaceRule *rule,
                                              void *context);

/// @name Members
/// Agents can join, leave and be removed between any two steps. An agent that joins gets an answer
/// in the next step. It leaves its squad when it joins another, and when the host gives it a goal
/// of its own.
/// @{

/// @return VEER_OK; VEER_BAD_HANDLE; VEER_FULL at VEER_MAX_SQUAD_MEMBERS members; VEER_BUSY. Cost
/// O(1).
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

/// The kinds of orders.
typedef enum VeerOrderKind {
    VEER_ORDER_GO = 0,   ///< through `points` to the last of them, and rest there
    VEER_ORDER_PATROL,   ///< from one of `points` to the next, and to the first again, for ever
    VEER_ORDER_HOLD,     ///< in formation where it is, for `seconds` (0: for ever)
    VEER_ORDER_QUEUE,    ///< one behind the other before points[0], `distance` apart
    VEER_ORDER_SURROUND, ///< on a circle of radius `distance` round points[0], or round the target
    VEER_ORDER_FOLLOW,   ///< `distance` behind the target
    VEER_ORDER_ESCORT,   ///< in formation round the target, turning as it turns
    VEER_ORDER_COUNT
} VeerOrderKind;

/// An order. Take it from veer_order_default.
typedef struct VeerOrder {
    VeerOrderKind kind;                     ///< says which of the members below are used
    VeerVec3 points[VEER_MAX_ORDER_POINTS]; ///< m
    uint32_t point_count;                   ///< of points
    VeerAgentId agent;                      ///< the target: an agent
    VeerObstacleId obstacle;                ///< or an obstacle; both all zero: none
    float distance;                         ///< m, >= 0; of a queue 0: the formation's spacing
    float seconds;                          ///< s, >= 0
    VeerVec3 heading; ///< of the formation at the goal, any length; all zero: as it comes
    uint32_t cookie;  ///< private, set by veer_order_default
} VeerOrder;

/// An order without points or targets, at 5 m (a queue: at the spacing).
VEER_API VeerOrder veer_order_default(VeerOrderKind kind);

/// To go to one point.
VEER_API VeerOrder veer_order_go(VeerVec3 point);

/// Gives an order: in place of all that the squad has, or after them. An order that never ends by
/// itself (patrol, follow, escort, surround, queue, and hold for ever) ends as soon as there is a
/// next one.
///
/// @return VEER_OK; VEER_FULL at VEER_MAX_ORDERS; VEER_BAD_HANDLE (also for a target);
///         VEER_BAD_VALUE for what is out of range or lacks points or target; VEER_BUSY
/// Cost O(1): the search for places is part of the next step.
VEER_API VeerStatus veer_squad_order(VeerWorld *world, VeerSquadId squad, const VeerOrder *order,
                                     bool is_appended);

/// Cancels all orders: the members stop where they are, and give way there.
VEER_API VeerStatus veer_squad_cancel(VeerWorld *world, VeerSquadId squad);

/// Cancels the present order and goes on with the next, if there is one.
VEER_API VeerStatus veer_squad_skip(VeerWorld *world, VeerSquadId squad);

/// The present order, and those after it. @return how many there are; at most `capacity` of them
/// are written to out[]
VEER_API uint32_t veer_squad_orders(const VeerWorld *world, VeerSquadId squad, VeerOrder *out,
                                    uint32_t capacity);
/// @}

/// @name State
/// @{

/// What a squad is doing.
typedef enum VeerSquadPhase {
    VEER_SQUAD_IDLE = 0,  ///< has no order, or no members
    VEER_SQUAD_MARCHING,  ///< moves in formation
    VEER_SQUAD_ARRIVING,  ///< each member goes to its place
    VEER_SQUAD_RESTING,   ///< all members that have a place are there
    VEER_SQUAD_ATTENDING, ///< keeps its places about a target that moves
} VeerSquadPhase;

/// A squad at one time.
typedef struct VeerSquadState {
    uint32_t member_count;                          ///< of members
    uint32_t slot_count, waiting_count, none_count; ///< members by their answers
    VeerSquadPhase phase;                           ///< what it is doing
    uint32_t order_count;                           ///< of orders not yet done
    VeerOrderKind order;                            ///< the present one, where order_count > 0
    VeerVec3 leader;      ///< m: the virtual leader, at the formation's origin
    VeerVec3 ahead;       ///< unit vector: the formation's heading
    float speed;          ///< m/s, of the leader
    uint32_t abreast;     ///< width of the column in which it goes through a gap; 0: in formation
    float formed_seconds; ///< s: how long it has been in its own formation, all members within the
                          ///< largest diameter of their slots; 0: it is not, or waits at a gap
} VeerSquadState;

/// Reads a squad. @return VEER_OK or VEER_BAD_HANDLE. Cost O(agents).
VEER_API VeerStatus veer_squad_get(const VeerWorld *world, VeerSquadId squad, VeerSquadState *out);

/// Reads a squad's def, with the values that 0 stood for. Its offsets are the world's, and valid
/// until the next call that changes the world. @return VEER_OK or VEER_BAD_HANDLE
VEER_API VeerStatus veer_squad_def(const VeerWorld *world, VeerSquadId squad, VeerSquadDef *out);

/// Slots are 0 to max_squads - 1; the handle in an empty one is null.
VEER_API VeerSquadId veer_squad_at(const VeerWorld *world, uint32_t slot);

/// An agent as a member of a squad.
typedef struct VeerMemberState {
    VeerSquadId squad;      ///< all zero: in none
    bool is_answered;       ///< there is an order, and what follows is valid
    VeerPlaceResult answer; ///< a slot, a place to wait in, or none: it then stays where it is
    VeerVec3 place;         ///< m: its final place, if it has one
    VeerVec3 slot;          ///< m: its slot in the moving formation
} VeerMemberState;

/// Reads a member. @return VEER_OK or VEER_BAD_HANDLE
VEER_API VeerStatus veer_agent_member(const VeerWorld *world, VeerAgentId agent,
                                      VeerMemberState *out);
/// @}

#endif
