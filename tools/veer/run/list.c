#include "plan_bench.h"
#include "run.h"

#include <stdio.h>
#include <string.h>

static bool print_scene(const char *name, VeerInputError *error)
{
    const char *text = veer_scene_text(name);
    VeerScenarioOptions options = veer_scenario_options_default();
    VeerScenario *scenario;
    if (veer_scenario_read(name, text, strlen(text), &options, &scenario, error) != VEER_OK) {
        return false;
    }
    VeerScenarioInfo info = veer_scenario_info(scenario);
    printf("  %-16s %6u %s  %s\n", name, info.agents, info.space == VEER_PLANAR ? "2-D" : "3-D",
           info.title);
    veer_scenario_destroy(scenario);
    return true;
}

static void print_names(const char *title, VeerNameFn *name)
{
    puts(title);
    for (uint32_t i = 0; name(i); i++) {
        printf("  %s\n", name(i));
    }
}

VeerExit veer_command_list(const VeerArgs *args, VeerOutputs *outputs, VeerInputError *error)
{
    (void)args;
    (void)outputs;
    printf("scenes           agents\n");
    for (uint32_t i = 0; veer_scene_name(i); i++) {
        if (!print_scene(veer_scene_name(i), error)) {
            return VEER_EXIT_USAGE;
        }
    }
    print_names("models", veer_model_name);
    print_names("planners of grids and meshes", veer_grid_bench_planner);
    print_names("planners of voxels", veer_voxel_bench_planner);
    return VEER_EXIT_DONE;
}
