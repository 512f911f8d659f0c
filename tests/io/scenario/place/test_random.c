// Places at random: apart, clear, within reach, by the seed.
#include "io/scenario/place/place_maker.h"

/// Random places of a second group keep clear of the first, of balls, walls and blocks.
static void place_random_keeps_clear_of_all(void **state)
{
    static const char text[] =
        "{\"obstacles\": [{\"kind\": \"ball\", \"position\": [0, 0], \"radius\": 3},"
        "{\"kind\": \"chain\", \"points\": [[-10, 5], [10, 5]]},"
        "{\"kind\": \"box\", \"lower\": [-9, -9], \"upper\": [-4, -4]},"
        "{\"kind\": \"polygon\", \"points\": [[5, -9], [9, -9], [5, -5]]}],"
        "\"defaults\": {\"radius\": 0.4, \"count\": 60, \"place\": {\"kind\": \"box\", \"lower\": "
        "[-9.5, -9.5], \"upper\": [9.5, 9.5]}}, \"groups\": [{}, {}]}";
    (void)state;
    VeerVec3 p[120];
    assert_int_equal(starts_of(text, p, 120), 120);
    assert_apart(p, 120, 0.8f);
    for (int i = 0; i < 120; i++) {
        assert_true(apart(p[i], (VeerVec3){0}) >= 3.4f - 1e-4f);
        assert_true(fabsf(p[i].y - 5.0f) >= 0.4f - 1e-4f);
        assert_false(p[i].x > -9.4f && p[i].x < -3.6f && p[i].y > -9.0f && p[i].y < -4.0f);
        assert_false(p[i].x > 5.0f && p[i].y > -9.0f && p[i].x + p[i].y < 0.0f);
    }
}

static void place_random_keeps_clear_of_boxes_in_space(void **state)
{
    static const char text[] =
        "{\"world\": {\"space\": \"spatial\"}, \"obstacles\": [{\"kind\": \"box\", \"lower\": [-2, "
        "-2, -2], \"upper\": [2, 2, 2]}], \"groups\": [{\"radius\": 0.5, \"count\": 100, "
        "\"place\": "
        "{\"kind\": \"disc\", \"radius\": 5}}]}";
    (void)state;
    VeerVec3 p[100];
    assert_int_equal(starts_of(text, p, 100), 100);
    for (int i = 0; i < 100; i++) {
        float most = fmaxf(fabsf(p[i].x), fmaxf(fabsf(p[i].y), fabsf(p[i].z)));
        assert_true(most >= 2.0f);
    }
}

/// The same seed gives the same places, another seed others; a group more changes nothing.
static void place_random_is_a_function_of_the_seed(void **state)
{
#define SEEDED(seed, more)                                                                         \
    "{\"world\": {\"seed\": " seed                                                                 \
    "}, \"groups\": [{\"count\": 20, \"place\": {\"kind\": \"disc\", "                             \
    "\"radius\": 50}, \"radius\": {\"min\": 0.1, \"max\": 2}}" more "]}"
    (void)state;
    VeerVec3 one[40], same[40], more[40], other[40];
    starts_of(SEEDED("1", ""), one, 40);
    starts_of(SEEDED("1", ""), same, 40);
    starts_of(SEEDED("2", ""), other, 40);
    starts_of(SEEDED("1", ", {\"count\": 20, \"place\": {\"kind\": \"disc\", \"radius\": 50}}"),
              more, 40);
    assert_memory_equal(one, same, 20 * sizeof *one);
    assert_memory_equal(one, more, 20 * sizeof *one);
    assert_memory_not_equal(one, other, 20 * sizeof *one);
    assert_memory_not_equal(more, more + 20, 20 * sizeof *one);
}

