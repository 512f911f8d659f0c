#include "scenario_maker.h"

#include <math.h>

#define SCENE(world, place, more)                                                                  \
    "{\"world\": {" world "}, \"groups\": [{\"place\": {" place "}, " more "}]}"

/// Starts of the agents of a text, copied to out[capacity]. @return how many
static uint32_t starts_of(const char *text, VeerVec3 *out, uint32_t capacity)
{
    VeerScenario *scenario = read_text(text);
    VeerWorld *world = start(scenario);
    uint32_t count = 0;
    const VeerScenarioAgent *agents = veer_scenario_agents(scenario, &count);
    assert_true(count <= capacity);
    for (uint32_t i = 0; i < count; i++) {
        out[i] = agents[i].start;
    }
    veer_world_destroy(world);
    veer_scenario_destroy(scenario);
    return count;
}

static void assert_at(VeerVec3 p, float x, float y, float z)
{
    assert_float_equal(p.x, x, 1e-5f);
    assert_float_equal(p.y, y, 1e-5f);
    assert_float_equal(p.z, z, 1e-5f);
}

static void place_line_has_even_steps(void **state)
{
    (void)state;
    VeerVec3 p[5];
    uint32_t count = starts_of(
        SCENE("", "\"kind\": \"line\", \"from\": [1, 2], \"to\": [9, -2]", "\"count\": 5"), p, 5);
    assert_int_equal(count, 5);
    assert_at(p[0], 1, 2, 0);
    assert_at(p[1], 3, 1, 0);
    assert_at(p[4], 9, -2, 0);
    starts_of(SCENE("", "\"kind\": \"line\", \"from\": [1, 2], \"to\": [9, -2]", "\"count\": 1"), p,
              5);
    assert_at(p[0], 1, 2, 0);
}

static void place_grid_goes_by_columns_then_rows_then_layers(void **state)
{
    (void)state;
    VeerVec3 p[27];
    uint32_t count = starts_of(
        SCENE("\"space\": \"spatial\"",
              "\"kind\": \"grid\", \"centre\": [1, 1, 1], \"columns\": 3, \"rows\": 3, \"layers\": "
              "3, \"pitch\": [1, 2, 3]",
              "\"radius\": 0.1"),
        p, 27);
    assert_int_equal(count, 27);
    assert_at(p[0], 0, -1, -2);
    assert_at(p[1], 1, -1, -2);
    assert_at(p[3], 0, 1, -2);
    assert_at(p[26], 2, 3, 4);
}

static void place_grid_finds_its_own_sides(void **state)
{
    (void)state;
    VeerVec3 p[27];
    starts_of(SCENE("", "\"kind\": \"grid\", \"pitch\": [2, 2]", "\"count\": 6"), p, 27);
    assert_at(p[0], -2, -1, 0);
    assert_at(p[5], 2, 1, 0);
    starts_of(SCENE("", "\"kind\": \"grid\", \"rows\": 1, \"pitch\": [2, 2]", "\"count\": 3"), p,
              27);
    assert_at(p[2], 2, 0, 0);
    starts_of(
        SCENE("\"space\": \"spatial\"", "\"kind\": \"grid\", \"pitch\": [2, 2, 2]", "\"count\": 8"),
        p, 27);
    assert_at(p[0], -1, -1, -1);
    assert_at(p[7], 1, 1, 1);
}

static void place_grid_may_not_hold_too_many(void **state)
{
    (void)state;
    assert_error_with(SCENE("",
                            "\"kind\": \"grid\", \"columns\": 2000000, \"rows\": 2000000, "
                            "\"pitch\": [1, 1]",
                            "\"radius\": 0.1"),
                      NULL, "f.json: groups[0]: needs the key \"count\" or \"share\"");
}

