#include "io/scenario/scenario_maker.h"

#define TWO                                                                                        \
    "\"world\": {\"dt\": 0.1}, \"groups\": [{\"name\": \"g\", \"place\": {\"kind\": \"points\", "  \
    "\"points\": [[0, 0], [0, 10]]}, \"goal\": {\"kind\": \"offset\", \"by\": [50, 0]}, "          \
    "\"arrival_radius\": 0.5}], "                                                                  \
    "\"obstacles\": [{\"kind\": \"ball\", \"name\": \"door\", \"position\": [0, -50], "            \
    "\"radius\": 1}, "                                                                             \
    "{\"kind\": \"ball\", \"name\": \"rock\", \"position\": [0, 90], \"radius\": 1, "              \
    "\"velocity\": [1, 0]}]"

static VeerScenario *scenario_with(const char *timeline)
{
    char text[1400];
    snprintf(text, sizeof text, "{" TWO ", \"timeline\": [%s]}", timeline);
    return read_text(text);
}

static VeerAgentState agent_in(const VeerWorld *world, uint32_t slot)
{
    VeerAgentState agent = {0};
    assert_int_equal(veer_agent_get(world, veer_agent_at(world, slot), &agent), VEER_OK);
    return agent;
}

static void timeline_spawns_a_group(void **state)
{
    (void)state;
    VeerScenario *scenario = scenario_with(
        "{\"kind\": \"spawn\", \"at\": 1, \"group\": {\"name\": \"late\", \"count\": 3, \"place\": "
        "{\"kind\": \"disc\", \"centre\": [30, 30], \"radius\": 4}, \"goal\": {\"kind\": "
        "\"mirrored\"}}}");
    VeerWorld *world = start(scenario);
    uint32_t count = 0;
    assert_int_equal(veer_scenario_info(scenario).agents, 2);
    run(scenario, world, 10);
    assert_int_equal(veer_agent_count(world), 2);
    run(scenario, world, 1);
    assert_int_equal(veer_agent_count(world), 5);
    const VeerScenarioAgent *agents = veer_scenario_agents(scenario, &count);
    assert_int_equal(count, 5);
    assert_float_equal(agents[4].start_time, 1.0f, 1e-3f);
    assert_true(agents[4].goal.x == -agents[4].start.x);
    veer_world_destroy(world);
    veer_scenario_destroy(scenario);
}

static void timeline_sends_and_stops(void **state)
{
    (void)state;
    VeerScenario *scenario =
        scenario_with("{\"kind\": \"stop\", \"at\": 2, \"group\": \"g\", \"index\": 0},"
                      "{\"kind\": \"go_to\", \"at\": 1, \"group\": \"g\", \"index\": 1, \"goal\": "
                      "{\"kind\": \"offset\", \"by\": [-5, 0]}}");
    VeerWorld *world = start(scenario);
    uint32_t count = 0;
    run(scenario, world, 11);
    assert_true(agent_in(world, 0).velocity.x > 1.0f);
    assert_true(agent_in(world, 1).velocity.x < -1.0f);
    run(scenario, world, 60);
    // It had gone 1 s at 1.4 m/s when it was sent back from there.
    assert_float_equal(agent_in(world, 1).position.x, 1.4f - 5.0f, 0.6f);
    assert_int_equal(agent_in(world, 0).status, VEER_AGENT_IDLE);
    assert_true(agent_in(world, 0).velocity.x == 0.0f);
    const VeerScenarioAgent *agents = veer_scenario_agents(scenario, &count);
    assert_false(agents[0].has_point_goal);
    assert_false(agents[1].has_point_goal);
    veer_world_destroy(world);
    veer_scenario_destroy(scenario);
}

static void timeline_sends_a_group_to_places(void **state)
{
    (void)state;
    VeerScenario *scenario = scenario_with(
        "{\"kind\": \"go_to\", \"at\": 0, \"group\": \"g\", \"goal\": {\"kind\": \"points\", "
        "\"points\": [[0, -3], [0, 13]]}}");
    VeerWorld *world = start(scenario);
    run(scenario, world, 60);
    assert_float_equal(agent_in(world, 0).position.y, -3.0f, 0.3f);
    assert_float_equal(agent_in(world, 1).position.y, 13.0f, 0.3f);
    veer_world_destroy(world);
    veer_scenario_destroy(scenario);
}

static void timeline_removes_agents_and_obstacles_once(void **state)
{
    (void)state;
    VeerScenario *scenario =
        scenario_with("{\"kind\": \"remove\", \"at\": 0.5, \"group\": \"g\", \"index\": 1},"
                      "{\"kind\": \"remove\", \"at\": 0.6, \"group\": \"g\"},"
                      "{\"kind\": \"remove\", \"at\": 0.7, \"obstacle\": \"door\"},"
                      "{\"kind\": \"stop\", \"at\": 0.8, \"group\": \"g\"},"
                      "{\"kind\": \"go_to\", \"at\": 0.8, \"group\": \"g\", \"goal\": {\"kind\": "
                      "\"none\"}},"
                      "{\"kind\": \"move\", \"at\": 0.8, \"obstacle\": \"door\", \"to\": [0, 0]}");
    VeerWorld *world = start(scenario);
    VeerObstacleId door = veer_obstacle_at(world, 0);
    run(scenario, world, 6);
    assert_int_equal(veer_agent_count(world), 1);
    run(scenario, world, 6);
    assert_int_equal(veer_agent_count(world), 0);
    assert_false(veer_obstacle_is_alive(world, door));
    veer_world_destroy(world);
    veer_scenario_destroy(scenario);
}

