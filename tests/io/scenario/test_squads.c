// Squads in scenario files: what is read, what is refused, what is told when.
#include "io/scenario/scenario_maker.h"

#include "veer/metrics.h"

#include <math.h>

#define GROUPS                                                                                     \
    "\"groups\": [{\"name\": \"g\", \"squad\": \"s\", \"place\": {\"kind\": \"grid\", "            \
    "\"columns\": 3, \"rows\": 2, \"pitch\": [2, 2]}, \"radius\": 0.4}, "                          \
    "{\"name\": \"h\", \"place\": {\"kind\": \"points\", \"points\": [[9, 9]]}}]"
#define BALL                                                                                       \
    "\"obstacles\": [{\"kind\": \"ball\", \"name\": \"b\", \"position\": [9, 0], \"radius\": 1}]"

/// A file with one squad: its members beside the name, and what else the file has.
static const char *file_of(const char *squad, const char *more)
{
    static char text[2000];
    snprintf(text, sizeof text, "{\"squads\": [{\"name\": \"s\"%s}], " GROUPS ", " BALL "%s}",
             squad, more);
    return text;
}

static void squads_reach_the_world(void **state)
{
    (void)state;
    VeerScenario *scenario = read_text(file_of(
        ", \"formation\": {\"shape\": \"wedge\", \"spacing\": 3, \"width\": 2, \"layers\": 1, "
        "\"radius\": 1}, \"mode\": \"loose\", \"search\": \"turns\", \"separation\": 1.5, "
        "\"arrival_radius\": 0.2, \"reach\": 9, \"waiting_reach\": 12, \"step\": 0.7, "
        "\"max_drop\": 2, \"seen\": true, \"aim\": \"longest\", \"hysteresis\": 0.3, \"up\": [0, "
        "0, 1], "
        "\"orders\": [{\"kind\": \"go\", \"points\": [[5, 5], [9, 5]]}, "
        "{\"kind\": \"escort\", \"group\": \"h\"}, "
        "{\"kind\": \"surround\", \"obstacle\": \"b\", \"distance\": 3}, "
        "{\"kind\": \"hold\", \"seconds\": 4, \"heading\": [0, 1]}]",
        ""));
    VeerWorld *world = start(scenario);
    VeerSquadId squad = veer_squad_at(world, 0);
    VeerSquadDef def;
    VeerOrder orders[4];
    assert_int_equal(veer_squad_def(world, squad, &def), VEER_OK);
    assert_int_equal(def.formation.shape, VEER_FORMATION_WEDGE);
    assert_int_equal(def.search, VEER_PLACE_TURNS);
    assert_int_equal(def.mode, VEER_SQUAD_LOOSE);
    assert_int_equal(def.aim, VEER_ASSIGN_BOTTLENECK);
    assert_true(def.is_seen && def.max_drop == 2.0f && def.waiting_reach == 12.0f);
    assert_int_equal(veer_squad_members(world, squad, NULL, 0), 6);
    assert_int_equal(veer_squad_orders(world, squad, orders, 4), 4);
    assert_int_equal(orders[0].point_count, 2);
    assert_int_equal(orders[1].agent.generation, 1);
    assert_float_equal(orders[2].distance, 3.0f, 0.0f);
    assert_float_equal(orders[3].seconds, 4.0f, 0.0f);
    veer_world_destroy(world);
    veer_scenario_destroy(scenario);
}

static void offsets_of_ones_own_reach_the_world(void **state)
{
    (void)state;
    VeerScenario *scenario = read_text(
        file_of(", \"formation\": {\"shape\": \"offsets\", \"offsets\": [[1, 0], [0, 2]]}", ""));
    VeerWorld *world = start(scenario);
    VeerSquadDef def;
    assert_int_equal(veer_squad_def(world, veer_squad_at(world, 0), &def), VEER_OK);
    assert_int_equal(def.formation.offset_count, 2);
    assert_float_equal(def.formation.offsets[1].y, 2.0f, 0.0f);
    veer_world_destroy(world);
    veer_scenario_destroy(scenario);
}

