/// What an agent makes of how dense the crowd near it is: how far ahead it looks, and how jammed it
/// becomes.
#ifndef VEER_AVOID_CROWD_CROWDING_H
#define VEER_AVOID_CROWD_CROWDING_H

#include "veer/avoid.h"

/// What an agent knows of the crowd near it.
typedef struct VeerCrowding {
    float range;   ///< m: within it all agents are in view
    float density; ///< the part of that area that agents cover, about; 0 in space
} VeerCrowding;

/// All agents are in view up to the last neighbour that the agent keeps in mind, and within its
/// whole range where there are fewer.
VeerCrowding veer_crowding_of(const VeerView *view, const VeerAvoidParams *params);

/// VeerCrowdMemory.jam after an answer to a preferred velocity.
float veer_crowding_jam(const VeerView *view, const VeerCrowding *crowding, VeerVec3 preferred,
                        VeerVec3 answer);

/// The params with a horizon that, in the plane, ends before what is known does, and the time to
/// stop. A longer look makes the few neighbours in view seem to bar every way, and crowds that meet
/// run aside instead of through.
VeerAvoidParams veer_crowding_look(const VeerView *view, const VeerAvoidParams *params,
                                   const VeerCrowding *crowding, VeerVec3 preferred);

#endif
