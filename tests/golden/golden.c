// Prints the name and the hash of every golden world and of every scene's first seconds.
// usage: golden WORKERS [TICKS]    TICKS: of each scene its name, the agents that it was cut down
// to (0: it
//                                  was not) and the hash after so many, for other hosts of the
//                                  library
#include "golden/golden.h"
#include "golden/scene.h"

#include "veer/scenario.h"
#include "veer/threads.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { SCENE_TICKS = 150 }; // of each scene

static void die(const char *what, const char *why)
{
    fprintf(stderr, "golden: %s: %s\n", what, why);
    exit(1);
}

static void run_world(const VeerGoldenWorld *golden, const VeerTasks *tasks)
{
    printf("%s %016" PRIx64 "\n", golden->name, veer_golden_run(golden, tasks));
}

static VeerScenario *read_scene(const char *name)
{
    VeerScenario *scenario = NULL;
    VeerInputError error = {""};
    if (veer_golden_scene(name, &scenario, &error) != VEER_OK) {
        die(name, error.text);
    }
    return scenario;
}

static VeerWorld *start_scene(VeerScenario *scenario, const VeerTasks *tasks)
{
    VeerWorld *world = NULL;
    VeerInputError error = {""};
    if (veer_scenario_start(scenario, NULL, tasks, &world, &error) != VEER_OK) {
        die(veer_scenario_info(scenario).name, error.text);
    }
    return world;
}

static void run_scene(const char *name, const VeerTasks *tasks)
{
    VeerScenario *scenario = read_scene(name);
    VeerWorld *world = start_scene(scenario, tasks);
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

static void run_long(const char *name, uint32_t ticks, const VeerTasks *tasks)
{
    VeerScenario *scenario = read_scene(name), *whole = NULL;
    VeerScenarioOptions options = veer_scenario_options_default();
    VeerInputError error = {""};
    const char *text = veer_scene_text(name);
    if (veer_scenario_read(name, text, strlen(text), &options, &whole, &error) != VEER_OK) {
        die(name, error.text);
    }
    bool is_cut = veer_scenario_info(whole).agents != veer_scenario_info(scenario).agents;
    VeerWorld *world = start_scene(scenario, tasks);
    float dt = veer_scenario_info(scenario).dt;
    for (uint32_t tick = 0; tick < ticks; ++tick) {
        veer_scenario_update(scenario, world);
        veer_world_step(world, dt);
    }
    printf("%s %d %016" PRIx64 "\n", name, is_cut ? VEER_GOLDEN_SCENE_AGENTS : 0,
           veer_world_hash(world));
    veer_world_destroy(world);
    veer_scenario_destroy(scenario);
    veer_scenario_destroy(whole);
}

int main(int count, char **arguments)
{
    VeerThreads *threads = NULL;
    uint32_t workers = count > 1 ? (uint32_t)strtoul(arguments[1], NULL, 10) : 1;
    if (veer_threads_create(workers, &threads) != VEER_OK) {
        die("threads", "cannot be started");
    }
    VeerTasks tasks = veer_threads_tasks(threads);
    uint32_t ticks = count > 2 ? (uint32_t)strtoul(arguments[2], NULL, 10) : 0;
    for (int i = 0; ticks == 0 && i < veer_golden_world_count; ++i) {
        run_world(&veer_golden_worlds[i], &tasks);
    }
    for (uint32_t i = 0; veer_scene_name(i) != NULL; ++i) {
        if (ticks > 0) {
            run_long(veer_scene_name(i), ticks, &tasks);
        } else {
            run_scene(veer_scene_name(i), &tasks);
        }
    }
    veer_threads_destroy(threads);
    return 0;
}
