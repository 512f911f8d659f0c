#include "flight.h"

#include "stopwatch.h"

#include <math.h>

#define LOOK_TICKS 15u  // from one look at the scores to the next
#define TIMED_TICKS 30u // from one timed decision to the next
/// Nearer than so many radii of the ship is a touch: the contact stage keeps bodies from
/// overlapping, so that a gap of nothing is all that a hit leaves to see.
#define TOUCH_GAP 0.001f

bool veer_flight_is_safe(const VeerFlight *flight)
{
    return flight->has_arrived && !flight->has_touched;
}

bool veer_flight_is_worse(const VeerFlight *a, const VeerFlight *b)
{
    if (a->has_touched != b->has_touched) {
        return a->has_touched;
    }
    if (a->has_touched) {
        return a->seconds < b->seconds;
    }
    if (a->has_arrived != b->has_arrived) {
        return b->has_arrived;
    }
    return a->has_arrived && a->time_ratio > b->time_ratio;
}

/// The least radius of the ships.
static float ship_radius(const VeerTrial *trial)
{
    uint32_t count;
    const VeerScenarioAgent *agents = veer_scenario_agents(trial->session.scenario, &count);
    float radius = HUGE_VALF;
    for (uint32_t i = 0; i < count; i++) {
        VeerAgentState state;
        if (veer_agent_get(trial->session.world, agents[i].agent, &state) == VEER_OK) {
            radius = fminf(radius, state.radius);
        }
    }
    return radius;
}

static void look(const VeerTrial *trial, float radius, VeerFlight *flight)
{
    VeerScores scores = veer_metrics_scores(trial->metrics, trial->session.world);
    flight->has_touched = scores.contacts + scores.obstacle_contacts > 0 ||
                          scores.min_gap_m < (double)(TOUCH_GAP * radius);
    flight->has_arrived = scores.arrived == scores.agents;
    flight->seconds = veer_world_time(trial->session.world);
    flight->time_ratio = scores.time_ratio;
}

static bool fly(VeerTrial *trial, VeerStopwatch *stopwatch, VeerFlight *flight,
                VeerInputError *error)
{
    float radius = ship_radius(trial);
    look(trial, radius, flight);
    while (!veer_trial_is_over(trial) && !flight->has_touched && !flight->has_arrived) {
        uint64_t tick = veer_world_tick(trial->session.world);
        if (stopwatch && tick % TIMED_TICKS == 0 &&
            !veer_stopwatch_take(stopwatch, &trial->session, error)) {
            return false;
        }
        if (!veer_trial_step(trial, error)) {
            return false;
        }
        if (tick % LOOK_TICKS == 0 || veer_metrics_is_done(trial->metrics)) {
            look(trial, radius, flight);
        }
    }
    look(trial, radius, flight);
    return true;
}

bool veer_flight_run(const VeerArgs *args, uint64_t seed, bool is_timed, VeerFlight *flight,
                     VeerInputError *error)
{
    VeerTrial trial;
    VeerStopwatch stopwatch = {0};
    *flight = (VeerFlight){.time_ratio = (double)NAN};
    bool is_done = veer_trial_open(&trial, args, &seed, error) &&
                   (!is_timed || veer_stopwatch_begin(&stopwatch, args, seed, error)) &&
                   fly(&trial, is_timed ? &stopwatch : NULL, flight, error);
    flight->decisions = stopwatch.decisions;
    flight->decision_seconds = stopwatch.seconds;
    veer_stopwatch_end(&stopwatch);
    veer_trial_close(&trial);
    return is_done;
}
