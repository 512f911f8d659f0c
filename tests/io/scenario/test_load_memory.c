/// Allocation N of the loader fails, for N = 1, 2, …: a status comes back, and nothing leaks.
#include "io/scenario/scenario_maker.h"

#include <jansson.h>
#include <stdlib.h>

void *__real_calloc(size_t count, size_t size);
void *__real_realloc(void *memory, size_t size);
void *__wrap_calloc(size_t count, size_t size);
void *__wrap_realloc(void *memory, size_t size);

/// How many allocations still succeed; negative: all.
static long left = -1;

static bool is_failing(void)
{
    if (left < 0) {
        return false;
    }
    if (left > 0) {
        left--;
        return false;
    }
    return true;
}

void *__wrap_calloc(size_t count, size_t size)
{
    return is_failing() ? NULL : __real_calloc(count, size);
}

void *__wrap_realloc(void *memory, size_t size)
{
    return is_failing() ? NULL : __real_realloc(memory, size);
}

/// jansson takes some of its failed allocations for wrong syntax, so that they are tested apart.
static bool is_json_failing = false;

static void *allocate_json(size_t size)
{
    return is_json_failing && is_failing() ? NULL : malloc(size);
}

/// A text that uses every generator, so that every array is asked for.
static const char text[] =
    "{\"agents\": 400, \"world\": {\"warm_up\": 1}, \"obstacles\": [{\"kind\": \"chain\", "
    "\"points\": [[-90, 90], [90, 90]]},"
    "{\"kind\": \"box\", \"lower\": [70, 70], \"upper\": [80, 80]},"
    "{\"kind\": \"field\", \"lower\": [-60, -60], \"upper\": [60, 60], \"count\": 300, \"radius\": "
    "0.5, \"clear\": [{\"centre\": [0, 0], \"radius\": 30}]}],"
    "\"defaults\": {\"avoidance\": {\"model\": \"crowd\"}}, \"models\": {\"crowd\": "
    "{\"max_speed\": 2}},"
    "\"map\": {\"graph\": {\"nodes\": [[0, 0], [9, 0]], \"cells\": [[], [[8, -1], [10, -1], [9, "
    "1]]], \"edges\": [[0, 1]]}},"
    "\"squads\": [{\"name\": \"s\", \"orders\": [{\"kind\": \"hold\"}]}], "
    "\"groups\": [{\"name\": \"g\", \"squad\": \"s\", \"behaviour_list\": {\"preset\": \"flock\"}, "
    "\"share\": 1, "
    "\"radius\": 0.3, \"place\": {\"kind\": \"disc\", "
    "\"radius\": 50}, \"goal\": {\"kind\": \"disc\", \"radius\": 50}}],"
    "\"timeline\": [{\"kind\": \"stop\", \"at\": 1, \"group\": \"g\"}, {\"kind\": \"spawn\", "
    "\"at\": 2, "
    "\"group\": {\"place\": {\"kind\": \"points\", \"points\": [[0, 0]]}}}],"
    "\"expect\": {\"arrived\": {\"at_least\": 1}}}";

static VeerStatus read_failing(long after, VeerScenario **scenario, VeerInputError *error)
{
    static const char *const settings[] = {"groups[0].motion.max_braking=3", "title=Short"};
    VeerScenarioOptions options = veer_scenario_options_default();
    options.settings = settings;
    options.setting_count = 2;
    options.has_model = true;
    options.has_seed = true;
    options.seed = UINT64_MAX;
    left = after;
    VeerStatus status = veer_scenario_read("f.json", text, strlen(text), &options, scenario, error);
    left = -1;
    return status;
}

static void reading_survives_every_failed_allocation(void **state)
{
    (void)state;
    VeerStatus status = VEER_OUT_OF_MEMORY;
    VeerScenario *scenario = NULL;
    long count = 0;
    for (; status != VEER_OK && count < 10000; count++) {
        VeerInputError error = {{0}};
        status = read_failing(count, &scenario, &error);
        if (status != VEER_OK) {
            assert_int_equal(status, VEER_OUT_OF_MEMORY);
            assert_string_equal(error.text, "f.json: out of memory");
            assert_null(scenario);
        }
    }
    assert_int_equal(status, VEER_OK);
    assert_true(count > 10);
    veer_scenario_destroy(scenario);
}

