#include "io/scenario/scenario_maker.h"

#include <math.h>

#define TWO_GROUPS                                                                                 \
    "{\"agents\": 10, \"world\": {\"seed\": 3}, \"groups\": ["                                     \
    "{\"name\": \"a\", \"share\": 0.3, \"place\": {\"kind\": \"line\", \"from\": [0, 0], "         \
    "\"step\": [2, 0]}, \"avoidance\": {\"model\": \"crowd\"}},"                                   \
    "{\"name\": \"b\", \"share\": 0.7, \"place\": {\"kind\": \"line\", \"from\": [0, 5], "         \
    "\"step\": [2, 0]}}],"                                                                         \
    "\"timeline\": [{\"kind\": \"spawn\", \"at\": 1, \"group\": {\"place\": {\"kind\": "           \
    "\"points\", "                                                                                 \
    "\"points\": [[0, 9]]}, \"avoidance\": {\"model\": \"crowd\"}}}]}"

static VeerScenario *read_set(const char *text, const char *const *settings, uint32_t count)
{
    VeerScenarioOptions options = veer_scenario_options_default();
    options.settings = settings;
    options.setting_count = count;
    return read_with(text, &options);
}

static void assert_setting_fails(const char *text, const char *setting, const char *line)
{
    VeerScenarioOptions options = veer_scenario_options_default();
    options.settings = &setting;
    options.setting_count = 1;
    assert_error_with(text, &options, line);
}

static void spare_room_is_there_for_the_host(void **state)
{
    (void)state;
    for (uint32_t spare = 0; spare < 2; spare++) {
        VeerScenarioOptions options = veer_scenario_options_default();
        options.spare_agents = options.spare_obstacles = options.spare_squads = spare;
        options.spare_vertices = 2 * spare;
        VeerScenario *scenario = read_with(TWO_GROUPS, &options);
        assert_int_equal(veer_scenario_info(scenario).agents, 10);
        VeerWorld *world = start(scenario);
        VeerWorldDef def = veer_world_def(world);
        assert_int_equal(def.max_agents, 11 + spare); // one comes later
        assert_int_equal(def.max_obstacles, spare);
        assert_int_equal(def.max_wall_vertices, 2 * spare);
        assert_int_equal(def.max_squads, spare);
        veer_world_destroy(world);
        veer_scenario_destroy(scenario);
    }
}

static void settings_replace_and_create(void **state)
{
    static const char *const settings[] = {"world.dt=0.5",
                                           "title=Two in a row",
                                           "groups[1].radius=0.25",
                                           "groups[0].motion.max_acceleration=3",
                                           "world.bounds=[[-50, -50], [50, 50]]",
                                           "world.dt=0.25"};
    (void)state;
    VeerScenario *scenario = read_set(TWO_GROUPS, settings, 6);
    VeerScenarioInfo info = veer_scenario_info(scenario);
    assert_true(info.dt == 0.25f);
    assert_string_equal(info.title, "Two in a row");
    assert_float_equal(info.viewport.upper.x, 53.0f, 1e-3f);
    VeerWorld *world = start(scenario);
    VeerAgentState agent;
    veer_agent_get(world, veer_agent_at(world, 5), &agent);
    assert_true(agent.radius == 0.25f);
    veer_world_destroy(world);
    veer_scenario_destroy(scenario);
}

static void settings_that_lead_nowhere_are_errors(void **state)
{
    (void)state;
    assert_setting_fails(TWO_GROUPS, "world.dtt=1",
                         "f.json: world.dtt: unknown key, the nearest known one is \"dt\"");
    assert_setting_fails(TWO_GROUPS, "groups[2].radius=1",
                         "f.json: setting \"groups[2].radius=1\": groups: has no element [2], "
                         "has 2 elements");
    assert_setting_fails(
        TWO_GROUPS, "world[0]=1",
        "f.json: setting \"world[0]=1\": world: has no element [0], has 0 elements");
    assert_setting_fails(TWO_GROUPS, "groups[x]=1",
                         "f.json: setting \"groups[x]=1\": groups: an index like [0] must follow");
    assert_setting_fails(TWO_GROUPS,
                         "groups[0]=", "f.json: groups[0]: must be an object, is a string");
    assert_setting_fails(TWO_GROUPS, "agents.x=1",
                         "f.json: setting \"agents.x=1\": agents: is no object, has no keys");
    assert_setting_fails(TWO_GROUPS, "world..x=1",
                         "f.json: setting \"world..x=1\": world: a key must follow");
    assert_setting_fails(TWO_GROUPS, "world",
                         "f.json: setting \"world\": must be path=value, like world.dt=0.1");
    assert_setting_fails(TWO_GROUPS, "=1",
                         "f.json: setting \"=1\": must be path=value, like world.dt=0.1");
    assert_setting_fails(TWO_GROUPS, "world.dt=1e999",
                         "f.json: world.dt: must be a number, is a string");
    assert_setting_fails(TWO_GROUPS, "world.dt=[[[",
                         "f.json: world.dt: must be a number, is a string");
}

