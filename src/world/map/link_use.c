/// Agents on links, as routes over them go.
#include "world/map/link_use.h"
#include "base/arena.h"
#include "base/hash.h"
#include "map/graph/graph.h"
#include "map/mesh/mesh.h"
#include "math/vec.h"
#include "world/base/base.h"
#include "world/map/map.h"

#include <stddef.h>
#include <string.h>

/// Radii from the begin of a link, in sight, at which an agent enters it; from its end, at which it
/// has crossed.
#define BY_RADII 3.0f
/// m; an agent further from the link's end than its length and this was moved by the host.
#define FAR_RADII 16.0f
#define FAR_CELLS 4.0f

// --- On the map of a class ---

// --- Of a route ---

static bool sees(const VeerWorld *world, uint32_t slot, VeerVec3 end)
{
    VeerVec3 position = veer_map_point(world, world->agent.position[slot]);
    VeerMapSight sight =
        veer_map_sight(world, world->map.grid.walls, VEER_SIGHT_RADII * world->agent.radius[slot]);
    return veer_map_is_clear(&sight, position, end);
}

/// Whether an agent is close to an end of a link, and sees it.
static bool is_by(const VeerWorld *world, uint32_t slot, VeerVec3 end, float distance)
{
    return distance <= BY_RADII * world->agent.radius[slot] && sees(world, slot, end);
}

/// Whether an agent has passed the end of its link: others can keep it from coming close.
static bool is_past(const VeerWorld *world, uint32_t slot, VeerVec3 end)
{
    uint32_t start = world->map.links.use[slot].crossing - 1u;
    const VeerWorldLink *link = &world->map.links.all[start / 2u];
    VeerVec3 across = sub3(link->to, link->from), beyond = sub3(world->agent.position[slot], end);
    float along = dot3(veer_world_flat(world, across), veer_world_flat(world, beyond));
    return (start & 1u ? -along : along) > 0.0f && sees(world, slot, end);
}

bool veer_links_is_across(const VeerWorld *world, uint32_t slot, VeerVec3 end, float distance)
{
    return (is_by(world, slot, end, distance) || is_past(world, slot, end)) &&
           world->map.traits->links->is_free(world, slot);
}

/// Takes an agent off a link that it has crossed, and has its path checked from there.
static void leave(VeerWorld *world, uint32_t slot, VeerVec3 end, float distance)
{
    if (!veer_links_is_across(world, slot, end, distance)) {
        return;
    }
    world->map.links.use[slot].crossing = 0;
    if (distance > BY_RADII * world->agent.radius[slot]) {
        veer_route_ask(world, slot);
    }
}

bool veer_links_follow(VeerWorld *world, uint32_t slot, VeerVec3 next, uint32_t left, float near)
{
    if (!world->map.links.all) {
        return false;
    }
    VeerLinkUse *use = &world->map.links.use[slot];
    VeerVec3 offset = veer_world_flat(world, sub3(next, world->agent.position[slot]));
    float distance = length3(offset);
    if (use->crossing > 0) {
        leave(world, slot, next, max_f(distance - near, 0.0f));
        return false;
    }
    VeerLinkStart leg = veer_links_leg(world, slot, left);
    if (!leg.is_allowed || !is_by(world, slot, next, max_f(distance - near, 0.0f))) {
        return false;
    }
    use->crossing = leg.start + 1u;
    memmove(use->hops, use->hops + 1, (VEER_ROUTE_LINKS - 1u) * sizeof *use->hops);
    use->hops[VEER_ROUTE_LINKS - 1u] = (VeerRouteLink){0, 0};
    return true;
}

bool veer_links_velocity(VeerWorld *world, uint32_t slot, float speed, VeerVec3 *preferred)
{
    return veer_links_is_crossing(world, slot) && world->map.traits->links->velocity &&
           world->map.traits->links->velocity(world, slot, speed, preferred);
}

static bool is_going(const VeerWorld *world, uint32_t slot)
{
    return veer_route_is_on(world, slot) &&
           world->map.routes.all[slot].status != VEER_ROUTE_GIVEN_UP &&
           world->agent.status[slot] != VEER_AGENT_ARRIVED;
}

/// Whether an agent is as near to its link's end as one on the link must be.
static bool is_near(const VeerWorld *world, uint32_t slot)
{
    uint32_t start = world->map.links.use[slot].crossing - 1u;
    const VeerWorldLink *link = &world->map.links.all[start / 2u];
    VeerVec3 end = veer_links_end(world, slot);
    float length = length3(veer_world_flat(world, sub3(link->to, link->from)));
    float limit =
        length + FAR_RADII * world->agent.radius[slot] + FAR_CELLS * veer_map_cell_size(world);
    return length3(veer_world_flat(world, sub3(end, world->agent.position[slot]))) <= limit;
}

void veer_links_tend(VeerWorld *world)
{
    uint32_t count = world->map.links.all ? world->head->agent_slot_count : 0;
    for (uint32_t slot = 0; slot < count; ++slot) {
        uint32_t *crossing = &world->map.links.use[slot].crossing;
        if (*crossing > 0 && !(is_going(world, slot) && is_near(world, slot))) {
            *crossing = 0;
        }
    }
}
