/// What an agent has of the single-file passages of a map: what is its own, and what it waits for.
#ifndef VEER_RESERVATION_H
#define VEER_RESERVATION_H

#include "veer/agent.h"

#define VEER_MAX_HELD 9 ///< places that an agent holds at a time

/// A part of a passage. Others keep out of it until it is free again.
typedef struct VeerHeld {
    /// m, in the order of its way: where it enters a passage without branches and where it leaves
    /// that; of a maze, the node that is its own and those that it goes to next, for which it may
    /// have to wait until others have left them.
    VeerVec3 places[VEER_MAX_HELD];
    uint32_t count;  ///< 0: none
    bool is_waiting; ///< those are of a passage that it may not enter yet; 0 of them: at a maze
} VeerHeld;

/// Reads what an agent holds, as of the last step. Over grids; elsewhere none. Cost O(1).
/// @return VEER_OK, VEER_BAD_HANDLE or VEER_BAD_VALUE
VEER_API VeerStatus veer_agent_held(const VeerWorld *world, VeerAgentId agent, VeerHeld *out);

#endif