static void settings_of_endless_depth_are_errors(void **state)
{
    (void)state;
    char setting[256] = "";
    for (int i = 0; i < 60; i++) {
        strcat(setting, i ? ".ab" : "ab");
    }
    strcat(setting, "=1");
    VeerScenarioOptions options = veer_scenario_options_default();
    const char *const settings[] = {setting};
    VeerScenario *scenario = NULL;
    VeerInputError error = {{0}};
    options.settings = settings;
    options.setting_count = 1;
    assert_int_equal(veer_scenario_read("f", "{}", 2, &options, &scenario, &error), VEER_BAD_VALUE);
    assert_non_null(strstr(error.text, "is too deep"));
}

static void options_win_over_the_file_and_the_settings(void **state)
{
    static const char *const settings[] = {"world.dt=0.5", "world.seed=9"};
    (void)state;
    VeerScenarioOptions options = veer_scenario_options_default();
    options.settings = settings;
    options.setting_count = 2;
    options.agents = 20;
    options.dt = 0.125f;
    options.duration = 7.0f;
    options.has_seed = true;
    options.seed = UINT64_MAX;
    VeerScenario *scenario = read_with(TWO_GROUPS, &options);
    VeerScenarioInfo info = veer_scenario_info(scenario);
    assert_int_equal(info.agents, 20);
    assert_true(info.dt == 0.125f);
    assert_true(info.duration == 7.0f);
    assert_true(info.seed == UINT64_MAX);
    VeerScenario *again = read_text(veer_scenario_text(scenario));
    assert_true(veer_scenario_info(again).seed == UINT64_MAX);
    assert_int_equal(hash_after(again, 20), hash_after(scenario, 20));
    veer_scenario_destroy(again);
    veer_scenario_destroy(scenario);
}

static void model_unstated_is_the_vehicles_own(void **state)
{
    (void)state;
    VeerScenario *scenario =
        read_text("{\"groups\": [{\"place\": {\"kind\": \"points\", \"points\": [[0, 0]]}, "
                  "\"motion\": {\"vehicle\": \"thruster\", \"max_acceleration\": 5}}]}");
    assert_int_equal(veer_scenario_info(scenario).model, VEER_AVOID_PILOT);
    veer_scenario_destroy(scenario);
}

static void option_model_is_of_all_agents(void **state)
{
    (void)state;
    VeerScenarioOptions options = veer_scenario_options_default();
    options.has_model = true;
    options.model = VEER_AVOID_NONE;
    VeerScenario *scenario = read_with(TWO_GROUPS, &options);
    assert_int_equal(veer_scenario_info(scenario).model, VEER_AVOID_NONE);
    assert_null(strstr(veer_scenario_text(scenario), "crowd"));
    veer_scenario_destroy(scenario);
}

static void options_are_checked(void **state)
{
    (void)state;
    VeerScenarioOptions options = veer_scenario_options_default();
    options.agents = 3;
    assert_error_with("{}", &options,
                      "f.json: agents: the number is fixed in this scene, which does not state "
                      "\"agents\"");
    options = veer_scenario_options_default();
    options.dt = -1.0f;
    assert_error_with("{}", &options, "f.json: world.dt: must be >= 1e-06, is -1");
    options.dt = NAN;
    assert_error_with("{}", &options, "f.json: dt and duration must be finite");
    options = veer_scenario_options_default();
    options.has_model = true;
    options.model = VEER_AVOID_MODEL_COUNT;
    VeerScenario *scenario = NULL;
    VeerInputError error = {{0}};
    assert_int_equal(veer_scenario_read("f", "{}", 2, &options, &scenario, &error), VEER_BAD_VALUE);
}

/// Where an option has no object to go into, the loader says what is wrong there.
static void options_over_wrong_types_leave_the_error_to_the_loader(void **state)
{
    (void)state;
    VeerScenarioOptions options = veer_scenario_options_default();
    options.has_model = true;
    options.dt = 0.1f;
    assert_error_with("{\"world\": 1}", &options, "f.json: world: must be an object, is a number");
    assert_error_with("{\"defaults\": 1, \"groups\": [{}]}", &options,
                      "f.json: defaults: must be an object, is a number");
    assert_error_with("{\"defaults\": {\"avoidance\": 1}, \"groups\": [{}]}", &options,
                      "f.json: defaults.avoidance: must be an object, is a number");
    assert_error_with("[]", &options, "f.json: must be an object, is an array");
}

