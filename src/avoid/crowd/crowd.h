/// The default model, for views that are good. The door of the room.
#ifndef VEER_AVOID_CROWD_CROWD_H
#define VEER_AVOID_CROWD_CROWD_H

#include "avoid/orca/orca.h"
#include "veer/avoid.h"

/// As veer_avoid_crowd.
VeerAvoidResult veer_crowd_decide(const VeerView *view, const VeerAvoidParams *params,
                                  VeerVec3 preferred);

/// What walls, and a bottleneck ahead, make of a decision.
typedef struct VeerCrowdCourse {
    VeerVec3 aim;     ///< m/s, where it takes turns: in place of the preferred velocity
    bool takes_turns; ///< see AgentCourse
    uint32_t wall_count;
    VeerHalfSpace walls[VEER_MAX_WALLS]; ///< walls[wall_count], kept before others'
} VeerCrowdCourse;

/// The first part of veer_crowd_decide: all but other agents, of whom the view has none.
/// @return false: what comes next depends on the answer, and is to be decided by that alone
bool veer_crowd_prepare(const VeerView *view, const VeerAvoidParams *params, VeerVec3 preferred,
                        VeerCrowdCourse *out);

#endif