static void the_timeline_tells_squads(void **state)
{
    (void)state;
    VeerScenario *scenario = read_text(file_of(
        "",
        ", \"world\": {\"dt\": 0.1}, \"timeline\": ["
        "{\"kind\": \"order\", \"at\": 1, \"squad\": \"s\", \"order\": {\"kind\": \"go\", "
        "\"points\": [[30, 0]]}}, "
        "{\"kind\": \"order\", \"at\": 1, \"squad\": \"s\", \"append\": true, \"order\": "
        "{\"kind\": \"hold\"}}, "
        "{\"kind\": \"spawn\", \"at\": 2, \"group\": {\"squad\": \"s\", \"count\": 2, \"place\": "
        "{\"kind\": \"points\", \"points\": [[0, 9], [2, 9]]}}}, "
        "{\"kind\": \"cancel\", \"at\": 3, \"squad\": \"s\"}]"));
    VeerWorld *world = start(scenario);
    VeerSquadId squad = veer_squad_at(world, 0);
    run(scenario, world, 10);
    assert_int_equal(veer_squad_orders(world, squad, NULL, 0), 0);
    run(scenario, world, 1);
    assert_int_equal(veer_squad_orders(world, squad, NULL, 0), 2);
    run(scenario, world, 10);
    assert_int_equal(veer_squad_members(world, squad, NULL, 0), 8);
    run(scenario, world, 10);
    assert_int_equal(veer_squad_orders(world, squad, NULL, 0), 0);
    veer_world_destroy(world);
    veer_scenario_destroy(scenario);
}

static void an_order_about_what_is_gone_is_none(void **state)
{
    (void)state;
    VeerScenario *scenario = read_text(file_of(
        "", ", \"world\": {\"dt\": 0.1}, \"timeline\": ["
            "{\"kind\": \"remove\", \"at\": 0.5, \"group\": \"h\"}, "
            "{\"kind\": \"order\", \"at\": 1, \"squad\": \"s\", \"order\": {\"kind\": \"follow\", "
            "\"group\": \"h\"}}]"));
    VeerWorld *world = start(scenario);
    run(scenario, world, 20);
    assert_int_equal(veer_squad_orders(world, veer_squad_at(world, 0), NULL, 0), 0);
    veer_world_destroy(world);
    veer_scenario_destroy(scenario);
}

static void errors_of_squads(void **state)
{
    (void)state;
    static const char *const cases[][2] = {
        {"{\"squads\": 3}", "f.json: squads: must be an array, is a number"},
        {"{\"squads\": [{}]}", "f.json: squads[0]: needs the key \"name\""},
        {"{\"squads\": [{\"name\": \"a\"}, {\"name\": \"a\"}]}",
         "f.json: squads[1]: another squad is named \"a\" too"},
        {"{\"squads\": [{\"name\": \"a\", \"formation\": {\"shape\": \"offsets\"}}]}",
         "f.json: squads[0]: this shape needs the key \"offsets\""},
        {"{\"squads\": [{\"name\": \"a\", \"orders\": 1}]}",
         "f.json: squads[0].orders: must be an array, is a number"},
        {"{\"squads\": [{\"name\": \"a\", \"orders\": [{\"kind\": \"go\"}]}]}",
         "f.json: squads[0].orders[0]: needs the key \"points\""},
        {"{\"squads\": [{\"name\": \"a\", \"orders\": [{\"kind\": \"escort\"}]}]}",
         "f.json: squads[0].orders[0]: needs one of the keys \"group\" and \"obstacle\""},
        {"{\"squads\": [{\"name\": \"a\", \"orders\": [{\"kind\": \"escort\", \"group\": "
         "\"x\"}]}]}",
         "f.json: squads[0].orders[0]: there is no group named \"x\""},
        {"{\"squads\": [{\"name\": \"a\", \"orders\": [{\"kind\": \"escort\", \"group\": \"x\", "
         "\"obstacle\": \"y\"}]}]}",
         "f.json: squads[0].orders[0]: must not have both \"group\" and \"obstacle\""},
        {"{\"groups\": [{\"squad\": \"x\", \"place\": {\"kind\": \"points\", \"points\": [[0, "
         "0]]}}]}",
         "f.json: groups[0]: there is no squad named \"x\""},
        {"{\"timeline\": [{\"kind\": \"cancel\", \"at\": 1, \"squad\": \"x\"}]}",
         "f.json: timeline[0]: there is no squad named \"x\""},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        assert_error_with(cases[i][0], NULL, cases[i][1]);
    }
}

