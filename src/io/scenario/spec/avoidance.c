/// How agents avoid: the models' constants.
#include "io/scenario/spec/spec.h"

/// The largest float that is a sensible size, speed or time; the largest force or multiple.
#define LIMIT ((double)VEER_WORLD_LIMIT)
#define MOST 1e12
#define LEAST 1e-6

static const char *const model_names[] = {"none", "orca",  "magnets", "potential", "whiskers",
                                          "rays", "pilot", "custom",  NULL};
_Static_assert(sizeof model_names / sizeof model_names[0] == VEER_AVOID_MODEL_COUNT + 1,
               "a name for each model");

/// A number of a model's constants.
#define CONSTANT(key, type, member, lower, upper)                                                  \
    {                                                                                              \
        key, VEER_FIELD_NUMBER, offsetof(type, member), lower, upper, 0, NULL                      \
    }

static const VeerField magnets_fields[] = {
    CONSTANT("range", VeerMagnets, range, 0, MOST),
    CONSTANT("push", VeerMagnets, push, 0, MOST),
    CONSTANT("exponent", VeerMagnets, exponent, -8, 8),
    CONSTANT("pull", VeerMagnets, pull, 0, MOST),
    CONSTANT("pull_per_body", VeerMagnets, pull_per_body, 0, MOST),
    CONSTANT("least_gap", VeerMagnets, least_gap, LEAST, LIMIT),
};
const VeerShape veer_magnets_shape = VEER_SHAPE("magnets", magnets_fields);

static const VeerField potential_fields[] = {
    CONSTANT("goal_pull", VeerPotential, goal_pull, 0, MOST),
    CONSTANT("goal_exponent", VeerPotential, goal_exponent, -8, 8),
    CONSTANT("friend_pull", VeerPotential, friend_pull, 0, MOST),
    CONSTANT("friend_exponent", VeerPotential, friend_exponent, -8, 8),
    CONSTANT("push", VeerPotential, push, 0, MOST),
    CONSTANT("push_exponent", VeerPotential, push_exponent, -8, 8),
};
const VeerShape veer_potential_shape = VEER_SHAPE("potential", potential_fields);

static const VeerField whiskers_fields[] = {
    CONSTANT("look_ahead", VeerWhiskers, look_ahead, 0, LIMIT),
    CONSTANT("width", VeerWhiskers, width, 0, MOST),
    CONSTANT("safe_own", VeerWhiskers, safe_own, 0, MOST),
    CONSTANT("safe_other", VeerWhiskers, safe_other, 0, MOST),
    CONSTANT("inside_turn", VeerWhiskers, inside_turn, 0, 3.1415927),
    CONSTANT("probe_step", VeerWhiskers, probe_step, 0, MOST),
};
const VeerShape veer_whiskers_shape = VEER_SHAPE("whiskers", whiskers_fields);

static const char *const rays_hits[] = {"nearest", "first", NULL};
_Static_assert(sizeof(VeerRaysHit) == sizeof(int), "a hit is read as a choice");

static const VeerField rays_fields[] = {
    CONSTANT("look_ahead", VeerRays, look_ahead, LEAST, MOST),
    CONSTANT("acceleration", VeerRays, acceleration, LEAST, MOST),
    CONSTANT("separation", VeerRays, separation, 0, MOST),
    CONSTANT("separation_range", VeerRays, separation_range, 0, MOST),
    CONSTANT("flocking", VeerRays, flocking, 0, MOST),
    {"hit", VEER_FIELD_CHOICE, offsetof(VeerRays, hit), 0, 0, 0, rays_hits},
};
const VeerShape veer_rays_shape = VEER_SHAPE("rays", rays_fields);

static const VeerField custom_fields[] = {
    {"callback", VEER_FIELD_COUNT, offsetof(VeerCustomAvoidance, callback), 0,
     VEER_MAX_AVOID_CALLBACKS - 1, 0, NULL},
};
const VeerShape veer_custom_shape = VEER_SHAPE("custom", custom_fields);

#define OVERLAY(model)                                                                             \
    {                                                                                              \
#model, VEER_FIELD_NODE, offsetof(VeerOverlaysSpec, model), 0, 0, 0, NULL                  \
    }

