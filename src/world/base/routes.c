/// Routes in the state: their points, in chunks out of one pool.
#include "world/base/routes.h"
#include "math/vec.h"
#include "world/base/route_links.h"
#include "world/base/state.h"

#include <string.h>

static uint32_t chunk_capacity(const VeerWorld *world)
{
    return (world->def.map.max_route_points + VEER_CHUNK_POINTS - 1u) / VEER_CHUNK_POINTS;
}

static uint32_t take_chunk(VeerWorld *world)
{
    VeerMapHead *head = world->map.head;
    uint32_t chunk = head->chunk_free;
    if (chunk != VEER_NO_SLOT) {
        head->chunk_free = world->map.routes.chunks[chunk].next;
    } else if (head->chunk_count < chunk_capacity(world)) {
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

void veer_route_end(VeerWorld *world, uint32_t slot)
{
    if (veer_route_is_on(world, slot)) {
        drop_points(world, &world->map.routes.all[slot]);
        world->map.head->routed_count--;
    }
    if (world->map.head) {
        world->map.routes.all[slot] = (VeerRoute){.remaining = -1.0f, .chunk = VEER_NO_SLOT};
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
    uint32_t chunks = chunk_capacity(world) / (routed > 0 ? routed : 1u);
    return (chunks > 0 ? chunks : 1u) * VEER_CHUNK_POINTS;
}

void veer_route_keep(VeerWorld *world, uint32_t slot, const VeerVec3 *points, uint32_t count)
{
    VeerRoute *route = &world->map.routes.all[slot];
    uint32_t *link = &route->chunk;
    uint32_t share = fair_share(world), linked = veer_links_max_points(world);
    uint32_t limit = share < linked ? share : linked, kept = count < limit ? count : limit;
    drop_points(world, route);
    route->field = 0;
    route->behind = veer_map_point(world, world->agent.position[slot]);
    route->aim = world->agent.position[slot]; // so that the next point is looked at
    route->middle = route->next_middle = 0.0f;
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
    VeerVec3 offset = veer_world_flat(world, sub3(first, world->agent.position[slot]));
    return length3(offset) + route->rest;
}

void veer_route_wake(VeerWorld *world, uint32_t slot)
{
    VeerRoute *route = &world->map.routes.all[slot];
    if (route->status == VEER_ROUTE_GIVEN_UP) {
        world->agent.goal_stalled[slot] = 0.0f;
        route->status = VEER_ROUTE_WAITING;
    }
    route->is_alone = 0;
    veer_route_ask(world, slot);
}
