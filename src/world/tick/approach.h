/// How an agent comes to the point that it goes to.
#ifndef VEER_WORLD_TICK_APPROACH_H
#define VEER_WORLD_TICK_APPROACH_H

#include "world/base/base.h"

/// Points ahead on a route that are looked at.
#define VEER_POINTS_AHEAD 8u

/// One agent on its way to a point, in this tick.
typedef struct VeerApproach {
    VeerWorld *world;
    uint32_t slot;
    float dt;
    float speed;                        ///< m/s, that it would go at
    VeerVec3 offset;                    ///< m, to the point
    VeerVec3 points[VEER_POINTS_AHEAD]; ///< the next of its route, if it goes by points of its own
    uint32_t count;
    VeerVec3 forward; ///< m/s, along the route, if nothing else applies
} VeerApproach;

/// The preferred velocity of an agent that goes to a point, m/s, by the first rule that applies.
VeerVec3 veer_approach_point(VeerApproach *approach);

#endif
