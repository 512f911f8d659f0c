// Where groups and obstacles are placed: lines, grids, rings, discs, orbits.
#include "io/scenario/place/place_maker.h"

#define SCENE(world, place, more)                                                                  \
    "{\"world\": {" world "}, \"groups\": [{\"place\": {" place "}, " more "}]}"

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
        cmocka_unit_test(orbits_in_space_are_tilted),
        cmocka_unit_test(place_beside_needs_a_ball_away_from_the_centre),
        cmocka_unit_test(heading_is_an_angle_a_vector_or_the_goal),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