static void timeline_moves_obstacles(void **state)
{
    (void)state;
    VeerScenario *scenario = scenario_with(
        "{\"kind\": \"move\", \"at\": 0.5, \"obstacle\": \"door\", \"to\": [7, -40]},"
        "{\"kind\": \"set_velocity\", \"at\": 0.5, \"obstacle\": \"rock\", \"velocity\": [0, 2]}");
    VeerWorld *world = start(scenario);
    VeerObstacleState obstacle;
    run(scenario, world, 15);
    veer_obstacle_get(world, veer_obstacle_at(world, 0), &obstacle);
    assert_true(obstacle.position.x == 7.0f && obstacle.position.y == -40.0f);
    veer_obstacle_get(world, veer_obstacle_at(world, 1), &obstacle);
    assert_float_equal(obstacle.position.x, 0.5f, 1e-3f);
    assert_float_equal(obstacle.position.y, 92.0f, 1e-3f);
    veer_world_destroy(world);
    veer_scenario_destroy(scenario);
}

/// Agents that follow, wish a velocity, or have no goal.
static void goals_of_every_kind_are_set(void **state)
{
    static const char text[] =
        "{\"obstacles\": [{\"kind\": \"ball\", \"name\": \"rock\", \"position\": [0, 40], "
        "\"radius\": 2, \"velocity\": [1, 0]}],"
        "\"groups\": [{\"place\": {\"kind\": \"points\", \"points\": [[0, 0]]}, \"goal\": "
        "{\"kind\": "
        "\"agent\", \"group\": \"hero\"}, \"arrival_factor\": 1.5},"
        "{\"name\": \"hero\", \"place\": {\"kind\": \"points\", \"points\": [[20, 0]]}, \"goal\": "
        "{\"kind\": \"velocity\", \"velocity\": [0, 1]}},"
        "{\"place\": {\"kind\": \"points\", \"points\": [[0, 20]]}, \"goal\": {\"kind\": "
        "\"obstacle\", \"obstacle\": \"rock\"}, \"arrival_factor\": 2},"
        "{\"place\": {\"kind\": \"points\", \"points\": [[-20, 0]]}, \"goal\": {\"kind\": "
        "\"none\"}},"
        "{\"place\": {\"kind\": \"points\", \"points\": [[-20, 9]]}}]}";
    (void)state;
    VeerScenario *scenario = read_text(text);
    VeerWorld *world = start(scenario);
    run(scenario, world, 30);
    assert_true(agent_in(world, 0).velocity.x > 0.5f);
    assert_true(agent_in(world, 1).velocity.y > 0.9f);
    assert_true(agent_in(world, 2).velocity.y > 0.5f);
    assert_true(agent_in(world, 3).velocity.x == 0.0f);
    assert_int_equal(agent_in(world, 4).status, VEER_AGENT_IDLE);
    run(scenario, world, 3000);
    assert_int_equal(agent_in(world, 2).status, VEER_AGENT_ARRIVED);
    veer_world_destroy(world);
    veer_scenario_destroy(scenario);
}

static void *refuse_memory(void *user, size_t size)
{
    (void)user, (void)size;
    return NULL;
}

static void release_nothing(void *user, void *memory, size_t size)
{
    (void)user, (void)memory, (void)size;
}

/// A world without memory names how much was asked for, and the key that most of it is for.
static void start_names_what_asks_for_memory(void **state)
{
    (void)state;
    const char *const crowd = "{\"groups\": [{\"count\": 9000, \"place\": {\"kind\": \"box\","
                              " \"lower\": [0, 0], \"upper\": [9000, 9000]}}]}";
    const char *const texts[] = {crowd, "{\"map\": {\"width\": 900, \"height\": 900}}",
                                 "{\"world\": {\"messages\": 90000}}"};
    const char *const ends[] = {"most of it for \"groups\"", "most of it for \"map\"",
                                "most of it for \"messages\""};
    for (int i = 0; i < 3; i++) {
        VeerScenario *scenario = read_text(texts[i]);
        VeerAllocator allocator = {refuse_memory, release_nothing, NULL};
        VeerWorld *world = NULL;
        VeerInputError error = {{0}};
        assert_int_equal(veer_scenario_start(scenario, &allocator, NULL, &world, &error),
                         VEER_OUT_OF_MEMORY);
        assert_int_equal(strncmp(error.text, "test.json: no memory: asks for ", 31), 0);
        assert_non_null(strstr(error.text, ends[i]));
        veer_scenario_destroy(scenario);
    }
}

/// The world has the last word: what it refuses is named by its place.
static void start_names_what_the_world_refuses(void **state)
{
    (void)state;
    VeerScenario *scenario = read_text(
        "{\"obstacles\": [{\"kind\": \"ball\", \"radius\": 1, \"orbit\": {\"centre\": [0, 0], "
        "\"semi_major\": 2, \"semi_minor\": 1, \"rate\": 1, \"inclination\": 0.5}}]}");
    VeerWorld *world = NULL;
    VeerInputError error = {{0}};
    assert_int_equal(veer_scenario_start(scenario, NULL, NULL, &world, &error), VEER_BAD_VALUE);
    assert_string_equal(error.text,
                        "test.json: obstacles[0]: refused by the world: def.orbit.inclination: "
                        "must be 0 in a planar world, is 0.5 (VEER_BAD_VALUE)");
    assert_null(world);
    veer_scenario_destroy(scenario);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(timeline_spawns_a_group),
        cmocka_unit_test(timeline_sends_and_stops),
        cmocka_unit_test(timeline_sends_a_group_to_places),
        cmocka_unit_test(timeline_removes_agents_and_obstacles_once),
        cmocka_unit_test(timeline_moves_obstacles),
        cmocka_unit_test(goals_of_every_kind_are_set),
        cmocka_unit_test(start_names_what_the_world_refuses),
        cmocka_unit_test(start_names_what_asks_for_memory),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
