/// Links of a world's map: created, opened and read by the host.
#include "math/vec.h"
#include "world/body/body.h"
#include "world/map/map.h"

#define COOKIE 0x6c696e6bu

VeerLinkDef veer_link_def_default(void)
{
    return (VeerLinkDef){.is_open = true, .cookie = COOKIE};
}

static bool is_good(const VeerLinkDef *def)
{
    return def && def->cookie == COOKIE && is_position3(def->from) && is_position3(def->to) &&
           def->cost >= 0.0f && def->cost <= VEER_WORLD_LIMIT &&
           (def->flags & VEER_LINK_CLOSED) == 0;
}

static bool may_shorten(const VeerWorld *world, uint32_t slot, const VeerWorldLink *link)
{
    VeerBounds from = {link->from, link->from}, to = {link->to, link->to};
    float across = length3(veer_world_flat(world, sub3(link->to, link->from)));
    float cost = max_f(link->cost, across);
    return (link->flags & ~veer_links_allowed(world, slot)) == 0 &&
           (veer_map_may_shorten(world, slot, from, to, cost) ||
            (!link->is_one_way && veer_map_may_shorten(world, slot, to, from, cost)));
}

/// Routes are checked in the next step; a closed link shortens none.
static void finish_edit(VeerWorld *world, const VeerWorldLink *link)
{
    world->map.traits->links->change(world);
    world->map.head->is_edited = 1;
    for (uint32_t slot = 0; slot < world->head->agent_slot_count; ++slot) {
        if (may_shorten(world, slot, link)) {
            veer_route_wake(world, slot);
        }
    }
}

VeerStatus veer_link_create(VeerWorld *world, const VeerLinkDef *def, VeerLinkId *out)
{
    if (!world || !world->map.links.all || !is_good(def) || !out) {
        return VEER_BAD_VALUE;
    }
    VeerWorldMap *map = &world->map;
    VeerVec3 from = def->from, to = def->to;
    uint32_t slot = 0;
    if (!map->traits->links->place(world, &from) || !map->traits->links->place(world, &to)) {
        return VEER_BAD_VALUE;
    }
    while (slot < world->def.map.max_links && map->links.all[slot].is_alive) {
        slot++;
    }
    VeerStatus status = veer_world_check_idle(world);
    if (status != VEER_OK || slot == world->def.map.max_links) {
        return status != VEER_OK ? status : VEER_FULL;
    }
    VeerWorldLink *link = &map->links.all[slot];
    *link = (VeerWorldLink){
        .from = from,
        .to = to,
        .cost = def->cost,
        .flags = def->flags | (def->is_open ? 0u : VEER_LINK_CLOSED),
        .generation = link->generation + 1u,
        .is_one_way = def->is_one_way,
        .is_alive = 1,
    };
    finish_edit(world, link);
    *out = (VeerLinkId){slot, link->generation};
    return VEER_OK;
}

static VeerWorldLink *find(const VeerWorld *world, VeerLinkId id)
{
    if (!world || !world->map.links.all || id.slot >= world->def.map.max_links) {
        return NULL;
    }
    VeerWorldLink *link = &world->map.links.all[id.slot];
    return link->is_alive && link->generation == id.generation ? link : NULL;
}

VeerStatus veer_link_destroy(VeerWorld *world, VeerLinkId id)
{
    VeerStatus status = veer_link_set_open(world, id, false);
    if (status != VEER_OK) {
        return status;
    }
    find(world, id)->is_alive = 0; // closed: the map ignores it already
    for (uint32_t slot = 0; slot < world->head->agent_slot_count; ++slot) {
        veer_links_drop(world, slot, id.slot);
    }
    return VEER_OK;
}

VeerStatus veer_link_set_open(VeerWorld *world, VeerLinkId id, bool is_open)
{
    VeerWorldLink *link = find(world, id);
    VeerStatus status = veer_world_check_change(world, link, true);
    if (status == VEER_OK && is_open == ((link->flags & VEER_LINK_CLOSED) != 0)) {
        link->flags ^= VEER_LINK_CLOSED;
        finish_edit(world, link);
    }
    return status;
}

VeerStatus veer_link_get(const VeerWorld *world, VeerLinkId id, VeerLinkDef *out)
{
    const VeerWorldLink *link = find(world, id);
    VeerStatus status = veer_world_check_read(link, out);
    if (status != VEER_OK) {
        return status;
    }
    *out = (VeerLinkDef){
        .from = link->from,
        .to = link->to,
        .cost = link->cost,
        .flags = link->flags & VEER_LINK_FLAGS,
        .is_one_way = link->is_one_way,
        .is_open = !(link->flags & VEER_LINK_CLOSED),
        .cookie = COOKIE,
    };
    return VEER_OK;
}

uint32_t veer_world_link_room(const VeerWorld *world)
{
    return world ? world->def.map.max_links : 0;
}

bool veer_link_at(const VeerWorld *world, uint32_t number, VeerLinkId *out)
{
    bool is_there = world && out && number < world->def.map.max_links && world->map.links.all &&
                    world->map.links.all[number].is_alive;
    if (is_there) {
        *out = (VeerLinkId){number, world->map.links.all[number].generation};
    }
    return is_there;
}

VeerStatus veer_agent_set_may_use(VeerWorld *world, VeerAgentId agent, uint32_t flags)
{
    uint32_t slot;
    VeerStatus status = veer_agent_open(world, agent, world && world->map.links.use, &slot);
    if (status == VEER_OK) {
        world->map.links.use[slot].may_use = flags & VEER_LINK_FLAGS;
        if (veer_route_is_on(world, slot)) {
            veer_route_wake(world, slot);
        }
    }
    return status;
}

bool veer_agent_link(const VeerWorld *world, VeerAgentId agent, VeerLinkId *out)
{
    uint32_t slot = veer_agent_slot(world, agent);
    bool is_on = out && slot != VEER_NO_SLOT && veer_links_is_crossing(world, slot);
    if (is_on) {
        uint32_t link = (world->map.links.use[slot].crossing - 1u) / 2u;
        *out = (VeerLinkId){link, world->map.links.all[link].generation};
    }
    return is_on;
}
