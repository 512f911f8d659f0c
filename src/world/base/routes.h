/// Routes in the state: their points, in chunks out of one pool.
#ifndef VEER_WORLD_BASE_ROUTES_H
#define VEER_WORLD_BASE_ROUTES_H

#include "world/base/state.h"

/// A point as routes hold it: with its height where that tells floors apart.
static inline VeerVec3 veer_map_point(const VeerWorld *world, VeerVec3 point)
{
    return world->map.mesh.whole ? point : veer_world_flat(world, point);
}

/// Has an agent with a goal go there by route.
void veer_route_begin(VeerWorld *world, uint32_t slot);
/// Ends an agent's route, which need not have one.
void veer_route_end(VeerWorld *world, uint32_t slot);
/// Has an agent wait for a plan.
void veer_route_ask(VeerWorld *world, uint32_t slot);
/// As veer_route_ask, also one that gave up: something may have opened a way.
void veer_route_wake(VeerWorld *world, uint32_t slot);
/// Keeps points[count] as what is ahead, or as many as there is room for.
void veer_route_keep(VeerWorld *world, uint32_t slot, const VeerVec3 *points, uint32_t count);
/// Reads up to `capacity` points ahead. @return how many
uint32_t veer_route_ahead(const VeerWorld *world, uint32_t slot, VeerVec3 *out, uint32_t capacity);
/// Gives back the chunks that an agent has passed.
void veer_route_trim(VeerWorld *world, uint32_t slot);
/// Whether an agent goes by route.
bool veer_route_is_on(const VeerWorld *world, uint32_t slot);
/// m, from an agent along the points of its own that it follows; 0: it has none.
float veer_route_rest(const VeerWorld *world, uint32_t slot);

#endif
