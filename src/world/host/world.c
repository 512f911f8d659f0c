/// Making, keeping and reading a world as a whole: its def, and where everything lies in its
/// blocks.
#include "avoid/batch.h"
#include "base/allocator.h"
#include "base/arena.h"
#include "math/vec.h"
#include "space/index.h"
#include "world/field/field.h"
#include "world/host/identity.h"
#include "world/map/map.h"
#include "world/outline/outline.h"
#include "world/predict/predict.h"
#include "world/route/route.h"
#include "world/squad/squad.h"
#include "world/traffic/traffic.h"

#include <string.h>

#define WORLD_COOKIE 0x7EE20001u
#define MAX_AGENTS (1u << 24)
#define MAX_OBSTACLES (1u << 20)
#define MAX_VERTICES (1u << 22)
#define MAX_BEHAVIOUR_LISTS 255u
#define MAX_SQUADS 65536u
#define MAX_PROFILES (1u << 16)
#define MAX_SENSED (1u << 24)
#define MAX_MESSAGES (1u << 20)

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
        .max_sensed = 256,
        .max_masses = 1024,
        .max_profiles = 1024,
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

static void need_host(VeerRefusal *refusal, const VeerWorldDef *def)
{
    bool has_both = (def->allocator.allocate != NULL) == (def->allocator.release != NULL);
    veer_need_that(refusal, has_both, "def.allocator", "must have both functions, or none");
    veer_need_count(refusal, "def.tasks.worker_count", def->tasks.worker_count, 0, VEER_MAX_WORKERS,
                    "must be 0 to 64");
    veer_need_that(refusal, def->tasks.worker_count <= 1 || def->tasks.run, "def.tasks.run",
                   "must be a function where there are workers");
    veer_need(refusal, veer_isa_name(def->isa), "def.isa", "must be one that this machine has",
              (double)def->isa);
}

static void need_def(VeerRefusal *refusal, const VeerWorldDef *def)
{
    veer_need(refusal, (unsigned)def->space <= VEER_SPATIAL, "def.space", "must be a VeerSpace",
              (double)def->space);
    veer_need_count(refusal, "def.max_agents", def->max_agents, 0, MAX_AGENTS, "must be 0 to 2^24");
    veer_need_count(refusal, "def.max_obstacles", def->max_obstacles, 0, MAX_OBSTACLES,
                    "must be 0 to 2^20");
    veer_need_count(refusal, "def.max_wall_vertices", def->max_wall_vertices, 0, MAX_VERTICES,
                    "must be 0 to 2^22");
    veer_need_count(refusal, "def.max_behaviour_lists", def->max_behaviour_lists, 0,
                    MAX_BEHAVIOUR_LISTS, "must be 0 to 255");
    veer_need_count(refusal, "def.max_squads", def->max_squads, 0, MAX_SQUADS,
                    "must be 0 to 65536");
    veer_need_count(refusal, "def.max_masses", def->max_masses, 0, MAX_AGENTS, "must be 0 to 2^24");
    veer_need_count(refusal, "def.max_profiles", def->max_profiles, 1, MAX_PROFILES,
                    "must be 1 to 65536");
    veer_need_count(refusal, "def.max_sensed", def->max_sensed, 0, MAX_SENSED, "must be 0 to 2^24");
    veer_need_count(refusal, "def.max_messages", def->max_messages, 0, MAX_MESSAGES,
                    "must be 0 to 2^20");
    veer_map_def_need(refusal, def);
    veer_foresight_def_need(refusal, def);
    veer_need_that(refusal, is_bounds(def->bounds), "def.bounds",
                   "must have a lower that is not above its upper");
    need_host(refusal, def);
}

static uint32_t wall_capacity(const VeerWorldDef *def)
{
    return def->space == VEER_PLANAR ? def->max_wall_vertices : def->max_obstacles;
}

