/// Strokes and fillings by colour, for all that draws.
#ifndef VEER_TOOLS_INK_H
#define VEER_TOOLS_INK_H

#include "colour.h"
#include "screen.h"

#include <cairo.h>

void veer_ink_set(cairo_t *cairo, VeerColour colour, double alpha);

/// A disc with a rim; a shaded sphere on spatial screens. Never smaller than a dot.
void veer_ink_ball(cairo_t *cairo, const VeerScreen *screen, VeerPoint at, double radius,
                   VeerColour fill, VeerColour rim, double alpha);

/// A line with round ends.
void veer_ink_line(cairo_t *cairo, VeerPoint from, VeerPoint to, double width, VeerColour colour,
                   double alpha);

/// A circle.
void veer_ink_ring(cairo_t *cairo, VeerPoint at, double radius, double width, VeerColour colour,
                   double alpha);

/// Text from `x` on, or up to it, or round it.
typedef enum VeerAlign { VEER_ALIGN_LEFT, VEER_ALIGN_RIGHT, VEER_ALIGN_MIDDLE } VeerAlign;

typedef struct VeerText {
    double x, y, size; ///< pixels; y: of the base line
    VeerAlign align;
    bool is_bold;
    VeerColour colour;
} VeerText;

void veer_ink_text(cairo_t *cairo, VeerText style, const char *text);

#endif
