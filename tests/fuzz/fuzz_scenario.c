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

/// Crowds and long warm-ups are for the benchmarks: a fuzzer wants many small worlds. Numbers
/// beyond the loader's limits are refused at once, and so are welcome.
static bool may_be_crowd(const char *text)
{
    double most = strstr(text, "warm_up") ? 100.0 : 20000.0;
    for (const char *at = text; *at;) {
        char *end = NULL;
        double number = *at >= '0' && *at <= '9' ? strtod(at, &end) : 0.0;
        if (number >= most && number <= 4000000.0) {
            return true;
        }
        at = end ? end : at + 1;
    }
    return false;
}

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

static void read_input(const char *text, size_t size)
{
    VeerScenario *scenario = NULL;
    VeerInputError error = {{0}};
    if (veer_scenario_read("fuzz", text, size, NULL, &scenario, &error) != VEER_OK) {
        require(error.text[0] && !strchr(error.text, '\n'));
        return;
    }
    if (is_small(scenario)) {
        read_back(scenario);
        run(scenario);
    }
    veer_scenario_destroy(scenario);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    char *text = malloc(size + 1);
    require(text);
    memcpy(text, data, size);
    text[size] = '\0';
    if (!may_be_crowd(text)) {
        read_input(text, size);
    }
    free(text);
    return 0;
}
