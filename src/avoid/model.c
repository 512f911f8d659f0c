/// The models by number: one table of their names, decisions, and parameters.
#include "avoid/model.h"

#include "avoid/base/answer.h"
#include "avoid/classic/classic.h"
#include "avoid/crowd/crowd.h"
#include "avoid/pilot/pilot.h"

#include <string.h>

/// @name Limits of parameters
/// @{
#define MAX_STRENGTH 1e12f ///< of forces, and of multiples of a size
#define MAX_EXPONENT 8.0f
#define LEAST_PARAM 1e-6f ///< of what must be > 0: a gap, m, a time, s, an acceleration, m/s²
/// @}

static bool is_within(float value, float lower, float upper)
{
    return value >= lower && value <= upper;
}

static bool is_strength(float value)
{
    return is_within(value, 0.0f, MAX_STRENGTH);
}

static bool is_exponent(float value)
{
    return is_within(value, -MAX_EXPONENT, MAX_EXPONENT);
}

static bool are_magnets(const VeerAvoidParams *params)
{
    const VeerMagnets *magnets = &params->magnets;
    return is_strength(magnets->range) && is_strength(magnets->push) &&
           is_exponent(magnets->exponent) && is_strength(magnets->pull) &&
           is_strength(magnets->pull_per_body) &&
           is_within(magnets->least_gap, LEAST_PARAM, VEER_WORLD_LIMIT);
}

static bool is_potential(const VeerAvoidParams *params)
{
    const VeerPotential *potential = &params->potential;
    return is_strength(potential->goal_pull) && is_exponent(potential->goal_exponent) &&
           is_strength(potential->friend_pull) && is_exponent(potential->friend_exponent) &&
           is_strength(potential->push) && is_exponent(potential->push_exponent);
}

static bool are_whiskers(const VeerAvoidParams *params)
{
    const VeerWhiskers *whiskers = &params->whiskers;
    return is_within(whiskers->look_ahead, 0.0f, VEER_WORLD_LIMIT) &&
           is_strength(whiskers->width) && is_strength(whiskers->safe_own) &&
           is_strength(whiskers->safe_other) &&
           is_within(whiskers->inside_turn, 0.0f, 3.1415928f) && is_strength(whiskers->probe_step);
}

static bool are_rays(const VeerAvoidParams *params)
{
    const VeerRays *rays = &params->rays;
    return is_within(rays->look_ahead, LEAST_PARAM, MAX_STRENGTH) &&
           is_within(rays->acceleration, LEAST_PARAM, MAX_STRENGTH) &&
           is_strength(rays->separation) && is_strength(rays->separation_range) &&
           is_strength(rays->flocking) && (unsigned)rays->hit <= VEER_RAYS_FIRST_HIT;
}

static bool is_custom(const VeerAvoidParams *params)
{
    for (int i = 0; i < 5; i++) {
        if (!isfinite(params->custom.value[i])) {
            return false;
        }
    }
    return params->custom.callback < VEER_MAX_AVOID_CALLBACKS;
}

static VeerAvoidResult avoid_nothing(const VeerView *view, const VeerAvoidParams *params,
                                     VeerVec3 preferred)
{
    (void)params;
    preferred = limit_preferred(view, preferred);
    return answer_with(view, preferred, preferred);
}

typedef struct AvoidModelEntry {
    const char *name;
    VeerAvoidResult (*decide)(const VeerView *view, const VeerAvoidParams *params,
                              VeerVec3 preferred);
    bool (*are_constants)(const VeerAvoidParams *params); ///< in range; NULL: it has none
    size_t constants_size;                                ///< bytes
} AvoidModelEntry;

static const AvoidModelEntry models[VEER_AVOID_MODEL_COUNT] = {
    [VEER_AVOID_NONE] = {"none", avoid_nothing, NULL, 0},
    [VEER_AVOID_ORCA] = {"orca", veer_crowd_decide, NULL, 0},
    [VEER_AVOID_MAGNETS] = {"magnets", veer_magnets_decide, are_magnets, sizeof(VeerMagnets)},
    [VEER_AVOID_POTENTIAL] = {"potential", veer_potential_decide, is_potential,
                              sizeof(VeerPotential)},
    [VEER_AVOID_WHISKERS] = {"whiskers", veer_whiskers_decide, are_whiskers, sizeof(VeerWhiskers)},
    [VEER_AVOID_RAYS] = {"rays", veer_rays_decide, are_rays, sizeof(VeerRays)},
    [VEER_AVOID_PILOT] = {"pilot", veer_pilot_decide, NULL, 0},
    [VEER_AVOID_CUSTOM] = {"custom", avoid_nothing, is_custom, sizeof(VeerCustomAvoidance)},
};

static bool is_model(VeerAvoidModel model)
{
    return (unsigned)model < VEER_AVOID_MODEL_COUNT;
}

const char *veer_avoid_model_name(VeerAvoidModel model)
{
    return is_model(model) ? models[model].name : NULL;
}

const char *veer_trace_role_name(VeerTraceRole role)
{
    static const char *const names[VEER_TRACE_ROLE_COUNT] = {
        [VEER_TRACE_PROBE] = "probe",         [VEER_TRACE_HIT] = "hit",
        [VEER_TRACE_PUSH] = "push",           [VEER_TRACE_PULL] = "pull",
        [VEER_TRACE_PREFERRED] = "preferred", [VEER_TRACE_CONSTRAINT] = "constraint",
        [VEER_TRACE_SIDE] = "side",           [VEER_TRACE_CHOICE] = "choice",
    };
    return (unsigned)role < VEER_TRACE_ROLE_COUNT ? names[role] : NULL;
}

VeerAvoidResult veer_avoid_answer(VeerAvoidModel model, const VeerView *view,
                                  const VeerAvoidParams *params, VeerVec3 preferred)
{
    return models[is_model(model) ? model : VEER_AVOID_NONE].decide(view, params, preferred);
}

VeerAvoidResult veer_avoid_sanitise(const VeerView *view, VeerVec3 preferred,
                                    VeerAvoidResult result)
{
    preferred = limit_preferred(view, preferred);
    VeerAvoidResult clean = answer_with(view, preferred, result.velocity);
    clean.is_avoiding = result.is_avoiding;
    for (int i = 0; i < 4; i++) {
        clean.memory.value[i] = isfinite(result.memory.value[i]) ? result.memory.value[i] : 0.0f;
    }
    return clean;
}

static bool is_horizon(float seconds)
{
    return seconds > 0.0f && isfinite(seconds);
}

bool veer_avoid_params_are_valid(VeerAvoidModel model, const VeerAvoidParams *params)
{
    return params && is_within(params->sense_range, 0.0f, VEER_WORLD_LIMIT) &&
           is_horizon(params->time_horizon) && is_horizon(params->time_horizon_obstacles) &&
           params->max_neighbours <= VEER_MAX_NEIGHBOURS && is_model(model) &&
           (!models[model].are_constants || models[model].are_constants(params));
}

VeerAvoidParams veer_avoid_params_tidy(VeerAvoidModel model, const VeerAvoidParams *params)
{
    VeerAvoidParams tidy;
    memset(&tidy, 0, sizeof tidy);
    tidy.sense_range = params->sense_range;
    tidy.time_horizon = params->time_horizon;
    tidy.time_horizon_obstacles = params->time_horizon_obstacles;
    tidy.max_neighbours = params->max_neighbours;
    // The members of the union begin alike.
    memcpy(&tidy.magnets, &params->magnets, is_model(model) ? models[model].constants_size : 0);
    return tidy;
}