static void place_ring_starts_at_its_phase(void **state)
{
    (void)state;
    VeerVec3 p[4];
    starts_of(SCENE("",
                    "\"kind\": \"ring\", \"radius\": 3, \"centre\": [1, 0], \"phase\": "
                    "1.5707963267948966",
                    "\"count\": 4"),
              p, 4);
    assert_at(p[0], 1, 3, 0);
    assert_at(p[1], -2, 0, 0);
}

/// Two rings: the outer one full, the rest on the next, a half place further.
static void place_ring_staggers_rings(void **state)
{
    (void)state;
    VeerVec3 p[20];
    starts_of(SCENE("", "\"kind\": \"ring\", \"radius\": 10, \"spacing\": 4",
                    "\"count\": 18, \"radius\": 0.2"),
              p, 20);
    for (int i = 0; i < 18; i++) {
        assert_float_equal(sqrtf(p[i].x * p[i].x + p[i].y * p[i].y), i < 15 ? 10.0f : 6.0f, 1e-4f);
    }
    assert_at(p[0], 10, 0, 0);
    assert_at(p[15], 3, 5.1961524f, 0);
}

static float apart(VeerVec3 a, VeerVec3 b)
{
    float x = a.x - b.x, y = a.y - b.y, z = a.z - b.z;
    return sqrtf(x * x + y * y + z * z);
}

static void assert_apart(const VeerVec3 *points, uint32_t count, float least)
{
    for (uint32_t a = 0; a < count; a++) {
        for (uint32_t b = 0; b < a; b++) {
            assert_true(apart(points[a], points[b]) >= least - 1e-4f);
        }
    }
}

