/// Where squads lie in the two blocks of a world, and the hash of what is a job of theirs.
#include "base/arena.h"
#include "base/hash.h"
#include "world/map/map.h"
#include "world/squad/places/places.h"
#include "world/squad/squad.h"

/// Agents that may be members of squads.
static uint32_t member_capacity(const VeerWorldDef *def)
{
    return def->max_squads > 0 ? def->max_agents : 0;
}

/// Squads of so many members, or fewer, are assigned by the lengths of their paths over a map.
#define MAX_COSTS 1024u

static uint32_t cost_side(const VeerWorldDef *def)
{
    uint32_t members = member_capacity(def);
    uint32_t side = members < MAX_COSTS ? members : MAX_COSTS;
    return veer_map_traits_of(&def->map) ? side : 0;
}

void veer_squads_lay_out_state(VeerWorld *world, VeerArena *arena)
{
    uint32_t members = member_capacity(&world->def);
    world->squads = veer_arena_take(arena, world->def.max_squads, sizeof(VeerSquadSlot));
#define CARVE(type, name) world->member.name = veer_arena_take(arena, members, sizeof(type));
    VEER_MEMBER_COLUMNS(CARVE)
#undef CARVE
    veer_squad_job_lay_out_state(world, arena, cost_side(&world->def));
}

void veer_squads_lay_out_scratch(VeerWorld *world, VeerArena *arena)
{
    uint32_t members = member_capacity(&world->def);
    uint32_t most = members < VEER_MAX_SQUAD_MEMBERS ? members : VEER_MAX_SQUAD_MEMBERS;
    VeerSquadScratch *scratch = &world->squad_scratch;
    scratch->members = veer_arena_take(arena, members, sizeof(uint32_t));
    scratch->first =
        veer_arena_take(arena, members > 0 ? world->def.max_squads + 1u : 0, sizeof(uint32_t));
    scratch->subset = veer_arena_take(arena, most, sizeof(uint32_t));
    scratch->assigned = veer_arena_take(arena, most, sizeof(uint32_t));
    scratch->positions = veer_arena_take(arena, most, sizeof(VeerVec3));
    scratch->formation = veer_arena_take(arena, most, sizeof(VeerVec3));
    scratch->wanted = veer_arena_take(arena, most, sizeof(VeerVec3));
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

uint64_t veer_squads_hash(const VeerWorld *world)
{
    uint64_t hash = 0;
    for (uint32_t i = 0; world->job_side > 0 && i < world->def.max_squads; ++i) {
        hash += world->job_wanted[i] ? veer_hash_mix(i + 1u) : 0u;
    }
    if (world->job_side > 0 && world->job->squad > 0) {
        hash = veer_hash_words(hash + 1u, world->job, sizeof *world->job);
        hash = veer_hash_words(hash, world->job_from,
                               world->job->agent_count * sizeof *world->job_from);
        hash = veer_hash_words(hash, world->job_places,
                               world->job->place_count * sizeof *world->job_places);
    }
    return hash;
}
