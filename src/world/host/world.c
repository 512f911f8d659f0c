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

VeerWorldDef veer_world_def_default(void)
{
    VeerVec3 far = {INFINITY, INFINITY, INFINITY};
    return (VeerWorldDef){
        .max_agents = 1024,
        .max_obstacles = 256,
        .max_wall_vertices = 4096,
        .max_behaviour_lists = 64,
        .map = {.grid = veer_grid_def_default(),
                .voxels = veer_voxels_def_default(),
                .layer = UINT32_MAX,
                .max_classes = 4,
                .max_route_points = 16384,
                .budget = 20000},
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

/// Tells worlds of one def from others; never 0, which a block of zeros would pass.
static uint64_t fingerprint(const VeerWorldDef *def)
{
    const uint32_t shape[] = {(uint32_t)def->space,   def->max_agents,          def->max_obstacles,
                              def->max_wall_vertices, def->max_behaviour_lists, def->max_squads};
    const uint32_t map[] = {def->map.grid.width,  def->map.grid.height,      def->map.layer,
                            def->map.max_classes, def->map.max_route_points, def->map.budget,
                            def->map.max_fields,  def->map.field_agents,     def->map.has_crowds};
    uint32_t bounds[6];
    _Static_assert(sizeof bounds == sizeof def->bounds, "bounds are six floats");
    memcpy(bounds, &def->bounds, sizeof bounds);
    uint64_t hash = veer_hash_mix(def->seed);
    for (size_t i = 0; i < sizeof shape / sizeof shape[0]; ++i) {
        hash = veer_hash_add(hash, shape[i]);
    }
    for (int i = 0; i < 6; ++i) {
        hash = veer_hash_add(hash, bounds[i]);
    }
    const VeerVoxel cells = def->map.voxels.cells;
    const uint32_t voxels[] = {(uint32_t)cells.x, (uint32_t)cells.y, (uint32_t)cells.z};
    uint32_t polygons = def->map.mesh ? veer_mesh_polygon_count(def->map.mesh) : 0;
    uint32_t vertices = def->map.mesh ? veer_mesh_vertex_count(def->map.mesh) : 0;
    bool has_map = def->map.has_grid || def->map.has_voxels || def->map.mesh || def->map.graph;
    for (size_t i = 0; has_map && i < sizeof map / sizeof map[0]; ++i) {
        hash = veer_hash_add(hash, map[i]);
    }
    hash = def->map.grid.has_costs ? veer_hash_add(hash, 1) : hash;
    hash = def->map.max_links > 0 ? veer_hash_add(hash, def->map.max_links) : hash;
    hash = def->map.mesh ? veer_hash_add(veer_hash_add(hash, polygons), vertices) : hash;
    hash = def->map.pieces ? veer_hash_add(hash, veer_mesh_polygon_count(def->map.pieces)) : hash;
    for (int i = 0; def->map.has_voxels && i < 3; ++i) {
        hash = veer_hash_add(hash, voxels[i]);
    }
    if (def->map.graph) {
        hash = veer_hash_add(hash, veer_graph_node_count(def->map.graph));
        hash = veer_hash_add(hash, veer_graph_edge_count(def->map.graph));
    }
    hash = def->map.has_voxels && def->map.has_covers ? veer_hash_mix(hash) : hash;
    const VeerForesightDef *foresight = &def->foresight;
    const uint32_t sight[] = {foresight->window.width, foresight->window.height,
                              foresight->window.depth, foresight->max_states, foresight->budget};
    for (size_t i = 0; foresight->has_window && i < sizeof sight / sizeof sight[0]; ++i) {
        hash = veer_hash_add(hash, sight[i]);
    }
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
    world->head->fingerprint = fingerprint(&world->def);
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
