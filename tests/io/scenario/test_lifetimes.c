// Times to live in scenario files, and room for a host's messages.
#include "io/scenario/scenario_maker.h"

#include <math.h>

#define BODIES                                                                                     \
    "\"obstacles\": [{\"kind\": \"ball\", \"position\": [0, 0], \"velocity\": [1, 0], "            \
    "\"radius\": 0.5, \"time_to_live\": 2}, {\"kind\": \"chain\", \"points\": [[0, 9], [9, 9]], "  \
    "\"time_to_live\": \"infinite\"}, {\"kind\": \"ring\", \"count\": 3, \"distance\": 30, "       \
    "\"radius\": 0.5, \"time_to_live\": 0.5}],"                                                    \
    "\"groups\": [{\"count\": 2, \"place\": {\"kind\": \"line\", \"from\": [50, 0], \"step\": "    \
    "[3, 0]}, "                                                                                    \
    "\"time_to_live\": 1}, {\"place\": {\"kind\": \"points\", \"points\": [[80, 0]]}}],"           \
    "\"timeline\": [{\"at\": 1.5, \"kind\": \"spawn\", \"group\": {\"time_to_live\": 1, "          \
    "\"place\": {\"kind\": \"points\", \"points\": [[90, 0]]}}}]"

static uint32_t obstacle_count(const VeerWorld *world)
{
    uint32_t count = 0;
    for (uint32_t slot = 0; slot < veer_obstacle_slot_count(world); slot++) {
        count += veer_obstacle_at(world, slot).generation > 0;
    }
    return count;
}

/// Who is there after so many ticks of 1/60 s, from the first on.
static void expect_lives(const char *text)
{
    static const struct {
        uint32_t ticks, agents, obstacles;
    } times[] = {{0, 3, 5},  {29, 3, 5},  {30, 3, 2},  {59, 3, 2},  {60, 1, 2},  {90, 1, 2},
                 {91, 2, 2}, {119, 2, 2}, {120, 2, 1}, {149, 2, 1}, {150, 1, 1}, {300, 1, 1}};
    VeerScenario *scenario = read_text(text);
    for (int again = 0; again < 2; again++) {
        VeerWorld *world = start(scenario);
        uint32_t ticks = 0;
        for (size_t i = 0; i < sizeof times / sizeof *times; i++) {
            run(scenario, world, times[i].ticks - ticks);
            ticks = times[i].ticks;
            assert_int_equal(veer_agent_count(world), times[i].agents);
            assert_int_equal(obstacle_count(world), times[i].obstacles);
        }
        veer_world_destroy(world);
    }
    veer_scenario_destroy(scenario);
}

static void groups_and_obstacles_live_as_long_as_the_file_says(void **state)
{
    (void)state;
    expect_lives("{" BODIES "}");
}

static void lives_begin_with_the_world_and_not_with_its_warm_up(void **state)
{
    (void)state;
    expect_lives("{\"world\": {\"warm_up\": 5}, " BODIES "}");
    VeerScenario *scenario = read_text("{\"world\": {\"warm_up\": 5}, " BODIES "}");
    VeerWorld *world = start(scenario);
    VeerObstacleState ball;
    assert_int_equal(veer_obstacle_get(world, veer_obstacle_at(world, 0), &ball), VEER_OK);
    assert_float_equal(ball.position.x, 5.0f, 1e-3);
    assert_true(ball.time_to_live == 2.0f);
    veer_world_destroy(world);
    veer_scenario_destroy(scenario);
}

/// A recording keeps the scenario as text.
static void what_is_written_reads_back_to_the_same_lives(void **state)
{
    (void)state;
    VeerScenario *scenario = read_text("{" BODIES "}");
    VeerScenario *again = read_text(veer_scenario_text(scenario));
    assert_true(hash_after(scenario, 100) == hash_after(again, 100));
    veer_scenario_destroy(scenario);
    veer_scenario_destroy(again);
}

static void files_without_lives_make_worlds_without(void **state)
{
    (void)state;
    VeerScenario *scenario = read_text("{\"groups\": [{\"time_to_live\": \"infinite\", \"place\": "
                                       "{\"kind\": \"points\", \"points\": [[0, 0]]}}]}");
    VeerWorld *world = start(scenario);
    assert_false(veer_world_def(world).has_lifetimes);
    assert_int_equal(veer_world_def(world).max_messages, 0);
    veer_world_destroy(world);
    veer_scenario_destroy(scenario);
}

static void hosts_ask_for_room_for_messages(void **state)
{
    (void)state;
    static const char *const settings[] = {"world.messages=3"};
    VeerScenarioOptions options = veer_scenario_options_default();
    options.settings = settings;
    options.setting_count = 1;
    VeerScenario *scenario = read_with("{" BODIES "}", &options);
    VeerWorld *world = start(scenario);
    VeerMessage message = {1, 2};
    for (int i = 0; i < 4; i++) {
        VeerStatus status =
            veer_agent_post(world, veer_agent_at(world, 0), (VeerAgentId){0, 0}, message, 0.5f);
        assert_int_equal(status, i < 3 ? VEER_OK : VEER_FULL);
    }
    assert_int_equal(veer_world_message_count(world), 3);
    veer_world_destroy(world);
    veer_scenario_destroy(scenario);
}

static void what_is_no_time_is_named(void **state)
{
    (void)state;
    assert_error_with("{\"groups\": [{\"time_to_live\": -1, \"place\": {\"kind\": \"points\", "
                      "\"points\": [[0, 0]]}}]}",
                      NULL, "f.json: groups[0].time_to_live: must be >= 0, is -1");
    assert_error_with("{\"world\": {\"messages\": 1000001}}", NULL,
                      "f.json: world.messages: must be <= 1000000, is 1000001");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(groups_and_obstacles_live_as_long_as_the_file_says),
        cmocka_unit_test(lives_begin_with_the_world_and_not_with_its_warm_up),
        cmocka_unit_test(what_is_written_reads_back_to_the_same_lives),
        cmocka_unit_test(files_without_lives_make_worlds_without),
        cmocka_unit_test(hosts_ask_for_room_for_messages),
        cmocka_unit_test(what_is_no_time_is_named),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
