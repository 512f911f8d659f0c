#include "commands.h"

#include "base/models.h"
#include "plan_kind.h"

#include <stdio.h>
#include <string.h>

static bool print_scene(const char *name)
{
    const char *text = veer_scene_text(name);
    VeerScenarioOptions options = veer_scenario_options_default();
    VeerScenario *scenario;
    VeerInputError error;
    if (veer_scenario_read(name, text, strlen(text), &options, &scenario, &error) != VEER_OK) {
        fprintf(stderr, "veer: %s\n", error.text);
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

int veer_command_list(void)
{
    printf("scenes           agents\n");
    for (uint32_t i = 0; veer_scene_name(i); i++) {
        if (!print_scene(veer_scene_name(i))) {
            return VEER_EXIT_USAGE;
        }
    }
    print_names("models", veer_model_name);
    print_names("planners of grids and meshes", veer_flat_planner_name);
    print_names("planners of voxels", veer_solid_planner_name);
    return VEER_EXIT_DONE;
}