static void lay_out_state(VeerWorld *world, VeerArena *arena)
{
    const VeerWorldDef *def = &world->def;
    world->head = veer_arena_take(arena, 1, sizeof(VeerStateHead));
#define CARVE(type, name, rule)                                                                    \
    world->agent.name = veer_arena_take(arena, def->max_agents, sizeof(type));
    VEER_AGENT_COLUMNS(CARVE, VEER_LEAVE_OUT)
    VEER_AGENT_SHARE_COLUMNS(CARVE)
    VEER_AGENT_BODY_COLUMNS(CARVE)
    VEER_AGENT_SLOT_COLUMNS(CARVE)
#undef CARVE
#define CARVE(type, name, rule)                                                                    \
    world->obstacle.name = veer_arena_take(arena, def->max_obstacles, sizeof(type));
    VEER_OBSTACLE_COLUMNS(CARVE)
    VEER_OBSTACLE_BODY_COLUMNS(CARVE)
    VEER_OBSTACLE_TURN_COLUMNS(CARVE)
#undef CARVE
    world->profiles = veer_arena_take(arena, veer_world_profile_capacity(def), sizeof(VeerProfile));
    world->matter = veer_arena_take(arena, veer_world_matter_capacity(def), sizeof(VeerMatter));
    world->behaviour_lists =
        veer_arena_take(arena, def->max_behaviour_lists, sizeof(VeerBehaviourListSlot));
    veer_squads_lay_out_state(world, arena);
    world->vertices = veer_arena_take(arena, def->max_wall_vertices, sizeof(VeerVec3));
    world->pairs = veer_arena_take(arena, veer_world_pair_capacity(def), sizeof(VeerPair));
    world->sensed = veer_arena_take(arena, def->max_sensed, sizeof(VeerSensedBody));
    world->removals = veer_arena_take(arena, veer_world_removal_capacity(def), sizeof(VeerRemoval));
    world->agent_end = veer_arena_take(arena, def->has_lifetimes ? def->max_agents : 0, 8);
    world->obstacle_end = veer_arena_take(arena, def->has_lifetimes ? def->max_obstacles : 0, 8);
    world->message_head = veer_arena_take(arena, def->max_messages > 0, sizeof(VeerMessageHead));
    world->messages = veer_arena_take(arena, def->max_messages, sizeof(VeerWaiting));
    veer_map_lay_out_state(world, arena);
    veer_fields_lay_out_state(world, arena);
    veer_foresight_lay_out_state(world, arena);
}

static void lay_out_indices(VeerWorld *world, VeerArena *arena)
{
    const VeerWorldDef *def = &world->def;
    uint32_t walls = wall_capacity(def);
    void *agents = veer_arena_take(arena, 1, veer_index_size(def->max_agents));
    void *balls = veer_arena_take(arena, 1, veer_index_size(def->max_obstacles));
    void *tree = veer_arena_take(arena, 1, veer_tree_size(walls));
    uint32_t shapes = walls < def->max_obstacles ? walls : def->max_obstacles;
    void *shape_tree = veer_arena_take(arena, 1, veer_tree_size(shapes));
    if (arena->base) {
        world->agent_index = veer_index_init(agents, def->max_agents);
        world->ball_index = veer_index_init(balls, def->max_obstacles);
        world->agent_index->lanes = world->ball_index->lanes = (uint8_t)veer_lanes_of(def->isa);
        world->wall_tree = veer_tree_init(tree, walls);
        world->shape_tree = veer_tree_init(shape_tree, shapes);
    }
    world->shapes = veer_arena_take(arena, shapes, sizeof *world->shapes);
    world->walls = veer_arena_take(arena, walls, sizeof(VeerWallItem));
    world->wall_boxes = veer_arena_take(arena, walls, sizeof(VeerBounds));
}

_Static_assert(3 * sizeof(VeerVec3) + sizeof(VeerNearContacts) + sizeof(VeerTouchable) >=
                   sizeof(VeerCrowdBody) + sizeof(VeerSeenAgent),
               "the columns from the move on have room for what is seen before it");

_Static_assert(23 * sizeof(VeerPair) >= 32 * sizeof(VeerVec3) &&
                   23 * sizeof(VeerPair) >= 16 * sizeof(VeerSensedNear),
               "23 pairs for 16 agents have room for where these were, and what they sensed");

_Static_assert(
    sizeof(VeerEvent) >= sizeof(VeerKnock) + 2 * sizeof(uint32_t) &&
        sizeof(VeerEvent) >= 8 * sizeof(uint32_t),
    "events of all agents, and an eighth of the obstacles, have room for what impacts need");