static const VeerField models_fields[] = {
    OVERLAY(none),     OVERLAY(orca), OVERLAY(magnets), OVERLAY(potential),
    OVERLAY(whiskers), OVERLAY(rays), OVERLAY(pilot),   OVERLAY(custom),
};
const VeerShape veer_models_shape = VEER_SHAPE("models", models_fields);
_Static_assert(sizeof models_fields / sizeof models_fields[0] == VEER_AVOID_MODEL_COUNT,
               "an overlay for each model");

#define AT(member) offsetof(VeerGroupSpec, member)

static const VeerField avoidance_fields[] = {
    {"model", VEER_FIELD_CHOICE, AT(model), 0, 0, 0, model_names},
    {"range", VEER_FIELD_NUMBER, AT(def.avoid.sense_range), 0, LIMIT, 0, NULL},
    {"horizon", VEER_FIELD_NUMBER, AT(def.avoid.time_horizon), 0, LIMIT, VEER_FIELD_ABOVE, NULL},
    {"obstacle_horizon", VEER_FIELD_NUMBER, AT(def.avoid.time_horizon_obstacles), 0, LIMIT,
     VEER_FIELD_ABOVE, NULL},
    {"neighbours", VEER_FIELD_COUNT, AT(def.avoid.max_neighbours), 0, VEER_MAX_NEIGHBOURS, 0, NULL},
    {"magnets", VEER_FIELD_OBJECT, AT(models.magnets), 0, 0, 0, &veer_magnets_shape},
    {"potential", VEER_FIELD_OBJECT, AT(models.potential), 0, 0, 0, &veer_potential_shape},
    {"whiskers", VEER_FIELD_OBJECT, AT(models.whiskers), 0, 0, 0, &veer_whiskers_shape},
    {"rays", VEER_FIELD_OBJECT, AT(models.rays), 0, 0, 0, &veer_rays_shape},
    {"custom", VEER_FIELD_OBJECT, AT(models.custom), 0, 0, 0, &veer_custom_shape},
};
const VeerShape veer_avoidance_shape = VEER_SHAPE("avoidance", avoidance_fields);

VeerModelSpec veer_model_spec_default(void)
{
    return (VeerModelSpec){
        .magnets = veer_avoid_params_for(VEER_AVOID_MAGNETS).magnets,
        .potential = veer_avoid_params_for(VEER_AVOID_POTENTIAL).potential,
        .whiskers = veer_avoid_params_for(VEER_AVOID_WHISKERS).whiskers,
        .rays = veer_avoid_params_for(VEER_AVOID_RAYS).rays,
        .custom = veer_avoid_params_for(VEER_AVOID_CUSTOM).custom,
    };
}

VeerAvoidParams veer_avoid_params_unstated(void)
{
    return (VeerAvoidParams){.sense_range = -1.0f,
                             .time_horizon = -1.0f,
                             .time_horizon_obstacles = -1.0f,
                             .max_neighbours = UINT32_MAX};
}

VeerAvoidParams veer_avoid_params_stated(const VeerGroupSpec *spec)
{
    VeerAvoidModel model = (VeerAvoidModel)spec->model;
    VeerAvoidParams stated = spec->def.avoid, params = veer_avoid_params_for(model);
    if (stated.sense_range >= 0.0f) {
        params.sense_range = stated.sense_range;
    }
    if (stated.time_horizon > 0.0f) {
        params.time_horizon = stated.time_horizon;
    }
    if (stated.time_horizon_obstacles > 0.0f) {
        params.time_horizon_obstacles = stated.time_horizon_obstacles;
    }
    if (stated.max_neighbours != UINT32_MAX) {
        params.max_neighbours = stated.max_neighbours;
    }
    switch (model) {
    case VEER_AVOID_MAGNETS:
        params.magnets = spec->models.magnets;
        break;
    case VEER_AVOID_POTENTIAL:
        params.potential = spec->models.potential;
        break;
    case VEER_AVOID_WHISKERS:
        params.whiskers = spec->models.whiskers;
        break;
    case VEER_AVOID_RAYS:
        params.rays = spec->models.rays;
        break;
    case VEER_AVOID_CUSTOM:
        params.custom = spec->models.custom;
        break;
    case VEER_AVOID_NONE:
    case VEER_AVOID_ORCA:
    case VEER_AVOID_PILOT:
    case VEER_AVOID_MODEL_COUNT:
        break;
    }
    return params;
}
