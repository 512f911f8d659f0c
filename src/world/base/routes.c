/// Routes in the state: their points, in chunks out of one pool, and which of their legs are links.
#include "world/base/routes.h"
#include "base/hash.h"
#include "math/vec.h"
#include "world/base/progress.h"

#include <stddef.h>
#include <string.h>

uint32_t veer_route_chunks(const VeerWorldMapDef *def)
{
    return (def->max_route_points + VEER_CHUNK_POINTS - 1u) / VEER_CHUNK_POINTS;
}

static uint32_t take_chunk(VeerWorld *world)
{
    VeerMapHead *head = world->map.head;
    uint32_t chunk = head->chunk_free;
    if (chunk != VEER_NO_SLOT) {
        head->chunk_free = world->map.routes.chunks[chunk].next;
    } else if (head->chunk_count < veer_route_chunks(&world->def.map)) {
        chunk = head->chunk_count++;
    }
    return chunk;
}

static uint32_t free_chunk(VeerWorld *world, uint32_t chunk)
{
    VeerRouteChunk *given = &world->map.routes.chunks[chunk];
    uint32_t next = given->next;
    given->next = world->map.head->chunk_free;
    world->map.head->chunk_free = chunk;
    return next;
}

static void drop_points(VeerWorld *world, VeerRoute *route)
{
    while (route->chunk != VEER_NO_SLOT) {
        route->chunk = free_chunk(world, route->chunk);
    }
    route->count = route->skip = 0;
    route->is_cut = 0;
    route->rest = 0.0f;
}

bool veer_route_is_on(const VeerWorld *world, uint32_t slot)
{
    return world->map.head && world->map.routes.all[slot].status != VEER_ROUTE_NONE;
}

bool veer_route_has_path(const VeerWorld *world, uint32_t slot)
{
    uint8_t status = world->map.routes.all[slot].status;
    return status == VEER_ROUTE_WHOLE || status == VEER_ROUTE_PARTIAL;
}

bool veer_route_leads_on(const VeerWorld *world, uint32_t slot)
{
    const VeerRoute *route = &world->map.routes.all[slot];
    bool is_ahead = route->field > 0 ? route->remaining >= 0.0f : route->count > 0;
    return is_ahead && veer_route_is_on(world, slot) && veer_route_has_path(world, slot) &&
           world->agent.status[slot] != VEER_AGENT_ARRIVED;
}

void veer_route_end(VeerWorld *world, uint32_t slot)
{
    if (veer_route_is_on(world, slot)) {
        drop_points(world, &world->map.routes.all[slot]);
        world->map.head->routed_count--;
    }
    if (world->map.head) {
        world->map.routes.all[slot] = (VeerRoute){.remaining = -1.0f, .chunk = VEER_NO_SLOT};
    }
    if (world->map.links.all) { // the links ahead were its path's
        VeerLinkUse *use = &world->map.links.use[slot];
        memset(use->crossings, 0, sizeof use->crossings);
    }
    if (world->map.traffic.reservations) {
        world->map.traffic.reservations[slot] = (VeerReservation){0};
    }
}

void veer_route_begin(VeerWorld *world, uint32_t slot)
{
    VeerRoute *route = &world->map.routes.all[slot];
    route->status = VEER_ROUTE_WAITING;
    route->aim = route->target = world->agent.goal_point[slot];
    world->map.head->routed_count++;
    if (world->map.traffic.passages) {
        world->map.traffic.passages[slot] = (VeerPassage){0}; // of the slot's last route
    }
    veer_route_ask(world, slot);
}

void veer_route_ask(VeerWorld *world, uint32_t slot)
{
    VeerRoute *route = &world->map.routes.all[slot];
    if (!route->is_waiting) {
        route->is_waiting = 1;
        route->since = world->map.head->plan_tick;
    }
}

/// Points that a route may have so that all routed agents get some.
static uint32_t fair_share(const VeerWorld *world)
{
    uint32_t routed = world->map.head->routed_count;
    uint32_t chunks = veer_route_chunks(&world->def.map) / (routed > 0 ? routed : 1u);
    return (chunks > 0 ? chunks : 1u) * VEER_CHUNK_POINTS;
}

void veer_route_drop(VeerWorld *world, uint32_t slot)
{
    VeerRoute *route = &world->map.routes.all[slot];
    drop_points(world, route);
    route->field = 0;
    route->behind = veer_map_point(world, world->agent.position[slot]);
    route->aim = world->agent.position[slot]; // so that the next point is looked at
    route->middle = route->next_middle = 0.0f;
    veer_links_keep(world, slot);
}

void veer_route_keep(VeerWorld *world, uint32_t slot, const VeerVec3 *points, uint32_t count)
{
    VeerRoute *route = &world->map.routes.all[slot];
    uint32_t *link = &route->chunk;
    uint32_t share = fair_share(world), linked = veer_links_max_points(world);
    uint32_t limit = share < linked ? share : linked, kept = count < limit ? count : limit;
    veer_route_drop(world, slot);
    for (uint32_t i = 0; i < kept; i += VEER_CHUNK_POINTS) {
        uint32_t chunk = take_chunk(world);
        if (chunk == VEER_NO_SLOT) {
            break;
        }
        uint32_t part = kept - i < VEER_CHUNK_POINTS ? kept - i : VEER_CHUNK_POINTS;
        *link = chunk;
        link = &world->map.routes.chunks[chunk].next;
        *link = VEER_NO_SLOT;
        memcpy(world->map.routes.chunks[chunk].points, points + i, part * sizeof *points);
        route->count += part;
    }
    route->is_cut = route->count < count;
    veer_links_keep(world, slot);
    for (uint32_t i = 1; i < count; i++) {
        route->rest += length3(sub3(points[i], points[i - 1]));
    }
}