static void place_random_goals_do_not_overlap(void **state)
{
    static const char text[] =
        "{\"obstacles\": [{\"kind\": \"ball\", \"position\": [0, 0], \"radius\": 3}], \"groups\": "
        "[{\"count\": 50, \"place\": {\"kind\": \"disc\", \"radius\": 20}, \"goal\": {\"kind\": "
        "\"disc\", \"radius\": 20}}, {\"count\": 50, \"place\": {\"kind\": \"disc\", \"radius\": "
        "20}, "
        "\"goal\": {\"kind\": \"disc\", \"radius\": 20}}]}";
    (void)state;
    VeerScenario *scenario = read_text(text);
    VeerWorld *world = start(scenario);
    uint32_t count = 0;
    VeerVec3 goals[100];
    const VeerScenarioAgent *agents = veer_scenario_agents(scenario, &count);
    for (uint32_t i = 0; i < count; i++) {
        assert_true(agents[i].has_point_goal);
        goals[i] = agents[i].goal;
        assert_true(apart(goals[i], (VeerVec3){0}) >= 3.5f - 1e-4f);
        assert_float_equal(agents[i].shortest_path,
                           fmaxf(0.0f, apart(agents[i].start, goals[i]) - 0.5f), 1e-3f);
    }
    assert_apart(goals, 100, 1.0f);
    veer_world_destroy(world);
    veer_scenario_destroy(scenario);
}

static void field_keeps_gap_ranges_and_clear_discs(void **state)
{
    static const char text[] =
        "{\"world\": {\"bounds\": [[-40, -40], [40, 40]]}, \"obstacles\": [{\"kind\": \"ball\", "
        "\"position\": [0, 0], \"radius\": 4}, {\"kind\": \"field\", \"lower\": [-30, -30], "
        "\"upper\": [30, 30], \"count\": 40, \"radius\": {\"min\": 1, \"max\": 3}, \"speed\": "
        "{\"min\": 1, \"max\": 2}, \"gap\": 0.5, \"clear\": [{\"centre\": [20, 20], \"radius\": "
        "8}]}]}";
    (void)state;
    VeerScenario *scenario = read_text(text);
    VeerWorld *world = start(scenario);
    VeerObstacleState ball[41];
    assert_int_equal(veer_obstacle_slot_count(world), 41);
    for (uint32_t i = 0; i < 41; i++) {
        veer_obstacle_get(world, veer_obstacle_at(world, i), &ball[i]);
        for (uint32_t k = 0; k < i; k++) {
            assert_true(apart(ball[i].position, ball[k].position) >=
                        ball[i].radius + ball[k].radius + 0.5f - 1e-4f);
        }
    }
    for (uint32_t i = 1; i < 41; i++) {
        float speed = apart(ball[i].velocity, (VeerVec3){0});
        assert_int_equal(ball[i].motion, VEER_MOTION_FREE);
        assert_true(ball[i].radius >= 1.0f && ball[i].radius <= 3.0f);
        assert_true(speed >= 1.0f - 1e-5f && speed <= 2.0f + 1e-5f);
        assert_true(apart(ball[i].position, (VeerVec3){20, 20, 0}) >=
                    8.0f + ball[i].radius - 1e-4f);
    }
    veer_world_destroy(world);
    veer_scenario_destroy(scenario);
}

/// One giant among many small ones: it is asked apart, not by cells.
static void field_keeps_clear_of_giants(void **state)
{
    static const char text[] =
        "{\"obstacles\": [{\"kind\": \"ball\", \"position\": [0, 0], \"radius\": 900}, {\"kind\": "
        "\"field\", \"lower\": [-1000, -1000], \"upper\": [1000, 1000], \"count\": 100, "
        "\"radius\": "
        "0.1}]}";
    (void)state;
    VeerScenario *scenario = read_text(text);
    VeerWorld *world = start(scenario);
    for (uint32_t i = 1; i <= 100; i++) {
        VeerObstacleState rock;
        veer_obstacle_get(world, veer_obstacle_at(world, i), &rock);
        assert_true(apart(rock.position, (VeerVec3){0}) >= 900.1f - 1e-3f);
    }
    veer_world_destroy(world);
    veer_scenario_destroy(scenario);
}

