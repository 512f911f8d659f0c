/// Routes in the state: their points, in chunks out of one pool.
#ifndef VEER_WORLD_BASE_ROUTES_H
#define VEER_WORLD_BASE_ROUTES_H

#include "veer/link.h"
#include "world/base/state.h"

/// A point as routes store it: with its height where there are floors.
static inline VeerVec3 veer_map_point(const VeerWorld *world, VeerVec3 point)
{
    return world->map.mesh.whole ? point : veer_world_flat(world, point);
}

/// Chunks that points of routes are stored in.
uint32_t veer_route_chunks(const VeerWorldMapDef *def);
/// Starts a route for an agent with a goal.
void veer_route_begin(VeerWorld *world, uint32_t slot);
/// Ends an agent's route, if it has one.
void veer_route_end(VeerWorld *world, uint32_t slot);
/// Requests a plan for an agent.
void veer_route_ask(VeerWorld *world, uint32_t slot);
/// As veer_route_ask, also for agents that gave up: a path may have opened.
void veer_route_wake(VeerWorld *world, uint32_t slot);
/// Drops all points ahead: there is no path.
void veer_route_drop(VeerWorld *world, uint32_t slot);
/// Stores points[count] as the points ahead, or as many as there is capacity for.
void veer_route_keep(VeerWorld *world, uint32_t slot, const VeerVec3 *points, uint32_t count);
/// Reads up to `capacity` points ahead. @return how many
uint32_t veer_route_ahead(const VeerWorld *world, uint32_t slot, VeerVec3 *out, uint32_t capacity);
/// Frees the chunks that an agent has passed.
void veer_route_trim(VeerWorld *world, uint32_t slot);
/// Whether an agent goes by route.
bool veer_route_is_on(const VeerWorld *world, uint32_t slot);
/// Whether it is as near to its goal as it gets, and rests; not once a path leads on.
static inline bool veer_route_stands(const VeerWorld *world, uint32_t slot)
{
    return world->map.head && veer_route_is_on(world, slot) &&
           world->map.routes.all[slot].status == VEER_ROUTE_PARTIAL &&
           world->map.routes.all[slot].queue_position == VEER_QUEUE_STANDS;
}
/// Whether it has a path, or a field, to follow.
bool veer_route_has_path(const VeerWorld *world, uint32_t slot);
/// Whether it goes along points of its own, or down a field whose length is known.
bool veer_route_leads_on(const VeerWorld *world, uint32_t slot);
/// m, from an agent along its own points; 0: it has none.
float veer_route_rest(const VeerWorld *world, uint32_t slot);
/// The shared field in one of the memories for them.
VeerField *veer_field_in(const VeerWorld *world, uint32_t memory);
/// The field that an agent follows; NULL: it follows points of its own.
const VeerField *veer_field_of(const VeerWorld *world, uint32_t slot);
/// m, as veer_route_rest, or down its field as in the last tick.
float veer_route_left(const VeerWorld *world, uint32_t slot);

// --- Which legs are links, and which link an agent is on ---

/// The flag of a link that no agent may use.
#define VEER_LINK_CLOSED (~VEER_LINK_FLAGS)

/// A leg of a route: no link, a link, or one that the agent may not use.
typedef enum VeerLegKind { VEER_LEG_WALKED, VEER_LEG_LINK, VEER_LEG_CLOSED } VeerLegKind;

/// The link that an agent is on, m: a line in its direction.
typedef struct VeerCrossing {
    VeerVec3 from, to;
} VeerCrossing;

VeerCrossing veer_links_crossed(const VeerWorld *world, uint32_t slot);
uint64_t veer_link_use_hash(const VeerWorld *world, uint32_t slot, uint64_t hash);
/// The flags that an agent may use; 0 without links.
uint32_t veer_links_allowed(const VeerWorld *world, uint32_t slot);
/// Drops a destroyed link from an agent: its slot may be reused.
void veer_links_drop(VeerWorld *world, uint32_t slot, uint32_t link);
/// Stores the links of the path that was just stored as a route.
void veer_links_keep(VeerWorld *world, uint32_t slot);
/// How many points of the path that was just read can be stored.
uint32_t veer_links_max_points(const VeerWorld *world);
/// The leg from a route's point, with `left` points ahead, that one included.
/// @param start  of a link
VeerLegKind veer_links_leg(const VeerWorld *world, uint32_t slot, uint32_t left, uint32_t *start);
/// The leg of a route after `passed` points; the first is the current one.
VeerLegKind veer_links_leg_kind(const VeerWorld *world, uint32_t slot, uint32_t passed);
static inline bool veer_links_is_crossing(const VeerWorld *world, uint32_t slot)
{
    return world->map.links.all && world->map.links.use[slot].crossing > 0;
}

/// Points ahead, up to the next link's begin, that may be skipped by sight.
uint32_t veer_links_free_points(const VeerWorld *world, uint32_t slot);

/// Whether a tick of the clock of routes came before another: by how long ago both were, since that
/// clock wraps.
static inline bool veer_routes_is_before(const VeerWorld *world, uint32_t tick, uint32_t other)
{
    uint32_t now = world->map.head->plan_tick;
    return now - tick > now - other;
}

#endif
