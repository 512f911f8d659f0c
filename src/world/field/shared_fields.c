/// Shared fields over grids and voxels.
///
/// Fields and their solver hold no pointers, so they are state as they are: after a rollback a
/// computation goes on from where it was.
#include "base/arena.h"
#include "math/vec.h"
#include "world/base/base.h"
#include "world/field/field.h"
#include "world/field/share_traits.h"
#include "world/map/map.h"

VeerField *veer_field_in(const VeerWorld *world, uint32_t memory)
{
    return (VeerField *)(void *)(world->map.fields.block + memory * world->map.fields.size);
}

// --- Layout ---

static void lay_out_state(VeerWorld *world, VeerArena *arena)
{
    const VeerWorldMapDef *def = &world->def.map;
    VeerWorldMap *map = &world->map;
    VeerVoxel sides = veer_field_sides(def);
    uint32_t width = (uint32_t)sides.x, height = (uint32_t)sides.y, depth = (uint32_t)sides.z;
    map->fields.solver =
        veer_arena_take(arena, 1,
                        def->has_crowds ? veer_field_crowd_solver_size(width, height)
                                        : veer_field_solver_size(width, height, depth));
    map->fields.size = (veer_field_size(width, height, depth) + 63u) / 64u * 64u;
    map->fields.block = veer_arena_take(arena, def->max_fields + 1u, map->fields.size);
}

static void lay_out_scratch(VeerWorld *world, VeerArena *arena)
{
    const VeerWorldMapDef *def = &world->def.map;
    if (def->has_crowds) {
        void *memory = veer_arena_take(arena, 1, veer_density_size(&def->grid));
        world->map.fields.density =
            arena->base ? veer_density_init(memory, &def->grid, 1.0f) : NULL;
    }
}

static void begin(VeerWorld *world)
{
    VeerVoxel sides = veer_field_sides(&world->def.map);
    uint32_t width = (uint32_t)sides.x, height = (uint32_t)sides.y, depth = (uint32_t)sides.z;
    for (uint32_t i = 0; i <= world->def.map.max_fields; i++) {
        (void)veer_field_init(veer_field_in(world, i), width, height, depth);
    }
    if (world->def.map.has_crowds) {
        (void)veer_field_crowd_solver_init(world->map.fields.solver, width, height);
    } else {
        (void)veer_field_solver_init(world->map.fields.solver, width, height, depth);
    }
}

// --- Sharing ---

static uint64_t key(const VeerWorld *world, uint32_t slot)
{
    const uint64_t limit = (1u << 21) - 1u; // goals off the map are planned for one by one
    VeerVoxel cell = veer_cells_at(&world->map, world->agent.goal_point[slot]);
    return ((uint64_t)cell.z & limit) << 42 | ((uint64_t)cell.y & limit) << 21 |
           ((uint64_t)cell.x & limit);
}

static uint64_t cost(const VeerWorld *world)
{
    return veer_field_cells(&world->def.map);
}

static uint32_t usable(const VeerWorld *world, uint32_t slot)
{
    uint32_t flags = 0;
    for (uint32_t i = 0; world->map.links.all && i < world->def.map.max_links; i++) {
        flags |=
            world->map.links.all[i].is_alive ? world->map.links.all[i].flags & VEER_LINK_FLAGS : 0u;
    }
    return flags & veer_links_allowed(world, slot);
}

/// A field serves where the job's end is the goal's cell, or sees it; not where the goal is cut
/// off.
static bool serves(const VeerWorld *world, const VeerPlanJob *job, float *radius)
{
    const VeerWorldMap *map = &world->map;
    VeerVoxel cell = job->goal;
    VeerVec3 goal = veer_world_flat(world, world->agent.goal_point[job->slot]);
    VeerVec3 end = veer_world_flat(world, veer_cells_middle(map, cell));
    VeerMapSight sight =
        veer_map_sight(world, map->grid.walls, VEER_SIGHT_RADII * world->agent.radius[job->slot]);
    *radius = map->head->radii[job->class];
    return veer_cells_are_same(veer_cells_at(map, goal), cell) ||
           veer_map_is_clear(&sight, end, goal);
}

static VeerFieldAnswer lead(VeerWorld *world, const VeerPlanJob *job, uint32_t number,
                            uint32_t *count)
{
    VeerWorldMap *map = &world->map;
    *count = 0;
    veer_route_keep(world, job->slot, NULL, 0);
    map->routes.all[job->slot].field = (uint8_t)(number + 1u);
    map->fields.users[number]++;
    if (veer_field_remaining(world, job->slot) < INFINITY) {
        return VEER_FIELD_TAKEN;
    }
    map->routes.all[job->slot].field = 0;
    map->fields.users[number]--;
    return VEER_FIELD_NONE;
}

const VeerShareTraits veer_share_traits_fields = {
    lay_out_state, lay_out_scratch, begin, key,  cost,
    usable,        serves,          lead,  NULL, veer_field_run_shared};

// --- Following ---

const VeerField *veer_field_of(const VeerWorld *world, uint32_t slot)
{
    uint8_t field = world->map.routes.all[slot].field;
    return field > 0 ? veer_field_in(world, world->map.fields.head->shared[field - 1u].memory)
                     : NULL;
}

const VeerField *veer_world_field(const VeerWorld *world, uint32_t number)
{
    const VeerFieldHead *head = world->map.fields.head;
    bool is_there = head && world->map.fields.solver && number < world->def.map.max_fields &&
                    head->shared[number].state == VEER_SHARED_READY;
    return is_there ? veer_field_in(world, head->shared[number].memory) : NULL;
}
