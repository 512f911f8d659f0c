/// Routes in the state: their points, in chunks out of one pool.
#ifndef VEER_WORLD_BASE_ROUTES_H
#define VEER_WORLD_BASE_ROUTES_H

#include "world/base/state.h"

/// A point as routes store it: with its height where there are floors.
static inline VeerVec3 veer_map_point(const VeerWorld *world, VeerVec3 point)
{
    return world->map.mesh.whole ? point : veer_world_flat(world, point);
}

/// Starts a route for an agent with a goal.
void veer_route_begin(VeerWorld *world, uint32_t slot);
/// Ends an agent's route, if it has one.
void veer_route_end(VeerWorld *world, uint32_t slot);
/// Requests a plan for an agent.
void veer_route_ask(VeerWorld *world, uint32_t slot);
/// As veer_route_ask, also for agents that gave up: a path may have opened.
void veer_route_wake(VeerWorld *world, uint32_t slot);
/// Stores points[count] as the points ahead, or as many as there is capacity for.
void veer_route_keep(VeerWorld *world, uint32_t slot, const VeerVec3 *points, uint32_t count);
/// Reads up to `capacity` points ahead. @return how many
uint32_t veer_route_ahead(const VeerWorld *world, uint32_t slot, VeerVec3 *out, uint32_t capacity);
/// Frees the chunks that an agent has passed.
void veer_route_trim(VeerWorld *world, uint32_t slot);
/// Whether an agent goes by route.
bool veer_route_is_on(const VeerWorld *world, uint32_t slot);
/// m, from an agent along its own points; 0: it has none.
float veer_route_rest(const VeerWorld *world, uint32_t slot);

#endif
