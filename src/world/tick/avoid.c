/// Avoid: from what each agent senses and prefers to its safe velocity.
#include "avoid/model.h"
#include "base/wide_bits.h"
#include "world/squad/squad.h"
#include "world/tick/batch.h"
#include "world/traffic/traffic.h"

#include <string.h>

#define GRAIN 256u

typedef struct Avoiding {
    VeerWorld *world;
    const uint32_t *order; ///< order[count]
    uint32_t count;
    uint32_t first; ///< of those that are decided here
    float dt;
} Avoiding;

VeerAvoidResult veer_world_decide(const VeerWorld *world, uint32_t slot, const VeerView *view)
{
    const VeerAgentColumns *agent = &world->agent;
    const VeerAvoidParams *params = &veer_profile(world, slot)->avoid;
    VeerAvoidParams shortened;
    if (veer_squad_shortens(world, slot, view, &shortened) ||
        veer_maze_shorten_horizon(world, slot, &shortened)) {
        params = &shortened;
    }
    VeerVec3 preferred = agent->preferred[slot];
    VeerAvoidModel model = (VeerAvoidModel)veer_profile(world, slot)->model;
    if (model == VEER_AVOID_CUSTOM) {
        VeerAvoidCallback callback = world->avoid_callbacks[params->custom.callback];
        if (callback.function) {
            VeerAvoidResult result = callback.function(view, params, preferred, callback.user);
            return veer_avoid_sanitise(view, preferred, result);
        }
    }
    return veer_avoid_answer(model, view, params, preferred);
}

/// An agent that has arrived and was pushed off its place goes straight back, or not at all: on a
/// detour it would leave the place that it has come to. One in a maze keeps to its nodes.
static bool makes_detours(const VeerWorld *world, uint32_t slot)
{
    const VeerAgentColumns *agent = &world->agent;
    if (veer_maze_has(world, slot)) {
        return false;
    }
    return veer_profile(world, slot)->model != VEER_AVOID_CROWD ||
           agent->status[slot] != VEER_AGENT_ARRIVED;
}

/// One agent alone.
static void decide_alone(VeerWorld *world, uint32_t slot, float dt, const VeerVicinity *vicinity,
                         VeerSensed *sensed)
{
    VeerAgentColumns *agent = &world->agent;
    VeerView view = veer_world_view(world, slot, dt, vicinity, sensed);
    if (sensed->nearest.range > 0.0f) {
        world->sensed_near[slot] = sensed->nearest;
    }
    VeerAvoidResult result = veer_world_decide(world, slot, &view);
    if (world->map.head) {
        world->map.routes.all[slot].is_queuing = sensed->is_queuing;
    }
    agent->safe[slot] = result.velocity;
    agent->memory[slot] = makes_detours(world, slot) ? result.memory : (VeerAvoidMemory){0};
    agent->is_avoiding[slot] = result.is_avoiding;
}

static void keep_preferred(VeerWorld *world, uint32_t slot)
{
    VeerAgentColumns *agent = &world->agent;
    agent->safe[slot] = agent->preferred[slot];
    agent->is_avoiding[slot] = 0;
    world->scratch.clearance[slot] = 0.0f;
    world->sensed_near[slot].range = 0.0f;
}

static void decide_batch(const Avoiding *avoiding, VeerAgentBatch *batch)
{
    uint32_t alone = veer_agent_batch_decide(batch, avoiding->world, avoiding->dt);
    for (; alone; alone &= alone - 1u) {
        uint32_t slot = batch->slots[veer_bits_lowest(alone)];
        VeerSensed sensed;
        veer_world_sense_obstacles(avoiding->world, slot, &sensed);
        decide_alone(avoiding->world, slot, avoiding->dt, NULL, &sensed);
    }
}

static void avoid_entry(const Avoiding *avoiding, uint32_t entry, const VeerVicinity *vicinity,
                        VeerAgentBatch *batch)
{
    VeerWorld *world = avoiding->world;
    uint32_t slot = avoiding->order[entry];
    if (veer_profile(world, slot)->model == VEER_AVOID_NONE || world->agent.is_immovable[slot]) {
        keep_preferred(world, slot);
        return;
    }
    VeerSensed sensed;
    veer_world_sense_obstacles(world, slot, &sensed);
    if (!veer_agent_batch_add(batch, world, entry, &sensed, vicinity)) {
        world->sensed_near[slot].range = 0.0f;
        decide_alone(world, slot, avoiding->dt, vicinity, &sensed);
    } else if (veer_agent_batch_is_full(batch)) {
        decide_batch(avoiding, batch);
    }
}

static void avoid_range(void *context, uint32_t begin, uint32_t end, uint32_t worker)
{
    (void)worker;
    const Avoiding *avoiding = context;
    VeerVicinity vicinity;
    VeerAgentBatch batch;
    memset(&batch, 0, sizeof batch);
    begin += avoiding->first;
    end += avoiding->first;
    for (uint32_t next = begin; next < end;) {
        uint32_t last = veer_vicinity_run(avoiding->world->agent_index, next, end);
        bool is_shared = veer_world_gather(avoiding->world, next, last, &vicinity);
        for (; next < last; ++next) {
            if (next + VEER_FETCH_AHEAD < avoiding->count) {
                veer_agent_batch_fetch(avoiding->world, avoiding->order[next + VEER_FETCH_AHEAD]);
            }
            avoid_entry(avoiding, next, is_shared ? &vicinity : NULL, &batch);
        }
    }
    decide_batch(avoiding, &batch);
}

void veer_stage_avoid(VeerWorld *world, float dt)
{
    uint32_t count;
    const uint32_t *order = veer_index_order(world->agent_index, &count);
    const VeerSharing *sharing = world->sharing;
    uint32_t begin = 0, end = count;
    if (sharing) {
        sharing->part(sharing->user, count, &begin, &end);
    }
    Avoiding avoiding = {world, order, count, begin, dt};
    world->is_deciding = true;
    veer_world_run(world, end - begin, GRAIN, avoid_range, &avoiding);
    world->is_deciding = false;
    if (sharing) {
        sharing->share(sharing->user, world);
    }
}
