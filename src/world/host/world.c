/// Making, keeping and reading a world as a whole.
#include "base/hash.h"
#include "math/vec.h"
#include "world/base/base.h"
#include "world/field/field.h"
#include "world/host/host.h"
#include "world/map/map.h"
#include "world/predict/predict.h"

#include <stdlib.h>
#include <string.h>

#define WORLD_COOKIE 0x7EE20001u
#define MAX_AGENTS (1u << 24)
#define MAX_OBSTACLES (1u << 20)
#define MAX_VERTICES (1u << 22)
#define MAX_BEHAVIOUR_LISTS 255u
#define MAX_SQUADS 65536u

static void *c_allocate(void *user, size_t size)
{
    (void)user;
    return aligned_alloc(64, (size + 63) / 64 * 64);
}

static void c_release(void *user, void *memory, size_t size)
{
    (void)user;
    (void)size;
    free(memory);
}

VeerWorldMapDef veer_world_map_def_default(VeerMapKind kind)
{
    VeerWorldMapDef def = {.kind = kind,
                           .layer = UINT32_MAX,
                           .max_classes = 4,
                           .max_route_points = 16384,
                           .budget = 20000};
    if (kind == VEER_MAP_GRID) {
        def.grid = veer_grid_def_default();
    } else if (kind == VEER_MAP_VOXELS) {
        def.voxels = veer_voxels_def_default();
    }
    return def;
}

VeerWorldDef veer_world_def_default(void)
{
    VeerVec3 far = {INFINITY, INFINITY, INFINITY};
    return (VeerWorldDef){
        .max_agents = 1024,
        .max_obstacles = 256,
        .max_wall_vertices = 4096,
        .max_behaviour_lists = 64,
        .map = veer_world_map_def_default(VEER_MAP_NONE),
        .foresight = {.window = veer_window_def_default(), .max_states = 20000, .budget = 4000},
        .bounds = {scale3(far, -1.0f), far},
        .max_squads = 0,
        .cookie = WORLD_COOKIE,
    };
}

static bool is_bounds(VeerBounds bounds)
{
    return bounds.lower.x <= bounds.upper.x && bounds.lower.y <= bounds.upper.y &&
           bounds.lower.z <= bounds.upper.z;
}

static bool is_def(const VeerWorldDef *def)
{
    bool has_allocator = def->allocator.allocate && def->allocator.release;
    bool has_none = !def->allocator.allocate && !def->allocator.release;
    return def->cookie == WORLD_COOKIE && (unsigned)def->space <= VEER_SPATIAL &&
           def->max_agents <= MAX_AGENTS && def->max_obstacles <= MAX_OBSTACLES &&
           def->max_wall_vertices <= MAX_VERTICES &&
           def->max_behaviour_lists <= MAX_BEHAVIOUR_LISTS && def->max_squads <= MAX_SQUADS &&
           veer_map_def_is_good(def) && veer_foresight_def_is_good(def) && is_bounds(def->bounds) &&
           (has_allocator || has_none) && def->tasks.worker_count <= VEER_MAX_WORKERS &&
           (def->tasks.worker_count <= 1 || def->tasks.run);
}

/// Adds numbers to a hash, each as a word.
static uint64_t add_all(uint64_t hash, const uint32_t *values, size_t count)
{
    for (size_t i = 0; i < count; ++i) {
        hash = veer_hash_add(hash, values[i]);
    }
    return hash;
}

static uint64_t add_map(uint64_t hash, const VeerWorldMapDef *map, const VeerMapShape *shape)
{
    if (map->kind == VEER_MAP_NONE) {
        return hash;
    }
    const uint32_t room[] = {(uint32_t)map->kind,   map->layer,      map->max_classes,
                             map->max_route_points, map->budget,     map->max_fields,
                             map->field_agents,     map->has_crowds, map->max_links};
    hash = add_all(hash, room, sizeof room / sizeof room[0]);
    return add_all(hash, shape->numbers, sizeof shape->numbers / sizeof shape->numbers[0]);
}

