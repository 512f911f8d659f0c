/// Routes in the state: their points, in chunks out of one pool.
#include "base/hash.h"
#include "math/vec.h"
#include "world/map/links.h"
#include "world/traffic/maze.h"

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
        head->chunk_free = world->map.chunks[chunk].next;
    } else if (head->chunk_count < chunk_capacity(world)) {
        chunk = head->chunk_count++;
    }
    return chunk;
}

static uint32_t free_chunk(VeerWorld *world, uint32_t chunk)
{
    VeerRouteChunk *given = &world->map.chunks[chunk];
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
    return world->map.head && world->map.routes[slot].status != VEER_ROUTE_NONE;
}

void veer_route_end(VeerWorld *world, uint32_t slot)
{
    if (veer_route_is_on(world, slot)) {
        drop_points(world, &world->map.routes[slot]);
        world->map.head->routed_count--;
    }
    if (world->map.head) {
        world->map.routes[slot] = (VeerRoute){.left = -1.0f, .chunk = VEER_NO_SLOT};
        veer_maze_forget(world, slot);
    }
}

void veer_route_begin(VeerWorld *world, uint32_t slot)
{
    VeerRoute *route = &world->map.routes[slot];
    route->status = VEER_ROUTE_WAITING;
    route->aim = route->target = world->agent.goal_point[slot];
    world->map.head->routed_count++;
    veer_route_ask(world, slot);
}

void veer_route_ask(VeerWorld *world, uint32_t slot)
{
    VeerRoute *route = &world->map.routes[slot];
    if (!route->is_waiting) {
        route->is_waiting = 1;
        route->since = world->map.head->turn;
    }
}

/// Points that a route may have, so that there is room for all that go by route.
static uint32_t fair_share(const VeerWorld *world)
{
    uint32_t routed = world->map.head->routed_count;
    uint32_t chunks = chunk_capacity(world) / (routed > 0 ? routed : 1u);
    return (chunks > 0 ? chunks : 1u) * VEER_CHUNK_POINTS;
}

