/// Formations, places and assignment: pure functions of plain values that need no world.
///
/// A formation gives slots, the search for places finds room for them on the ground, and an
/// assignment gives each agent one. Squads (veer/squad.h) use all three.
#ifndef VEER_FORMATION_H
#define VEER_FORMATION_H

#include "veer/api.h"

/// Most agents, and most slots, of one squad.
#define VEER_MAX_SQUAD_MEMBERS 65536u

/// @name Formations
/// @{

/// The orientation of a formation: orthonormal, left = up × ahead.
typedef struct VeerFrame {
    VeerVec3 ahead, left, up; ///< unit vectors at right angles
} VeerFrame;

/// The vector from the mean of agents[count] to their goal, m; count >= 1. Zero where they surround
/// the goal.
VEER_API VeerVec3 veer_formation_approach(const VeerVec3 *agents, uint32_t count, VeerVec3 goal);

/// The frame of a formation that comes along `approach`. Never fails: where the approach is zero or
/// vertical, ahead is `heading`; where that is too, +x, or else +y.
///
/// @param up        any length; all zero: +z
/// @param is_level  the frame stays upright, and ahead is the level part of the approach; otherwise
///                  it pitches with the approach: climbing straight up, its up is against the
///                  heading
VEER_API VeerFrame veer_formation_frame(VeerVec3 approach, VeerVec3 heading, VeerVec3 up,
                                        bool is_level);

/// The shapes of formations.
typedef enum VeerFormation {
    VEER_FORMATION_LINE = 0, ///< abreast, from left to right
    VEER_FORMATION_COLUMN,   ///< `width` abreast (0: one), one row behind the other
    VEER_FORMATION_WEDGE,    ///< a V at right angles, the point ahead, then left and right in turn
    VEER_FORMATION_BOX,      ///< rows of `width` (0: as many as rows), in `layers` above each other
    VEER_FORMATION_CIRCLE,   ///< from ahead to the left
    VEER_FORMATION_DISC,     ///< a triangular lattice, the middle first
    VEER_FORMATION_SPHERE,   ///< evenly over a sphere, from the top
    VEER_FORMATION_WALL,     ///< upright, across the approach: rows of `width` (0: as many as rows)
    VEER_FORMATION_TRIO,     ///< one: the goal; two: left and right of it by `spacing`; three: one
                             ///< ahead, two behind left and right; more: a box of twice the spacing
    VEER_FORMATION_OFFSETS,  ///< the host's own offsets
    VEER_FORMATION_COUNT
} VeerFormation;

/// A formation. Take it from veer_formation_def_default.
typedef struct VeerFormationDef {
    VeerFormation shape;     ///< how the places lie
    float spacing;           ///< m, > 0: between neighbouring slots
    uint32_t width;          ///< slots abreast; 0: the shape's own
    uint32_t layers;         ///< of a box, >= 1
    float radius;            ///< m, >= 0: of circle and sphere; larger where the spacing needs it
    const VeerVec3 *offsets; ///< offsets[offset_count], m: x ahead, y left, z up
    uint32_t offset_count;   ///< at least as many as slots are asked for
    uint32_t cookie;         ///< private, set by veer_formation_def_default
} VeerFormationDef;

/// A box with 2 m between slots, one layer.
VEER_API VeerFormationDef veer_formation_def_default(void);

/// The slots of a formation about the origin, x ahead, y left, z up, m. Their mean is the origin,
/// except for VEER_FORMATION_TRIO and VEER_FORMATION_OFFSETS, which are as stated. No two are
/// nearer to each other than the spacing, but for rounding.
///
/// @param count    0 to VEER_MAX_SQUAD_MEMBERS
/// @param offsets  offsets[count]
/// @return VEER_OK; VEER_BAD_VALUE (nothing written) for an undefaulted def, a value out of range,
///         too few offsets
/// Cost O(count), of a disc O(count √count).
/// Sources: the trio is that of small squads in 3-D (row 3.1 of docs/squads.md); sphere: Swinbank
/// and Purser, "Fibonacci grids", Q. J. R. Meteorol. Soc. 132, 2006.
VEER_API VeerStatus veer_formation_offsets(const VeerFormationDef *def, uint32_t count,
                                           VeerVec3 *offsets);

/// The slots of a formation in the world.
///
/// @param goal   m: the position of the formation's origin
/// @param slots  slots[count], m
/// @return as veer_formation_offsets; VEER_BAD_VALUE also for a goal that is out of range
VEER_API VeerStatus veer_formation_slots(const VeerFormationDef *def, VeerVec3 goal,
                                         const VeerFrame *frame, uint32_t count, VeerVec3 *slots);

/// @}

/// @name Places
/// @{

