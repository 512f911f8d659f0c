/// Queries for the agents about one.
#ifndef VEER_WORLD_BASE_NEAR_H
#define VEER_WORLD_BASE_NEAR_H

#include "world/base/state.h"

/// Finds the agents within a range of an agent, m, that overlap it in height, nearest first.
/// @param near  near[limit] @return how many
static inline uint32_t veer_agents_near(const VeerWorld *world, uint32_t slot, float range,
                                        uint32_t limit, VeerNear *near)
{
    VeerNearQuery query = {.centre = world->agent.position[slot],
                           .range = range,
                           .limit = limit,
                           .mask = UINT32_MAX,
                           .except = slot,
                           .height = world->agent.height[slot]};
    return veer_index_nearest(world->agent_index, &query, near);
}

#endif
