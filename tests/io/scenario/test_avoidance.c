// Models and their constants in scenario files; agents that leave; ghosts.
#include "io/scenario/scenario_maker.h"

#include "io/scenario/base/base.h"

static const VeerAgentDef *def_of(VeerScenario *scenario, uint32_t group)
{
    return &scenario->groups[group].spec.def;
}

static void avoidance_takes_the_models_own_constants(void **state)
{
    (void)state;
    const char *const names[] = {"magnets", "potential", "whiskers", "rays"};
    for (int i = 0; i < 4; i++) {
        char text[200];
        snprintf(text, sizeof text,
                 "{\"groups\": [{\"place\": {\"kind\": \"points\", \"points\": [[0, 0]]},"
                 " \"avoidance\": {\"model\": \"%s\"}}]}",
                 names[i]);
        VeerScenario *scenario = read_text(text);
        const VeerAgentDef *def = def_of(scenario, 0);
        VeerAvoidParams source = veer_avoid_params_for(def->model);
        assert_string_equal(veer_avoid_model_name(def->model), names[i]);
        assert_true(def->avoid.sense_range == source.sense_range);
        assert_true(def->avoid.max_neighbours == source.max_neighbours);
        assert_memory_equal(&def->avoid.rays, &source.rays, sizeof source.rays);
        veer_scenario_destroy(scenario);
    }
}

static void avoidance_states_some_and_keeps_the_rest(void **state)
{
    (void)state;
    VeerScenario *scenario = read_text(
        "{\"defaults\": {\"avoidance\": {\"model\": \"potential\", \"potential\": {\"push\": 7}}},"
        " \"groups\": [{\"place\": {\"kind\": \"points\", \"points\": [[0, 0]]},"
        "  \"avoidance\": {\"sense_range\": 33, \"time_horizon\": 2, \"time_horizon_obstacles\": "
        "3, \"max_neighbours\":"
        "  5, \"potential\": {\"goal_pull\": 4}, \"whiskers\": {\"probe_step\": 1}}},"
        " {\"place\": {\"kind\": \"points\", \"points\": [[9, 0]]},"
        "  \"avoidance\": {\"model\": \"custom\", \"custom\": {\"callback\": 6}}}]}");
    const VeerAgentDef *def = def_of(scenario, 0);
    assert_true(def->avoid.potential.push == 7.0f && def->avoid.potential.goal_pull == 4.0f);
    assert_true(def->avoid.potential.push_exponent == 1.5f && def->avoid.sense_range == 33.0f);
    assert_true(def->avoid.time_horizon == 2.0f && def->avoid.time_horizon_obstacles == 3.0f);
    assert_int_equal(def->avoid.max_neighbours, 5);
    assert_int_equal(def_of(scenario, 1)->avoid.custom.callback, 6);
    veer_world_destroy(start(scenario));
    veer_scenario_destroy(scenario);
}

static void avoidance_refuses_what_is_out_of_range(void **state)
{
    (void)state;
    assert_error_with("{\"groups\": [{\"place\": {\"kind\": \"points\", \"points\": [[0, 0]]},"
                      " \"avoidance\": {\"magnets\": {\"exponent\": 9}}}]}",
                      NULL, "f.json: groups[0].avoidance.magnets.exponent: must be <= 8, is 9");
}

static void agents_that_leave_are_gone_once_they_arrive(void **state)
{
    (void)state;
    VeerScenario *scenario = read_text(
        "{\"groups\": [{\"leaves\": true, \"place\": {\"kind\": \"points\", \"points\": [[0, 0],"
        " [50, 50]]}, \"goal\": {\"kind\": \"points\", \"points\": [[2, 0], [90, 90]]}},"
        " {\"place\": {\"kind\": \"points\", \"points\": [[0, 9]]},"
        " \"goal\": {\"kind\": \"points\", \"points\": [[2, 9]]}}]}");
    VeerWorld *world = start(scenario);
    run(scenario, world, 240);
    assert_int_equal(veer_agent_count(world), 2); // the far one, and the one that stays
    uint32_t count;
    const VeerScenarioAgent *agents = veer_scenario_agents(scenario, &count);
    assert_int_equal(count, 3);
    assert_true(agents[0].has_left && !agents[1].has_left && !agents[2].has_left);
    veer_world_destroy(world);
    veer_scenario_destroy(scenario);
}

static void ghosts_are_read(void **state)
{
    (void)state;
    VeerScenario *scenario =
        read_text("{\"obstacles\": [{\"kind\": \"ball\", \"position\": [0, 0], \"radius\": 1,"
                  " \"ghost\": true}, {\"kind\": \"field\", \"count\": 3, \"lower\": [10, 10],"
                  " \"upper\": [20, 20], \"radius\": 1, \"ghost\": true}]}");
    VeerWorld *world = start(scenario);
    for (uint32_t i = 0; i < 4; i++) {
        VeerObstacleState ball;
        assert_int_equal(veer_obstacle_get(world, veer_obstacle_at(world, i), &ball), VEER_OK);
        assert_true(ball.is_ghost);
    }
    veer_world_destroy(world);
    veer_scenario_destroy(scenario);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(avoidance_takes_the_models_own_constants),
        cmocka_unit_test(avoidance_states_some_and_keeps_the_rest),
        cmocka_unit_test(avoidance_refuses_what_is_out_of_range),
        cmocka_unit_test(agents_that_leave_are_gone_once_they_arrive),
        cmocka_unit_test(ghosts_are_read),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
