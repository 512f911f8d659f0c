/// Ways through those who stand and would make way: where nothing but agents that cover the map
/// keeps one from its goal, it goes as if they were not there, and they let it pass.
///
/// Bodies that cannot make way, and balls, still block: each class has a map of its own without the
/// others, made when it is asked for.
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

/// A hash of all that blocks but for those who make way: they keep to where they are while routes
/// are planned, so one pass over them is enough for a tick.
static uint64_t ground_now(VeerWorld *world)
{
    VeerWorldMap *map = &world->map;
    if (map->has_ground && map->ground_turn == map->head->turn) {
        return map->ground_hash;
    }
    uint64_t hash = veer_hash_mix(veer_grid_version(map->walls));
    for (uint32_t slot = 0; slot < world->head->obstacle_slot_count; slot++) {
        const VeerCover *cover = &map->obstacle_covers[slot];
        hash = cover->is_counted ? hash_disc(hash, cover) : hash;
    }
    for (uint32_t slot = 0; slot < world->head->agent_slot_count; slot++) {
        hash = is_firm(world, slot) ? hash_disc(hash, &map->agent_covers[slot]) : hash;
    }
    map->ground_hash = hash;
    map->ground_turn = map->head->turn;
    map->has_ground = true;
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

static void make(VeerWorld *world, uint32_t number)
{
    const VeerWorldMap *map = &world->map;
    const VeerMapClass *class = &map->classes[number];
    float radius = map->head->radii[number], cells = radius / veer_map_cell_size(world);
    (void)veer_grid_dilate(map->walls, radius, class->through);
    for (uint32_t slot = 0; slot < world->head->obstacle_slot_count; slot++) {
        if (map->obstacle_covers[slot].is_counted) {
            block_disc(class->through, map->obstacle_covers[slot].disc, cells);
        }
    }
    for (uint32_t slot = 0; slot < world->head->agent_slot_count; slot++) {
        if (is_firm(world, slot)) {
            block_disc(class->through, map->agent_covers[slot].disc, cells);
        }
    }
    veer_grid_commit(class->through);
    (void)veer_labels_build(class->through_labels, class->through);
}

const VeerGrid *veer_through_grid(VeerWorld *world, uint32_t number)
{
    VeerMapClass *class = &world->map.classes[number];
    uint64_t key = veer_hash_words(ground_now(world), &world->map.head->radii[number],
                                   sizeof world->map.head->radii[number]);
    if (!class->has_through || class->through_key != key) {
        make(world, number);
        class->has_through = true;
        class->through_key = key;
    }
    return class->through;
}

static bool is_joined(const VeerLabels *labels, VeerCell from, VeerCell to)
{
    uint32_t label = veer_labels_at(labels, from);
    return label != VEER_NO_LABEL && label == veer_labels_at(labels, to);
}

bool veer_through_leads(VeerWorld *world, uint32_t number, VeerCell from, VeerCell to)
{
    const VeerMapClass *class = &world->map.classes[number];
    if (is_joined(class->labels, from, to)) {
        return false;
    }
    (void)veer_through_grid(world, number);
    return is_joined(class->through_labels, from, to);
}
