/// Which legs of stored routes are links, and which link an agent is on.
#include "world/base/route_links.h"
#include "base/hash.h"
#include "math/vec.h"
#include "world/base/routes.h"
#include "world/base/state.h"

#include <stddef.h>

uint64_t veer_link_use_hash(const VeerWorld *world, uint32_t slot, uint64_t hash)
{
    const VeerLinkUse *use = world->map.links.use ? &world->map.links.use[slot] : NULL;
    size_t size = use && use->is_held ? sizeof *use : offsetof(VeerLinkUse, is_held);
    return use ? veer_hash_words(hash, use, size) : hash;
}

uint32_t veer_links_allowed(const VeerWorld *world, uint32_t slot)
{
    return world->map.links.use ? world->map.links.use[slot].may_use : 0;
}

void veer_links_drop(VeerWorld *world, uint32_t slot, uint32_t link)
{
    VeerLinkUse *use = &world->map.links.use[slot];
    bool is_on = use->crossing > 0 && (use->crossing - 1u) / 2u == link, is_ahead = false;
    for (uint32_t i = 0; i < VEER_ROUTE_LINKS; i++) {
        is_ahead = is_ahead || (use->hops[i].left > 0 && use->hops[i].start / 2u == link);
    }
    use->crossing = is_on ? 0 : use->crossing;
    if ((is_on || is_ahead) && veer_route_is_on(world, slot)) {
        veer_route_keep(world, slot, NULL, 0); // the rest of its path leads nowhere
        veer_route_wake(world, slot);
    }
}

void veer_links_keep(VeerWorld *world, uint32_t slot)
{
    VeerWorldMap *map = &world->map;
    uint32_t kept = map->routes.all[slot].count;
    for (uint32_t i = 0; map->links.all && i < VEER_ROUTE_LINKS; i++) {
        bool is_kept = i < map->links.hop_count && map->links.hops[i].left + 1u < kept;
        map->links.use[slot].hops[i] =
            is_kept ? (VeerRouteLink){kept - map->links.hops[i].left, map->links.hops[i].start}
                    : (VeerRouteLink){0, 0};
    }
}

uint32_t veer_links_max_points(const VeerWorld *world)
{
    bool is_more = world->map.links.hop_count > VEER_ROUTE_LINKS;
    return is_more ? world->map.links.hops[VEER_ROUTE_LINKS].left + 1u : UINT32_MAX;
}

VeerLegKind veer_links_leg(const VeerWorld *world, uint32_t slot, uint32_t left, uint32_t *start)
{
    const VeerWorldMap *map = &world->map;
    for (uint32_t i = 0; map->links.all && i < VEER_ROUTE_LINKS; i++) {
        VeerRouteLink hop = map->links.use[slot].hops[i];
        if (hop.left == left && left > 0) {
            const VeerWorldLink *link = &map->links.all[hop.start / 2u];
            bool is_allowed =
                link->is_alive && (link->flags & ~veer_links_allowed(world, slot)) == 0;
            *start = hop.start;
            return is_allowed ? VEER_LEG_LINK : VEER_LEG_CLOSED;
        }
    }
    return VEER_LEG_WALKED;
}

VeerLegKind veer_links_leg_kind(const VeerWorld *world, uint32_t slot, uint32_t passed)
{
    uint32_t start;
    if (passed == 0) {
        return veer_links_is_crossing(world, slot) ? VEER_LEG_LINK : VEER_LEG_WALKED;
    }
    return veer_links_leg(world, slot, world->map.routes.all[slot].count - passed + 1u, &start);
}

uint32_t veer_links_free_points(const VeerWorld *world, uint32_t slot)
{
    uint32_t count = world->map.routes.all[slot].count;
    if (!world->map.links.all) {
        return count;
    }
    if (veer_links_is_crossing(world, slot)) {
        return 1;
    }
    uint32_t left = world->map.links.use[slot].hops[0].left;
    return left > 0 && left <= count ? count - left + 1u : count;
}

bool veer_links_is_crossing(const VeerWorld *world, uint32_t slot)
{
    return world->map.links.all && world->map.links.use[slot].crossing > 0;
}

VeerCrossing veer_links_crossed(const VeerWorld *world, uint32_t slot)
{
    uint32_t start = world->map.links.use[slot].crossing - 1u;
    const VeerWorldLink *link = &world->map.links.all[start / 2u];
    return start & 1u ? (VeerCrossing){link->to, link->from} : (VeerCrossing){link->from, link->to};
}
