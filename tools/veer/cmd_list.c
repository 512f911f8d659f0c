#include "commands.h"

#include "veer/scenario.h"

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

int veer_command_list(void)
{
    printf("scenes           agents\n");
    for (uint32_t i = 0; veer_scene_name(i); i++) {
        if (!print_scene(veer_scene_name(i))) {
            return VEER_EXIT_USAGE;
        }
    }
    printf("models\n");
    for (int i = 0; i < VEER_AVOID_MODEL_COUNT; i++) {
        printf("  %s\n", veer_avoid_model_name((VeerAvoidModel)i));
    }
    return VEER_EXIT_DONE;
}
