/// Any bytes as a scenario: refused in one line, or read, written, read back and run.
#include "veer/scenario.h"

#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void require(bool claim)
{
    if (!claim) {
        abort();
    }
}

/// Crowds are for the benchmarks: a fuzzer wants many small worlds.
static bool is_small(const VeerScenario *scenario)
{
    return veer_scenario_info(scenario).agents <= 200;
}

static void run(VeerScenario *scenario)
{
    VeerWorld *world = NULL;
    VeerInputError error = {{0}};
    if (veer_scenario_start(scenario, NULL, NULL, &world, &error) != VEER_OK) {
        require(error.text[0] && !strchr(error.text, '\n'));
        return;
    }
    for (int i = 0; i < 3; i++) {
        require(veer_scenario_update(scenario, world) == VEER_OK);
        require(veer_world_step(world, veer_scenario_info(scenario).dt) == VEER_OK);
    }
    veer_world_destroy(world);
}

static void read_back(const VeerScenario *scenario)
{
    VeerScenario *again = NULL;
    VeerInputError error = {{0}};
    const char *text = veer_scenario_text(scenario);
    require(veer_scenario_read("again", text, strlen(text), NULL, &again, &error) == VEER_OK);
    require(strcmp(veer_scenario_text(again), text) == 0);
    veer_scenario_destroy(again);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    VeerScenario *scenario = NULL;
    VeerInputError error = {{0}};
    VeerStatus status =
        veer_scenario_read("fuzz", (const char *)data, size, NULL, &scenario, &error);
    if (status != VEER_OK) {
        require(error.text[0] && !strchr(error.text, '\n'));
        return 0;
    }
    if (is_small(scenario)) {
        read_back(scenario);
        run(scenario);
    }
    veer_scenario_destroy(scenario);
    return 0;
}
