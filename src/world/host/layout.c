/// Where everything of a world lies in its two blocks.
#include "base/arena.h"
#include "world/base/base.h"
#include "world/field/field.h"
#include "world/host/host.h"
#include "world/map/map.h"
#include "world/predict/predict.h"
#include "world/route/route.h"
#include "world/squad/squad.h"
#include "world/traffic/traffic.h"

static uint32_t wall_capacity(const VeerWorldDef *def)
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
    world->behaviour_lists =
        veer_arena_take(arena, def->max_behaviour_lists, sizeof(VeerBehaviourListSlot));
    veer_squads_lay_out_state(world, arena);
    world->vertices = veer_arena_take(arena, def->max_wall_vertices, sizeof(VeerVec3));
    world->pairs = veer_arena_take(arena, veer_world_pair_capacity(def), sizeof(VeerPair));
    world->removals = veer_arena_take(arena, veer_world_removal_capacity(def), sizeof(VeerRemoval));
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
_Static_assert(3 * sizeof(VeerPair) >= 2 * sizeof(VeerNearAvoided),
               "the pairs, one and a half an agent, have room for what is found before them");

static void lay_out_scratch(VeerWorld *world, VeerArena *arena)
{
    const VeerWorldDef *def = &world->def;
#define CARVE(type, name)                                                                          \
    world->scratch.name = veer_arena_take(arena, def->max_agents, sizeof(type));
    VEER_MOVE_COLUMNS(CARVE)
    VEER_SCRATCH_COLUMNS(CARVE)
#undef CARVE
    lay_out_indices(world, arena);
    veer_squads_lay_out_scratch(world, arena);
    world->ball_shift = veer_arena_take(arena, def->max_obstacles, sizeof(VeerVec3));
    world->ball_next_velocity = veer_arena_take(arena, def->max_obstacles, sizeof(VeerVec3));
    world->next_pairs = veer_arena_take(arena, veer_world_pair_capacity(def), sizeof(VeerPair));
    world->events = veer_arena_take(arena, veer_world_event_capacity(def), sizeof(VeerEvent));
    veer_map_lay_out_scratch(world, arena);
    veer_maze_lay_out(world, arena);
    veer_fields_lay_out_scratch(world, arena);
    veer_foresight_lay_out_scratch(world, arena);
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
