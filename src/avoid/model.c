/// The models by number: their names, what they are called with, and which parameters they take.
#include "avoid/model.h"

#include "avoid/base/answer.h"

#include <string.h>

const char *veer_avoid_model_name(VeerAvoidModel model)
{
    static const char *const names[VEER_AVOID_MODEL_COUNT] = {
        [VEER_AVOID_NONE] = "none",         [VEER_AVOID_ORCA] = "orca",
        [VEER_AVOID_MAGNETS] = "magnets",   [VEER_AVOID_POTENTIAL] = "potential",
        [VEER_AVOID_WHISKERS] = "whiskers", [VEER_AVOID_RAYS] = "rays",
        [VEER_AVOID_PILOT] = "pilot",       [VEER_AVOID_CUSTOM] = "custom",
    };
    return (unsigned)model < VEER_AVOID_MODEL_COUNT ? names[model] : NULL;
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

static VeerAvoidResult avoid_nothing(const VeerView *view, VeerVec3 preferred)
{
    preferred = limit_preferred(view, preferred);
    return answer_with(view, preferred, preferred);
}

VeerAvoidResult veer_avoid_decide(VeerAvoidModel model, const VeerView *view,
                                  const VeerAvoidParams *params, VeerVec3 preferred)
{
    switch (model) {
    case VEER_AVOID_ORCA:
        return veer_avoid_orca(view, params, preferred);
    case VEER_AVOID_MAGNETS:
        return veer_avoid_magnets(view, params, preferred);
    case VEER_AVOID_POTENTIAL:
        return veer_avoid_potential(view, params, preferred);
    case VEER_AVOID_WHISKERS:
        return veer_avoid_whiskers(view, params, preferred);
    case VEER_AVOID_RAYS:
        return veer_avoid_rays(view, params, preferred);
    case VEER_AVOID_PILOT:
        return veer_avoid_pilot(view, params, preferred);
    case VEER_AVOID_NONE:
    case VEER_AVOID_CUSTOM:
    case VEER_AVOID_MODEL_COUNT:
        break;
    }
    return avoid_nothing(view, preferred);
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

/// The strongest force, the largest multiple of a size, the steepest exponent that is taken.
#define MAX_STRENGTH 1e12f
#define MAX_EXPONENT 8.0f

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

static bool are_magnets(const VeerMagnets *magnets)
{
    return is_strength(magnets->range) && is_strength(magnets->push) &&
           is_exponent(magnets->exponent) && is_strength(magnets->pull) &&
           is_strength(magnets->pull_per_body) &&
           is_within(magnets->least_gap, 1e-6f, VEER_WORLD_LIMIT);
}

static bool is_potential(const VeerPotential *potential)
{
    return is_strength(potential->goal_pull) && is_exponent(potential->goal_exponent) &&
           is_strength(potential->friend_pull) && is_exponent(potential->friend_exponent) &&
           is_strength(potential->push) && is_exponent(potential->push_exponent);
}

static bool are_whiskers(const VeerWhiskers *whiskers)
{
    return is_within(whiskers->look_ahead, 0.0f, VEER_WORLD_LIMIT) &&
           is_strength(whiskers->width) && is_strength(whiskers->safe_own) &&
           is_strength(whiskers->safe_other) &&
           is_within(whiskers->inside_turn, 0.0f, 3.1415928f) && is_strength(whiskers->probe_step);
}

static bool are_rays(const VeerRays *rays)
{
    return is_within(rays->look_ahead, 1e-6f, MAX_STRENGTH) &&
           is_within(rays->acceleration, 1e-6f, MAX_STRENGTH) && is_strength(rays->separation) &&
           is_strength(rays->separation_range) && is_strength(rays->flocking) &&
           (unsigned)rays->hit <= VEER_RAYS_FIRST_HIT;
}

static bool is_custom(const VeerCustomAvoidance *custom)
{
    for (int i = 0; i < 5; i++) {
        if (!isfinite(custom->value[i])) {
            return false;
        }
    }
    return custom->callback < VEER_MAX_AVOID_CALLBACKS;
}

static bool are_constants(VeerAvoidModel model, const VeerAvoidParams *params)
{
    switch (model) {
    case VEER_AVOID_MAGNETS:
        return are_magnets(&params->magnets);
    case VEER_AVOID_POTENTIAL:
        return is_potential(&params->potential);
    case VEER_AVOID_WHISKERS:
        return are_whiskers(&params->whiskers);
    case VEER_AVOID_RAYS:
        return are_rays(&params->rays);
    case VEER_AVOID_CUSTOM:
        return is_custom(&params->custom);
    case VEER_AVOID_NONE:
    case VEER_AVOID_ORCA:
    case VEER_AVOID_PILOT:
    case VEER_AVOID_MODEL_COUNT:
        break;
    }
    return (unsigned)model < VEER_AVOID_MODEL_COUNT;
}

static bool is_horizon(float seconds)
{
    return seconds > 0.0f && isfinite(seconds);
}

bool veer_avoid_params_are_valid(VeerAvoidModel model, const VeerAvoidParams *params)
{
    return is_within(params->sense_range, 0.0f, VEER_WORLD_LIMIT) &&
           is_horizon(params->time_horizon) && is_horizon(params->time_horizon_obstacles) &&
           params->max_neighbours <= VEER_MAX_NEIGHBOURS && are_constants(model, params);
}

VeerAvoidParams veer_avoid_params_tidy(VeerAvoidModel model, const VeerAvoidParams *params)
{
    VeerAvoidParams tidy;
    memset(&tidy, 0, sizeof tidy);
    tidy.sense_range = params->sense_range;
    tidy.time_horizon = params->time_horizon;
    tidy.time_horizon_obstacles = params->time_horizon_obstacles;
    tidy.max_neighbours = params->max_neighbours;
    switch (model) {
    case VEER_AVOID_MAGNETS:
        tidy.magnets = params->magnets;
        break;
    case VEER_AVOID_POTENTIAL:
        tidy.potential = params->potential;
        break;
    case VEER_AVOID_WHISKERS:
        tidy.whiskers = params->whiskers;
        break;
    case VEER_AVOID_RAYS:
        memcpy(&tidy.rays, &params->rays, sizeof params->rays);
        break;
    case VEER_AVOID_CUSTOM:
        tidy.custom = params->custom;
        break;
    case VEER_AVOID_NONE:
    case VEER_AVOID_ORCA:
    case VEER_AVOID_PILOT:
    case VEER_AVOID_MODEL_COUNT:
        break;
    }
    return tidy;
}
