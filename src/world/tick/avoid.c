/// Avoid: from what each agent senses and prefers to its safe velocity.
#include "avoid/model.h"
#include "world/squad/squad.h"
#include "world/tick/tick.h"
#include "world/traffic/traffic.h"

#define GRAIN 64u

typedef struct Avoiding {
    VeerWorld *world;
    const uint32_t *order;
    float dt;
} Avoiding;

VeerAvoidResult veer_world_decide(const VeerWorld *world, uint32_t slot, const VeerView *view)
{
    const VeerAgentColumns *agent = &world->agent;
    const VeerAvoidParams *params = &agent->avoid[slot];
    VeerAvoidParams shortened;
    if (veer_squad_shortens(world, slot, view, &shortened) ||
        veer_maze_shorten_horizon(world, slot, &shortened)) {
        params = &shortened;
    }
    VeerVec3 preferred = agent->preferred[slot];
    VeerAvoidModel model = (VeerAvoidModel)agent->model[slot];
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
    return agent->model[slot] != VEER_AVOID_ORCA || agent->status[slot] != VEER_AGENT_ARRIVED;
}

static void avoid_one(VeerWorld *world, uint32_t slot, float dt, const VeerVicinity *vicinity)
{
    VeerAgentColumns *agent = &world->agent;
    agent->safe[slot] = agent->preferred[slot];
    agent->is_avoiding[slot] = 0;
    world->scratch.clearance[slot] = 0.0f;
    world->sensed_near[slot].range = 0.0f;
    if (agent->model[slot] == VEER_AVOID_NONE || agent->is_immovable[slot]) {
        return;
    }
    VeerSensed sensed;
    VeerView view = veer_world_view(world, slot, dt, vicinity, &sensed);
    if (sensed.nearest.range > 0.0f) {
        world->sensed_near[slot] = sensed.nearest;
    }
    VeerAvoidResult result = veer_world_decide(world, slot, &view);
    if (world->map.head) {
        world->map.routes.all[slot].is_queuing = sensed.is_queuing;
    }
    agent->safe[slot] = result.velocity;
    agent->memory[slot] = makes_detours(world, slot) ? result.memory : (VeerAvoidMemory){0};
    agent->is_avoiding[slot] = result.is_avoiding;
}

static void avoid_range(void *context, uint32_t begin, uint32_t end, uint32_t worker)
{
    (void)worker;
    const Avoiding *avoiding = context;
    VeerWorld *world = avoiding->world;
    VeerVicinity vicinity;
    for (uint32_t next = begin; next < end;) {
        uint32_t last = veer_vicinity_run(world->agent_index, next, end);
        bool is_shared = veer_world_gather(world, next, last, &vicinity);
        for (; next < last; ++next) {
            avoid_one(world, avoiding->order[next], avoiding->dt, is_shared ? &vicinity : NULL);
        }
    }
}

void veer_stage_avoid(VeerWorld *world, float dt)
{
    uint32_t count;
    const uint32_t *order = veer_index_order(world->agent_index, &count);
    Avoiding avoiding = {world, order, dt};
    world->is_deciding = true;
    veer_world_run(world, count, GRAIN, avoid_range, &avoiding);
    world->is_deciding = false;
}