/// Half of the balls lie within half of the way to the border. Without overlap so many had no room.
static void field_that_is_round_crowds_about_its_middle(void **state)
{
    static const char text[] =
        "{\"world\": {\"space\": \"spatial\"}, \"obstacles\": [{\"kind\": \"field\", \"lower\": "
        "[10, "
        "-5, -2], \"upper\": [30, 5, 2], \"count\": 400, \"radius\": 3, \"overlap\": true, "
        "\"round\": true}]}";
    (void)state;
    VeerScenario *scenario = read_text(text);
    VeerWorld *world = start(scenario);
    uint32_t near = 0;
    for (uint32_t i = 0; i < 400; i++) {
        VeerObstacleState rock;
        veer_obstacle_get(world, veer_obstacle_at(world, i), &rock);
        float x = (rock.position.x - 20.0f) / 10.0f, y = rock.position.y / 5.0f;
        float part = sqrtf(x * x + y * y + rock.position.z * rock.position.z / 4.0f);
        assert_true(part <= 1.0001f);
        near += part < 0.5f;
    }
    // 200 are expected, with a standard deviation of 10.
    assert_in_range(near, 160, 240);
    veer_world_destroy(world);
    veer_scenario_destroy(scenario);
}

static void place_random_goals_of_routes_can_be_reached(void **state)
{
    // Two rooms that a wall parts, and all of both to start in and to go to.
    static const char text[] =
        "{\"map\": {\"width\": 20, \"height\": 10, \"blocked\": [{\"lower\": [9, 0], \"upper\": "
        "[10, 10]}]}, \"groups\": [{\"route\": true, \"count\": 30, \"radius\": {\"min\": 0.1, "
        "\"max\": 0.3}, \"place\": {\"kind\": \"box\", \"lower\": [0, 0], \"upper\": [20, 10]}, "
        "\"goal\": {\"kind\": \"box\", \"lower\": [0, 0], \"upper\": [20, 10]}}]}";
    (void)state;
    VeerScenario *scenario = read_text(text);
    VeerWorld *world = start(scenario);
    uint32_t count = 0, right = 0;
    const VeerScenarioAgent *agents = veer_scenario_agents(scenario, &count);
    for (uint32_t i = 0; i < count; i++) {
        assert_int_equal(agents[i].start.x > 9.5f, agents[i].goal.x > 9.5f);
        right += agents[i].goal.x > 9.5f;
    }
    assert_in_range(right, 1, count - 1);
    veer_world_destroy(world);
    veer_scenario_destroy(scenario);
}

static void place_random_goals_may_lie_behind_a_door(void **state)
{
    static const char text[] =
        "{\"map\": {\"width\": 20, \"height\": 10, \"blocked\": [{\"lower\": [9, 0], \"upper\": "
        "[10, 10]}]}, \"groups\": [{\"route\": true, \"count\": 8, \"radius\": 0.3, \"place\": "
        "{\"kind\": \"box\", \"lower\": [0, 0], \"upper\": [9, 10]}, \"goal\": {\"kind\": \"box\", "
        "\"lower\": [11, 0], \"upper\": [20, 10]}}]}";
    (void)state;
    VeerVec3 starts[8];
    assert_int_equal(starts_of(text, starts, 8), 8);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(place_random_keeps_clear_of_all),
        cmocka_unit_test(place_random_keeps_clear_of_boxes_in_space),
        cmocka_unit_test(place_random_is_a_function_of_the_seed),
        cmocka_unit_test(place_random_goals_do_not_overlap),
        cmocka_unit_test(place_random_goals_of_routes_can_be_reached),
        cmocka_unit_test(place_random_goals_may_lie_behind_a_door),
        cmocka_unit_test(field_keeps_gap_ranges_and_clear_discs),
        cmocka_unit_test(field_keeps_clear_of_giants),
        cmocka_unit_test(field_that_is_round_crowds_about_its_middle),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
