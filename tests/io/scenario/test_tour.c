// Tours, warm-ups, and balls on rings.
#include "io/scenario/scenario_maker.h"
#include "io/scores/near.h"

#include "veer/metrics.h"

#include <math.h>

#define TOUR                                                                                       \
    "\"world\": {\"dt\": 0.1}, \"groups\": [{\"name\": \"g\", \"place\": {\"kind\": \"points\", "  \
    "\"points\": [[0, 0], [0, 9]]}, \"goal\": {\"kind\": \"tour\", \"points\": [[5, 0], [5, 9], "  \
    "[0, 0]]}, \"max_speed\": 1, \"radius\": 0.5, \"arrival_radius\": 0.5}]"

static VeerScenarioAgent note_of(const VeerScenario *scenario, uint32_t index)
{
    uint32_t count = 0;
    const VeerScenarioAgent *agents = veer_scenario_agents(scenario, &count);
    assert_true(index < count);
    return agents[index];
}

static void assert_goal(const VeerScenario *scenario, uint32_t index, float x, float y)
{
    VeerVec3 goal = note_of(scenario, index).goal;
    assert_near((double)goal.x, (double)x, 0.0);
    assert_near((double)goal.y, (double)y, 0.0);
}

static void tours_lead_from_point_to_point(void **state)
{
    (void)state;
    VeerScenario *scenario = read_text("{" TOUR "}");
    VeerWorld *world = start(scenario);
    assert_true(isinf(veer_scenario_info(scenario).last_event));
    // The first begins with the first point, the second with the second.
    assert_goal(scenario, 0, 5, 0);
    assert_goal(scenario, 1, 5, 9);
    run(scenario, world, 60);
    assert_goal(scenario, 0, 5, 9);
    assert_goal(scenario, 1, 0, 0);
    assert_int_equal(note_of(scenario, 0).orders, 1);
    assert_near((double)note_of(scenario, 0).start_time, 4.5, 0.11);
    assert_near((double)note_of(scenario, 0).shortest_path, 8.5, 0.1);
    run(scenario, world, 300);
    assert_true(note_of(scenario, 0).orders >= 3);
    veer_world_destroy(world);
    veer_scenario_destroy(scenario);
}

static void orders_end_a_tour_and_begin_one(void **state)
{
    (void)state;
    VeerScenario *scenario =
        read_text("{" TOUR ", \"timeline\": [{\"kind\": \"stop\", \"at\": 1, \"group\": \"g\", "
                  "\"index\": 0}, {\"kind\": \"go_to\", \"at\": 1, \"group\": \"g\", \"index\": 1, "
                  "\"goal\": {\"kind\": \"points\", \"points\": [[0, 7]]}}]}");
    VeerWorld *world = start(scenario);
    run(scenario, world, 100);
    for (uint32_t i = 0; i < 2; i++) {
        assert_int_equal(note_of(scenario, i).orders, 1);
    }
    veer_world_destroy(world);
    veer_scenario_destroy(scenario);
}

static void tours_go_by_route_where_the_group_does(void **state)
{
    (void)state;
    VeerScenarioOptions options = veer_scenario_options_default();
    static const char *const settings[] = {
        "map={\"width\": 20, \"height\": 20, \"origin\": [-5, -5], "
        "\"blocked\": [{\"lower\": [2, -5], \"upper\": [3, 4]}]}",
        "groups[0].route=true"};
    options.settings = settings;
    options.setting_count = 2;
    VeerScenario *scenario = read_with("{" TOUR "}", &options);
    VeerWorld *world = start(scenario);
    run(scenario, world, 400);
    assert_true(note_of(scenario, 0).orders >= 2);
    assert_true(note_of(scenario, 1).orders >= 2);
    veer_world_destroy(world);
    veer_scenario_destroy(scenario);
}

static void trips_are_counted_each_by_itself(void **state)
{
    (void)state;
    VeerScenario *scenario = read_text("{" TOUR "}");
    VeerWorld *world = start(scenario);
    VeerMetrics *metrics = NULL;
    assert_int_equal(veer_metrics_create(scenario, world, &metrics), VEER_OK);
    assert_true(isnan(veer_metrics_scores(metrics, world).median_trip_s));
    assert_true(isnan(veer_metrics_scores(metrics, world).hits_per_trip));
    for (int i = 0; i < 65; i++) {
        run(scenario, world, 1);
        assert_int_equal(veer_metrics_observe(metrics, scenario, world), VEER_OK);
    }
    VeerScores scores = veer_metrics_scores(metrics, world);
    // Both go 5 m to within 0.5 m at 1 m/s.
    assert_int_equal(scores.trips, 2);
    assert_near(scores.median_trip_s, 4.5, 0.25);
    assert_near(scores.hits_per_trip, 0.0, 0.0);
    veer_metrics_destroy(metrics);
    veer_world_destroy(world);
    veer_scenario_destroy(scenario);
}

