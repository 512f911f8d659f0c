/// What a world was made by, and how it lays its state out, as hashes.
#include "world/host/identity.h"
#include "base/hash.h"
#include "world/host/check.h"
#include "world/map/map.h"

static uint64_t hash_window(uint64_t hash, const VeerForesightDef *foresight)
{
    const VeerWindowDef *window = &foresight->window;
    if (!foresight->has_window) {
        return hash;
    }
    const uint32_t numbers[] = {window->width, window->height, window->depth, foresight->max_states,
                                foresight->budget};
    const float lengths[] = {window->origin.x, window->origin.y, window->origin.z,
                             window->cell_size, window->tick};
    hash = veer_hash_words(hash + 1u, numbers, sizeof numbers);
    return veer_hash_words(hash, lengths, sizeof lengths);
}

/// What most worlds have no room for counts where they have it.
static uint64_t hash_extras(uint64_t hash, const VeerWorldDef *def)
{
    const uint32_t numbers[] = {def->max_messages, def->has_lifetimes};
    bool has_any = def->max_messages > 0 || def->has_lifetimes;
    return has_any ? veer_hash_words(hash + 2u, numbers, sizeof numbers) : hash;
}

static uint64_t hash_def(const VeerWorldDef *def)
{
    const VeerWorldMapDef *map = &def->map;
    const uint32_t numbers[] = {(uint32_t)def->space, def->max_agents, def->max_obstacles,
                                def->max_wall_vertices, def->max_behaviour_lists, def->max_squads,
                                def->max_sensed, def->max_masses, def->max_profiles,
                                // of the map
                                (uint32_t)map->kind, map->has_covers, map->layer, map->max_classes,
                                map->max_route_points, map->budget, map->max_fields,
                                map->field_agents, map->has_crowds, map->max_links};
    uint64_t hash = veer_hash_words(veer_hash_mix(def->seed), numbers, sizeof numbers);
    hash = veer_hash_words(hash, &def->bounds, sizeof def->bounds);
    return hash_extras(hash_window(hash, &def->foresight), def);
}

void veer_world_identify(VeerWorld *world)
{
    world->def_hash = hash_def(&world->def);
    world->map_hash = veer_map_content(&world->def.map);
    world->head->fingerprint = veer_world_fingerprint(world);
}

uint64_t veer_world_fingerprint(const VeerWorld *world)
{
    // Never 0, which a block of zeros would pass.
    return veer_hash_add(world->def_hash, world->map_hash) | 1u;
}

uint64_t veer_world_layout(const VeerWorld *world)
{
    const uint64_t ends[] = {
        (uint64_t)((const unsigned char *)world->behaviour_lists - world->state_block),
        (uint64_t)((const unsigned char *)world->vertices - world->state_block), world->state_size};
    uint64_t hash = veer_hash_words(0, ends, sizeof ends);
    VeerStateParts parts;
    veer_world_parts(world, &parts);
    for (uint32_t i = 0; i < parts.count; i++) {
        hash = veer_rules_hash(parts.all[i].rules, hash);
    }
    return hash;
}