static void shares_deal_out_the_scene_exactly(void **state)
{
    (void)state;
    for (uint32_t agents = 2; agents < 40; agents++) {
        VeerScenarioOptions options = veer_scenario_options_default();
        options.agents = agents;
        VeerScenario *scenario = read_with(TWO_GROUPS, &options);
        assert_int_equal(veer_scenario_info(scenario).agents, agents);
        veer_scenario_destroy(scenario);
    }
}

static void seed_zero_and_defaults_hold_for_an_empty_scenario(void **state)
{
    (void)state;
    VeerScenario *scenario = read_text("{}");
    VeerScenarioInfo info = veer_scenario_info(scenario);
    uint32_t count = 7;
    assert_string_equal(info.name, "test");
    assert_string_equal(info.title, "");
    assert_true(info.dt == 1.0f / 60.0f);
    assert_true(info.duration == 60.0f);
    assert_int_equal(info.agents, 0);
    assert_true(info.seed == 0);
    veer_scenario_expectations(scenario, &count);
    assert_int_equal(count, 0);
    VeerWorld *world = start(scenario);
    run(scenario, world, 3);
    veer_world_destroy(world);
    veer_scenario_destroy(scenario);
}

static void lengths_grow_with_the_scene(void **state)
{
    static const char text[] =
        "{\"agents\": 4, \"agents_reference\": 1, \"world\": {\"duration_scaled\": 10, "
        "\"viewport\": [[-5, -5], [5, 5]]}, \"groups\": [{\"place\": {\"kind\": \"line\", "
        "\"from\": [3, 0], \"step\": [1, 0]}}]}";
    (void)state;
    VeerScenario *scenario = read_text(text);
    VeerScenarioInfo info = veer_scenario_info(scenario);
    VeerWorld *world = start(scenario);
    uint32_t count = 0;
    const VeerScenarioAgent *agents = veer_scenario_agents(scenario, &count);
    assert_true(info.duration == 20.0f);
    assert_true(info.viewport.upper.x == 10.0f);
    assert_true(agents[0].start.x == 6.0f);
    assert_true(agents[1].start.x == 7.0f);
    veer_world_destroy(world);
    veer_scenario_destroy(scenario);
}

static void expectations_hold_their_bounds(void **state)
{
    (void)state;
    uint32_t count = 0;
    VeerScenario *scenario =
        read_text("{\"groups\": [{\"count\": 3, \"place\": {\"kind\": \"ring\", \"radius\": 5}}], "
                  "\"expect\": {\"arrived\": {\"at_least\": \"all\"}, "
                  "\"time_s\": {\"at_least\": 1, \"at_most\": 2.5}}}");
    const VeerExpectation *expected = veer_scenario_expectations(scenario, &count);
    assert_int_equal(count, 2);
    assert_string_equal(expected[0].key, "arrived");
    assert_true(expected[0].at_least == 3.0 && isinf(expected[0].at_most));
    assert_string_equal(expected[1].key, "time_s");
    assert_true(expected[1].at_least == 1.0 && expected[1].at_most == 2.5);
    veer_scenario_destroy(scenario);
}

/// The vehicle of the first agent of a world whose groups have this motion.
static VeerVehicleParams vehicle_of(const char *motion)
{
    char text[512];
    snprintf(text, sizeof text,
             "{\"defaults\": {\"motion\": {%s}}, \"groups\": [{\"place\": "
             "{\"kind\": \"points\", \"points\": [[0, 0]]}}]}",
             motion);
    VeerScenario *scenario = read_text(text);
    VeerWorld *world = start(scenario);
    VeerAgentState agent;
    assert_int_equal(veer_agent_get(world, veer_agent_at(world, 0), &agent), VEER_OK);
    veer_world_destroy(world);
    veer_scenario_destroy(scenario);
    return agent.vehicle;
}