static void place_disc_and_box_do_not_overlap(void **state)
{
    static const char *const texts[] = {
        SCENE("", "\"kind\": \"disc\", \"radius\": 14, \"gap\": 0.1",
              "\"count\": 200, \"radius\": 0.45"),
        SCENE("", "\"kind\": \"box\", \"lower\": [-14, -14], \"upper\": [14, 14], \"gap\": 0.1",
              "\"count\": 200, \"radius\": 0.45"),
        SCENE("\"space\": \"spatial\"", "\"kind\": \"disc\", \"radius\": 5, \"gap\": 0.1",
              "\"count\": 200, \"radius\": 0.45"),
        SCENE("\"space\": \"spatial\"",
              "\"kind\": \"box\", \"lower\": [-4, -4, -4], \"upper\": [4, 4, 4], \"gap\": 0.1",
              "\"count\": 200, \"radius\": 0.45"),
    };
    (void)state;
    for (int i = 0; i < 4; i++) {
        VeerVec3 p[200];
        assert_int_equal(starts_of(texts[i], p, 200), 200);
        assert_apart(p, 200, 1.0f);
        for (int k = 0; k < 200; k++) {
            assert_true(apart(p[k], (VeerVec3){0}) <= (i % 2 ? 20.0f : 14.0f));
        }
    }
}

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
        assert_float_equal(agents[i].shortest_way,
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

static void orbits_in_space_are_tilted(void **state)
{
    (void)state;
    VeerScenario *scenario =
        read_text("{\"world\": {\"space\": \"spatial\"}, \"obstacles\": [{\"kind\": \"orbits\", "
                  "\"count\": 6, "
                  "\"first\": 10, \"spacing\": 10, \"speed\": 1, \"radius\": 1, \"inclination\": "
                  "{\"min\": 0.4, "
                  "\"max\": 0.5}, \"phase\": 1.5707963, \"name\": \"p\"}], \"groups\": "
                  "[{\"place\": {\"kind\": "
                  "\"beside\", \"obstacle\": \"p\", \"centre\": [0, 0, 0]}}]}");
    VeerWorld *world = start(scenario);
    VeerObstacleState ball;
    for (uint32_t i = 0; i < 6; i++) {
        veer_obstacle_get(world, veer_obstacle_at(world, i), &ball);
        float a = 10.0f + 10.0f * (float)i;
        assert_true(ball.position.z >= sinf(0.4f) * a - 1e-3f);
        assert_true(ball.position.z <= sinf(0.5f) * a + 1e-3f);
    }
    VeerAgentState agent;
    veer_agent_get(world, veer_agent_at(world, 0), &agent);
    veer_obstacle_get(world, veer_obstacle_at(world, 0), &ball);
    assert_float_equal(apart(agent.position, ball.position), 1.5f * 1.5f, 1e-4f);
    assert_float_equal(apart(agent.position, (VeerVec3){0}), 10.0f + 1.5f * 1.5f, 1e-4f);
    veer_world_destroy(world);
    veer_scenario_destroy(scenario);
}

static void place_beside_needs_a_ball_away_from_the_centre(void **state)
{
    (void)state;
    assert_error_with(
        "{\"obstacles\": [{\"kind\": \"ball\", \"name\": \"o\", \"position\": [1, 1], \"radius\": "
        "1}], \"groups\": [{\"place\": {\"kind\": \"beside\", \"obstacle\": \"o\", \"centre\": [1, "
        "1]}}]}",
        NULL, "f.json: groups[0].place: the obstacle must be a ball away from the centre");
}

static void heading_is_an_angle_a_vector_or_the_goal(void **state)
{
    static const char text[] =
        "{\"defaults\": {\"goal\": {\"kind\": \"points\", \"points\": [[0, 50]]}}, \"groups\": ["
        "{\"place\": {\"kind\": \"points\", \"points\": [[0, 0]]}},"
        "{\"place\": {\"kind\": \"points\", \"points\": [[10, 0]]}, \"heading\": "
        "3.141592653589793},"
        "{\"place\": {\"kind\": \"points\", \"points\": [[20, 0]]}, \"heading\": [0, -2]},"
        "{\"place\": {\"kind\": \"points\", \"points\": [[30, 0]]}, \"heading\": \"goal\", "
        "\"goal\": "
        "{\"kind\": \"velocity\", \"velocity\": [0, -1]}}]}";
    (void)state;
    VeerScenario *scenario = read_text(text);
    VeerWorld *world = start(scenario);
    static const VeerVec3 expected[] = {{0, 1, 0}, {-1, 0, 0}, {0, -1, 0}, {0, -1, 0}};
    for (uint32_t i = 0; i < 4; i++) {
        VeerAgentState agent;
        veer_agent_get(world, veer_agent_at(world, i), &agent);
        assert_at(agent.heading, expected[i].x, expected[i].y, 0);
    }
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
        cmocka_unit_test(place_line_has_even_steps),
        cmocka_unit_test(place_grid_goes_by_columns_then_rows_then_layers),
        cmocka_unit_test(place_grid_finds_its_own_sides),
        cmocka_unit_test(place_grid_may_not_hold_too_many),
        cmocka_unit_test(place_ring_starts_at_its_phase),
        cmocka_unit_test(place_ring_staggers_rings),
        cmocka_unit_test(place_disc_and_box_do_not_overlap),
        cmocka_unit_test(place_random_keeps_clear_of_all),
        cmocka_unit_test(place_random_keeps_clear_of_boxes_in_space),
        cmocka_unit_test(place_random_is_a_function_of_the_seed),
        cmocka_unit_test(place_random_goals_do_not_overlap),
        cmocka_unit_test(place_random_goals_of_routes_can_be_reached),
        cmocka_unit_test(place_random_goals_may_lie_behind_a_door),
        cmocka_unit_test(field_keeps_gap_ranges_and_clear_discs),
        cmocka_unit_test(field_keeps_clear_of_giants),
        cmocka_unit_test(field_that_is_round_crowds_about_its_middle),
        cmocka_unit_test(orbits_in_space_are_tilted),
        cmocka_unit_test(place_beside_needs_a_ball_away_from_the_centre),
        cmocka_unit_test(heading_is_an_angle_a_vector_or_the_goal),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
