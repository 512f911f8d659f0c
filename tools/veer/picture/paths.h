/// The paths of bodies, drawn as lines that fade towards their beginnings.
#ifndef VEER_TOOLS_PATHS_H
#define VEER_TOOLS_PATHS_H

#include "palette.h"
#include "picture.h"

/// The paths of moving obstacles: faint and as wide as they.
void veer_paths_draw_obstacles(const VeerPicture *picture, const VeerScreen *screen,
                               cairo_t *cairo);

/// The paths of agents, with their starts and, for a few, where they were when.
void veer_paths_draw_agents(const VeerPicture *picture, const VeerScreen *screen,
                            const VeerPalette *palette, cairo_t *cairo);

#endif
