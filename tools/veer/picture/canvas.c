#include "canvas.h"

#include "base/base.h"

#include <cairo-svg.h>

VeerCanvas veer_canvas_begin(VeerPictureKind kind, const char *path, double width, double height)
{
    VeerCanvas canvas = {.kind = kind, .path = path};
    canvas.surface = kind == VEER_PICTURE_SVG
                         ? cairo_svg_surface_create(path, width, height)
                         : cairo_image_surface_create(CAIRO_FORMAT_RGB24, (int)width, (int)height);
    canvas.cairo = cairo_create(canvas.surface);
    return canvas;
}

bool veer_canvas_end(VeerCanvas *canvas, VeerInputError *error)
{
    cairo_status_t status = cairo_status(canvas->cairo);
    cairo_destroy(canvas->cairo);
    if (status == CAIRO_STATUS_SUCCESS && canvas->kind == VEER_PICTURE_PNG) {
        status = cairo_surface_write_to_png(canvas->surface, canvas->path);
    }
    cairo_surface_finish(canvas->surface);
    if (status == CAIRO_STATUS_SUCCESS) {
        status = cairo_surface_status(canvas->surface);
    }
    cairo_surface_destroy(canvas->surface);
    return status == CAIRO_STATUS_SUCCESS ||
           veer_folder_fail(error, canvas->path, cairo_status_to_string(status));
}