void veer_route_keep(VeerWorld *world, uint32_t slot, const VeerVec3 *points, uint32_t count)
{
    VeerRoute *route = &world->map.routes[slot];
    uint32_t *link = &route->chunk;
    uint32_t share = fair_share(world), linked = veer_links_most_points(world);
    uint32_t most = share < linked ? share : linked, kept = count < most ? count : most;
    drop_points(world, route);
    route->field = 0;
    route->behind = veer_map_point(world, world->agent.position[slot]);
    route->aim = world->agent.position[slot]; // so that the next one is looked at
    route->middle = route->next = 0.0f;
    for (uint32_t i = 0; i < kept; i += VEER_CHUNK_POINTS) {
        uint32_t chunk = take_chunk(world);
        if (chunk == VEER_NO_SLOT) {
            break;
        }
        uint32_t part = kept - i < VEER_CHUNK_POINTS ? kept - i : VEER_CHUNK_POINTS;
        *link = chunk;
        link = &world->map.chunks[chunk].next;
        *link = VEER_NO_SLOT;
        memcpy(world->map.chunks[chunk].points, points + i, part * sizeof *points);
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
    VeerRoute *route = &world->map.routes[slot];
    while (route->skip >= VEER_CHUNK_POINTS && route->chunk != VEER_NO_SLOT) {
        route->chunk = free_chunk(world, route->chunk);
        route->skip -= VEER_CHUNK_POINTS;
    }
}

uint32_t veer_route_ahead(const VeerWorld *world, uint32_t slot, VeerVec3 *out, uint32_t capacity)
{
    const VeerRoute *route = &world->map.routes[slot];
    uint32_t chunk = route->chunk, at = route->skip;
    uint32_t count = route->count < capacity ? route->count : capacity;
    for (uint32_t i = 0; i < count; at++) {
        for (; at >= VEER_CHUNK_POINTS; at -= VEER_CHUNK_POINTS) {
            chunk = world->map.chunks[chunk].next;
        }
        out[i++] = world->map.chunks[chunk].points[at];
    }
    return count;
}

float veer_route_length(const VeerWorld *world, uint32_t slot)
{
    const VeerRoute *route = &world->map.routes[slot];
    VeerVec3 first;
    if (route->field > 0) {
        return veer_field_left(world, slot);
    }
    if (veer_route_ahead(world, slot, &first, 1) == 0) {
        return 0.0f;
    }
    VeerVec3 offset = veer_world_flat(world, sub3(first, world->agent.position[slot]));
    return length3(offset) + route->rest;
}

VeerStatus veer_agent_route(const VeerWorld *world, VeerAgentId agent, VeerRouteState *out)
{
    uint32_t slot = veer_agent_slot(world, agent);
    if (slot == VEER_NO_SLOT) {
        return VEER_BAD_HANDLE;
    }
    *out = (VeerRouteState){VEER_ROUTE_NONE, false, false, {0}, 0.0f, 0};
    if (veer_route_is_on(world, slot)) {
        const VeerRoute *route = &world->map.routes[slot];
        *out = (VeerRouteState){
            (VeerRouteStatus)route->status, route->is_waiting, route->field > 0, route->target,
            veer_route_length(world, slot), route->count};
    }
    return VEER_OK;
}

uint32_t veer_agent_route_points(const VeerWorld *world, VeerAgentId agent, VeerVec3 *out,
                                 uint32_t capacity)
{
    uint32_t slot = veer_agent_slot(world, agent);
    if (slot == VEER_NO_SLOT || !veer_route_is_on(world, slot)) {
        return 0;
    }
    (void)veer_route_ahead(world, slot, out, capacity);
    return world->map.routes[slot].count;
}

VeerPlanStats veer_world_plan_stats(const VeerWorld *world)
{
    return world->map.head ? world->map.head->stats : (VeerPlanStats){0, 0, 0, 0};
}

static uint64_t hash_cover(uint64_t hash, const VeerCover *cover)
{
    hash = veer_hash_words(hash, cover, offsetof(VeerCover, z));
    return cover->z != 0.0f ? veer_hash_words(hash, &cover->z, sizeof cover->z) : hash;
}

uint64_t veer_route_hash(const VeerWorld *world, uint32_t slot, uint64_t hash)
{
    if (!world->map.head) {
        return hash;
    }
    const VeerRoute *route = &world->map.routes[slot];
    VeerRoute told = *route;
    told.skip = 0; // where in a chunk depends on how often it was trimmed
    hash = veer_hash_words(hash, &told, offsetof(VeerRoute, chunk));
    uint32_t chunk = route->chunk, at = route->skip;
    for (uint32_t i = 0; i < route->count; i++, at++) {
        for (; at >= VEER_CHUNK_POINTS; at -= VEER_CHUNK_POINTS) {
            chunk = world->map.chunks[chunk].next;
        }
        hash = veer_hash_words(hash, &world->map.chunks[chunk].points[at], sizeof(VeerVec3));
    }
    hash = veer_link_use_hash(world, slot, hash);
    const VeerRouteGate *gate = world->map.gates ? &world->map.gates[slot] : NULL;
    hash = gate && gate->state != VEER_GATE_NONE ? veer_hash_words(hash, gate, sizeof *gate) : hash;
    hash = veer_maze_hash(world, slot, hash);
    return hash_cover(hash, &world->map.agent_covers[slot]);
}

/// Of the costs, in whole words: there is room behind them.
static size_t costs_size(const VeerWorld *world)
{
    return ((size_t)world->def.map.grid.width * world->def.map.grid.height + 3u) / 4u * 4u;
}

uint64_t veer_map_hash(const VeerWorld *world)
{
    const VeerWorldMap *map = &world->map;
    size_t words = veer_map_words(world);
    uint64_t hash = veer_hash_mix(map->kind->seed(&world->def.map));
    for (size_t i = 0; i < words; i++) {
        hash = veer_hash_add(hash, map->standing[i]);
    }
    for (uint32_t slot = 0; slot < world->head->obstacle_slot_count; slot++) {
        hash = hash_cover(hash, &map->obstacle_covers[slot]);
    }
    hash = veer_hash_words(hash, map->head->radii, sizeof map->head->radii);
    hash = veer_links_hash(world, hash);
    hash = map->costs ? veer_hash_words(hash, map->costs, costs_size(world)) : hash;
    return veer_fields_hash(world, veer_hash_add(hash, map->head->job.done));
}
