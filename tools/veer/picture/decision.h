/// What one agent sees and why it decides, drawn over the picture.
#ifndef VEER_TOOLS_DECISION_H
#define VEER_TOOLS_DECISION_H

#include "picture.h"

/// Draws the trace of the agent picture->traced; nothing where that is nobody.
void veer_decision_draw(const VeerPicture *picture, const VeerScreen *screen, cairo_t *cairo);

#endif