/// Tells worlds of one def from others; never 0, which a block of zeros would pass.
static uint64_t fingerprint(const VeerWorld *world)
{
    const VeerWorldDef *def = &world->def;
    const uint32_t shape[] = {(uint32_t)def->space,   def->max_agents,          def->max_obstacles,
                              def->max_wall_vertices, def->max_behaviour_lists, def->max_squads};
    uint32_t bounds[6];
    _Static_assert(sizeof bounds == sizeof def->bounds, "bounds are six floats");
    memcpy(bounds, &def->bounds, sizeof bounds);
    uint64_t hash = veer_hash_mix(def->seed);
    hash = add_all(hash, shape, sizeof shape / sizeof shape[0]);
    hash = add_all(hash, bounds, sizeof bounds / sizeof bounds[0]);
    hash = add_map(hash, &def->map, &world->map.shape);
    const VeerForesightDef *foresight = &def->foresight;
    const uint32_t sight[] = {foresight->window.width, foresight->window.height,
                              foresight->window.depth, foresight->max_states, foresight->budget};
    hash = foresight->has_window ? add_all(hash, sight, sizeof sight / sizeof sight[0]) : hash;
    return hash | 1u;
}

/// Bytes of a world of `count` agents; the rest as in def.
static size_t size_for(const VeerWorldDef *def, uint32_t count)
{
    VeerWorld plan = {.def = *def};
    plan.def.max_agents = count;
    veer_world_lay_out(&plan);
    return plan.state_size + plan.scratch_size;
}

static void fill_new(VeerWorld *world)
{
    memset(world->state_block, 0, world->state_size);
    memset(world->scratch_block, 0, world->scratch_size);
    veer_world_lay_out(world);
    world->head->fingerprint = fingerprint(world);
    world->head->agent_free = VEER_NO_SLOT;
    world->head->obstacle_free = VEER_NO_SLOT;
    world->head->wall_version = 1;
    veer_map_begin(world);
    veer_fields_begin(world);
}

VeerStatus veer_world_create(const VeerWorldDef *def, VeerWorld **out)
{
    if (!def || !out || !is_def(def)) {
        return VEER_BAD_VALUE;
    }
    VeerAllocator allocator = def->allocator;
    if (!allocator.allocate) {
        allocator = (VeerAllocator){c_allocate, c_release, NULL};
    }
    VeerWorld plan = {.def = *def};
    plan.def.allocator = allocator;
    veer_world_lay_out(&plan);
    plan.agent_size = size_for(def, def->max_agents + 1024) - size_for(def, def->max_agents);
    plan.agent_size /= 1024;

    VeerWorld *world = allocator.allocate(allocator.user, sizeof(VeerWorld));
    plan.state_block = world ? allocator.allocate(allocator.user, plan.state_size) : NULL;
    plan.scratch_block =
        plan.state_block ? allocator.allocate(allocator.user, plan.scratch_size) : NULL;
    if (!plan.scratch_block) {
        if (plan.state_block) {
            allocator.release(allocator.user, plan.state_block, plan.state_size);
        }
        if (world) {
            allocator.release(allocator.user, world, sizeof(VeerWorld));
        }
        return VEER_OUT_OF_MEMORY;
    }
    *world = plan;
    fill_new(world);
    *out = world;
    return VEER_OK;
}

void veer_world_destroy(VeerWorld *world)
{
    if (!world) {
        return;
    }
    VeerAllocator allocator = world->def.allocator;
    allocator.release(allocator.user, world->state_block, world->state_size);
    allocator.release(allocator.user, world->scratch_block, world->scratch_size);
    allocator.release(allocator.user, world, sizeof(VeerWorld));
}

double veer_world_time(const VeerWorld *world)
{
    return world->head->time;
}

uint64_t veer_world_tick(const VeerWorld *world)
{
    return world->head->tick;
}

VeerSpace veer_world_space(const VeerWorld *world)
{
    return world->def.space;
}

VeerBounds veer_world_bounds(const VeerWorld *world)
{
    return world->def.bounds;
}

VeerWorldStats veer_world_stats(const VeerWorld *world)
{
    return (VeerWorldStats){
        .bytes = sizeof(VeerWorld) + world->state_size + world->scratch_size,
        .bytes_per_agent = world->agent_size,
        .pairs_dropped = world->head->dropped,
    };
}