_Static_assert(sizeof(VeerNextHit) <= sizeof(VeerTouchable),
               "what a body meets has room where contacts come to be");

static void lay_out_profiles(VeerWorld *world, VeerArena *arena)
{
    uint32_t rows = veer_world_profile_capacity(&world->def);
    world->profile_table = veer_arena_take(arena, 1, sizeof *world->profile_table);
    uint32_t *first = veer_arena_take(arena, rows, sizeof *first);
    uint32_t *next = veer_arena_take(arena, rows, sizeof *next);
    if (arena->base) {
        *world->profile_table = (VeerProfileTable){.first = first, .next = next};
    }
}

static void lay_out_scratch(VeerWorld *world, VeerArena *arena)
{
    const VeerWorldDef *def = &world->def;
#define CARVE(type, name)                                                                          \
    world->scratch.name = veer_arena_take(arena, def->max_agents, sizeof(type));
    VEER_MOVE_COLUMNS(CARVE)
    VEER_SCRATCH_COLUMNS(CARVE)
#undef CARVE
    VeerCrowdBody *bodies = world->scratch.bodies;
    world->scratch.seen = bodies ? (VeerSeenAgent *)(void *)(bodies + def->max_agents) : NULL;
    world->scratch.next_hit = (VeerNextHit *)(void *)world->scratch.touchable;
    world->scratch.first_position = world->scratch.next_velocity;
    world->scratch.first_heading = world->scratch.next_heading;
    lay_out_profiles(world, arena);
    lay_out_indices(world, arena);
    veer_outline_lay_out(world, arena);
    veer_squads_lay_out_scratch(world, arena);
    world->ball_shift = veer_arena_take(arena, def->max_obstacles, sizeof(VeerVec3));
    world->ball_next_velocity = veer_arena_take(arena, def->max_obstacles, sizeof(VeerVec3));
    world->ball_hit = veer_arena_take(arena, def->max_obstacles, sizeof(VeerNextHit));
    world->impacts =
        veer_arena_take(arena, veer_world_impact_capacity(def), sizeof(VeerImpactNote));
    world->next_pairs = veer_arena_take(arena, veer_world_pair_capacity(def), sizeof(VeerPair));
    world->next_sensed = veer_arena_take(arena, def->max_sensed, sizeof(VeerSensedBody));
    world->last_heading = world->last_position ? world->last_position + def->max_agents : NULL;
    world->events = veer_arena_take(arena, veer_world_event_capacity(def), sizeof(VeerEvent));
    world->deciding = NULL;
    if (world->events) {
        world->deciding = (VeerDeciding *)(void *)(world->events + veer_world_early_capacity(def));
        world->knock = (VeerKnock *)(void *)(world->touching + def->max_agents);
        world->impact_heap = (uint32_t *)(void *)(world->knock + def->max_agents);
    }
    veer_map_lay_out_scratch(world, arena);
    veer_maze_lay_out(world, arena);
    veer_yield_lay_out(world, arena);
    veer_fields_lay_out_scratch(world, arena);
    veer_foresight_lay_out_scratch(world, arena);
}

/// Computes sizes; with blocks in place, sets every pointer of the world into them.
static void lay_out(VeerWorld *world)
{
    VeerArena state = {world->state_block, 0};
    VeerArena scratch = {world->scratch_block, 0};
    lay_out_state(world, &state);
    lay_out_scratch(world, &scratch);
    world->state_size = state.used;
    world->scratch_size = scratch.used;
}

/// Bytes of a world of `count` agents; the rest as in def.
static size_t size_for(const VeerWorldDef *def, uint32_t count)
{
    VeerWorld plan = {.def = *def};
    plan.def.max_agents = count;
    lay_out(&plan);
    return plan.state_size + plan.scratch_size;
}

/// Puts a world's blocks behind it. @return bytes of all
static size_t place(unsigned char *block, VeerWorld *world)
{
    VeerArena arena = {block, 0};
    (void)veer_arena_take(&arena, 1, sizeof *world);
    world->state_block = veer_arena_take(&arena, 1, world->state_size);
    world->scratch_block = veer_arena_take(&arena, 1, world->scratch_size);
    return arena.used;
}

