#include "palette.h"

#include <math.h>

// Hues along a line of starts, rad: from violet over blue and green to orange.
#define LINE_FROM 5.4
#define LINE_HUES (-4.6)

static uint32_t group_of(const VeerSession *session, const VeerScenarioAgent *agent)
{
    VeerAgentState state;
    return veer_agent_get(session->world, agent->agent, &state) == VEER_OK ? state.group : 0;
}

VeerPalette veer_palette_make(const VeerSession *session)
{
    VeerPalette palette = {0};
    const VeerScenarioAgent *agents = veer_scenario_agents(session->scenario, &palette.count);
    VeerVec3 first = palette.count > 0 ? agents[0].start : (VeerVec3){0};
    VeerBounds box = {first, first};
    for (uint32_t i = 0; i < palette.count; i++) {
        VeerVec3 start = agents[i].start;
        box.lower = (VeerVec3){fminf(box.lower.x, start.x), fminf(box.lower.y, start.y), 0.0f};
        box.upper = (VeerVec3){fmaxf(box.upper.x, start.x), fmaxf(box.upper.y, start.y), 0.0f};
        palette.is_by_group =
            palette.is_by_group || group_of(session, &agents[i]) != group_of(session, &agents[0]);
    }
    palette.starts = box;
    return palette;
}

/// Hues round the middle, or from end to end of what is much longer than wide.
static VeerColour colour_of_start(VeerBounds box, VeerVec3 start)
{
    double wide = (double)box.upper.x - (double)box.lower.x;
    double tall = (double)box.upper.y - (double)box.lower.y;
    double x = (double)start.x - (double)box.lower.x, y = (double)start.y - (double)box.lower.y;
    if (tall > 2.0 * wide) {
        return veer_colour_hue(LINE_FROM + LINE_HUES * y / tall);
    }
    if (wide > 2.0 * tall) {
        return veer_colour_hue(LINE_FROM + LINE_HUES * x / wide);
    }
    return veer_colour_hue(atan2(y - 0.5 * tall, x - 0.5 * wide));
}

VeerColour veer_palette_colour(const VeerPalette *palette, const VeerSession *session,
                               uint32_t agent)
{
    uint32_t count;
    const VeerScenarioAgent *agents = veer_scenario_agents(session->scenario, &count);
    if (palette->is_by_group) {
        return veer_colour_group(group_of(session, &agents[agent]));
    }
    return count < 3 ? veer_colour_group(agent)
                     : colour_of_start(palette->starts, agents[agent].start);
}