static void vehicles_reach_the_world(void **state)
{
    (void)state;
    assert_int_equal(vehicle_of("\"max_turn_rate\": 3").kind, VEER_VEHICLE_FREE);
    VeerVehicleParams thruster = vehicle_of("\"vehicle\": \"thruster\", \"lateral\": 0.5");
    assert_int_equal(thruster.kind, VEER_VEHICLE_THRUSTER);
    assert_true(thruster.thruster.lateral == 0.5f);
    VeerVehicleParams torque =
        vehicle_of("\"vehicle\": \"torque\", \"max_angular_acceleration\": \"infinite\"");
    assert_true(isinf(torque.torque.max_angular_acceleration));
    VeerVehicleParams car = vehicle_of("\"vehicle\": \"car\", \"max_steering\": 0.3");
    assert_true(car.car.max_steering == 0.3f && car.car.wheelbase == 2.5f);
    VeerVehicleParams craft = vehicle_of("\"vehicle\": \"aircraft\", \"max_climb\": 0.2");
    assert_true(craft.aircraft.max_climb == 0.2f && craft.aircraft.min_speed == 10.0f);
}

static void behaviours_reach_the_world(void **state)
{
    static const char text[] =
        "{\"groups\": [{\"place\": {\"kind\": \"points\", \"points\": [[0, 0]]}, "
        "\"behaviour_list\": "
        "{\"preset\": \"school\", \"spacing\": 2, \"mode\": \"weighted\", \"response\": 0.1, "
        "\"max_mates\": 5, \"path\": [[0, 0], [3, 4]], \"loop\": true, \"behaviours\": "
        "[{\"kind\": \"path\", \"weight\": 2, \"distance\": 3}]}}]}";
    (void)state;
    VeerScenario *scenario = read_text(text);
    VeerWorld *world = start(scenario);
    VeerBehaviourList list;
    VeerBehaviourListId id = veer_agent_behaviours(world, veer_agent_at(world, 0));
    assert_int_equal(veer_behaviour_list_get(world, id, &list), VEER_OK);
    assert_int_equal(list.mode, VEER_BEHAVIOURS_WEIGHTED);
    assert_true(list.response == 0.1f && list.max_mates == 5);
    assert_int_equal(list.behaviour_count, 5);
    assert_int_equal(list.behaviours[4].kind, VEER_BEHAVIOUR_PATH);
    assert_true(list.behaviours[4].weight == 2.0f && list.behaviours[0].range == 3.0f);
    assert_true(list.path_count == 2 && list.path[1].y == 4.0f && list.is_loop);
    veer_world_destroy(world);
    veer_scenario_destroy(scenario);
}

static void group_members_reach_the_world(void **state)
{
    static const char text[] =
        "{\"defaults\": {\"motion\": {\"max_braking\": \"infinite\", \"max_acceleration\": 2}, "
        "\"priority\": \"infinite\", \"goal\": {\"kind\": \"offset\", \"by\": [20, 0]}}, "
        "\"groups\": [{\"place\": {\"kind\": \"points\", \"points\": [[0, 0]]}, \"layers\": [0, "
        "3], "
        "\"avoids\": [1], \"group\": 7, \"height\": 3, \"velocity\": [1, 0]},"
        "{\"place\": {\"kind\": \"points\", \"points\": [[0, 30]]}, \"immovable\": true}]}";
    (void)state;
    VeerScenario *scenario = read_text(text);
    VeerWorld *world = start(scenario);
    VeerAgentState agent;
    veer_agent_get(world, veer_agent_at(world, 0), &agent);
    assert_true(isinf(agent.max_braking));
    assert_true(agent.max_acceleration == 2.0f);
    assert_int_equal(agent.group, 7);
    assert_true(agent.velocity.x == 1.0f);
    run(scenario, world, 60);
    veer_agent_get(world, veer_agent_at(world, 1), &agent);
    assert_true(agent.position.x == 0.0f);
    veer_world_destroy(world);
    veer_scenario_destroy(scenario);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(spare_room_is_there_for_the_host),
        cmocka_unit_test(settings_replace_and_create),
        cmocka_unit_test(settings_that_lead_nowhere_are_errors),
        cmocka_unit_test(model_unstated_is_the_vehicles_own),
        cmocka_unit_test(settings_of_endless_depth_are_errors),
        cmocka_unit_test(options_win_over_the_file_and_the_settings),
        cmocka_unit_test(option_model_is_of_all_agents),
        cmocka_unit_test(options_are_checked),
        cmocka_unit_test(options_over_wrong_types_leave_the_error_to_the_loader),
        cmocka_unit_test(shares_deal_out_the_scene_exactly),
        cmocka_unit_test(seed_zero_and_defaults_hold_for_an_empty_scenario),
        cmocka_unit_test(lengths_grow_with_the_scene),
        cmocka_unit_test(group_members_reach_the_world),
        cmocka_unit_test(behaviours_reach_the_world),
        cmocka_unit_test(vehicles_reach_the_world),
        cmocka_unit_test(expectations_hold_their_bounds),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
