#include "stopwatch.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#define TRIES 3

static bool fail(VeerInputError *error, VeerStatus status)
{
    return veer_error_set(error, "cannot time decisions: %s", veer_status_name(status));
}

bool veer_stopwatch_begin(VeerStopwatch *stopwatch, const VeerArgs *args, uint64_t seed,
                          VeerInputError *error)
{
    *stopwatch = (VeerStopwatch){0};
    if (!veer_session_open(&stopwatch->probe, args, &seed, error)) {
        return false;
    }
    stopwatch->size = veer_world_save_size(stopwatch->probe.world);
    stopwatch->state = malloc(stopwatch->size);
    return stopwatch->state || fail(error, VEER_OUT_OF_MEMORY);
}

void veer_stopwatch_end(VeerStopwatch *stopwatch)
{
    free(stopwatch->state);
    veer_session_close(&stopwatch->probe);
    stopwatch->state = NULL;
}

/// The least time that the probe takes to steer.
static double time_steering(const VeerStopwatch *stopwatch)
{
    double least = HUGE_VAL;
    for (int i = 0; i < TRIES; i++) {
        double begin = veer_clock_wall();
        veer_world_steer(stopwatch->probe.world, stopwatch->probe.info.dt);
        least = fmin(least, veer_clock_wall() - begin);
    }
    return least;
}

/// Has nobody avoid any more.
static void blind(const VeerStopwatch *stopwatch)
{
    VeerWorld *world = stopwatch->probe.world;
    VeerAvoidParams params = veer_avoid_params_for(VEER_AVOID_NONE);
    uint32_t count;
    const VeerScenarioAgent *agents = veer_scenario_agents(stopwatch->probe.scenario, &count);
    for (uint32_t i = 0; i < count; i++) {
        veer_agent_set_avoidance(world, agents[i].agent, VEER_AVOID_NONE, &params);
    }
}

bool veer_stopwatch_take(VeerStopwatch *stopwatch, const VeerSession *watched,
                         VeerInputError *error)
{
    VeerStatus status = veer_world_save(watched->world, stopwatch->state, stopwatch->size);
    if (status == VEER_OK) {
        status = veer_world_restore(stopwatch->probe.world, stopwatch->state, stopwatch->size);
    }
    if (status != VEER_OK) {
        return fail(error, status);
    }
    double seeing = time_steering(stopwatch);
    blind(stopwatch);
    double blindly = time_steering(stopwatch);
    stopwatch->seconds += fmax(seeing - blindly, 0.0);
    stopwatch->decisions += (double)veer_agent_count(stopwatch->probe.world);
    return true;
}
