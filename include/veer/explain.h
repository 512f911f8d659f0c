/// Why an agent does what it does: what it is after, waits for, senses, prefers, decides and is
/// limited by, and why it does nothing of it, as data and in sentences.
///
/// What avoidance does is told by what would be without: the model is asked again for the same view
/// with one neighbour less, without any, and without walls; what a body can do by the same step of
/// its motion without one limit. So it holds for every model and vehicle, and for a host's own.
#ifndef VEER_EXPLAIN_H
#define VEER_EXPLAIN_H

#include "veer/agent.h"
#include "veer/query.h"

/// One thing that there is to say of an agent. V is the value of the reason and L its limit; "@" is
/// whom it is about.
typedef enum VeerReasonKind {
    // What it is after.
    VEER_REASON_NO_GOAL = 0, ///< it has no goal, or was told to stop
    VEER_REASON_GOAL,        ///< goes to a point, V m away
    VEER_REASON_FOLLOWS,     ///< follows @, V m away, and does not avoid it on the way
    VEER_REASON_HOST_STEERS, ///< the host set its preferred velocity, V m/s
    VEER_REASON_KEEPS_SLOT,  ///< keeps a slot of its squad's formation, V m away
    VEER_REASON_BEHAVES,     ///< does what the V behaviours of its list say
    VEER_REASON_AT_GOAL,     ///< is there, within L m, and rests
    VEER_REASON_LOST,        ///< what it followed is gone
    VEER_REASON_IMMOVABLE,   ///< it never moves
    VEER_REASON_NO_SPEED,    ///< its max_speed is 0
    // Its path, and what it waits for.
    VEER_REASON_PATH,           ///< follows a path of V m
    VEER_REASON_FIELD,          ///< follows a field that it shares with others of its goal
    VEER_REASON_NO_PATH_YET,    ///< waits for its path, as do V agents
    VEER_REASON_PARTIAL_PATH,   ///< no path leads to its goal: to a place, V m away from that
    VEER_REASON_GAVE_UP,        ///< got no further for so long that it stopped
    VEER_REASON_NO_PROGRESS,    ///< has come no nearer to its goal for V s
    VEER_REASON_BACKS_OFF,      ///< goes back a little, as it got no further
    VEER_REASON_QUEUES,         ///< lets those ahead on the same path go first
    VEER_REASON_STANDS,         ///< is as near as its partial path leads, or behind others there
    VEER_REASON_AT_GATE,        ///< waits before a single-file passage
    VEER_REASON_BEFORE_MAZE,    ///< waits at a maze until it holds a node
    VEER_REASON_IN_MAZE,        ///< waits in a maze until the next node is its own
    VEER_REASON_SQUAD_NO_PLACE, ///< its squad has no place for it
    VEER_REASON_SQUAD_WAITING,  ///< its squad has a place to wait in for it
    VEER_REASON_SQUAD_AT_GAP,   ///< its squad waits before a narrow place that others go through
    // What it senses, and what it does not.
    VEER_REASON_SENSES,       ///< V bodies within L m
    VEER_REASON_WALLS,        ///< V walls
    VEER_REASON_NO_MODEL,     ///< it avoids nobody: VEER_AVOID_NONE
    VEER_REASON_MASKED,       ///< @, V m away, is on no layer that it avoids
    VEER_REASON_OTHER_HEIGHT, ///< @, V m away in plan, is above or below it
    VEER_REASON_OUT_OF_RANGE, ///< @, which would touch it in V s, is farther away than L m
    VEER_REASON_CROWDED_OUT,  ///< @, likewise, is not among the L nearest, which are all it asks
                              ///< for
    VEER_REASON_RIGHT_OF_WAY, ///< @, V m away, leaves the right of way to it
    VEER_REASON_IGNORED,      ///< @, V m away, does not avoid it
    // What it prefers and decides.
    VEER_REASON_TARGETS,      ///< V targets of its list pull it
    VEER_REASON_PREFERS,      ///< V m/s
    VEER_REASON_PREFERS_REST, ///< to stand
    VEER_REASON_FREE,         ///< nothing keeps it from that
    VEER_REASON_TURNS,        ///< goes aside at V m/s, first of all because of @
    VEER_REASON_SLOWS,        ///< gets on at V in place of L m/s, likewise
    VEER_REASON_HELD_UP,      ///< likewise, at less than half of L
    VEER_REASON_WALLED_IN,    ///< likewise, because of walls
    VEER_REASON_BOTTLENECK,   ///< goes at V m/s in the crowd before a narrow place
    VEER_REASON_REMEMBERS,    ///< goes V in place of L m/s by what its model remembers: it was held
                              ///< up, or is on a detour
    VEER_REASON_ITSELF,       ///< likewise, without anything that it senses or remembers
    // What its body can do.
    VEER_REASON_ACCELERATION, ///< its acceleration, L m/s², allows V m/s in the next tick
    VEER_REASON_BRAKING,      ///< its braking, likewise
    VEER_REASON_TURN_RATE,    ///< its turn rate, L rad/s, likewise
    VEER_REASON_VEHICLE,      ///< its vehicle, likewise
    VEER_REASON_KNOCKED,      ///< impacts knocked it off its course
    VEER_REASON_TOUCHES,      ///< it touches @
    VEER_REASON_KIND_COUNT
} VeerReasonKind;

