/// The hash of routes and of the map.
#include "base/hash.h"
#include "math/vec.h"
#include "world/base/base.h"
#include "world/field/field.h"
#include "world/host/host.h"
#include "world/map/map.h"
#include "world/traffic/traffic.h"

#include <stddef.h>

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
    const VeerRoute *route = &world->map.routes.all[slot];
    VeerRoute told = *route;
    told.skip = 0; // where in a chunk depends on how often it was trimmed
    hash = veer_hash_words(hash, &told, offsetof(VeerRoute, chunk));
    uint32_t chunk = route->chunk, at = route->skip;
    for (uint32_t i = 0; i < route->count; i++, at++) {
        for (; at >= VEER_CHUNK_POINTS; at -= VEER_CHUNK_POINTS) {
            chunk = world->map.routes.chunks[chunk].next;
        }
        hash = veer_hash_words(hash, &world->map.routes.chunks[chunk].points[at], sizeof(VeerVec3));
    }
    hash = veer_link_use_hash(world, slot, hash);
    const VeerRouteGate *gate = world->map.traffic.gates ? &world->map.traffic.gates[slot] : NULL;
    hash = gate && gate->state != VEER_GATE_NONE ? veer_hash_words(hash, gate, sizeof *gate) : hash;
    hash = veer_maze_hash(world, slot, hash);
    return hash_cover(hash, &world->map.covers.agents[slot]);
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
    uint64_t hash = veer_hash_mix(map->traits->seed(&world->def.map));
    for (size_t i = 0; i < words; i++) {
        hash = veer_hash_add(hash, map->blocked[i]);
    }
    for (uint32_t slot = 0; slot < world->head->obstacle_slot_count; slot++) {
        hash = hash_cover(hash, &map->covers.obstacles[slot]);
    }
    hash = veer_hash_words(hash, map->head->radii, sizeof map->head->radii);
    hash = veer_links_hash(world, hash);
    hash = map->grid.costs ? veer_hash_words(hash, map->grid.costs, costs_size(world)) : hash;
    return veer_fields_hash(world, veer_hash_add(hash, map->head->job.done));
}
