#include "world/tick/deciding.h"

#include "avoid/batch.h"
#include "base/wide_bits.h"
#include "math/vec.h"
#include "space/index.h"
#include "world/traffic/traffic.h"

#define GRAIN 256u
/// Agents ahead whose notes are brought near.
#define FETCH_AHEAD 32u

_Static_assert(sizeof(VeerEvent) >= sizeof(VeerDeciding), "events have room for what is noted");

/// Whether it has the default model, and no place among others to keep to.
static bool is_free(const VeerWorld *world, uint32_t slot, const VeerProfile *profile)
{
    const VeerAgentColumns *agent = &world->agent;
    bool has_squad = world->def.max_squads > 0 && world->member.squad[slot] != 0;
    return !has_squad && !veer_maze_has(world, slot) && profile->model == VEER_AVOID_CROWD &&
           agent->max_speed[slot] > VEER_LEAST_SPEED && agent->memory[slot].crowd.detour == 0.0f &&
           agent->goal_kind[slot] != (uint8_t)VEER_GOAL_AGENT;
}

static VeerDecides kind_of(const VeerWorld *world, uint32_t slot)
{
    const VeerProfile *profile = veer_profile(world, slot);
    if (profile->model == VEER_AVOID_NONE || world->agent.is_immovable[slot]) {
        return VEER_DECIDES_NOTHING;
    }
    return is_free(world, slot, profile) ? VEER_DECIDES_IN_BATCH : VEER_DECIDES_ALONE;
}

/// The notes of an agent; those of one that comes soon are brought near.
static VeerDeciding *notes_of(const VeerWorld *world, uint32_t slot)
{
    const uint32_t *entries = world->agent_index->keys;
    if (slot + FETCH_AHEAD < world->head->agent_slot_count) {
        veer_prefetch(&world->deciding[entries[slot + FETCH_AHEAD]]);
    }
    return &world->deciding[entries[slot]];
}

void veer_deciding_note(VeerWorld *world, uint32_t slot)
{
    const VeerAgentColumns *agent = &world->agent;
    bool is_spatial = world->def.space == VEER_SPATIAL;
    VeerVec3 preferred = agent->preferred[slot];
    *notes_of(world, slot) = (VeerDeciding){
        .velocity = plane2(preferred),
        .velocity_z = is_spatial ? preferred.z : agent->height[slot],
        .max_speed = agent->max_speed[slot],
        .jam = agent->memory[slot].crowd.jam,
        .reach = world->scratch.reach[slot],
        .profile = agent->profile[slot],
        .kind = (uint8_t)kind_of(world, slot),
    };
}

void veer_deciding_answer(const VeerWorld *world, uint32_t entry, const VeerAvoidResult *result)
{
    VeerDeciding *notes = &world->deciding[entry];
    notes->velocity = plane2(result->velocity);
    notes->velocity_z = result->velocity.z;
    notes->jam = result->memory.crowd.jam;
    notes->is_avoiding = result->is_avoiding;
}

void veer_deciding_leave(VeerWorld *world, uint32_t entry)
{
    VeerDeciding *notes = &world->deciding[entry];
    notes->kind = VEER_DECIDES_ALONE;
    world->scratch.reach[world->agent_index->order[entry]] = notes->reach;
}

static void keep_preferred(VeerWorld *world, uint32_t slot)
{
    VeerAgentColumns *agent = &world->agent;
    agent->safe[slot] = agent->preferred[slot];
    agent->is_avoiding[slot] = 0;
    world->scratch.clearance[slot] = 0.0f;
}

static void take_batch(VeerWorld *world, uint32_t slot, uint32_t entry)
{
    const VeerDeciding *notes = &world->deciding[entry];
    VeerAgentColumns *agent = &world->agent;
    bool keeps_place = agent->status[slot] == VEER_AGENT_ARRIVED;
    agent->safe[slot] = veer_deciding_velocity(world, entry);
    if (keeps_place) {
        agent->memory[slot] = (VeerAvoidMemory){0};
    }
    agent->memory[slot].crowd.jam = keeps_place ? 0.0f : notes->jam;
    agent->is_avoiding[slot] = notes->is_avoiding;
    world->scratch.reach[slot] = notes->reach;
    world->scratch.clearance[slot] = notes->clearance;
}

/// Agents whose decisions are taken over.
typedef struct Taking {
    VeerWorld *world;
    uint32_t begin, end; ///< entries
} Taking;

static void take_range(void *context, uint32_t begin, uint32_t end, uint32_t worker)
{
    (void)worker;
    const Taking *taking = context;
    VeerWorld *world = taking->world;
    for (uint32_t slot = begin; slot < end; ++slot) {
        uint32_t entry = world->agent_index->keys[slot];
        const VeerDeciding *notes = notes_of(world, slot);
        if (!world->agent.is_alive[slot] || entry - taking->begin >= taking->end - taking->begin) {
            continue;
        }
        if (notes->kind == VEER_DECIDES_NOTHING) {
            keep_preferred(world, slot);
        } else if (notes->kind == VEER_DECIDES_IN_BATCH) {
            take_batch(world, slot, entry);
        }
    }
}

void veer_deciding_take(VeerWorld *world, uint32_t begin, uint32_t end)
{
    Taking taking = {world, begin, end};
    veer_world_run(world, world->head->agent_slot_count, GRAIN, take_range, &taking);
}
