/// Where everything of a world lies in its two blocks.
#include "base/arena.h"
#include "world/map/kind.h"
#include "world/squad/places/measure.h"
#include "world/tick/stages.h"

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

/// Agents that may be members of squads.
static uint32_t member_capacity(const VeerWorldDef *def)
{
    return def->max_squads > 0 ? def->max_agents : 0;
}

/// Squads of so many members, or fewer, are assigned by the lengths of their ways over a map.
#define MAX_COSTS 1024u

static uint32_t cost_side(const VeerWorldDef *def)
{
    uint32_t members = member_capacity(def);
    uint32_t side = members < MAX_COSTS ? members : MAX_COSTS;
    return veer_map_kind(&def->map) ? side : 0;
}

static void lay_out_squads(VeerWorld *world, VeerArena *arena)
{
    uint32_t members = member_capacity(&world->def);
    world->squads = veer_arena_take(arena, world->def.max_squads, sizeof(VeerSquadSlot));
#define CARVE(type, name) world->member.name = veer_arena_take(arena, members, sizeof(type));
    VEER_MEMBER_COLUMNS(CARVE)
#undef CARVE
    veer_squad_job_lay_out_state(world, arena, cost_side(&world->def));
}

static void lay_out_squad_scratch(VeerWorld *world, VeerArena *arena)
{
    uint32_t members = member_capacity(&world->def);
    uint32_t most = members < VEER_MAX_SQUAD_MEMBERS ? members : VEER_MAX_SQUAD_MEMBERS;
    VeerSquadScratch *scratch = &world->squad_scratch;
    scratch->members = veer_arena_take(arena, members, sizeof(uint32_t));
    scratch->first =
        veer_arena_take(arena, members > 0 ? world->def.max_squads + 1u : 0, sizeof(uint32_t));
    scratch->subset = veer_arena_take(arena, most, sizeof(uint32_t));
    scratch->seats = veer_arena_take(arena, most, sizeof(uint32_t));
    scratch->positions = veer_arena_take(arena, most, sizeof(VeerVec3));
    scratch->slots = veer_arena_take(arena, most, sizeof(VeerVec3));
    scratch->wishes = veer_arena_take(arena, most, sizeof(VeerVec3));
    scratch->taken = veer_arena_take(arena, members, sizeof(VeerVec3));
    scratch->taken_radii = veer_arena_take(arena, members, sizeof(float));
    scratch->places = veer_arena_take(arena, most, sizeof(VeerPlace));
    scratch->assign_size = most > 0 ? veer_assign_size(most, most) : 0;
    scratch->assign_memory = veer_arena_take(arena, scratch->assign_size, 1);
    uint32_t links = members > 0 ? world->def.map.max_links : 0;
    scratch->reached = veer_arena_take(arena, links > 0 ? links + 1u : 0u, sizeof(uint32_t));
    uint32_t side = scratch->cost_side = cost_side(&world->def);
    size_t few = side < VEER_SQUAD_EXCHANGE ? side : VEER_SQUAD_EXCHANGE;
    scratch->costs = veer_arena_take(arena, few * few, sizeof(float));
    veer_squad_job_lay_out(world, arena, side);
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
    lay_out_squads(world, arena);
    world->vertices = veer_arena_take(arena, def->max_wall_vertices, sizeof(VeerVec3));
    world->pairs = veer_arena_take(arena, veer_world_pair_capacity(def), sizeof(VeerPair));
    world->removals = veer_arena_take(arena, veer_world_removal_capacity(def), sizeof(VeerRemoval));
    veer_map_lay_out_state(world, arena);
    veer_foresight_lay_out_state(world, arena);
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

_Static_assert(3 * sizeof(VeerPair) >= 2 * sizeof(VeerNearAvoided),
               "the pairs, one and a half an agent, have room for what is found before them");

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
    lay_out_squad_scratch(world, arena);
    world->ball_shift = veer_arena_take(arena, def->max_obstacles, sizeof(VeerVec3));
    world->ball_next_velocity = veer_arena_take(arena, def->max_obstacles, sizeof(VeerVec3));
    world->next_pairs = veer_arena_take(arena, veer_world_pair_capacity(def), sizeof(VeerPair));
    // Contacts are found before the first pair is.
    world->avoided = (VeerNearAvoided *)(void *)world->next_pairs;
    world->events = veer_arena_take(arena, veer_world_event_capacity(def), sizeof(VeerEvent));
    // Contacts are over before the tick's first event.
    world->touching = (uint32_t *)(void *)world->events;
    veer_map_lay_out_scratch(world, arena);
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
