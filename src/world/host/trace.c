/// Calls about avoidance: the host's own models, and traces.
#include "math/vec.h"
#include "world/base/base.h"
#include "world/body/body.h"
#include "world/tick/tick.h"

VeerStatus veer_world_set_avoid_callback(VeerWorld *world, uint32_t index, VeerAvoidFn *function,
                                         void *user)
{
    if (!world || index >= VEER_MAX_AVOID_CALLBACKS) {
        return VEER_BAD_VALUE;
    }
    VeerStatus status = veer_world_check_idle(world);
    if (status == VEER_OK) {
        world->avoid_callbacks[index] = (VeerAvoidCallback){function, user};
    }
    return status;
}

VeerStatus veer_world_trace(VeerWorld *world, VeerAgentId agent, float dt, VeerAvoidTrace *trace)
{
    uint32_t slot;
    bool is_good = trace && (trace->capacity == 0 || trace->marks) && dt > 0.0f && dt <= 1.0f;
    VeerStatus status = veer_agent_open(world, agent, is_good, &slot);
    if (status != VEER_OK) {
        return status;
    }
    veer_stage_sense(world);
    trace->count = 0;
    trace->dropped = 0;
    trace->origin = world->agent.position[slot];
    VeerSensed sensed;
    VeerView view = veer_world_view(world, slot, dt, NULL, &sensed);
    view.trace = trace;
    veer_world_decide(world, slot, &view);
    return VEER_OK;
}
