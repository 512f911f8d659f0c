/// Sense: where everything is at the start of the tick.
#include "math/vec.h"
#include "world/body/body.h"
#include "world/squad/squad.h"
#include "world/tick/tick.h"
#include "world/traffic/traffic.h"

#define GRAIN 256u
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
    float weight = veer_squad_weight(world, slot);
    if (weight > 0.0f) {
        return min_f(weight * agent->priority[slot], GREATEST_PRIORITY);
    }
    bool is_resting = veer_agent_rests(agent, slot);
    float priority = agent->priority[slot] * (is_resting ? RESTING_PRIORITY : 1.0f);
    return isinf(priority) ? VEER_WEIGHT_UNYIELDING : min_f(priority, GREATEST_PRIORITY);
}

static VeerSignal signal_of(const VeerAgentColumns *agent, uint32_t slot)
{
    VeerSignal signal = {.is_avoiding = agent->is_avoiding[slot],
                         .is_resting = veer_agent_rests(agent, slot)};
    if (agent->model[slot] == VEER_AVOID_RAYS) {
        float side = agent->memory[slot].rays.side;
        signal.side = (int8_t)((side > 0.0f) - (side < 0.0f));
    }
    return signal;
}

static VeerSeenAgent seen_agent(const VeerWorld *world, uint32_t slot)
{
    float weight = world->scratch.weight[slot];
    const VeerAgentColumns *agent = &world->agent;
    return (VeerSeenAgent){
        .compensation = agent->compensation[slot],
        .velocity = agent->velocity[slot],
        .radius = agent->radius[slot],
        .weight = weight * veer_crowd_priority(world, slot),
        .slot = slot,
        .id = agent->id[slot],
        .group = agent->group[slot],
        .heed = agent->model[slot] == VEER_AVOID_NONE ? 0 : agent->avoid_mask[slot],
        .signal = signal_of(agent, slot),
        .bottleneck = veer_bottleneck_of(agent, slot),
    };
}

static void look_range(void *context, uint32_t begin, uint32_t end, uint32_t worker)
{
    (void)worker;
    VeerWorld *world = context;
    uint32_t count;
    const uint32_t *order = veer_index_order(world->agent_index, &count);
    for (uint32_t entry = begin; entry < end; ++entry) {
        uint32_t slot = order[entry];
        world->scratch.weight[slot] = weight_of(world, slot);
        world->scratch.seen[entry] = seen_agent(world, slot);
    }
}

void veer_stage_sense(VeerWorld *world)
{
    veer_walls_index(world);
    uint32_t count;
    (void)veer_index_order(world->agent_index, &count);
    veer_world_run(world, count, GRAIN, look_range, world);
}