void veer_route_trim(VeerWorld *world, uint32_t slot)
{
    VeerRoute *route = &world->map.routes.all[slot];
    while (route->skip >= VEER_CHUNK_POINTS && route->chunk != VEER_NO_SLOT) {
        route->chunk = free_chunk(world, route->chunk);
        route->skip -= VEER_CHUNK_POINTS;
    }
}

uint32_t veer_route_ahead(const VeerWorld *world, uint32_t slot, VeerVec3 *out, uint32_t capacity)
{
    const VeerRoute *route = &world->map.routes.all[slot];
    uint32_t chunk = route->chunk, at = route->skip;
    uint32_t count = route->count < capacity ? route->count : capacity;
    for (uint32_t i = 0; i < count; at++) {
        for (; at >= VEER_CHUNK_POINTS; at -= VEER_CHUNK_POINTS) {
            chunk = world->map.routes.chunks[chunk].next;
        }
        out[i++] = world->map.routes.chunks[chunk].points[at];
    }
    return count;
}

float veer_route_rest(const VeerWorld *world, uint32_t slot)
{
    const VeerRoute *route = &world->map.routes.all[slot];
    VeerVec3 first;
    if (veer_route_ahead(world, slot, &first, 1) == 0) {
        return 0.0f;
    }
    return length3(veer_world_offset(world, slot, first)) + route->rest;
}

VeerField *veer_field_in(const VeerWorld *world, uint32_t memory)
{
    return (VeerField *)(void *)(world->map.fields.block + memory * world->map.fields.size);
}

const VeerField *veer_field_of(const VeerWorld *world, uint32_t slot)
{
    uint8_t field = world->map.routes.all[slot].field;
    return field > 0 ? veer_field_in(world, world->map.fields.head->shared[field - 1u].memory)
                     : NULL;
}

float veer_route_left(const VeerWorld *world, uint32_t slot)
{
    const VeerRoute *route = &world->map.routes.all[slot];
    return route->field > 0 ? route->remaining : veer_route_rest(world, slot);
}

void veer_route_wake(VeerWorld *world, uint32_t slot)
{
    VeerRoute *route = &world->map.routes.all[slot];
    if (route->status == VEER_ROUTE_GIVEN_UP) {
        veer_progress_restart(world, slot);
        route->status = VEER_ROUTE_WAITING;
    }
    route->is_alone = 0;
    veer_route_ask(world, slot);
}

// --- Which legs are links, and which link an agent is on ---

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
        is_ahead = is_ahead || (use->crossings[i].left > 0 && use->crossings[i].start / 2u == link);
    }
    use->crossing = is_on ? 0 : use->crossing;
    if ((is_on || is_ahead) && veer_route_is_on(world, slot)) {
        veer_route_drop(world, slot); // the rest of its path leads nowhere
        veer_route_wake(world, slot);
    }
}

void veer_links_keep(VeerWorld *world, uint32_t slot)
{
    VeerWorldMap *map = &world->map;
    uint32_t kept = map->routes.all[slot].count;
    for (uint32_t i = 0; map->links.all && i < VEER_ROUTE_LINKS; i++) {
        bool is_kept = i < map->links.crossing_count && map->links.crossings[i].left + 1u < kept;
        map->links.use[slot].crossings[i] =
            is_kept ? (VeerRouteLink){kept - map->links.crossings[i].left,
                                      map->links.crossings[i].start}
                    : (VeerRouteLink){0, 0};
    }
}

uint32_t veer_links_max_points(const VeerWorld *world)
{
    bool is_more = world->map.links.crossing_count > VEER_ROUTE_LINKS;
    return is_more ? world->map.links.crossings[VEER_ROUTE_LINKS].left + 1u : UINT32_MAX;
}

VeerLegKind veer_links_leg(const VeerWorld *world, uint32_t slot, uint32_t left, uint32_t *start)
{
    const VeerWorldMap *map = &world->map;
    for (uint32_t i = 0; map->links.all && i < VEER_ROUTE_LINKS; i++) {
        VeerRouteLink crossing = map->links.use[slot].crossings[i];
        if (crossing.left == left && left > 0) {
            const VeerWorldLink *link = &map->links.all[crossing.start / 2u];
            bool is_allowed =
                link->is_alive && (link->flags & ~veer_links_allowed(world, slot)) == 0;
            *start = crossing.start;
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
    uint32_t left = world->map.links.use[slot].crossings[0].left;
    return left > 0 && left <= count ? count - left + 1u : count;
}

VeerCrossing veer_links_crossed(const VeerWorld *world, uint32_t slot)
{
    uint32_t start = world->map.links.use[slot].crossing - 1u;
    const VeerWorldLink *link = &world->map.links.all[start / 2u];
    return start & 1u ? (VeerCrossing){link->to, link->from} : (VeerCrossing){link->from, link->to};
}