#define ROCKS                                                                                      \
    "\"obstacles\": [{\"kind\": \"ring\", \"count\": 5, \"distance\": 20, \"centre\": [3, 4], "    \
    "\"radius\": {\"min\": 1, \"max\": 2}, \"speed\": 2, \"gap\": 1, "                             \
    "\"tether\": {\"stiffness\": 0.1, \"speed\": 1, \"drive\": 1}}, "                              \
    "{\"kind\": \"ball\", \"radius\": 1, \"orbit\": {\"centre\": [0, 0], \"semi_major\": 90, "     \
    "\"semi_minor\": 80, \"rate\": 0.5, \"phase\": 1}}, "                                          \
    "{\"kind\": \"ball\", \"radius\": 1, \"position\": [50, 50]}, "                                \
    "{\"kind\": \"chain\", \"points\": [[60, 60], [70, 70]]}]"

static VeerObstacleState rock(const VeerWorld *world, uint32_t slot)
{
    VeerObstacleState state;
    assert_int_equal(veer_obstacle_get(world, veer_obstacle_at(world, slot), &state), VEER_OK);
    return state;
}

static void balls_lie_on_their_ring(void **state)
{
    (void)state;
    static const char *const spaces[] = {"planar", "spatial"};
    for (int i = 0; i < 2; i++) {
        char text[400];
        snprintf(text, sizeof text,
                 "{\"world\": {\"space\": \"%s\"}, \"obstacles\": [{\"kind\": \"ring\", \"count\": "
                 "9, \"distance\": 20, \"centre\": [3, 4, 0], \"radius\": 2, \"gap\": 0.5}]}",
                 spaces[i]);
        VeerScenario *scenario = read_text(text);
        VeerWorld *world = start(scenario);
        float height = 0.0f;
        for (uint32_t slot = 0; slot < 9; slot++) {
            VeerVec3 at = rock(world, slot).position;
            float x = at.x - 3.0f, y = at.y - 4.0f;
            assert_near((double)sqrtf(x * x + y * y + at.z * at.z), 20.0, 1e-4);
            height = fmaxf(height, fabsf(at.z));
        }
        assert_true(i == 0 ? height == 0.0f : height > 1.0f);
        veer_world_destroy(world);
        veer_scenario_destroy(scenario);
    }
}

/// The places of all balls after so many ticks of a scenario with such a warm-up.
static void places_after(const char *world_keys, uint32_t ticks, VeerVec3 places[7])
{
    char text[1200];
    snprintf(text, sizeof text, "{\"world\": {\"dt\": 0.1%s}, " ROCKS "}", world_keys);
    VeerScenario *scenario = read_text(text);
    for (int again = 0; again < 2; again++) {
        VeerWorld *world = start(scenario);
        assert_true(veer_world_time(world) == 0.0);
        run(scenario, world, ticks);
        for (uint32_t slot = 0; slot < 7; slot++) {
            places[slot] = rock(world, slot).position;
        }
        veer_world_destroy(world);
    }
    veer_scenario_destroy(scenario);
}

static void a_warm_up_is_as_so_many_ticks_before(void **state)
{
    (void)state;
    VeerVec3 cold[7], warm[7];
    places_after("", 80, cold);
    places_after(", \"warm_up\": 5", 30, warm);
    for (uint32_t slot = 0; slot < 7; slot++) {
        // What rounding took from places, and from phases of orbits, is not told by the defs that
        // the balls come by after the warm-up.
        double tolerance = slot == 5 ? 1e-4 : 1e-6;
        assert_near((double)warm[slot].x, (double)cold[slot].x, tolerance);
        assert_near((double)warm[slot].y, (double)cold[slot].y, tolerance);
    }
}

static void a_warm_up_says_what_the_world_refuses(void **state)
{
    (void)state;
    VeerScenario *scenario = read_text(
        "{\"world\": {\"warm_up\": 1}, \"obstacles\": [{\"kind\": \"ball\", \"radius\": 1, "
        "\"orbit\": {\"centre\": [0, 0], \"semi_major\": 2, \"semi_minor\": 1, "
        "\"rate\": 1, \"inclination\": 0.5}}]}");
    VeerWorld *world = NULL;
    VeerInputError error = {{0}};
    VeerStatus status = veer_scenario_start(scenario, NULL, NULL, &world, &error);
    assert_int_equal(status, VEER_BAD_VALUE);
    assert_null(world);
    assert_non_null(strstr(error.text, "obstacles[0]"));
    veer_scenario_destroy(scenario);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(tours_lead_from_point_to_point),
        cmocka_unit_test(orders_end_a_tour_and_begin_one),
        cmocka_unit_test(tours_go_by_route_where_the_group_does),
        cmocka_unit_test(trips_are_counted_each_by_itself),
        cmocka_unit_test(balls_lie_on_their_ring),
        cmocka_unit_test(a_warm_up_is_as_so_many_ticks_before),
        cmocka_unit_test(a_warm_up_says_what_the_world_refuses),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