/// What is known of the ground, as callbacks that get `context`. Any may be NULL.
typedef struct VeerPlaceSense {
    /// m from a point to the nearest blocked one; negative inside. NULL: nothing is blocked.
    float (*clearance)(void *context, VeerVec3 point);
    /// Whether the agents can get there. NULL: everywhere.
    bool (*is_reachable)(void *context, VeerVec3 point);
    /// m straight down to the floor; INFINITY: none. NULL: floors are not tested.
    float (*floor_below)(void *context, VeerVec3 point);
    /// Whether there is a line of sight between two points. NULL: always.
    bool (*is_seen)(void *context, VeerVec3 from, VeerVec3 to);
    /// The floor, room or region of a point. NULL: there is only one.
    uint32_t (*region)(void *context, VeerVec3 point);
    void *context; ///< handed to the functions
} VeerPlaceSense;

/// The order in which places are probed.
typedef enum VeerPlaceOrder {
    VEER_PLACE_RINGS = 0, ///< the preferred place, then rings (in space: shells) round the goal,
                          ///< `step` apart; on each, starting on the side of the preferred place
    VEER_PLACE_TURNS, ///< of the source: plan A, the preferred place and ten turns of 36° about up,
                      ///< `step` from the goal, the first from ahead to the left; plan B, the same
                      ///< round each place that is taken. At most 11 (taken + 1) probes
} VeerPlaceOrder;

typedef struct VeerPlaceProbe VeerPlaceProbe;

/// Whether a probe is a valid place. May call veer_place_is_valid and test for more.
typedef bool VeerPlaceRule(void *context, const VeerPlaceProbe *probe);

/// A search for places. Take it from veer_place_def_default.
typedef struct VeerPlaceDef {
    VeerPlaceOrder order;  ///< in which places are probed
    VeerSpace space;       ///< planar: rings at the goal's height; spatial: shells
    VeerVec3 goal;         ///< m
    VeerVec3 up;           ///< any length; all zero: +z
    VeerVec3 ahead;        ///< where turns begin, and rings whose side is undefined; any length
    float separation;      ///< m, >= 0: from all places that are taken, but for rounding
    float radius;          ///< m, >= 0: least clearance
    float max_drop;        ///< m, >= 0: grounded where the floor is no further below
    float reach;           ///< m, >= 0: slots are no further from the goal (preferred ones may be)
    float waiting_reach;   ///< m: waiting places are beyond reach, and no further than this
    float step;            ///< m, > 0: between rings, and from one probe to the next on a ring
    uint32_t budget;       ///< most probes for one place, at most 2^20
    VeerPlaceSense sense;  ///< what the host knows of the surroundings
    VeerPlaceRule *rule;   ///< NULL: veer_place_is_valid
    void *rule_context;    ///< handed to the rule
    const VeerVec3 *taken; ///< taken[taken_count], m
    uint32_t taken_count;  ///< of places that are taken
    uint32_t cookie;       ///< private, set by veer_place_def_default
} VeerPlaceDef;

/// At the origin of an empty plane: separation 1 m, radius 0.5 m, reach 20 m, no waiting places,
/// step 0.5 m, at most 4096 probes, floors at most 1 m below where they are tested.
VEER_API VeerPlaceDef veer_place_def_default(void);

/// The kinds of answers.
typedef enum VeerPlaceResult {
    VEER_PLACE_NONE = 0, ///< there is no valid place
    VEER_PLACE_SLOT,     ///< a place within reach, or the preferred place itself
    VEER_PLACE_WAITING,  ///< a valid place further out, to wait in until one within reach is free
} VeerPlaceResult;

/// The answer for one agent.
typedef struct VeerPlace {
    VeerPlaceResult result; ///< what was found
    VeerVec3 position;      ///< m; where there is none, the preferred place
    uint32_t probes;        ///< number of probes
    bool is_cut_short;      ///< the budget ended before the search: there may be better places
} VeerPlace;

/// One candidate, as rules see it.
struct VeerPlaceProbe {
    const VeerPlaceDef *def; ///< of the search
    VeerVec3 point;          ///< m
    const VeerPlace *placed; ///< placed[placed_count]: answers so far; those that are not NONE are
                             ///< taken too
    uint32_t placed_count;   ///< of answers so far
};

/// The default rule, cheapest test first: apart from all places that are taken; clearance for the
/// radius; reachable; grounded; in the goal's region; in sight of the goal.
VEER_API bool veer_place_is_valid(const VeerPlaceProbe *probe);

/// Finds a place for each of several agents; each gets an answer.
///
/// With VEER_PLACE_RINGS all preferred places that are valid are granted before any other is
/// searched for; with VEER_PLACE_TURNS one agent follows the other, as in the source.
///
/// @param preferred  preferred[count], m: the slots of a formation, say
/// @param places     places[count]
/// @return VEER_OK: all have slots; VEER_PARTIAL: some wait or have none; VEER_BAD_VALUE (nothing
///         written) for an undefaulted def or a value that is out of range or not finite
/// Cost: probes · (taken + count), and the callbacks. Allocates nothing.
/// Source of the turns: row 3.3 of docs/squads.md.
VEER_API VeerStatus veer_place_find(const VeerPlaceDef *def, const VeerVec3 *preferred,
                                    uint32_t count, VeerPlace *places);

