#include "ships.h"

#include "session.h"

#include <jansson.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

/// A class, in multiples of the scene's own ship.
typedef struct ShipClass {
    const char *name;
    float radius, speed, acceleration, turn_rate;
} ShipClass;

static const ShipClass classes[] = {
    {"nimble", 0.7f, 1.15f, 2.0f, 2.0f},
    {"usual", 1.0f, 1.0f, 1.0f, 1.0f},
    {"clumsy", 1.4f, 0.85f, 0.5f, 0.5f},
};

const char *veer_ship_class_name(uint32_t number)
{
    return number < sizeof classes / sizeof *classes ? classes[number].name : NULL;
}

static bool fail(VeerInputError *error, const VeerArgs *args, const char *why)
{
    return veer_error_set(error, "%.200s: %.280s", args->input, why);
}

static float number_of(const json_t *object, const char *key)
{
    return (float)json_number_value(json_object_get(object, key));
}

static bool read_ship(const VeerArgs *args, const json_t *file, VeerFieldOfRocks *field,
                      VeerInputError *error)
{
    const json_t *group = json_array_get(json_object_get(file, "groups"), 0);
    bool is_own = json_object_get(group, "radius");
    const json_t *ship = is_own ? group : json_object_get(file, "defaults");
    const json_t *motion = json_object_get(ship, "motion");
    field->owner = is_own ? "groups[0]" : "defaults";
    field->radius = number_of(ship, "radius");
    field->max_speed = number_of(ship, "max_speed");
    field->preferred_speed = number_of(ship, "preferred_speed");
    field->acceleration = number_of(motion, "max_acceleration");
    field->braking = number_of(motion, "max_braking");
    field->turn_rate = number_of(motion, "max_turn_rate");
    return (field->radius > 0.0f && field->max_speed > 0.0f) ||
           fail(error, args,
                "groups[0] or defaults: must state radius and max_speed as numbers, for a class "
                "of ships");
}

static void read_rocks(const json_t *file, VeerFieldOfRocks *field)
{
    const json_t *obstacles = json_object_get(file, "obstacles");
    size_t most = sizeof field->rocks / sizeof *field->rocks;
    for (size_t i = 0; i < json_array_size(obstacles) && field->rocks_count < most; i++) {
        const json_t *rock = json_array_get(obstacles, i), *speed = json_object_get(rock, "speed");
        const char *kind = json_string_value(json_object_get(rock, "kind"));
        if (!kind || strcmp(kind, "field") != 0) {
            continue;
        }
        VeerRocks *rocks = &field->rocks[field->rocks_count++];
        bool is_range = json_is_object(speed);
        rocks->index = (uint32_t)i;
        rocks->count = json_number_value(json_object_get(rock, "count"));
        rocks->slowest = json_number_value(is_range ? json_object_get(speed, "min") : speed);
        rocks->fastest = json_number_value(is_range ? json_object_get(speed, "max") : speed);
    }
}

bool veer_ships_read(const VeerArgs *args, VeerFieldOfRocks *field, uint64_t *seed,
                     VeerInputError *error)
{
    *field = (VeerFieldOfRocks){0};
    VeerSession session;
    if (!veer_session_open(&session, args, args->has_seed ? &args->seed : NULL, error)) {
        return false;
    }
    *seed = session.info.seed;
    snprintf(field->scene, sizeof field->scene, "%s", session.info.name);
    snprintf(field->title, sizeof field->title, "%s", session.info.title);
    json_t *file = json_loads(veer_scenario_text(session.scenario), 0, NULL);
    veer_session_close(&session);
    bool is_read = read_ship(args, file, field, error);
    read_rocks(file, field);
    json_decref(file);
    return is_read;
}

/// Adds "PATH=VALUE", to nine digits: all that a float has.
static void add(VeerSettings *settings, const char *path, double value)
{
    if (settings->count < VEER_MAX_OWN_SETTINGS && isfinite(value)) {
        snprintf(settings->texts[settings->count++], sizeof settings->texts[0], "%s=%.9g", path,
                 value);
    }
}

/// Adds "OWNER.PATH=VALUE".
static void add_of_ship(VeerSettings *settings, const VeerFieldOfRocks *ship, const char *path,
                        float value)
{
    char whole[100];
    snprintf(whole, sizeof whole, "%s.%s", ship->owner, path);
    add(settings, whole, (double)value);
}

static void add_motion(VeerSettings *settings, const VeerFieldOfRocks *ship)
{
    const struct {
        const char *path;
        float value;
    } all[] = {
        {"radius", ship->radius},
        {"max_speed", ship->max_speed},
        {"preferred_speed", ship->preferred_speed},
        {"motion.max_acceleration", ship->acceleration},
        {"motion.max_braking", ship->braking},
        {"motion.max_turn_rate", ship->turn_rate},
    };
    for (size_t i = 0; i < sizeof all / sizeof *all; i++) {
        if (all[i].value > 0.0f) {
            add_of_ship(settings, ship, all[i].path, all[i].value);
        }
    }
}

