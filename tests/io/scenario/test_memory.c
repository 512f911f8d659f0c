/// Every allocation of scenarios, metrics and recordings, failed one by one.
#include "io/scenario/every_kind.h"
#include "io/scenario/scenario_maker.h"
#include "io/scores/near.h"
#include "support/failing.h"

#include "veer/metrics.h"
#include "veer/recording.h"

#include <stdlib.h>

#define FILE_NAME "memory-test.sqlite"

/// Forty agents on one spot, in balls and walls of all planar shapes, and one that comes later.
static const char heap[] =
    "{\"world\": {\"dt\": 0.1}, \"obstacles\": ["
    " {\"kind\": \"ball\", \"position\": [0, 0], \"radius\": 1},"
    " {\"kind\": \"chain\", \"points\": [[-1, 0], [1, 0], [1, 1]]},"
    " {\"kind\": \"polygon\", \"points\": [[-1, -1], [1, -1], [1, 1], [-1, 1]]}],"
    " \"groups\": [{\"radius\": 0.5, \"count\": 40, \"place\": {\"kind\": \"line\","
    " \"from\": [0, 0], \"to\": [0.1, 0]}}], \"timeline\": [{\"at\": 0.2, \"kind\": \"spawn\", "
    "\"group\": {\"count\": 60,"
    " \"place\": {\"kind\": \"line\", \"from\": [-99, 9], \"to\": [99, 9]}}}]}";

/// Watches a short run, with the given call of allocation failing.
static VeerStatus watch_run(size_t failing)
{
    VeerScenario *scenario = read_text(heap);
    VeerWorld *world = start(scenario);
    VeerMetrics *metrics = NULL;
    calls_left = failing;
    VeerStatus status = veer_metrics_create(scenario, world, &metrics);
    for (int i = 0; status == VEER_OK && i < 4; i++) {
        run(scenario, world, 1);
        status = veer_metrics_observe(metrics, scenario, world);
    }
    bool has_failed = end_failing(failing);
    assert_int_equal(status, has_failed ? VEER_OUT_OF_MEMORY : VEER_OK);
    veer_metrics_destroy(metrics);
    veer_world_destroy(world);
    veer_scenario_destroy(scenario);
    return status;
}

static void metrics_survive_each_failed_allocation(void **state)
{
    (void)state;
    size_t failing = 1;
    while (watch_run(failing) == VEER_OUT_OF_MEMORY) {
        failing++;
    }
    assert_true(failing > 12);
}

/// Records a short run likewise.
static VeerStatus record_run(size_t failing)
{
    VeerScenario *scenario = read_text(heap);
    VeerWorld *world = start(scenario);
    VeerFile *file = NULL;
    VeerRecording *recording = NULL;
    VeerInputError error = {""};
    calls_left = failing;
    VeerStatus status = veer_file_create(FILE_NAME, &file, &error);
    if (status == VEER_OK) {
        status = veer_recording_create(file, 0.0f, scenario, world, &recording, &error);
    }
    for (int i = 0; status == VEER_OK && i < 4; i++) {
        run(scenario, world, 1);
        status = veer_recording_observe(recording, scenario, world, &error);
    }
    if (status == VEER_OK) {
        status = veer_recording_finish(recording, world, &error);
    } else if (recording) {
        veer_recording_discard(recording);
    }
    if (status == VEER_OK && (status = veer_file_complete(file, &error)) == VEER_OK) {
        status = veer_file_publish(&file, 1, &error);
    }
    veer_file_destroy(file);
    bool has_failed = end_failing(failing);
    assert_int_equal(status, has_failed ? VEER_OUT_OF_MEMORY : VEER_OK);
    assert_true(!has_failed || strstr(error.text, ": no memory"));
    veer_world_destroy(world);
    veer_scenario_destroy(scenario);
    return status;
}

static void recording_survives_each_failed_allocation(void **state)
{
    (void)state;
    remove(FILE_NAME); // of an earlier run that failed
    size_t failing = 1;
    while (record_run(failing) == VEER_OUT_OF_MEMORY) {
        FILE *left_behind = fopen(FILE_NAME, "rb");
        assert_null(left_behind);
        failing++;
    }
    assert_true(failing > 6);
    // Reading it back: what lacks memory says so, and leaks nothing.
    VeerStatus status = VEER_OUT_OF_MEMORY;
    for (failing = 1; status == VEER_OUT_OF_MEMORY; failing++) {
        VeerRecordedRun again = {0};
        VeerInputError error = {""};
        calls_left = failing;
        status = veer_recording_read(FILE_NAME, NULL, &again, &error);
        calls_left = 0;
        veer_recorded_run_free(&again);
    }
    assert_int_equal(status, VEER_OK);
    assert_int_equal(failing, 1 + 2 + 1); // two allocations, of the file's name and of the text
    remove(FILE_NAME);
}

/// Reads a scenario, starts it, and looks at it after two ticks, likewise.
static VeerStatus play_with(const char *text, size_t failing)
{
    VeerScenario *scenario = NULL;
    VeerWorld *world = NULL;
    VeerMetrics *metrics = NULL;
    VeerInputError error = {""};
    calls_left = failing;
    VeerStatus status = veer_scenario_read("f.json", text, strlen(text), NULL, &scenario, &error);
    status = status == VEER_OK ? veer_scenario_start(scenario, NULL, NULL, &world, &error) : status;
    bool is_said = status == VEER_OK || strstr(error.text, "emory") || strstr(error.text, "MEMORY");
    status = status == VEER_OK ? veer_metrics_create(scenario, world, &metrics) : status;
    for (int i = 0; status == VEER_OK && i < 2; i++) {
        run(scenario, world, 1);
        status = veer_metrics_observe(metrics, scenario, world);
    }
    bool has_failed = end_failing(failing);
    if (status != (has_failed ? VEER_OUT_OF_MEMORY : VEER_OK) || !is_said) {
        fail_msg("%.60s: allocation %zu: %d: %s", text, failing, (int)status, error.text);
    }
    veer_metrics_destroy(metrics);
    veer_world_destroy(world);
    veer_scenario_destroy(scenario);
    return status;
}

static void scenarios_of_every_kind_survive_each_failed_allocation(void **state)
{
    (void)state;
    for (int kind = 0; kind < EVERY_KIND; kind++) {
        size_t failing = 1;
        while (play_with(every_kind[kind], failing) == VEER_OUT_OF_MEMORY) {
            failing++;
        }
        assert_true(failing > 12);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(metrics_survive_each_failed_allocation),
        cmocka_unit_test(recording_survives_each_failed_allocation),
        cmocka_unit_test(scenarios_of_every_kind_survive_each_failed_allocation),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
