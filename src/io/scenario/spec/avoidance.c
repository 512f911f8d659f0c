/// How agents avoid: the models' constants.
#include "io/scenario/spec/tables.h"

#define MOST 1e12
#define LEAST 1e-6

static const char *const model_names[] = {"none", "crowd", "magnets", "potential", "whiskers",
                                          "rays", "pilot", "orca",    "custom",    NULL};
_Static_assert(sizeof model_names / sizeof model_names[0] == VEER_AVOID_MODEL_COUNT + 1,
               "a name for each model");

/// A number of a model's constants.
#define CONSTANT(key, type, member, lower, upper)                                                  \
    NUMBER(key, offsetof(type, member), lower, upper, 0)

static const VeerProperty magnets_keys[] = {
    {CONSTANT("range", VeerMagnets, range, 0, MOST)},
    {CONSTANT("push", VeerMagnets, push, 0, MOST)},
    {CONSTANT("exponent", VeerMagnets, exponent, -8, 8)},
    {CONSTANT("pull", VeerMagnets, pull, 0, MOST)},
    {CONSTANT("pull_per_body", VeerMagnets, pull_per_body, 0, MOST)},
    {CONSTANT("least_gap", VeerMagnets, least_gap, LEAST, LIMIT)},
};
const VeerSchema veer_magnets_schema = VEER_SCHEMA("magnets", magnets_keys);

static const VeerProperty potential_keys[] = {
    {CONSTANT("goal_pull", VeerPotential, goal_pull, 0, MOST)},
    {CONSTANT("goal_exponent", VeerPotential, goal_exponent, -8, 8)},
    {CONSTANT("friend_pull", VeerPotential, friend_pull, 0, MOST)},
    {CONSTANT("friend_exponent", VeerPotential, friend_exponent, -8, 8)},
    {CONSTANT("push", VeerPotential, push, 0, MOST)},
    {CONSTANT("push_exponent", VeerPotential, push_exponent, -8, 8)},
};
const VeerSchema veer_potential_schema = VEER_SCHEMA("potential", potential_keys);

static const VeerProperty whiskers_keys[] = {
    {CONSTANT("look_ahead", VeerWhiskers, look_ahead, 0, LIMIT)},
    {CONSTANT("width", VeerWhiskers, width, 0, MOST)},
    {CONSTANT("safe_own", VeerWhiskers, safe_own, 0, MOST)},
    {CONSTANT("safe_other", VeerWhiskers, safe_other, 0, MOST)},
    {CONSTANT("inside_turn", VeerWhiskers, inside_turn, 0, 3.1415927)},
    {CONSTANT("probe_step", VeerWhiskers, probe_step, 0, MOST)},
};
const VeerSchema veer_whiskers_schema = VEER_SCHEMA("whiskers", whiskers_keys);

static const char *const rays_hits[] = {"nearest", "first", NULL};
_Static_assert(sizeof(VeerRaysHit) == sizeof(int), "a hit is read as a choice");

static const VeerProperty rays_keys[] = {
    {CONSTANT("look_ahead", VeerRays, look_ahead, LEAST, MOST)},
    {CONSTANT("acceleration", VeerRays, acceleration, LEAST, MOST)},
    {CONSTANT("separation", VeerRays, separation, 0, MOST)},
    {CONSTANT("separation_range", VeerRays, separation_range, 0, MOST)},
    {CONSTANT("flocking", VeerRays, flocking, 0, MOST)},
    {CHOICE("hit", offsetof(VeerRays, hit), rays_hits, 0)},
};
const VeerSchema veer_rays_schema = VEER_SCHEMA("rays", rays_keys);

static const VeerProperty custom_keys[] = {
    {COUNT("callback", offsetof(VeerCustomAvoidance, callback), 0, VEER_MAX_AVOID_CALLBACKS - 1,
           0)},
};
const VeerSchema veer_custom_schema = VEER_SCHEMA("custom", custom_keys);

// What lies over the defaults where all agents avoid by a model: looked up by its name.
#define OVERLAY(model) NODE(#model, 0, 0)

static const VeerProperty models_keys[] = {
    {OVERLAY(none)},      {OVERLAY(crowd)},    {OVERLAY(magnets)},
    {OVERLAY(potential)}, {OVERLAY(whiskers)}, {OVERLAY(rays)},
    {OVERLAY(pilot)},     {OVERLAY(orca)},     {OVERLAY(custom)},
};
const VeerSchema veer_models_schema = VEER_SCHEMA("models", models_keys);
_Static_assert(sizeof models_keys / sizeof models_keys[0] == VEER_AVOID_MODEL_COUNT,
               "an overlay for each model");

#define AT(member) offsetof(VeerGroupSpec, member)

static const VeerProperty avoidance_keys[] = {
    {CHOICE("model", AT(model), model_names, 0)},
    {NUMBER("sense_range", AT(def.avoid.sense_range), 0, LIMIT, 0)},
    {NUMBER("time_horizon", AT(def.avoid.time_horizon), 0, LIMIT, ABOVE)},
    {NUMBER("time_horizon_obstacles", AT(def.avoid.time_horizon_obstacles), 0, LIMIT, ABOVE)},
    {COUNT("max_neighbours", AT(def.avoid.max_neighbours), 0, VEER_MAX_NEIGHBOURS, 0)},
    {OBJECT("magnets", AT(models[VEER_AVOID_MAGNETS].magnets), veer_magnets_schema)},
    {OBJECT("potential", AT(models[VEER_AVOID_POTENTIAL].potential), veer_potential_schema)},
    {OBJECT("whiskers", AT(models[VEER_AVOID_WHISKERS].whiskers), veer_whiskers_schema)},
    {OBJECT("rays", AT(models[VEER_AVOID_RAYS].rays), veer_rays_schema)},
    {OBJECT("custom", AT(models[VEER_AVOID_CUSTOM].custom), veer_custom_schema)},
};
const VeerSchema veer_avoidance_schema = VEER_SCHEMA("avoidance", avoidance_keys);
