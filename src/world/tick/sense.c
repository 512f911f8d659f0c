/// Sense: where everything is at the start of the tick.
#include "avoid/batch.h"
#include "base/wide_bits.h"
#include "math/vec.h"
#include "space/index.h"
#include "world/body/body.h"
#include "world/outline/outline.h"
#include "world/squad/squad.h"
#include "world/tick/tick.h"
#include "world/traffic/traffic.h"

/// Agents ahead of the one that is looked at whose records are brought near.
#define FETCH_AHEAD 8u
/// An agent that rests gives path: its priority counts this much.
#define RESTING_PRIORITY 0.5f
/// Finite priorities count at most this much: the sum of two that lead must be finite.
#define GREATEST_PRIORITY 1e36f

/// What an agent weighs when it shares an evasion: its priority, so that what cannot move never
/// yields and those of infinite priority to no others.
static float weight_of(const VeerWorld *world, uint32_t slot)
{
    const VeerAgentColumns *agent = &world->agent;
    if (agent->is_immovable[slot] || agent->max_speed[slot] == 0.0f) {
        return INFINITY;
    }
    float weight = world->def.max_squads > 0 ? veer_squad_weight(world, slot) : 0.0f;
    if (weight > 0.0f) {
        return min_f(weight * agent->priority[slot], GREATEST_PRIORITY);
    }
    bool is_resting = veer_agent_rests(agent, slot);
    float priority = agent->priority[slot] * (is_resting ? RESTING_PRIORITY : 1.0f);
    return isinf(priority) ? VEER_WEIGHT_UNYIELDING : min_f(priority, GREATEST_PRIORITY);
}

static VeerSignal signal_of(const VeerWorld *world, uint32_t slot)
{
    const VeerAgentColumns *agent = &world->agent;
    VeerSignal signal = {.is_avoiding = agent->is_avoiding[slot],
                         .is_resting = veer_agent_rests(agent, slot)};
    if (veer_profile(world, slot)->model == VEER_AVOID_RAYS) {
        float side = agent->memory[slot].rays.side;
        signal.side = (int8_t)((side > 0.0f) - (side < 0.0f));
    }
    return signal;
}

static VeerSeenAgent seen_agent(const VeerWorld *world, uint32_t slot)
{
    const VeerAgentColumns *agent = &world->agent;
    return (VeerSeenAgent){
        .compensation = agent->compensation[slot],
        .velocity_z = agent->velocity[slot].z,
        .slot = slot,
        .group = agent->group[slot],
        .signal = signal_of(world, slot),
        .gap = world->wall_count > 0 ? veer_outline_gap(world, slot) : (VeerOutlineGap){.side = 0},
    };
}

/// Of those with no model: they heed nobody.
static VeerCrowdBody body_of(const VeerWorld *world, uint32_t slot)
{
    const VeerAgentColumns *agent = &world->agent;
    const VeerProfile *profile = veer_profile(world, slot);
    return (VeerCrowdBody){
        .x = agent->position[slot].x,
        .y = agent->position[slot].y,
        .velocity_x = agent->velocity[slot].x,
        .velocity_y = agent->velocity[slot].y,
        .radius = agent->radius[slot],
        .weight = world->scratch.weight[slot] * veer_crowd_priority(world, slot),
        .heed = profile->model == VEER_AVOID_NONE ? 0 : profile->avoid_mask,
        .id = agent->id[slot],
    };
}

/// Agent by agent as they lie in memory: what is written, and lies elsewhere, is little, and is
/// brought near before. Of slots without an agent that is anywhere.
static void look_one(VeerWorld *world, uint32_t slot, float dt)
{
    (void)dt;
    if (slot + FETCH_AHEAD < world->head->agent_slot_count) {
        uint32_t soon = world->agent_index->keys[slot + FETCH_AHEAD];
        veer_prefetch(&world->scratch.bodies[soon]);
        veer_prefetch(&world->scratch.seen[soon]);
    }
    uint32_t entry = world->agent_index->keys[slot];
    world->scratch.weight[slot] = weight_of(world, slot);
    world->scratch.bodies[entry] = body_of(world, slot);
    world->scratch.seen[entry] = seen_agent(world, slot);
}

void veer_stage_sense(VeerWorld *world)
{
    veer_walls_index(world);
    veer_tick_each(world, 0.0f, look_one);
}

void veer_sense_ghosts(VeerWorld *world)
{
    uint32_t first, count;
    (void)veer_index_order(world->agent_index, &first);
    veer_ghosts_index(world);
    (void)veer_index_order(world->agent_index, &count);
    veer_tick_ghosts(world, 0.0f, look_one);
    veer_outline_run_some(world, first, count);
}