static void parsing_survives_every_failed_allocation(void **state)
{
    (void)state;
    VeerStatus status = VEER_OUT_OF_MEMORY;
    VeerScenario *scenario = NULL;
    is_json_failing = true;
    for (long count = 0; status != VEER_OK && count < 10000; count++) {
        VeerInputError error = {{0}};
        status = read_failing(count, &scenario, &error);
        assert_true(status == VEER_OK || (!scenario && error.text[0]));
    }
    is_json_failing = false;
    assert_int_equal(status, VEER_OK);
    veer_scenario_destroy(scenario);
}

static void files_survive_every_failed_allocation(void **state)
{
    (void)state;
    VeerStatus status = VEER_OUT_OF_MEMORY;
    VeerScenario *scenario = NULL;
    for (long count = 0; status != VEER_OK && count < 10000; count++) {
        VeerInputError error = {{0}};
        left = count;
        status =
            veer_scenario_read_file(VEER_SOURCE_DIR "/scenarios/e1.json", NULL, &scenario, &error);
        left = -1;
        assert_true(status == VEER_OK || status == VEER_OUT_OF_MEMORY);
    }
    assert_int_equal(status, VEER_OK);
    veer_scenario_destroy(scenario);
}

/// Reads a text that is right, each time with one more allocation that succeeds.
static void read_failing_each(const char *given)
{
    VeerStatus status = VEER_OUT_OF_MEMORY;
    VeerScenario *scenario = NULL;
    for (long count = 0; status != VEER_OK && count < 10000; count++) {
        VeerInputError error = {{0}};
        left = count;
        status = veer_scenario_read("f.json", given, strlen(given), NULL, &scenario, &error);
        left = -1;
        assert_true(status == VEER_OK || (!scenario && error.text[0]));
    }
    assert_int_equal(status, VEER_OK);
    veer_scenario_destroy(scenario);
}

static void voxel_maps_survive_every_failed_allocation(void **state)
{
    (void)state;
    static const char voxels[] = "{\"world\": {\"space\": \"spatial\"}, \"map\": {\"file\": "
                                 "\"test_scenario_memory.3dmap\", \"cell_size\": 2}}";
    FILE *file = fopen("test_scenario_memory.3dmap", "wb");
    assert_non_null(file);
    assert_true(fputs("voxel 40 4 4\n", file) >= 0);
    for (int x = 0; x < 40; x += 2) {
        assert_true(fprintf(file, "%d 1 2\n", x) > 0);
    }
    assert_int_equal(fclose(file), 0);
    read_failing_each(voxels);
    remove("test_scenario_memory.3dmap");
}

static void costs_and_links_survive_every_failed_allocation(void **state)
{
    (void)state;
    static const char tiles[] =
        "{\"width\": 3, \"height\": 2, \"orientation\": \"orthogonal\", \"til"
        "ewidth\": 8, \"tileheight\": 8, \"layers\": [{\"type\": \"tilelayer\""
        ", \"name\": \"ground\", \"width\": 3, \"height\": 2, \"data\": [0, 1"
        ", 0, 0, 0, 0]}], \"tilesets\": [{\"firstgid\": 1, \"tilecount\": 1, "
        "\"tiles\": [{\"id\": 0, \"properties\": [{\"name\": \"cost\", \"type"
        "\": \"int\", \"value\": 4}]}]}]}";
    FILE *file = fopen("test_scenario_memory.tmj", "wb");
    assert_non_null(file);
    assert_true(fputs(tiles, file) >= 0);
    assert_int_equal(fclose(file), 0);
    read_failing_each("{\"map\": {\"file\": \"test_scenario_memory.tmj\"}}");
    remove("test_scenario_memory.tmj");
    read_failing_each("{\"map\": {\"rows\": [\"..\"], \"cost_rows\": [\"0102\"], \"costs\": "
                      "[{\"lower\": [0, 0], \"upper\": [1, 1], \"cost\": 3}], \"links\": "
                      "[{\"from\": [0, 0], \"to\": [1, 0]}]}}");
}

int main(void)
{
    json_set_alloc_funcs(allocate_json, free);
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(reading_survives_every_failed_allocation),
        cmocka_unit_test(parsing_survives_every_failed_allocation),
        cmocka_unit_test(files_survive_every_failed_allocation),
        cmocka_unit_test(voxel_maps_survive_every_failed_allocation),
        cmocka_unit_test(costs_and_links_survive_every_failed_allocation),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
