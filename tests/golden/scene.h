/// Scenes as the table has them.
#ifndef VEER_TEST_GOLDEN_SCENE_H
#define VEER_TEST_GOLDEN_SCENE_H

#include "veer/scenario.h"

#include <string.h>

enum { VEER_GOLDEN_SCENE_AGENTS = 200 };

/// Reads a scene. Big ones are cut down to VEER_GOLDEN_SCENE_AGENTS: it is bits that count here,
/// not crowds.
///
/// @param out  untouched unless VEER_OK
static inline VeerStatus veer_golden_scene(const char *name, VeerScenario **out,
                                           VeerInputError *error)
{
    VeerScenarioOptions options = veer_scenario_options_default();
    const char *text = veer_scene_text(name);
    VeerScenario *scenario = NULL;
    VeerStatus status = veer_scenario_read(name, text, strlen(text), &options, &scenario, error);
    if (status == VEER_OK && veer_scenario_info(scenario).agents > VEER_GOLDEN_SCENE_AGENTS) {
        veer_scenario_destroy(scenario);
        options.agents = VEER_GOLDEN_SCENE_AGENTS;
        status = veer_scenario_read(name, text, strlen(text), &options, &scenario, error);
    }
    if (status == VEER_OK) {
        *out = scenario;
    }
    return status;
}

#endif
