/// The colours of agents.
#ifndef VEER_TOOLS_PALETTE_H
#define VEER_TOOLS_PALETTE_H

#include "colour.h"
#include "trial/trial.h"

/// By group where there are several, else by where they started: round the
/// middle of all starts, or along a line of them.
typedef struct VeerPalette {
    bool is_by_group;
    VeerBounds starts;
    uint32_t count;
} VeerPalette;

VeerPalette veer_palette_make(const VeerSession *session);

/// The colour of an agent, by its number in veer_scenario_agents.
VeerColour veer_palette_colour(const VeerPalette *palette, const VeerSession *session,
                               uint32_t agent);

#endif
