/// Time-aware planning in the world: state, and what is made from it.
#ifndef VEER_WORLD_FORESIGHT_H
#define VEER_WORLD_FORESIGHT_H

#include "veer/foresight.h"

#define VEER_FORESIGHT_POINTS 24 ///< of a timed path that are stored
#define VEER_FORESIGHT_PIECES                                                                      \
    33 ///< straight pieces of a ball's predicted path, at most, and its end

/// An agent's time-aware plan.
typedef struct VeerForesight {
    double begun;   ///< s, world time when its path begins
    uint64_t since; ///< tick from which it waits for a plan
    VeerVec3 goal;  ///< m, that it was planned for
    uint32_t plans; ///< plans so far
    uint32_t count; ///< points
    uint8_t is_on;
    uint8_t status; ///< a VeerForesightStatus
    uint8_t is_waiting;
    uint8_t is_cut;                               ///< there are more points than are stored
    VeerTimedPoint points[VEER_FORESIGHT_POINTS]; ///< times in s since it began
} VeerForesight;

/// For whom a window is: bodies of one radius that avoid the same layers.
typedef struct VeerForesightKey {
    float radius; ///< m
    uint32_t mask;
} VeerForesightKey;

/// Time-aware planning of a world; all NULL: there is none.
typedef struct VeerWorldForesight {
    // Into the state block.
    VeerForesight *agents; ///< agents[max_agents]

    // Into the scratch block.
    void *memory; ///< of the window
    VeerWindow *window;
    VeerIntervalSearch *search;
    VeerTimedPoint *points; ///< points[3 * room]
    uint32_t room;
    uint32_t *queue; ///< queue[max_agents]
    VeerForesightKey key;
    uint64_t wall_version; ///< of the walls in the window
    uint32_t map_version;
    bool is_standing; ///< the window contains what does not move
} VeerWorldForesight;

#endif
