/// The models by number: one table of their names, decisions, and parameters.
#include "avoid/model.h"

#include "avoid/base/answer.h"
#include "avoid/classic/classic.h"
#include "avoid/crowd/crowd.h"
#include "avoid/orca/orca.h"
#include "avoid/pilot/pilot.h"

#include <string.h>

/// @name Limits of parameters
/// @{
#define MAX_STRENGTH 1e12f ///< of forces, and of multiples of a size
#define MAX_EXPONENT 8.0f
/// @}

static bool is_within(float value, float lower, float upper)
{
    return value >= lower && value <= upper;
}

static void need_strength(VeerRefusal *refusal, const char *what, float value)
{
    veer_need(refusal, is_within(value, 0.0f, MAX_STRENGTH), what, "must be 0 to 1e12",
              (double)value);
}

static void need_exponent(VeerRefusal *refusal, const char *what, float value)
{
    veer_need(refusal, is_within(value, -MAX_EXPONENT, MAX_EXPONENT), what, "must be -8 to 8",
              (double)value);
}

static void need_magnets(VeerRefusal *refusal, const VeerAvoidParams *params)
{
    const VeerMagnets *magnets = &params->magnets;
    need_strength(refusal, "def.avoid.magnets.range", magnets->range);
    need_strength(refusal, "def.avoid.magnets.push", magnets->push);
    need_exponent(refusal, "def.avoid.magnets.exponent", magnets->exponent);
    need_strength(refusal, "def.avoid.magnets.pull", magnets->pull);
    need_strength(refusal, "def.avoid.magnets.pull_per_body", magnets->pull_per_body);
    veer_need(refusal, is_within(magnets->least_gap, VEER_LEAST, VEER_WORLD_LIMIT),
              "def.avoid.magnets.least_gap", "must be 1e-6 to 2e6", (double)magnets->least_gap);
}

static void need_potential(VeerRefusal *refusal, const VeerAvoidParams *params)
{
    const VeerPotential *potential = &params->potential;
    need_strength(refusal, "def.avoid.potential.goal_pull", potential->goal_pull);
    need_exponent(refusal, "def.avoid.potential.goal_exponent", potential->goal_exponent);
    need_strength(refusal, "def.avoid.potential.friend_pull", potential->friend_pull);
    need_exponent(refusal, "def.avoid.potential.friend_exponent", potential->friend_exponent);
    need_strength(refusal, "def.avoid.potential.push", potential->push);
    need_exponent(refusal, "def.avoid.potential.push_exponent", potential->push_exponent);
}

static void need_whiskers(VeerRefusal *refusal, const VeerAvoidParams *params)
{
    const VeerWhiskers *whiskers = &params->whiskers;
    veer_need_length(refusal, "def.avoid.whiskers.look_ahead", whiskers->look_ahead);
    need_strength(refusal, "def.avoid.whiskers.width", whiskers->width);
    need_strength(refusal, "def.avoid.whiskers.safe_own", whiskers->safe_own);
    need_strength(refusal, "def.avoid.whiskers.safe_other", whiskers->safe_other);
    veer_need(refusal, is_within(whiskers->inside_turn, 0.0f, 3.1415928f),
              "def.avoid.whiskers.inside_turn", "must be 0 to pi", (double)whiskers->inside_turn);
    need_strength(refusal, "def.avoid.whiskers.probe_step", whiskers->probe_step);
}

static void need_rays(VeerRefusal *refusal, const VeerAvoidParams *params)
{
    const VeerRays *rays = &params->rays;
    const char *must = "must be 1e-6 to 1e12";
    veer_need(refusal, is_within(rays->look_ahead, VEER_LEAST, MAX_STRENGTH),
              "def.avoid.rays.look_ahead", must, (double)rays->look_ahead);
    veer_need(refusal, is_within(rays->acceleration, VEER_LEAST, MAX_STRENGTH),
              "def.avoid.rays.acceleration", must, (double)rays->acceleration);
    need_strength(refusal, "def.avoid.rays.separation", rays->separation);
    need_strength(refusal, "def.avoid.rays.separation_range", rays->separation_range);
    need_strength(refusal, "def.avoid.rays.flocking", rays->flocking);
    veer_need(refusal, (unsigned)rays->hit <= VEER_RAYS_FIRST_HIT, "def.avoid.rays.hit",
              "must be a VeerRaysHit", (double)rays->hit);
}