/// A list of `count` equal elements in a file.
static const char *long_file(const char *before, const char *element, int count, const char *after)
{
    static char text[200000];
    int length = snprintf(text, sizeof text, "%s", before);
    for (int i = 0; i < count; i++) {
        length +=
            snprintf(text + length, sizeof text - (size_t)length, "%s%s", i ? ", " : "", element);
    }
    snprintf(text + length, sizeof text - (size_t)length, "%s", after);
    return text;
}

static void errors_of_too_many(void **state)
{
    (void)state;
    assert_error_with(long_file("{\"squads\": [", "{\"name\": \"a\"}", 4097, "]}"), NULL,
                      "f.json: squads: must have <= 4096 squads, has 4097");
    assert_error_with(long_file("{\"squads\": [{\"name\": \"a\", \"orders\": [",
                                "{\"kind\": "
                                "\"hold\"}",
                                9, "]}]}"),
                      NULL, "f.json: squads[0].orders: must have <= 8 orders, has 9");
    assert_error_with(long_file("{\"squads\": [{\"name\": \"a\", \"orders\": [{\"kind\": \"go\", "
                                "\"points\": [",
                                "[1, 1]", 17, "]}]}]}"),
                      NULL, "f.json: squads[0].orders[0]: points must be <= 16, are 17");
    assert_error_with(long_file("{\"squads\": [{\"name\": \"a\", \"formation\": {\"offsets\": [",
                                "[1, 1]", 65, "]}}]}"),
                      NULL, "f.json: squads[0]: offsets must be <= 64, are 65");
}

static VeerScores scores_of(const char *text)
{
    VeerScenario *scenario = read_text(text);
    VeerWorld *world = start(scenario);
    VeerMetrics *metrics = NULL;
    assert_int_equal(veer_metrics_create(scenario, world, &metrics), VEER_OK);
    float dt = veer_scenario_info(scenario).dt;
    while (veer_world_time(world) < (double)veer_scenario_info(scenario).duration) {
        veer_scenario_update(scenario, world);
        veer_world_step(world, dt);
        assert_int_equal(veer_metrics_observe(metrics, scenario, world), VEER_OK);
    }
    VeerScores scores = veer_metrics_scores(metrics, world);
    veer_metrics_destroy(metrics);
    veer_world_destroy(world);
    veer_scenario_destroy(scenario);
    return scores;
}

static void scores_tell_of_squads(void **state)
{
    (void)state;
    VeerScores scores = scores_of(file_of(
        ", \"formation\": {\"shape\": \"disc\", \"spacing\": 1.6}, \"orders\": [{\"kind\": \"go\", "
        "\"points\": [[0, 12]]}]",
        ", \"world\": {\"duration\": 30}"));
    assert_true(scores.slot_error < 0.2);
    assert_true(scores.drift_m < 0.05);
    // Twice as far apart as closest: 1.6 + 0.4 over 0.8 + 0.4.
    assert_true(scores.packing_ratio > 1.5 && scores.packing_ratio < 1.8);
    assert_float_equal((float)scores.without_place, 0.0f, 0.0f);
}

static void scores_without_squads_are_none(void **state)
{
    (void)state;
    VeerScores scores = scores_of("{\"world\": {\"duration\": 1}, \"groups\": [{\"place\": "
                                  "{\"kind\": \"points\", \"points\": [[0, 0]]}}]}");
    assert_true(isnan(scores.slot_error) && isnan(scores.drift_m));
    assert_true(isnan(scores.packing_ratio) && isnan(scores.without_place));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(squads_reach_the_world),
        cmocka_unit_test(offsets_of_ones_own_reach_the_world),
        cmocka_unit_test(the_timeline_tells_squads),
        cmocka_unit_test(an_order_about_what_is_gone_is_none),
        cmocka_unit_test(errors_of_squads),
        cmocka_unit_test(errors_of_too_many),
        cmocka_unit_test(scores_tell_of_squads),
        cmocka_unit_test(scores_without_squads_are_none),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
