/// Paths through agents that would make room: where only such agents block a goal, paths are
/// planned as if they were not there.
///
/// Bodies that cannot move, and balls, still block: each class has a map without the others, made
/// on demand.
#include "world/route/route.h"

#include "base/hash.h"
#include "math/vec.h"

/// Whether a counted agent makes room for none.
static bool is_firm(const VeerWorld *world, uint32_t slot)
{
    const VeerAgentColumns *agent = &world->agent;
    bool is_firm = agent->is_immovable[slot] || agent->max_speed[slot] == 0.0f ||
                   veer_profile(world, slot)->model == VEER_AVOID_NONE ||
                   isinf(agent->priority[slot]);
    return world->map.covers.agents[slot].is_counted && is_firm;
}

static uint64_t hash_disc(uint64_t hash, const VeerCover *cover)
{
    return veer_hash_words(hash, &cover->disc, sizeof cover->disc);
}

/// A hash of all that blocks but agents that make room. They do not change while routes are
/// planned, so once a tick is enough.
static uint64_t ground_now(VeerWorld *world)
{
    VeerWorldMap *map = &world->map;
    if (map->covers.has_fixed && map->covers.fixed_tick == map->head->plan_tick) {
        return map->covers.fixed_hash;
    }
    uint64_t hash = veer_hash_mix(veer_grid_version(map->grid.walls));
    for (uint32_t slot = 0; slot < world->head->obstacle_slot_count; slot++) {
        const VeerCover *cover = &map->covers.obstacles[slot];
        hash = cover->is_counted ? hash_disc(hash, cover) : hash;
    }
    for (uint32_t slot = 0; slot < world->head->agent_slot_count; slot++) {
        hash = is_firm(world, slot) ? hash_disc(hash, &map->covers.agents[slot]) : hash;
    }
    map->covers.fixed_hash = hash;
    map->covers.fixed_tick = map->head->plan_tick;
    map->covers.has_fixed = true;
    return hash;
}

/// Blocks the cells whose middles are within a radius of a disc, both in cells.
static void block_disc(VeerGrid *grid, VeerCellDisc disc, float radius)
{
    const VeerGridDef *def = veer_grid_def(grid);
    float reach = disc.radius + radius;
    int32_t width = (int32_t)def->width, height = (int32_t)def->height;
    VeerCell lower = {whole_within(disc.x - reach, width), whole_within(disc.y - reach, height)};
    VeerCell upper = {whole_within(disc.x + reach + 1.0f, width),
                      whole_within(disc.y + reach + 1.0f, height)};
    VeerCell cell = lower;
    for (; cell.y < upper.y; cell.y++) {
        for (cell.x = lower.x; cell.x < upper.x; cell.x++) {
            float x = (float)cell.x + 0.5f - disc.x, y = (float)cell.y + 0.5f - disc.y;
            if (x * x + y * y < reach * reach) {
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
    (void)veer_grid_dilate(map->grid.walls, radius, class->through);
    for (uint32_t slot = 0; slot < world->head->obstacle_slot_count; slot++) {
        if (map->covers.obstacles[slot].is_counted) {
            block_disc(class->through, map->covers.obstacles[slot].disc, cells);
        }
    }
    for (uint32_t slot = 0; slot < world->head->agent_slot_count; slot++) {
        if (is_firm(world, slot)) {
            block_disc(class->through, map->covers.agents[slot].disc, cells);
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

static bool is_joined(const VeerLabels *labels, VeerVoxel from, VeerVoxel to)
{
    uint32_t label = veer_labels_at(labels, veer_cells_flat(from));
    return label != VEER_NO_LABEL && label == veer_labels_at(labels, veer_cells_flat(to));
}

bool veer_through_connects(VeerWorld *world, uint32_t number, VeerVoxel from, VeerVoxel to)
{
    const VeerMapClass *class = &world->map.classes[number];
    if (is_joined(class->labels, from, to)) {
        return false;
    }
    (void)veer_through_grid(world, number);
    return is_joined(class->through_labels, from, to);
}
