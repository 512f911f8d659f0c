/// Title, scores and scale of a picture.
#ifndef VEER_TOOLS_LABELS_H
#define VEER_TOOLS_LABELS_H

#include "picture.h"

/// A grid of round lengths under the world.
void veer_labels_draw_grid(const VeerScreen *screen, cairo_t *cairo);

void veer_labels_draw_texts(const VeerPicture *picture, const VeerScreen *screen, cairo_t *cairo);

#endif
