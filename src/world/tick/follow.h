/// The rules of approach for agents that follow a route, see approach.h.
#ifndef VEER_WORLD_TICK_FOLLOW_H
#define VEER_WORLD_TICK_FOLLOW_H

#include "world/tick/approach.h"

/// It follows a shared field, and backs off where that gets it no further.
bool veer_follow_field(VeerApproach *approach, VeerVec3 *preferred);
/// It has no points yet, or is as near as its route leads; else its next points are taken.
bool veer_follow_rest(VeerApproach *approach, VeerVec3 *preferred);
/// It has got no further for long: it backs off.
bool veer_follow_back_off(VeerApproach *approach, VeerVec3 *preferred);
/// Along the points of its route; not on the last leg, which is the goal's.
bool veer_follow_points(VeerApproach *approach, VeerVec3 *preferred);

/// The status after this tick of an agent that goes by route, and of its clock.
void veer_route_update(VeerWorld *world, uint32_t slot, float dt);

#endif
