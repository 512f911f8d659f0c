/// Fields and crowds in pictures.
#ifndef VEER_TOOLS_FLOW_H
#define VEER_TOOLS_FLOW_H

#include "picture.h"

/// A line along the direction of a field, with its end marked.
void veer_flow_draw_direction(const VeerScreen *screen, cairo_t *cairo, VeerPoint from,
                              VeerPoint to);
/// How crowded the cells of the map are; nothing without a map, or unless the picture has fields.
void veer_flow_draw_crowd(const VeerPicture *picture, const VeerScreen *screen, cairo_t *cairo);

#endif
