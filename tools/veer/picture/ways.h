/// The ways of bodies, drawn as lines that fade towards their beginnings.
#ifndef VEER_TOOLS_WAYS_H
#define VEER_TOOLS_WAYS_H

#include "colour.h"
#include "picture.h"

/// The colours of agents: by group where there are several, else by where they started: round the
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

/// The ways of moving obstacles: faint and as wide as they.
void veer_ways_draw_obstacles(const VeerPicture *picture, const VeerScreen *screen, cairo_t *cairo);

/// The ways of agents, with their starts and, for a few, where they were when.
void veer_ways_draw_agents(const VeerPicture *picture, const VeerScreen *screen,
                           const VeerPalette *palette, cairo_t *cairo);

#endif
