#include "world/outline/outline.h"

#include "world/body/body.h"
#include "world/outline/corners.h"
#include "world/outline/corridor.h"
#include "world/outline/walk.h"

#define GRAIN 64u

typedef struct OutlineRun {
    VeerWorld *world;
    float dt; ///< s; 0: of ghosts, whose lanes their own ranks know
} OutlineRun;

static void run_range(void *context, uint32_t begin, uint32_t end, uint32_t worker)
{
    (void)worker;
    const OutlineRun *run = context;
    VeerWorld *world = run->world;
    uint32_t count;
    const uint32_t *order = veer_index_order(world->agent_index, &count);
    for (uint32_t entry = begin; entry < end; ++entry) {
        uint32_t slot = order[entry];
        if (veer_walk_is_on(world, slot)) {
            veer_walk_tend(world, slot);
        }
        if (run->dt > 0.0f) {
            veer_corridor_keep(world, slot, run->dt);
        }
        world->scratch.seen[entry].gap = veer_outline_gap(world, slot);
    }
}

void veer_outline_show(VeerWorld *world)
{
    uint32_t count;
    const uint32_t *order = veer_index_order(world->agent_index, &count);
    for (uint32_t entry = 0; entry < count && world->outline && world->wall_count > 0; ++entry) {
        world->scratch.seen[entry].gap = veer_outline_gap(world, order[entry]);
    }
}

/// What agents keep is of walls as they were.
static void forget(VeerWorld *world)
{
    for (uint32_t slot = 0; slot < world->head->agent_slot_count; ++slot) {
        if (veer_profile(world, slot)->model == VEER_AVOID_CROWD) {
            world->agent.memory[slot].crowd.corner = world->agent.memory[slot].crowd.across = 0;
        }
    }
    world->head->walk_version = world->head->wall_version;
}

void veer_outline_note_motion(VeerWorld *world)
{
    uint64_t before = world->head->wall_version - 1u;
    world->outline_version += world->outline_version == before;
    world->head->walk_version += world->head->walk_version == before;
}

void veer_outline_lay_out(VeerWorld *world, VeerArena *arena)
{
    const VeerWorldDef *def = &world->def;
    bool is_bare = def->space == VEER_PLANAR && def->map.kind == VEER_MAP_NONE;
    uint32_t ends = is_bare ? 2u * def->max_wall_vertices : 0;
    world->outline = veer_arena_take(arena, ends, sizeof(VeerOutlineEnd));
    world->outline = is_bare ? world->outline : NULL;
}

void veer_outline_run(VeerWorld *world, float dt)
{
    if (!world->outline) {
        return;
    }
    if (world->outline_version != world->head->wall_version) {
        veer_corners_build(world);
        world->outline_version = world->head->wall_version;
    }
    if (world->head->walk_version != world->head->wall_version) {
        forget(world);
    }
    uint32_t count;
    (void)veer_index_order(world->agent_index, &count);
    if (world->wall_count > 0) {
        OutlineRun run = {world, dt};
        veer_world_run(world, count, GRAIN, run_range, &run);
    }
}

void veer_outline_run_some(VeerWorld *world, uint32_t begin, uint32_t end)
{
    if (world->outline && world->wall_count > 0) {
        OutlineRun run = {world, 0.0f};
        run_range(&run, begin, end, 0);
    }
}
