/// Where everything of a world lies in its two blocks.
#include "base/arena.h"
#include "world/stages.h"

uint32_t veer_world_pair_capacity(const VeerWorldDef *def)
{
    return def->max_agents + def->max_agents / 2 + 64;
}

uint32_t veer_world_event_capacity(const VeerWorldDef *def)
{
    return def->max_agents + def->max_obstacles + 256;
}

uint32_t veer_world_removal_capacity(const VeerWorldDef *def)
{
    return def->max_agents / 4 + def->max_obstacles / 4 + 64;
}

uint32_t veer_world_wall_capacity(const VeerWorldDef *def)
{
    return def->space == VEER_PLANAR ? def->max_wall_vertices : def->max_obstacles;
}

static void lay_out_state(VeerWorld *world, VeerArena *arena)
{
    const VeerWorldDef *def = &world->def;
    world->head = veer_arena_take(arena, 1, sizeof(VeerStateHead));
#define CARVE(type, name) world->agent.name = veer_arena_take(arena, def->max_agents, sizeof(type));
    VEER_AGENT_COLUMNS(CARVE)
    VEER_AGENT_SLOT_COLUMNS(CARVE)
#undef CARVE
#define CARVE(type, name)                                                                          \
    world->obstacle.name = veer_arena_take(arena, def->max_obstacles, sizeof(type));
    VEER_OBSTACLE_COLUMNS(CARVE)
#undef CARVE
    world->steerings = veer_arena_take(arena, def->max_steerings, sizeof(VeerSteeringSlot));
    world->vertices = veer_arena_take(arena, def->max_wall_vertices, sizeof(VeerVec3));
    world->pairs = veer_arena_take(arena, veer_world_pair_capacity(def), sizeof(VeerPair));
    world->removals = veer_arena_take(arena, veer_world_removal_capacity(def), sizeof(VeerRemoval));
    veer_map_lay_out_state(world, arena);
}

static void lay_out_indices(VeerWorld *world, VeerArena *arena)
{
    const VeerWorldDef *def = &world->def;
    uint32_t walls = veer_world_wall_capacity(def);
    void *agents = veer_arena_take(arena, 1, veer_index_size(def->max_agents));
    void *balls = veer_arena_take(arena, 1, veer_index_size(def->max_obstacles));
    void *tree = veer_arena_take(arena, 1, veer_tree_size(walls));
    if (arena->base) {
        world->agent_index = veer_index_init(agents, def->max_agents);
        world->ball_index = veer_index_init(balls, def->max_obstacles);
        world->wall_tree = veer_tree_init(tree, walls);
    }
    world->walls = veer_arena_take(arena, walls, sizeof(VeerWallItem));
    world->wall_boxes = veer_arena_take(arena, walls, sizeof(VeerBounds));
}

_Static_assert(4 * sizeof(VeerVec3) + sizeof(VeerNearContacts) >= sizeof(VeerSeenAgent),
               "the columns from the move on have room for what is seen before it");

static void lay_out_scratch(VeerWorld *world, VeerArena *arena)
{
    const VeerWorldDef *def = &world->def;
    VeerArena before_move = *arena;
    world->seen = veer_arena_take(&before_move, def->max_agents, sizeof(VeerSeenAgent));
#define CARVE(type, name)                                                                          \
    world->scratch.name = veer_arena_take(arena, def->max_agents, sizeof(type));
    VEER_SCRATCH_COLUMNS(CARVE)
#undef CARVE
    lay_out_indices(world, arena);
    world->ball_shift = veer_arena_take(arena, def->max_obstacles, sizeof(VeerVec3));
    world->ball_next_velocity = veer_arena_take(arena, def->max_obstacles, sizeof(VeerVec3));
    world->next_pairs = veer_arena_take(arena, veer_world_pair_capacity(def), sizeof(VeerPair));
    world->events = veer_arena_take(arena, veer_world_event_capacity(def), sizeof(VeerEvent));
    // Contacts are over before the tick's first event.
    world->touching = (uint32_t *)(void *)world->events;
    veer_map_lay_out_scratch(world, arena);
}

void veer_world_lay_out(VeerWorld *world)
{
    VeerArena state = {world->state_block, 0};
    VeerArena scratch = {world->scratch_block, 0};
    lay_out_state(world, &state);
    lay_out_scratch(world, &scratch);
    world->state_size = state.used;
    world->scratch_size = scratch.used;
}