/// The kind's name ("held_up"); NULL for any other number.
VEER_API const char *veer_reason_kind_name(VeerReasonKind kind);
/// What a kind tells about: "goal", "path", "senses", "decides" or "body"; NULL for any other
/// number.
VEER_API const char *veer_reason_topic(VeerReasonKind kind);

/// A reason.
typedef struct VeerReason {
    VeerReasonKind kind; ///< says what the members below are
    VeerFound body;      ///< whom it is about, with the gap between the two, m; VEER_FOUND_NONE:
                         ///< nobody
    VeerVec3 place;      ///< m: where that is, or the goal, or the end of a velocity, as what it
                         ///< covers in a second
    bool has_place;      ///< there is one
    float value, limit;  ///< by the kind
} VeerReason;

#define VEER_MAX_REASONS 24 ///< of one agent at one time

/// Tells why an agent does what it does, in the order of the kinds' topics, as the world is now and
/// by its preferred velocity of the last step. Changes nothing of the state.
///
/// @param dt     s, VEER_MIN_DT to VEER_MAX_DT, of the step to come
/// @param out    out[capacity]; NULL if that is 0; VEER_MAX_REASONS are always enough
/// @param count  how many there are
/// @return VEER_OK, VEER_BAD_HANDLE, VEER_BAD_VALUE or VEER_BUSY (during a step)
/// Cost O(agents + obstacles), and as many decisions of its model as it has neighbours, and seven;
/// allocates nothing.
VEER_API VeerStatus veer_world_explain(VeerWorld *world, VeerAgentId agent, float dt,
                                       VeerReason *out, uint32_t capacity, uint32_t *count);

#define VEER_MAX_SENSED (2 * VEER_MAX_NEIGHBOURS) ///< bodies that an agent senses at a time

/// The bodies that an agent's model is given as neighbours: near to far, without those that leave
/// it the right of way. Of what is no ball the nearest point counts. Changes nothing of the state.
///
/// @param dt     s, VEER_MIN_DT to VEER_MAX_DT, of the step to come
/// @param out    out[capacity]; NULL if that is 0; VEER_MAX_SENSED are always enough. Distances are
///               gaps, m, < 0 where they overlap
/// @param count  how many there are
/// @return VEER_OK, VEER_BAD_HANDLE, VEER_BAD_VALUE or VEER_BUSY (during a step)
/// Cost O(agents + obstacles); allocates nothing.
VEER_API VeerStatus veer_world_sensed(VeerWorld *world, VeerAgentId agent, float dt, VeerFound *out,
                                      uint32_t capacity, uint32_t *count);

/// Writes the sentence of a reason to out[capacity], ended by 0: "It is held up by agent 4: it goes
/// on at 0.1 m/s in place of 1.4." Agents go by their ids, obstacles by their slots.
/// @return its length without the 0, as if there were room; 0 for a kind that is none
VEER_API uint32_t veer_reason_text(const VeerReason *reason, char *out, uint32_t capacity);

#endif