/// @}

/// @name Assignment
/// @{

/// In an answer: the agent has no slot.
#define VEER_NO_SLOT UINT32_MAX

/// What an assignment minimises.
typedef enum VeerAssignAim {
    VEER_ASSIGN_TOTAL = 0, ///< the sum of the costs. Of squared distances: agents that move in step
                           ///< never meet. Of distances: straight paths in the plane never cross
    VEER_ASSIGN_BOTTLENECK, ///< the greatest cost (all are there soonest), then the sum
    VEER_ASSIGN_GREEDY,     ///< nothing: a quick answer, whose `bound` tells how good it is
} VeerAssignAim;

/// An assignment problem. Take it from veer_assign_def_default.
typedef struct VeerAssignDef {
    VeerAssignAim aim;      ///< what is made least
    uint32_t agent_count;   ///< 0 to VEER_MAX_SQUAD_MEMBERS
    uint32_t slot_count;    ///< 0 to VEER_MAX_SQUAD_MEMBERS
    const VeerVec3 *agents; ///< agents[agent_count], m, |coordinate| <= VEER_WORLD_LIMIT
    const VeerVec3 *slots;  ///< slots[slot_count], likewise
    /// costs[agent_count * slot_count], each >= 0: that of agent a in slot s is
    /// costs[a * slot_count + s] (path lengths, or their squares, say); INFINITY: it cannot go
    /// there. NULL: the squared distance, m². With costs, positions are not read.
    const float *costs;
    uint32_t exact_limit; ///< with more agents and more slots than this it is greedy
    uint32_t cookie;      ///< private, set by veer_assign_def_default
} VeerAssignDef;

/// No agents, the least sum of squared distances, exact up to 1024.
VEER_API VeerAssignDef veer_assign_def_default(void);

/// What an assignment costs.
typedef struct VeerAssignment {
    uint32_t assigned_count; ///< agents that have a slot: as many as possible
    double total;            ///< sum of their costs
    double bound; ///< no assignment of as many agents has a lower sum: total / bound - 1 is the
                  ///< most that was lost. Of VEER_ASSIGN_TOTAL it is the total; 0: not known
    float worst;  ///< the greatest of their costs; 0 when there are none
} VeerAssignment;

/// Bytes of scratch memory that veer_assign needs for these counts: about 100 for each agent and
/// slot. Cost O(1).
VEER_API size_t veer_assign_size(uint32_t agent_count, uint32_t slot_count);

/// Assigns agents to slots, each at most one of the other: as many as possible, at the least cost.
///
/// Between assignments of equal cost the answer is the same on every machine; it is a function of
/// the order of agents and slots, so give agents in the order of their ids.
///
/// @param scratch  size bytes, aligned to 64, at least veer_assign_size of the counts; holds no
///                 state between calls
/// @param slot_of  slot_of[agent_count]: the slot of each agent, or VEER_NO_SLOT
/// @param out      what it costs; may be NULL
/// @return VEER_OK; VEER_PARTIAL when the answer is greedy because of exact_limit; VEER_BAD_VALUE
///         (slot_of and out untouched) for an undefaulted def, counts out of range, memory too
///         small or not aligned, positions or costs out of range or NaN
/// Cost O(n³) at worst, O(n²) if greedy. Typical, for 1000 agents: a formation that moves 0.5 ms, a
/// scattered crowd 17 ms, its bottleneck 60 ms; docs/squads.md has a table. Allocates nothing.
/// Source: successive shortest augmenting paths, Jonker and Volgenant, Computing 38, 1987; starts
/// from the potential that moves one normal distribution onto another; see docs/squads.md.
VEER_API VeerStatus veer_assign(const VeerAssignDef *def, void *scratch, size_t size,
                                uint32_t *slot_of, VeerAssignment *out);

/// What a given assignment costs; `bound` is 0, not known.
///
/// @param slot_of  slot_of[agent_count]: slots, none twice, or VEER_NO_SLOT
/// @return VEER_OK; VEER_BAD_VALUE for a def as veer_assign refuses it, or a slot out of range
VEER_API VeerStatus veer_assign_cost(const VeerAssignDef *def, const uint32_t *slot_of,
                                     VeerAssignment *out);

/// Hysteresis: whether to change from one assignment to another, because that gives more agents a
/// slot, or as many and saves more than `part` (0 to 1) of the total or, of the bottleneck, of the
/// greatest cost.
VEER_API bool veer_assign_is_worth(VeerAssignAim aim, const VeerAssignment *now,
                                   const VeerAssignment *then, float part);

/// @}

#endif
