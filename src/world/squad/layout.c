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
#define CARVE(type, name, rule) world->member.name = veer_arena_take(arena, members, sizeof(type));
    VEER_MEMBER_COLUMNS(CARVE)
#undef CARVE
    uint32_t side = world->job_side = cost_side(&world->def);
    world->job = veer_arena_take(arena, side > 0 ? 1u : 0u, sizeof *world->job);
    world->job_from = veer_arena_take(arena, side, sizeof *world->job_from);
    world->job_places = veer_arena_take(arena, side, sizeof *world->job_places);
    world->job_members = veer_arena_take(arena, side, sizeof *world->job_members);
    world->job_wanted =
        veer_arena_take(arena, side > 0 ? world->def.max_squads : 0u, sizeof *world->job_wanted);
}

static void lay_out_measure(VeerWorld *world, VeerArena *arena, uint32_t side)
{
    VeerSquadMeasure parts = {0};
    world->measure = veer_arena_take(arena, side > 0 ? 1u : 0u, sizeof *world->measure);
    parts.work.rows.count = parts.work.columns.count = side;
    veer_assign_lay_out(&parts.work, arena);
    parts.costs = veer_arena_take(arena, (size_t)side * side, sizeof *parts.costs);
    parts.known = veer_arena_take(arena, ((size_t)side * side + 63u) / 64u, sizeof *parts.known);
    parts.seat = veer_arena_take(arena, side, sizeof *parts.seat);
    veer_squad_oracle_lay_out(&parts.oracle, &world->def.map, arena, side);
    if (arena->base && side > 0) {
        *world->measure = parts;
    }
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
    size_t few = world->job_side < VEER_SQUAD_EXCHANGE ? world->job_side : VEER_SQUAD_EXCHANGE;
    scratch->costs = veer_arena_take(arena, few * few, sizeof(float));
    lay_out_measure(world, arena, world->job_side);
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
