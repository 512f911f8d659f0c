/// Links of a world's map: created, opened and read by the host.
#include "math/vec.h"
#include "world/body/body.h"
#include "world/map/map.h"

#define COOKIE 0x6c696e6bu

VeerLinkDef veer_link_def_default(void)
{
    return (VeerLinkDef){.is_open = true, .cookie = COOKIE};
}

static void need_def(VeerRefusal *refusal, const VeerLinkDef *def)
{
    veer_need_that(refusal, def->cookie == COOKIE, "def", VEER_MUST_DEFAULT);
    veer_need_position(refusal, "def.from", def->from);
    veer_need_position(refusal, "def.to", def->to);
    veer_need_length(refusal, "def.cost", def->cost);
    veer_need(refusal, (def->flags & VEER_LINK_CLOSED) == 0, "def.flags",
              "must be of VEER_LINK_FLAGS", (double)def->flags);
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
    VeerRefusal refusal = {.function = __func__};
    bool has_links = world && world->map.links.all;
    veer_need_object(&refusal, world, "world");
    veer_need_that(&refusal, has_links, "world.max_links", "must be 1 or more");
    veer_need_place(&refusal, out, "out");
    if (veer_need_object(&refusal, def, "def")) {
        need_def(&refusal, def);
    }
    VeerVec3 from = {0}, to = {0};
    if (refusal.status == VEER_OK) {
        const VeerLinkTraits *links = world->map.traits->links;
        from = def->from, to = def->to;
        veer_need_that(&refusal, links->place(world, &from), "def.from", "must be on the map");
        veer_need_that(&refusal, links->place(world, &to), "def.to", "must be on the map");
    }
    VeerStatus status = veer_world_check_change(world, &refusal);
    uint32_t slot = 0, most = status == VEER_OK ? world->def.map.max_links : 0;
    VeerWorldMap *map = status == VEER_OK ? &world->map : NULL;
    while (slot < most && map->links.all[slot].is_alive) {
        slot++;
    }
    if (status == VEER_OK) {
        status = veer_world_check_room(world, &refusal, slot < most, "world.max_links", most);
    }
    if (status != VEER_OK) {
        return status;
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

/// What every call about one link asks first: that it is there.
static VeerWorldLink *need_link(VeerRefusal *refusal, const VeerWorld *world, VeerLinkId id)
{
    VeerWorldLink *link = find(world, id);
    veer_need_handle(refusal, link, "link", id.slot);
    return link;
}

static void set_open(VeerWorld *world, VeerWorldLink *link, bool is_open)
{
    if (is_open == ((link->flags & VEER_LINK_CLOSED) != 0)) {
        link->flags ^= VEER_LINK_CLOSED;
        finish_edit(world, link);
    }
}

VeerStatus veer_link_destroy(VeerWorld *world, VeerLinkId id)
{
    VeerRefusal refusal = {.function = __func__};
    VeerWorldLink *link = need_link(&refusal, world, id);
    VeerStatus status = veer_world_check_change(world, &refusal);
    if (status != VEER_OK) {
        return status;
    }
    set_open(world, link, false);
    link->is_alive = 0; // closed: the map ignores it already
    for (uint32_t slot = 0; slot < world->head->agent_slot_count; ++slot) {
        veer_links_drop(world, slot, id.slot);
    }
    return VEER_OK;
}

VeerStatus veer_link_set_open(VeerWorld *world, VeerLinkId id, bool is_open)
{
    VeerRefusal refusal = {.function = __func__};
    VeerWorldLink *link = need_link(&refusal, world, id);
    VeerStatus status = veer_world_check_change(world, &refusal);
    if (status == VEER_OK) {
        set_open(world, link, is_open);
    }
    return status;
}

VeerStatus veer_link_get(const VeerWorld *world, VeerLinkId id, VeerLinkDef *out)
{
    VeerRefusal refusal = {.function = __func__};
    const VeerWorldLink *link = need_link(&refusal, world, id);
    veer_need_place(&refusal, out, "out");
    VeerStatus status = veer_world_check_read(world, &refusal);
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
    VeerRefusal refusal = {.function = __func__};
    uint32_t slot = veer_agent_need(&refusal, world, agent);
    veer_need_that(&refusal, world && world->map.links.use, "world.max_links", "must be 1 or more");
    VeerStatus status = veer_world_check_change(world, &refusal);
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