static void add_rocks(VeerSettings *settings, const VeerArgs *args, const VeerFieldOfRocks *field)
{
    double density = args->density_times > 0.0f ? (double)args->density_times : 1.0;
    double speed = args->rock_times > 0.0f ? (double)args->rock_times : 1.0;
    for (uint32_t i = 0; i < field->rocks_count; i++) {
        const VeerRocks *rocks = &field->rocks[i];
        char path[60];
        if (density != 1.0) {
            snprintf(path, sizeof path, "obstacles[%u].count", rocks->index);
            add(settings, path, round(rocks->count * density));
        }
        if (speed != 1.0 && settings->count < VEER_MAX_OWN_SETTINGS) {
            snprintf(settings->texts[settings->count++], sizeof settings->texts[0],
                     "obstacles[%u].speed={\"min\": %.9g, \"max\": %.9g}", rocks->index,
                     rocks->slowest * speed, rocks->fastest * speed);
        }
    }
}

static void add_constants(VeerSettings *settings, const VeerFieldOfRocks *ship,
                          const char *const *paths, const float *values, uint32_t count)
{
    for (uint32_t i = 0; i < count; i++) {
        add_of_ship(settings, ship, paths[i], values[i]);
    }
}

/// The constants of the model alone.
static void add_own_constants(VeerSettings *settings, const VeerFieldOfRocks *ship,
                              VeerAvoidModel model, const VeerAvoidParams *params)
{
    const char *const names[][2] = {
        {"avoidance.magnets.range", NULL},
        {"avoidance.potential.push", "avoidance.potential.friend_pull"},
        {"avoidance.whiskers.look_ahead", "avoidance.whiskers.safe_own"},
        {"avoidance.rays.look_ahead", "avoidance.rays.acceleration"},
    };
    if (model == VEER_AVOID_MAGNETS) {
        add_constants(settings, ship, names[0], &params->magnets.range, 1);
    } else if (model == VEER_AVOID_POTENTIAL) {
        const float values[] = {params->potential.push, params->potential.friend_pull};
        add_constants(settings, ship, names[1], values, 2);
    } else if (model == VEER_AVOID_WHISKERS) {
        const float values[] = {params->whiskers.look_ahead, params->whiskers.safe_own};
        add_constants(settings, ship, names[2], values, 2);
    } else if (model == VEER_AVOID_RAYS) {
        const float values[] = {params->rays.look_ahead, params->rays.acceleration};
        add_constants(settings, ship, names[3], values, 2);
    }
}

/// The constants that veer_avoid_params_for_ship derives.
static void add_avoidance(VeerSettings *settings, VeerAvoidModel model,
                          const VeerFieldOfRocks *ship)
{
    VeerShipClass body = {.max_speed = ship->max_speed,
                          .acceleration =
                              ship->acceleration > 0.0f ? ship->acceleration : (float)INFINITY,
                          .turn_rate = ship->turn_rate > 0.0f ? ship->turn_rate : (float)INFINITY,
                          .radius = ship->radius};
    VeerAvoidParams params = veer_avoid_params_for_ship(model, &body);
    const char *const paths[] = {"avoidance.sense_range", "avoidance.time_horizon",
                                 "avoidance.time_horizon_obstacles", "avoidance.max_neighbours"};
    const float values[] = {params.sense_range, params.time_horizon, params.time_horizon_obstacles,
                            (float)params.max_neighbours};
    add_constants(settings, ship, paths, values, 4);
    add_own_constants(settings, ship, model, &params);
}

static VeerFieldOfRocks scale_ship(const VeerFieldOfRocks *field, const ShipClass *ship_class)
{
    VeerFieldOfRocks ship = *field;
    ship.radius *= ship_class->radius;
    ship.max_speed *= ship_class->speed;
    ship.preferred_speed *= ship_class->speed;
    ship.acceleration *= ship_class->acceleration;
    ship.braking *= ship_class->acceleration;
    ship.turn_rate *= ship_class->turn_rate;
    return ship;
}

bool veer_ships_lay(VeerArgs *args, const VeerFieldOfRocks *field, uint32_t ship_class,
                    VeerAvoidModel model, VeerSettings *settings, VeerInputError *error)
{
    VeerFieldOfRocks ship = scale_ship(field, &classes[ship_class]);
    VeerArgs given = *args;
    settings->count = 0;
    add_avoidance(settings, model, &ship);
    uint32_t constants = settings->count;
    add_motion(settings, &ship);
    add_rocks(settings, args, field);
    if (given.setting_count + settings->count > VEER_MAX_SETTINGS) {
        return veer_error_set(error, "--set: at most %u of them",
                              VEER_MAX_SETTINGS - VEER_MAX_OWN_SETTINGS);
    }
    uint32_t count = 0;
    for (uint32_t i = 0; i < constants; i++) {
        args->settings[count++] = settings->texts[i];
    }
    for (uint32_t i = 0; i < given.setting_count; i++) {
        args->settings[count++] = given.settings[i];
    }
    for (uint32_t i = constants; i < settings->count; i++) {
        args->settings[count++] = settings->texts[i];
    }
    args->setting_count = count;
    return true;
}
