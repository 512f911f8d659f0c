/// Foresight: agents that plan where to be when among obstacles that move.
///
/// An agent with foresight that goes to a point looks every few ticks whether its straight path
/// will be free when it gets there. If not, it takes a path through the safe intervals of the cells
/// (veer/interval_search.h), which waits, slows down and slips through behind, and keeps to it as
/// long as what was predicted holds. Avoidance has the last word, as with any preferred velocity.
///
/// Balls are predicted to keep their velocity, to go on along their orbits, or to swing on their
/// tethers; bounces come as a surprise, and are planned for once they have happened. Walls, boxes
/// and the map are where they stand. Other agents are left to avoidance. Heights play no part.
#ifndef VEER_FORESIGHT_H
#define VEER_FORESIGHT_H

#include "veer/agent.h"
#include "veer/interval_search.h"
#include "veer/world.h"

/// How an agent with foresight goes.
typedef enum VeerForesightStatus {
    VEER_FORESIGHT_NONE = 0, ///< off, at its goal, without a point to go to, outside of the window,
                             ///< or waiting for its first plan: it goes as without foresight
    VEER_FORESIGHT_STRAIGHT, ///< its straight path is free when it gets there
    VEER_FORESIGHT_WHOLE,    ///< by a timed path to its goal
    VEER_FORESIGHT_PARTIAL,  ///< by one that leads as near as it can
} VeerForesightStatus;

/// What can be read of an agent's foresight.
typedef struct VeerForesightState {
    bool is_on;                 ///< whether the agent plans in time
    VeerForesightStatus status; ///< of its timed path
    uint32_t plans;             ///< timed paths since it was switched on
    uint32_t point_count;       ///< of its timed path
} VeerForesightState;

/// Switches an agent's foresight on or off; at first it is off.
/// @return VEER_OK; VEER_BAD_VALUE in a world without foresight; VEER_BAD_HANDLE; VEER_BUSY
VEER_API VeerStatus veer_agent_set_foresight(VeerWorld *world, VeerAgentId agent, bool is_on);
/// Reads it. @return VEER_OK or VEER_BAD_HANDLE. Cost O(1)
VEER_API VeerStatus veer_agent_foresight(const VeerWorld *world, VeerAgentId agent,
                                         VeerForesightState *out);
/// Copies up to `capacity` points of its timed path to out[], their times in s from now: those
/// below 0 are past. @return how many there are
VEER_API uint32_t veer_agent_foresight_points(const VeerWorld *world, VeerAgentId agent,
                                              VeerTimedPoint *out, uint32_t capacity);

#endif
