/// Behaviours of a world's agents: lists of them that agents follow beside, or instead of, their
/// goals.
///
/// The preferred velocity of an agent that has a list is its velocity plus the sum of what the
/// behaviours would change of it, over the time of response. For VEER_AVOID_POTENTIAL, what a list
/// with VEER_BEHAVIOUR_SEEK or VEER_BEHAVIOUR_PURSUE goes for (these, and its goal where it has
/// VEER_BEHAVIOUR_GOAL) are targets of the view in place of that, each with the behaviour's weight:
/// points, and all agents of the group. docs/behaviours.md has a section on each.
#ifndef VEER_BEHAVIOUR_H
#define VEER_BEHAVIOUR_H

#include "veer/agent.h"
#include "veer/world.h"

/// What an agent may heed. In backticks: the members of VeerBehaviour that count.
typedef enum VeerBehaviourKind {
    VEER_BEHAVIOUR_GOAL = 0,   ///< what its goal asks: go to, follow, stop
    VEER_BEHAVIOUR_SEEK,       ///< to `point`
    VEER_BEHAVIOUR_ARRIVE,     ///< to `point`, and rest there
    VEER_BEHAVIOUR_FLEE,       ///< from `point`, within `range`
    VEER_BEHAVIOUR_WANDER,     ///< up to `angle` aside, a whim lasting `seconds`
    VEER_BEHAVIOUR_SEPARATION, ///< from mates within `range`
    VEER_BEHAVIOUR_COHESION,   ///< to the middle of mates within `range`
    VEER_BEHAVIOUR_ALIGNMENT,  ///< with mates within `range`
    VEER_BEHAVIOUR_PURSUE,     ///< the nearest of `group` within `range`
    VEER_BEHAVIOUR_EVADE,      ///< the nearest of `group` within `range`
    VEER_BEHAVIOUR_HIDE,       ///< from the nearest of `group` within `range`, `distance` behind
                               ///< the nearest ball that is big enough
    VEER_BEHAVIOUR_SLOT,       ///< at `point` (ahead, left, up) of the agent that it follows
    VEER_BEHAVIOUR_LEADER,     ///< `distance` behind the agent that it follows, and out of its way
    VEER_BEHAVIOUR_PATH,       ///< along the list's path, aiming `distance` ahead
    VEER_BEHAVIOUR_CONTAIN,    ///< within the box from `point` to `upper`, `seconds` ahead
    VEER_BEHAVIOUR_WALL,       ///< along walls within `range`, at `distance`
    VEER_BEHAVIOUR_QUEUE,      ///< slows down for any agent ahead within `distance`
    VEER_BEHAVIOUR_COUNT
} VeerBehaviourKind;

/// One behaviour. Members that its kind does not use must be in range all the same.
typedef struct VeerBehaviour {
    VeerBehaviourKind kind; ///< says which of the members below are used
    float weight;           ///< >= 0; 1 is usual
    float range, distance;  ///< m, 0 to VEER_WORLD_LIMIT
    float angle;            ///< rad, 0 to pi
    float seconds;          ///< s, > 0
    uint32_t group;         ///< of the agents that it is about
    VeerVec3 point, upper;  ///< m
} VeerBehaviour;

/// A behaviour of weight 1: range 10 m, distance 2 m, 0.8 rad, 2 s, group 0.
VEER_API VeerBehaviour veer_behaviour_default(VeerBehaviourKind kind);

#define VEER_MAX_BEHAVIOURS 8   ///< of one list
#define VEER_MAX_PATH_POINTS 16 ///< of one list

/// How the velocities that behaviours prefer are put together.
typedef enum VeerBehaviourMode {
    VEER_BEHAVIOURS_WEIGHTED = 0, ///< the sum of weight · change
    VEER_BEHAVIOURS_PRIORITY,     ///< likewise, but no more than the preferred speed in all: those
                                  ///< first in the list are served first
} VeerBehaviourMode;

/// A list of behaviours. Take it from veer_behaviour_list_default or a preset.
typedef struct VeerBehaviourList {
    VeerBehaviourMode mode;   ///< how the behaviours are combined
    float response;           ///< s, >= 0: how soon the velocity is changed; 0: at once
    uint32_t max_mates;       ///< 0 to VEER_MAX_NEIGHBOURS: how many of its group it heeds, of the
                              ///< VEER_MAX_NEIGHBOURS agents that are nearest
    uint32_t behaviour_count; ///< 0 to VEER_MAX_BEHAVIOURS
    VeerBehaviour behaviours[VEER_MAX_BEHAVIOURS]; ///< behaviours[count]
    VeerVec3 path[VEER_MAX_PATH_POINTS];           ///< m
    uint32_t path_count; ///< 0 to VEER_MAX_PATH_POINTS; > 0 for VEER_BEHAVIOUR_PATH
    bool is_loop;        ///< the path's last point leads to its first
    uint32_t cookie;     ///< private, set by veer_behaviour_list_default
} VeerBehaviourList;

/// No behaviours: weighted, 0.25 s, 7 mates.
VEER_API VeerBehaviourList veer_behaviour_list_default(void);

/// Birds: apart, together, and in one direction, wandering a little. In the plane and in space.
/// @param spacing  m, > 0: about how far apart they fly
VEER_API VeerBehaviourList veer_behaviour_list_flock(float spacing);

/// Fish: by priority apart, then in one direction, then together; denser and quicker to answer than
/// birds.
VEER_API VeerBehaviourList veer_behaviour_list_school(float spacing);

/// Names a list of a world; all zero names none.
typedef struct VeerBehaviourListId {
    uint32_t slot, generation; ///< private
} VeerBehaviourListId;

/// Adds a list for any number of agents.
///
/// @return VEER_OK; VEER_FULL at max_behaviour_lists; VEER_BAD_VALUE for a member out of range or
/// an
///         undefaulted list; VEER_BUSY during a step
/// Cost O(max_behaviour_lists), allocates nothing.
VEER_API VeerStatus veer_behaviour_list_create(VeerWorld *world, const VeerBehaviourList *list,
                                               VeerBehaviourListId *out);

/// Changes a list, and so what all of its agents do. As veer_behaviour_list_create;
/// VEER_BAD_HANDLE.
VEER_API VeerStatus veer_behaviour_list_set(VeerWorld *world, VeerBehaviourListId id,
                                            const VeerBehaviourList *list);

/// Reads a list. @return VEER_OK or VEER_BAD_HANDLE
VEER_API VeerStatus veer_behaviour_list_get(const VeerWorld *world, VeerBehaviourListId id,
                                            VeerBehaviourList *out);

/// Destroys a list; its agents have none then. Cost O(agents).
VEER_API VeerStatus veer_behaviour_list_destroy(VeerWorld *world, VeerBehaviourListId id);

/// Gives an agent a list of behaviours, or with all zero none: it then does what its goal asks.
/// @return VEER_OK, VEER_BAD_HANDLE or VEER_BUSY. Cost O(1).
VEER_API VeerStatus veer_agent_set_behaviours(VeerWorld *world, VeerAgentId agent,
                                              VeerBehaviourListId id);

/// The list of an agent; all zero: none.
VEER_API VeerBehaviourListId veer_agent_behaviours(const VeerWorld *world, VeerAgentId agent);

#endif
