/// What a file says of a model lies over its defaults, under the settings.
#include "io/scenario/scenario_maker.h"

#include <stdlib.h>

#define SHIPS                                                                                      \
    "{\"models\": {\"whiskers\": {\"radius\": 3, \"motion\": {\"headlong\": true, "                \
    "\"max_turn_rate\": "                                                                          \
    "2}}, \"rays\": {\"max_speed\": 7}}, \"defaults\": {\"radius\": 1, \"max_speed\": 5, "         \
    "\"motion\": {\"vehicle\": \"thruster\", \"max_turn_rate\": 4, \"lateral\": 0.5}}, "           \
    "\"groups\": "                                                                                 \
    "[{\"place\": {\"kind\": \"points\", \"points\": [[0, 0]]}}]}"

static VeerAgentDef ship_of(const char *text, const VeerScenarioOptions *options)
{
    VeerScenario *scenario = read_with(text, options);
    VeerWorld *world = start(scenario);
    VeerAgentDef ship = veer_agent_def_default();
    VeerAgentState state;
    VeerAgentId agent = veer_agent_at(world, 0);
    veer_agent_get(world, agent, &state);
    ship.radius = state.radius;
    ship.max_speed = state.max_speed;
    ship.max_turn_rate = state.max_turn_rate;
    ship.model = veer_scenario_info(scenario).model;
    ship.vehicle = state.vehicle;
    veer_world_destroy(world);
    veer_scenario_destroy(scenario);
    return ship;
}

static VeerScenarioOptions with_model(VeerAvoidModel model)
{
    VeerScenarioOptions options = veer_scenario_options_default();
    options.has_model = true;
    options.model = model;
    return options;
}

static void model_of_the_options_brings_its_own_ship(void **state)
{
    (void)state;
    VeerScenarioOptions options = with_model(VEER_AVOID_WHISKERS);
    VeerAgentDef ship = ship_of(SHIPS, &options);
    assert_int_equal(ship.model, VEER_AVOID_WHISKERS);
    assert_true(ship.radius == 3.0f && ship.max_speed == 5.0f && ship.max_turn_rate == 2.0f);
    assert_int_equal(ship.vehicle.kind, VEER_VEHICLE_THRUSTER);
    assert_true(ship.vehicle.thruster.is_headlong && ship.vehicle.thruster.lateral == 0.5f);
}

static void other_models_fly_the_defaults(void **state)
{
    (void)state;
    VeerScenarioOptions options = with_model(VEER_AVOID_CROWD);
    VeerAgentDef ship = ship_of(SHIPS, &options);
    assert_true(ship.radius == 1.0f && ship.max_speed == 5.0f && ship.max_turn_rate == 4.0f);
    assert_false(ship.vehicle.thruster.is_headlong);
    ship = ship_of(SHIPS, NULL);
    assert_true(ship.radius == 1.0f && ship.max_speed == 5.0f);
}

static void model_of_the_defaults_brings_its_own_ship(void **state)
{
    (void)state;
    static const char text[] =
        "{\"models\": {\"rays\": {\"max_speed\": 7}}, \"defaults\": {\"avoidance\": {\"model\": "
        "\"rays\"}}, \"groups\": [{\"place\": {\"kind\": \"points\", \"points\": [[0, 0]]}}]}";
    VeerAgentDef ship = ship_of(text, NULL);
    assert_true(ship.max_speed == 7.0f);
}

static void overlay_makes_the_defaults_where_there_are_none(void **state)
{
    (void)state;
    static const char text[] = "{\"models\": {\"rays\": {\"max_speed\": 7}}, \"groups\": "
                               "[{\"place\": {\"kind\": \"points\", \"points\": [[0, 0]]}}]}";
    VeerScenarioOptions options = with_model(VEER_AVOID_RAYS);
    assert_true(ship_of(text, &options).max_speed == 7.0f);
}

static void settings_win_over_a_models_ship(void **state)
{
    (void)state;
    static const char *const setting = "defaults.motion.max_turn_rate=1";
    VeerScenarioOptions options = with_model(VEER_AVOID_WHISKERS);
    options.settings = &setting;
    options.setting_count = 1;
    VeerAgentDef ship = ship_of(SHIPS, &options);
    assert_true(ship.max_turn_rate == 1.0f && ship.radius == 3.0f);
}