static void need_custom(VeerRefusal *refusal, const VeerAvoidParams *params)
{
    for (uint32_t i = 0; i < 5 && refusal->status == VEER_OK; i++) {
        refusal->index = i;
        veer_need(refusal, isfinite(params->custom.value[i]), "def.avoid.custom.value[]",
                  "must be finite", (double)params->custom.value[i]);
    }
    veer_need(refusal, params->custom.callback < VEER_MAX_AVOID_CALLBACKS,
              "def.avoid.custom.callback", "must be below VEER_MAX_AVOID_CALLBACKS",
              (double)params->custom.callback);
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
    /// Tells which of its constants is out of range; NULL: it has none.
    void (*need)(VeerRefusal *refusal, const VeerAvoidParams *params);
    size_t constants_size; ///< bytes
} AvoidModelEntry;

static const AvoidModelEntry models[VEER_AVOID_MODEL_COUNT] = {
    [VEER_AVOID_NONE] = {"none", avoid_nothing, NULL, 0},
    [VEER_AVOID_CROWD] = {"crowd", veer_crowd_decide, NULL, 0},
    [VEER_AVOID_MAGNETS] = {"magnets", veer_magnets_decide, need_magnets, sizeof(VeerMagnets)},
    [VEER_AVOID_POTENTIAL] = {"potential", veer_potential_decide, need_potential,
                              sizeof(VeerPotential)},
    [VEER_AVOID_WHISKERS] = {"whiskers", veer_whiskers_decide, need_whiskers, sizeof(VeerWhiskers)},
    [VEER_AVOID_RAYS] = {"rays", veer_rays_decide, need_rays, sizeof(VeerRays)},
    [VEER_AVOID_PILOT] = {"pilot", veer_pilot_decide, NULL, 0},
    [VEER_AVOID_ORCA] = {"orca", veer_orca_decide, NULL, 0},
    [VEER_AVOID_CUSTOM] = {"custom", avoid_nothing, need_custom, sizeof(VeerCustomAvoidance)},
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

static void need_horizon(VeerRefusal *refusal, const char *what, float seconds)
{
    veer_need(refusal, seconds > 0.0f && isfinite(seconds), what, "must be > 0 and finite",
              (double)seconds);
}

void veer_avoid_params_need(VeerRefusal *refusal, VeerAvoidModel model,
                            const VeerAvoidParams *params)
{
    bool is_chosen = is_model(model);
    veer_need(refusal, is_chosen || model == VEER_AVOID_DEFAULT, "def.model",
              "must be a VeerAvoidModel", (double)model);
    veer_need_length(refusal, "def.avoid.sense_range", params->sense_range);
    need_horizon(refusal, "def.avoid.time_horizon", params->time_horizon);
    need_horizon(refusal, "def.avoid.time_horizon_obstacles", params->time_horizon_obstacles);
    veer_need_count(refusal, "def.avoid.max_neighbours", params->max_neighbours, 0,
                    VEER_MAX_NEIGHBOURS, "must be 0 to VEER_MAX_NEIGHBOURS");
    if (refusal->status == VEER_OK && is_chosen && models[model].need) {
        models[model].need(refusal, params);
    }
}

bool veer_avoid_params_are_valid(VeerAvoidModel model, const VeerAvoidParams *params)
{
    VeerRefusal refusal = {.status = VEER_OK};
    if (params) {
        veer_avoid_params_need(&refusal, model, params);
    }
    return params && refusal.status == VEER_OK;
}

static float own_unless_stated(float stated, float usual, float own)
{
    return stated == usual ? own : stated;
}

VeerAvoidModel veer_avoid_resolve(VeerAvoidModel model, VeerVehicle vehicle,
                                  const VeerMotionLimits *limits, VeerAvoidParams *params)
{
    if (model != VEER_AVOID_DEFAULT) {
        return model;
    }
    model = veer_avoid_model_for(vehicle, limits);
    VeerAvoidParams usual = veer_avoid_params_default(), own = veer_avoid_params_for(model);
    params->sense_range =
        own_unless_stated(params->sense_range, usual.sense_range, own.sense_range);
    params->time_horizon =
        own_unless_stated(params->time_horizon, usual.time_horizon, own.time_horizon);
    params->time_horizon_obstacles = own_unless_stated(
        params->time_horizon_obstacles, usual.time_horizon_obstacles, own.time_horizon_obstacles);
    if (params->max_neighbours == usual.max_neighbours) {
        params->max_neighbours = own.max_neighbours;
    }
    return model;
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
