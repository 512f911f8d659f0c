/// Ways through those who stand and would make way: where nothing but agents that cover the map
/// keeps one from its goal, it goes as if they were not there, and they let it pass.
///
/// Bodies that cannot make way, and balls, still block: the map without the others is made when it
/// is asked for.
#include "world/route_through.h"

#include "base/hash.h"
#include "math/vec.h"

#include <stddef.h>

/// Whether an agent that is counted on the map makes way for nobody.
static bool is_firm(const VeerWorld *world, uint32_t slot)
{
    const VeerAgentColumns *agent = &world->agent;
    bool is_firm = agent->is_immovable[slot] || agent->max_speed[slot] == 0.0f ||
                   agent->model[slot] == VEER_AVOID_NONE || isinf(agent->priority[slot]);
    return world->map.agent_covers[slot].is_counted && is_firm;
}

static uint64_t hash_disc(uint64_t hash, const VeerCover *cover)
{
    return veer_hash_words(hash, &cover->disc, sizeof cover->disc);
}

/// Of all that the class is made from.
static uint64_t hash_ground(const VeerWorld *world, uint32_t class)
{
    const VeerWorldMap *map = &world->map;
    uint64_t hash = veer_hash_mix(veer_grid_version(map->walls));
    hash = veer_hash_add(hash, class);
    hash = veer_hash_words(hash, &map->head->radii[class], sizeof(float));
    for (uint32_t slot = 0; slot < world->head->obstacle_slot_count; slot++) {
        const VeerCover *cover = &map->obstacle_covers[slot];
        hash = cover->is_counted ? hash_disc(hash, cover) : hash;
    }
    for (uint32_t slot = 0; slot < world->head->agent_slot_count; slot++) {
        hash = is_firm(world, slot) ? hash_disc(hash, &map->agent_covers[slot]) : hash;
    }
    return hash;
}

/// Blocks the cells whose middles are nearer to a disc than a radius, both in cells.
static void block_disc(VeerGrid *grid, VeerCellDisc disc, float radius)
{
    float reach = disc.radius + radius;
    int32_t span = (int32_t)reach + 1;
    VeerCell middle = {(int32_t)floorf(disc.x), (int32_t)floorf(disc.y)};
    VeerCell cell = {middle.x - span, middle.y - span};
    for (; cell.y <= middle.y + span; cell.y++) {
        for (cell.x = middle.x - span; cell.x <= middle.x + span; cell.x++) {
            float x = (float)cell.x + 0.5f - disc.x, y = (float)cell.y + 0.5f - disc.y;
            if (x * x + y * y < reach * reach && veer_grid_has(grid, cell)) {
                veer_grid_set_blocked(grid, cell, true);
            }
        }
    }
}

static void make(VeerWorld *world, uint32_t class)
{
    VeerWorldMap *map = &world->map;
    float radius = map->head->radii[class], cells = radius / veer_map_cell_size(world);
    (void)veer_grid_dilate(map->walls, radius, map->through.grid);
    for (uint32_t slot = 0; slot < world->head->obstacle_slot_count; slot++) {
        if (map->obstacle_covers[slot].is_counted) {
            block_disc(map->through.grid, map->obstacle_covers[slot].disc, cells);
        }
    }
    for (uint32_t slot = 0; slot < world->head->agent_slot_count; slot++) {
        if (is_firm(world, slot)) {
            block_disc(map->through.grid, map->agent_covers[slot].disc, cells);
        }
    }
    veer_grid_commit(map->through.grid);
    (void)veer_labels_build(map->through.labels, map->through.grid);
}

const VeerMapClass *veer_through_class(VeerWorld *world, uint32_t class)
{
    VeerWorldMap *map = &world->map;
    uint64_t ground = hash_ground(world, class);
    if (!map->through.is_built || map->through_ground != ground) {
        make(world, class);
        map->through.is_built = true;
        map->through_ground = ground;
    }
    return &map->through;
}

static bool is_joined(const VeerLabels *labels, VeerCell from, VeerCell to)
{
    uint32_t label = veer_labels_at(labels, from);
    return label != VEER_NO_LABEL && label == veer_labels_at(labels, to);
}

bool veer_through_leads(VeerWorld *world, uint32_t class, VeerCell from, VeerCell to)
{
    const VeerPlanJob *job = &world->map.head->job;
    bool is_in_use = job->slot != VEER_NO_SLOT && job->is_through && job->class != class;
    if (is_in_use || !world->map.through.grid ||
        is_joined(world->map.classes[class].labels, from, to)) {
        return false;
    }
    return is_joined(veer_through_class(world, class)->labels, from, to);
}
