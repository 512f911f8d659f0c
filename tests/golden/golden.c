// Prints the name and the hash of every golden world and of every scene's first seconds.
// usage: golden WORKERS
#include "golden/golden.h"

#include "veer/scenario.h"
#include "veer/threads.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { SCENE_TICKS = 150, SCENE_AGENTS = 200 }; // of each scene

static void die(const char *what, const char *why)
{
    fprintf(stderr, "golden: %s: %s\n", what, why);
    exit(1);
}

static void run_world(const VeerGoldenWorld *golden, const VeerTasks *tasks)
{
    printf("%s %016" PRIx64 "\n", golden->name, veer_golden_run(golden, tasks));
}

// Big scenes are cut down: it is bits that count here, not crowds.
static VeerScenario *read_scene(const char *name, bool is_cut)
{
    VeerScenario *scenario = NULL;
    VeerInputError error = {""};
    VeerScenarioOptions options = veer_scenario_options_default();
    options.agents = is_cut ? SCENE_AGENTS : 0;
    const char *text = veer_scene_text(name);
    VeerStatus status = veer_scenario_read(name, text, strlen(text), &options, &scenario, &error);
    if (status != VEER_OK) {
        die(name, error.text);
    }
    if (veer_scenario_info(scenario).agents > SCENE_AGENTS && !is_cut) {
        veer_scenario_destroy(scenario);
        return read_scene(name, true);
    }
    return scenario;
}

static void run_scene(const char *name, const VeerTasks *tasks)
{
    VeerScenario *scenario = read_scene(name, false);
    VeerWorld *world = NULL;
    VeerInputError error = {""};
    if (veer_scenario_start(scenario, NULL, tasks, &world, &error) != VEER_OK) {
        die(name, error.text);
    }
    float dt = veer_scenario_info(scenario).dt;
    uint64_t hash = veer_golden_fold(0, world);
    for (int tick = 1; tick <= SCENE_TICKS; ++tick) {
        veer_scenario_update(scenario, world);
        veer_world_step(world, dt);
        hash = tick % VEER_GOLDEN_TICKS_A_SAMPLE == 0 ? veer_golden_fold(hash, world) : hash;
    }
    printf("scene:%s %016" PRIx64 "\n", name, hash);
    veer_world_destroy(world);
    veer_scenario_destroy(scenario);
}

int main(int count, char **arguments)
{
    VeerThreads *threads = NULL;
    uint32_t workers = count > 1 ? (uint32_t)strtoul(arguments[1], NULL, 10) : 1;
    if (veer_threads_create(workers, &threads) != VEER_OK) {
        die("threads", "cannot be started");
    }
    VeerTasks tasks = veer_threads_tasks(threads);
    for (int i = 0; i < veer_golden_world_count; ++i) {
        run_world(&veer_golden_worlds[i], &tasks);
    }
    for (uint32_t i = 0; veer_scene_name(i) != NULL; ++i) {
        run_scene(veer_scene_name(i), &tasks);
    }
    veer_threads_destroy(threads);
    return 0;
}
