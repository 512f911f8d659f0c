#include "ways.h"

#include <math.h>

static uint32_t group_of(const VeerSession *session, const VeerScenarioAgent *agent)
{
    VeerAgentState state;
    return veer_agent_get(session->world, agent->agent, &state) == VEER_OK ? state.group : 0;
}

VeerPalette veer_palette_make(const VeerSession *session)
{
    VeerPalette palette = {0};
    double x = 0.0, y = 0.0;
    const VeerScenarioAgent *agents = veer_scenario_agents(session->scenario, &palette.count);
    for (uint32_t i = 0; i < palette.count; i++) {
        x += (double)agents[i].start.x / palette.count;
        y += (double)agents[i].start.y / palette.count;
        palette.is_by_group =
            palette.is_by_group || group_of(session, &agents[i]) != group_of(session, &agents[0]);
    }
    palette.centre = (VeerVec3){(float)x, (float)y, 0.0f};
    return palette;
}

VeerColour veer_palette_colour(const VeerPalette *palette, const VeerSession *session,
                               uint32_t agent)
{
    uint32_t count;
    const VeerScenarioAgent *agents = veer_scenario_agents(session->scenario, &count);
    if (palette->is_by_group) {
        return veer_colour_group(group_of(session, &agents[agent]));
    }
    if (palette->count < 3) {
        return veer_colour_group(agent);
    }
    double x = (double)agents[agent].start.x - (double)palette->centre.x;
    double y = (double)agents[agent].start.y - (double)palette->centre.y;
    return veer_colour_hue(atan2(y, x));
}
