#include "panels.h"

#include "picture/picture.h"

#include <math.h>

#define SHEET 1800u // pixels, as wide as all panels of a row
#define LEAST_SHEET_PANELS 2u

/// Where the panels go.
typedef struct Sheet {
    uint32_t columns, rows;
    double width, height; ///< pixels of a panel
} Sheet;

static uint32_t column_count(uint32_t count)
{
    return count <= 3 ? count : count == 4 ? 2 : count <= 9 ? 3 : 4;
}

static Sheet plan(VeerPicture *pictures, uint32_t count)
{
    Sheet sheet = {.columns = column_count(count)};
    sheet.rows = (count + sheet.columns - 1) / sheet.columns;
    uint32_t share = sheet.columns > LEAST_SHEET_PANELS ? sheet.columns : LEAST_SHEET_PANELS;
    for (uint32_t i = 0; i < count; i++) {
        pictures[i].options.width = SHEET / share;
        // Bodies that have gone far can make one panel taller than the others.
        VeerScreen screen = veer_screen_make(pictures[i].session, pictures[i].options.width);
        sheet.width = fmax(sheet.width, screen.width);
        sheet.height = fmax(sheet.height, screen.height);
    }
    return sheet;
}

/// Draws a panel within its own bounds: what it paints must not reach the others.
static void draw_panel(const VeerPicture *picture, double x, double y, cairo_t *cairo)
{
    VeerScreen screen = veer_screen_make(picture->session, picture->options.width);
    cairo_save(cairo);
    cairo_translate(cairo, x, y);
    cairo_rectangle(cairo, 0.0, 0.0, screen.width, screen.height);
    cairo_clip(cairo);
    veer_picture_draw(picture, &screen, cairo);
    cairo_restore(cairo);
}

bool veer_panels_write(VeerPicture *pictures, uint32_t count, VeerPictureKind kind, VeerFile *file,
                       VeerInputError *error)
{
    Sheet sheet = plan(pictures, count);
    VeerCanvas canvas =
        veer_canvas_begin(kind, file, sheet.width * sheet.columns, sheet.height * sheet.rows);
    cairo_set_source_rgb(canvas.cairo, veer_colour_background.red, veer_colour_background.green,
                         veer_colour_background.blue);
    cairo_paint(canvas.cairo);
    for (uint32_t i = 0; i < count; i++) {
        uint32_t row = i / sheet.columns;
        draw_panel(&pictures[i], sheet.width * (i % sheet.columns), sheet.height * row,
                   canvas.cairo);
    }
    return veer_canvas_end(&canvas, error);
}
