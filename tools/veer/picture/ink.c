#include "ink.h"

#include "base/base.h"
#include "canvas.h"

#include <math.h>

#define WHOLE_TURN 6.283185307179586
#define LEAST_RADIUS 1.1 // pixels

void veer_ink_set(cairo_t *cairo, VeerColour colour, double alpha)
{
    cairo_set_source_rgba(cairo, colour.red, colour.green, colour.blue, alpha);
}

/// Fills the present path as a sphere lit from the upper left.
static void fill_sphere(cairo_t *cairo, VeerPoint at, double radius, VeerColour fill, double alpha)
{
    const VeerColour white = {1, 1, 1}, black = {0, 0, 0};
    VeerColour light = veer_colour_mix(fill, white, 0.45),
               dark = veer_colour_mix(fill, black, 0.62);
    cairo_pattern_t *shade =
        cairo_pattern_create_radial(at.x - 0.35 * radius, at.y - 0.4 * radius, 0.0,
                                    at.x - 0.1 * radius, at.y - 0.1 * radius, 1.12 * radius);
    cairo_pattern_add_color_stop_rgba(shade, 0.0, light.red, light.green, light.blue, alpha);
    cairo_pattern_add_color_stop_rgba(shade, 0.45, fill.red, fill.green, fill.blue, alpha);
    cairo_pattern_add_color_stop_rgba(shade, 1.0, dark.red, dark.green, dark.blue, alpha);
    cairo_set_source(cairo, shade);
    cairo_fill(cairo);
    cairo_pattern_destroy(shade);
}

/// The round end of a line without length: a third of the text of a circle in an SVG.
static void draw_dot(cairo_t *cairo, VeerPoint at, double radius, VeerColour fill, double alpha)
{
    cairo_move_to(cairo, at.x, at.y);
    cairo_line_to(cairo, at.x, at.y);
    cairo_set_line_cap(cairo, CAIRO_LINE_CAP_ROUND);
    cairo_set_line_width(cairo, 2.0 * radius);
    veer_ink_set(cairo, fill, alpha);
    cairo_stroke(cairo);
}

void veer_ink_ball(cairo_t *cairo, const VeerScreen *screen, VeerPoint at, double radius,
                   VeerColour fill, VeerColour rim, double alpha)
{
    double shown = fmax(radius, LEAST_RADIUS);
    cairo_new_path(cairo);
    if (shown < 3.0) {
        draw_dot(cairo, at, shown, fill, alpha);
        return;
    }
    cairo_arc(cairo, at.x, at.y, shown, 0.0, WHOLE_TURN);
    if (screen->is_spatial) {
        fill_sphere(cairo, at, shown, fill, alpha);
        return;
    }
    veer_ink_set(cairo, fill, alpha);
    cairo_fill(cairo);
    double width = fmin(1.6 * screen->unit, 0.25 * shown);
    veer_ink_ring(cairo, at, shown - 0.5 * width, width, rim, alpha);
}

void veer_ink_line(cairo_t *cairo, VeerPoint from, VeerPoint to, double width, VeerColour colour,
                   double alpha)
{
    cairo_new_path(cairo);
    cairo_move_to(cairo, from.x, from.y);
    cairo_line_to(cairo, to.x, to.y);
    cairo_set_line_cap(cairo, CAIRO_LINE_CAP_ROUND);
    cairo_set_line_width(cairo, width);
    veer_ink_set(cairo, colour, alpha);
    cairo_stroke(cairo);
}

void veer_ink_ring(cairo_t *cairo, VeerPoint at, double radius, double width, VeerColour colour,
                   double alpha)
{
    cairo_new_path(cairo);
    cairo_arc(cairo, at.x, at.y, radius, 0.0, WHOLE_TURN);
    cairo_set_line_width(cairo, width);
    veer_ink_set(cairo, colour, alpha);
    cairo_stroke(cairo);
}

void veer_ink_text(cairo_t *cairo, VeerText style, const char *given)
{
    char text[256];
    veer_text_clean(given, text, sizeof text);
    if (veer_canvas_add_text(cairo, &style, text)) {
        return;
    }
    cairo_select_font_face(cairo, "DejaVu Sans", CAIRO_FONT_SLANT_NORMAL,
                           style.is_bold ? CAIRO_FONT_WEIGHT_BOLD : CAIRO_FONT_WEIGHT_NORMAL);
    cairo_set_font_size(cairo, style.size);
    cairo_text_extents_t extents;
    cairo_text_extents(cairo, text, &extents);
    double share = style.align == VEER_ALIGN_LEFT    ? 0.0
                   : style.align == VEER_ALIGN_RIGHT ? 1.0
                                                     : 0.5;
    veer_ink_set(cairo, style.colour, 1.0);
    cairo_move_to(cairo, style.x - share * extents.x_advance, style.y);
    cairo_show_text(cairo, text);
    cairo_new_path(cairo);
}
