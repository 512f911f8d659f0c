/// Bodies and walls alike: what is near, as models that know no velocities see it.
#ifndef VEER_AVOID_BASE_NEARBY_H
#define VEER_AVOID_BASE_NEARBY_H

#include "veer/avoid.h"

/// Something near. Of a wall, its nearest point, with radius 0.
typedef struct VeerNearby {
    VeerVec3 offset; ///< m, to its centre
    VeerVec3 away;   ///< unit vector from it to the agent; zero where a wall leaves none
    float distance;  ///< m, of the centres
    float gap;       ///< m, between the surfaces
    float radius;    ///< m
    uint32_t id;
    bool is_friend;
} VeerNearby;

/// How many there are: the neighbours, then the walls.
uint32_t veer_nearby_count(const VeerView *view);

/// The one at `index`; its distance is INFINITY where its place is beyond all proportion.
/// Bodies whose centres coincide with the agent's have a direction by their ids.
VeerNearby veer_nearby_at(const VeerView *view, uint32_t index);

/// The point of a wall nearest to `point`, m from the agent's centre like it.
VeerVec3 veer_wall_nearest(const VeerView *view, const VeerWall *wall, VeerVec3 point);

#endif