/// The text of a scenario holds what came of it, and no overlay that would lie over it again.
static void text_of_a_models_ship_reads_back(void **state)
{
    (void)state;
    static const char *const setting = "defaults.motion.max_turn_rate=1";
    VeerScenarioOptions options = with_model(VEER_AVOID_WHISKERS);
    options.settings = &setting;
    options.setting_count = 1;
    VeerScenario *scenario = read_with(SHIPS, &options);
    VeerAgentDef ship = ship_of(veer_scenario_text(scenario), NULL);
    assert_true(ship.max_turn_rate == 1.0f && ship.radius == 3.0f);
    assert_int_equal(ship.model, VEER_AVOID_WHISKERS);
    veer_scenario_destroy(scenario);
}

static void overlays_that_are_none_are_errors(void **state)
{
    (void)state;
    VeerScenarioOptions rays = with_model(VEER_AVOID_RAYS);
    assert_error_with("{\"models\": 3}", NULL, "f.json: models: must be an object, is a number");
    assert_error_with("{\"models\": {\"ray\": {}}}", NULL,
                      "f.json: models.ray: unknown key, the nearest known one is \"rays\"");
    assert_error_with("{\"models\": {\"rays\": 3}}", &rays,
                      "f.json: models.rays: must be an object, is a number");
    assert_error_with("{\"groups\": [{\"place\": {\"kind\": \"points\", \"points\": [[0, 0]]}}], "
                      "\"models\": {\"rays\": {\"radius\": -1}}}",
                      &rays, "f.json: defaults.radius: must be >= 0, is -1");
    assert_error_with("{\"groups\": [{\"place\": {\"kind\": \"points\", \"points\": [[0, 0]]}}], "
                      "\"defaults\": 3, \"models\": {\"rays\": {}}}",
                      &rays, "f.json: defaults: must be an object, is a number");
}

static VeerAvoidModel model_of(const char *motion)
{
    char text[256];
    snprintf(text, sizeof text,
             "{\"groups\": [{\"place\": {\"kind\": \"points\", \"points\": [[0, 0]]}%s}]}", motion);
    VeerScenarioOptions options = veer_scenario_options_default();
    return ship_of(text, &options).model;
}

static void bodies_get_the_model_that_suits_them(void **state)
{
    (void)state;
    assert_int_equal(model_of(""), VEER_AVOID_CROWD);
    assert_int_equal(model_of(", \"motion\": {\"max_braking\": 3}"), VEER_AVOID_CROWD);
    assert_int_equal(model_of(", \"motion\": {\"max_acceleration\": 3}"), VEER_AVOID_PILOT);
    assert_int_equal(model_of(", \"motion\": {\"max_turn_rate\": 3}"), VEER_AVOID_PILOT);
    assert_int_equal(model_of(", \"motion\": {\"vehicle\": \"car\"}"), VEER_AVOID_PILOT);
    assert_int_equal(model_of(", \"motion\": {\"max_acceleration\": 3}, "
                              "\"avoidance\": {\"model\": \"crowd\"}"),
                     VEER_AVOID_CROWD);
}

/// More groups than a world has room for profiles by default, each with its own limits.
static void each_group_may_have_its_own_profile(void **unused)
{
    (void)unused;
    enum { GROUPS = 1100, EACH = 160 };
    char *text = malloc(GROUPS * EACH + 100);
    assert_non_null(text);
    int at = sprintf(text, "{\"groups\": [");
    for (int i = 0; i < GROUPS; i++) {
        at += sprintf(text + at,
                      "%s{\"motion\": {\"max_acceleration\": %d}, \"place\": {\"kind\": "
                      "\"points\", \"points\": [[%d, 0]]}}",
                      i > 0 ? ", " : "", i + 1, 3 * i);
    }
    (void)sprintf(text + at, "]}");
    VeerScenario *scenario = read_text(text);
    VeerWorld *world = start(scenario);
    assert_int_equal(veer_agent_count(world), GROUPS);
    assert_int_equal(veer_world_def(world).max_profiles, GROUPS);
    veer_world_destroy(world);
    veer_scenario_destroy(scenario);
    free(text);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(model_of_the_options_brings_its_own_ship),
        cmocka_unit_test(other_models_fly_the_defaults),
        cmocka_unit_test(model_of_the_defaults_brings_its_own_ship),
        cmocka_unit_test(overlay_makes_the_defaults_where_there_are_none),
        cmocka_unit_test(settings_win_over_a_models_ship),
        cmocka_unit_test(text_of_a_models_ship_reads_back),
        cmocka_unit_test(overlays_that_are_none_are_errors),
        cmocka_unit_test(bodies_get_the_model_that_suits_them),
        cmocka_unit_test(each_group_may_have_its_own_profile),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
