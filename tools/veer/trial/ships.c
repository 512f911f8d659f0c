#include "ships.h"

#include "session.h"

#include <math.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>

/// What a ship is, by the keys of a scenario.
static const char *const keys[VEER_SHIP_VALUE_COUNT] = {
    [VEER_SHIP_RADIUS] = "radius",
    [VEER_SHIP_MAX_SPEED] = "max_speed",
    [VEER_SHIP_PREFERRED_SPEED] = "preferred_speed",
    [VEER_SHIP_ACCELERATION] = "motion.max_acceleration",
    [VEER_SHIP_BRAKING] = "motion.max_braking",
    [VEER_SHIP_TURN_RATE] = "motion.max_turn_rate",
};

/// A class, in multiples of the scene's own ship.
typedef struct ShipClass {
    const char *name;
    float times[VEER_SHIP_VALUE_COUNT];
} ShipClass;

static const ShipClass classes[] = {
    {"nimble", {0.7f, 1.15f, 1.15f, 2.0f, 2.0f, 2.0f}},
    {"usual", {1.0f, 1.0f, 1.0f, 1.0f, 1.0f, 1.0f}},
    {"clumsy", {1.4f, 0.85f, 0.85f, 0.5f, 0.5f, 0.5f}},
};

const char *veer_ship_class_name(uint32_t number)
{
    return number < sizeof classes / sizeof *classes ? classes[number].name : NULL;
}

static bool read_ship(const VeerArgs *args, const json_t *file, VeerFieldOfRocks *field,
                      VeerInputError *error)
{
    const json_t *group = json_array_get(json_object_get(file, "groups"), 0);
    bool is_own = json_object_get(group, "radius");
    const json_t *ship = is_own ? group : json_object_get(file, "defaults");
    field->owner = is_own ? "groups[0]" : "defaults";
    for (int i = 0; i < VEER_SHIP_VALUE_COUNT; i++) {
        bool is_motion = strncmp(keys[i], "motion.", 7) == 0;
        const json_t *object = is_motion ? json_object_get(ship, "motion") : ship;
        const char *key = keys[i] + (is_motion ? 7 : 0);
        field->values[i] = (float)json_number_value(json_object_get(object, key));
    }
    return (field->values[VEER_SHIP_RADIUS] > 0.0f && field->values[VEER_SHIP_MAX_SPEED] > 0.0f) ||
           veer_error_of(error, args->input,
                         "groups[0] or defaults: must state radius and max_speed as numbers, for a "
                         "class of ships");
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
    for (int i = 0; i < VEER_SHIP_VALUE_COUNT; i++) {
        if (ship->values[i] > 0.0f) {
            add_of_ship(settings, ship, keys[i], ship->values[i]);
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

/// Constants of one model, or of all, that are derived from a ship.
typedef struct ShipConstant {
    VeerAvoidModel model; ///< VEER_AVOID_NONE: of all
    const char *path;
    size_t offset; ///< of a float in VeerAvoidParams
} ShipConstant;

static const ShipConstant constants[] = {
    {VEER_AVOID_NONE, "avoidance.sense_range", offsetof(VeerAvoidParams, sense_range)},
    {VEER_AVOID_NONE, "avoidance.time_horizon", offsetof(VeerAvoidParams, time_horizon)},
    {VEER_AVOID_NONE, "avoidance.time_horizon_obstacles",
     offsetof(VeerAvoidParams, time_horizon_obstacles)},
    {VEER_AVOID_MAGNETS, "avoidance.magnets.range", offsetof(VeerAvoidParams, magnets.range)},
    {VEER_AVOID_POTENTIAL, "avoidance.potential.push", offsetof(VeerAvoidParams, potential.push)},
    {VEER_AVOID_POTENTIAL, "avoidance.potential.friend_pull",
     offsetof(VeerAvoidParams, potential.friend_pull)},
    {VEER_AVOID_WHISKERS, "avoidance.whiskers.look_ahead",
     offsetof(VeerAvoidParams, whiskers.look_ahead)},
    {VEER_AVOID_WHISKERS, "avoidance.whiskers.safe_own",
     offsetof(VeerAvoidParams, whiskers.safe_own)},
    {VEER_AVOID_RAYS, "avoidance.rays.look_ahead", offsetof(VeerAvoidParams, rays.look_ahead)},
    {VEER_AVOID_RAYS, "avoidance.rays.acceleration", offsetof(VeerAvoidParams, rays.acceleration)},
};

/// The constants that veer_avoid_params_for_ship derives.
static void add_avoidance(VeerSettings *settings, VeerAvoidModel model,
                          const VeerFieldOfRocks *ship)
{
    const float *values = ship->values, none = (float)INFINITY;
    float acceleration = values[VEER_SHIP_ACCELERATION], turn_rate = values[VEER_SHIP_TURN_RATE];
    VeerShipClass body = {.max_speed = values[VEER_SHIP_MAX_SPEED],
                          .acceleration = acceleration > 0.0f ? acceleration : none,
                          .turn_rate = turn_rate > 0.0f ? turn_rate : none,
                          .radius = values[VEER_SHIP_RADIUS]};
    VeerAvoidParams params = veer_avoid_params_for_ship(model, &body);
    for (size_t i = 0; i < sizeof constants / sizeof *constants; i++) {
        float value;
        memcpy(&value, (const char *)&params + constants[i].offset, sizeof value);
        if (constants[i].model == VEER_AVOID_NONE || constants[i].model == model) {
            add_of_ship(settings, ship, constants[i].path, value);
        }
    }
    add_of_ship(settings, ship, "avoidance.max_neighbours", (float)params.max_neighbours);
}

bool veer_ships_lay(VeerArgs *args, const VeerFieldOfRocks *field, uint32_t ship_class,
                    VeerAvoidModel model, VeerSettings *settings, VeerInputError *error)
{
    VeerFieldOfRocks ship = *field;
    for (int i = 0; i < VEER_SHIP_VALUE_COUNT; i++) {
        ship.values[i] *= classes[ship_class].times[i];
    }
    VeerArgs given = *args;
    settings->count = 0;
    add_avoidance(settings, model, &ship);
    uint32_t first = settings->count;
    add_motion(settings, &ship);
    add_rocks(settings, args, field);
    if (given.setting_count + settings->count > VEER_MAX_SETTINGS) {
        return veer_error_set(error, "--set: at most %u of them",
                              VEER_MAX_SETTINGS - VEER_MAX_OWN_SETTINGS);
    }
    uint32_t count = 0;
    for (uint32_t i = 0; i < first; i++) {
        args->settings[count++] = settings->texts[i];
    }
    for (uint32_t i = 0; i < given.setting_count; i++) {
        args->settings[count++] = given.settings[i];
    }
    for (uint32_t i = first; i < settings->count; i++) {
        args->settings[count++] = settings->texts[i];
    }
    args->setting_count = count;
    return true;
}
