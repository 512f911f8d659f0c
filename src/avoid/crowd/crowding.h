/// What an agent in a crowd makes of how many are near it: how far ahead it looks, and how pressed
/// it is.
#ifndef VEER_AVOID_CROWD_CROWDING_H
#define VEER_AVOID_CROWD_CROWDING_H

#include "veer/avoid.h"

/// What an agent knows of the crowd round it.
typedef struct VeerKnown {
    float range;    ///< m: as far away all agents are in view
    float crowding; ///< the part of the area within that agents cover, about; 0 in space
} VeerKnown;

/// All that an agent need know of is up to the last other that it keeps in mind, and as far as it
/// senses where there are fewer.
VeerKnown veer_crowd_know(const VeerView *view, const VeerAvoidParams *params);

/// How pressed the agent is after an answer to its wish: see VeerOrcaMemory.
float veer_crowd_press(const VeerView *view, const VeerKnown *known, VeerVec3 wish,
                       VeerVec3 answer);

/// The params with a horizon that, in the plane, ends before what is known, and the time to stop.
/// To look further ahead makes the few that are near seem to bar every way, and crowds that meet
/// run aside instead of through.
VeerAvoidParams veer_crowd_look(const VeerView *view, const VeerAvoidParams *params,
                                const VeerKnown *known, VeerVec3 wish);

#endif