static void fill_new(VeerWorld *world)
{
    memset(world->state_block, 0, world->state_size);
    memset(world->scratch_block, 0, world->scratch_size);
    lay_out(world);
    world->substep.count = 1;
    veer_world_identify(world);
    world->head->agent_free = VEER_NO_SLOT;
    world->head->obstacle_free = VEER_NO_SLOT;
    world->head->wall_version = 1;
    veer_map_begin(world);
    veer_fields_begin(world);
}

/// Makes a world by a def that is good. @return what it asked the allocator for; 0: it is made
static size_t make(const VeerWorldDef *def, VeerWorld **out)
{
    VeerAllocator allocator = def->allocator;
    if (!allocator.allocate) {
        allocator = veer_c_allocator();
    }
    VeerWorld plan = {.def = *def};
    plan.def.allocator = allocator;
    lay_out(&plan);
    plan.agent_size = size_for(def, def->max_agents + 1024) - size_for(def, def->max_agents);
    plan.agent_size /= 1024;

    plan.size = place(NULL, &plan);
    bool is_size = plan.size < SIZE_MAX; // else it is more than a size_t has room for
    VeerWorld *world = is_size ? allocator.allocate(allocator.user, plan.size) : NULL;
    if (!world) {
        return plan.size;
    }
    (void)place((unsigned char *)world, &plan);
    *world = plan;
    fill_new(world);
    *out = world;
    return 0;
}

/// Nobody is told of a def that is of no default function, not even whom it names.
VeerStatus veer_world_create(const VeerWorldDef *def, VeerWorld **out)
{
    if (!def || def->cookie != WORLD_COOKIE) {
        return VEER_BAD_VALUE;
    }
    VeerRefusal refusal = {.function = __func__};
    veer_need_place(&refusal, out, "out");
    need_def(&refusal, def);
    if (refusal.status == VEER_OK) {
        size_t asked = make(def, out);
        veer_need_as(&refusal, VEER_OUT_OF_MEMORY, asked == 0, "def.allocator",
                     "must have as many bytes as the def asks for", (double)asked);
    }
    VeerWorld none = {.def.diagnostics = def->diagnostics};
    return veer_world_check_read(&none, &refusal);
}

VeerStatus veer_world_set_diagnostics(VeerWorld *world, VeerDiagnostics diagnostics)
{
    VeerRefusal refusal = {.function = __func__};
    veer_need_object(&refusal, world, "world");
    VeerStatus status = veer_world_check_change(world, &refusal);
    if (status == VEER_OK) {
        world->def.diagnostics = diagnostics;
    }
    return status;
}

void veer_world_destroy(VeerWorld *world)
{
    if (!world || world->is_stepping) {
        return;
    }
    VeerAllocator allocator = world->def.allocator;
    allocator.release(allocator.user, world, world->size);
}

double veer_world_time(const VeerWorld *world)
{
    return world ? world->head->time : 0.0;
}

uint64_t veer_world_tick(const VeerWorld *world)
{
    return world ? world->head->tick : 0;
}

VeerSpace veer_world_space(const VeerWorld *world)
{
    return world ? world->def.space : VEER_PLANAR;
}

VeerBounds veer_world_bounds(const VeerWorld *world)
{
    return world ? world->def.bounds : (VeerBounds){.lower = {0}};
}

VeerWorldStats veer_world_stats(const VeerWorld *world)
{
    if (!world) {
        return (VeerWorldStats){0, 0, 0};
    }
    return (VeerWorldStats){
        .bytes = world->size,
        .bytes_per_agent = world->agent_size,
        .pairs_dropped = world->head->dropped,
    };
}

VeerWorldDef veer_world_def(const VeerWorld *world)
{
    return world ? world->def : (VeerWorldDef){.cookie = 0};
}

bool veer_world_has_callbacks(const VeerWorld *world)
{
    bool has_any = world && world->place_rule;
    for (uint32_t i = 0; world && i < VEER_MAX_AVOID_CALLBACKS; i++) {
        has_any = has_any || world->avoid_callbacks[i].function;
    }
    return has_any;
}
