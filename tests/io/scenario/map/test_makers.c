// Maps that scenarios make: mazes, cities, scattered blocks, and places on them.
#include "io/scenario/scenario_maker.h"

#include "veer/route.h"

#include <math.h>
#include <stdlib.h>

/// How many cells are free, and how many parts they make.
static uint32_t count_free(const VeerGrid *map, uint32_t *parts)
{
    const VeerGridDef *def = veer_grid_def(map);
    size_t size = veer_labels_size(def->width, def->height);
    VeerLabels *labels = veer_labels_init(aligned_alloc(64, size), def->width, def->height);
    assert_int_equal(veer_labels_build(labels, map), VEER_OK);
    *parts = veer_labels_count(labels);
    free(labels);
    uint32_t count = 0;
    for (VeerCell cell = {0, 0}; cell.y < (int32_t)def->height; cell.y++) {
        for (cell.x = 0; cell.x < (int32_t)def->width; cell.x++) {
            count += !veer_grid_is_blocked(map, cell);
        }
    }
    return count;
}

static void maze_hangs_together_and_loops_open_it(void **state)
{
    (void)state;
    uint32_t parts, free[2];
    const char *texts[] = {
        "{\"map\": {\"maze\": {\"columns\": 9, \"rows\": 7, \"corridor\": 4, \"wall\": 2}}}",
        "{\"map\": {\"maze\": {\"columns\": 9, \"rows\": 7, \"corridor\": 4, \"wall\": 2, "
        "\"loops\": 1}}}",
    };
    for (int i = 0; i < 2; i++) {
        VeerScenario *scenario = read_text(texts[i]);
        VeerWorld *world = start(scenario);
        assert_int_equal(veer_grid_def(veer_world_grid(world))->width, 9 * 6 + 2);
        free[i] = count_free(veer_world_grid(world), &parts);
        assert_int_equal(parts, 1);
        veer_world_destroy(world);
        veer_scenario_destroy(scenario);
    }
    // 63 chambers of 16 cells, and 62 or all 110 walls between them of 8.
    assert_int_equal(free[0], 63 * 16 + 62 * 8);
    assert_int_equal(free[1], 63 * 16 + 110 * 8);
}

static void scattered_blocks_are_as_many_as_asked_for(void **state)
{
    (void)state;
    const char *const text[] = {
        "{\"map\": {\"width\": 25, \"height\": 14, \"scatter\": 30}}",
        "{\"map\": {\"width\": 10, \"height\": 4, \"scatter\": 99}}", // half of it at most
        "{\"map\": {\"rows\": [\"##..\", \"....\"], \"scatter\": 2}}"};
    const uint32_t expected[] = {25 * 14 - 30, 20, 4};
    for (int i = 0; i < 3; i++) {
        uint32_t parts;
        VeerScenario *scenario = read_text(text[i]);
        VeerWorld *world = start(scenario);
        assert_int_equal(count_free(veer_world_grid(world), &parts), expected[i]);
        veer_world_destroy(world);
        veer_scenario_destroy(scenario);
    }
}

static void city_hangs_together_and_is_its_seeds(void **state)
{
    (void)state;
    VeerScenarioOptions options = veer_scenario_options_default();
    uint64_t hashes[3];
    for (int i = 0; i < 3; i++) {
        options.has_seed = true;
        options.seed = (uint64_t)(i / 2);
        uint32_t parts;
        VeerScenario *scenario =
            read_with("{\"map\": {\"city\": {\"width\": 200, \"height\": 150}}}", &options);
        VeerWorld *world = start(scenario);
        uint32_t free = count_free(veer_world_grid(world), &parts);
        assert_in_range(free, 200 * 150 / 5, 200 * 150 * 4 / 5);
        assert_int_equal(parts, 1);
        hashes[i] = veer_world_hash(world);
        veer_world_destroy(world);
        veer_scenario_destroy(scenario);
    }
    assert_true(hashes[0] == hashes[1] && hashes[0] != hashes[2]);
}

static void random_places_lie_where_it_is_free(void **state)
{
    (void)state;
    VeerScenario *scenario = read_text("{\"map\": {\"maze\": {\"columns\": 8, \"rows\": 8, "
                                       "\"corridor\": 3}}, \"groups\": [{\"count\": "
                                       "80, \"radius\": 0.4, \"place\": {\"kind\": \"box\", "
                                       "\"lower\": [0, 0], \"upper\": [33, 33]}}]}");
    VeerWorld *world = start(scenario);
    uint32_t count;
    const VeerScenarioAgent *agents = veer_scenario_agents(scenario, &count);
    for (uint32_t i = 0; i < count; i++) {
        assert_true(veer_grid_gap(veer_world_grid(world), agents[i].start, 1.0f) >= 0.4f);
    }
    veer_world_destroy(world);
    veer_scenario_destroy(scenario);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(maze_hangs_together_and_loops_open_it),
        cmocka_unit_test(scattered_blocks_are_as_many_as_asked_for),
        cmocka_unit_test(city_hangs_together_and_is_its_seeds),
        cmocka_unit_test(random_places_lie_where_it_is_free),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
