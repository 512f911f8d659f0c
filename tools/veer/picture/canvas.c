#include "canvas.h"

#include "base/base.h"

#include <cairo-svg.h>
#include <stdlib.h>

// Bytes. Fontconfig, which crashes without memory, took 2 MB to find a font among 22.
#define FONT_ROOM ((size_t)64 << 20)

bool veer_canvas_has_font_room(void)
{
    void *volatile room = malloc(FONT_ROOM); // else compilers take it for granted
    bool has_room = room;
    free(room);
    return has_room;
}

/// A cairo_write_func_t.
static cairo_status_t write_bytes(void *user, const unsigned char *bytes, unsigned int count)
{
    FILE *stream = veer_file_stream(user);
    return stream && fwrite(bytes, 1, count, stream) == count ? CAIRO_STATUS_SUCCESS
                                                              : CAIRO_STATUS_WRITE_ERROR;
}

VeerCanvas veer_canvas_begin(VeerPictureKind kind, VeerFile *file, double width, double height)
{
    VeerCanvas canvas = {.kind = kind, .file = file};
    canvas.surface = kind == VEER_PICTURE_SVG
                         ? cairo_svg_surface_create_for_stream(write_bytes, file, width, height)
                         : cairo_image_surface_create(CAIRO_FORMAT_RGB24, (int)width, (int)height);
    canvas.has_room = veer_canvas_has_font_room();
    // Without a surface, nothing is drawn.
    canvas.cairo = cairo_create(canvas.has_room ? canvas.surface : NULL);
    return canvas;
}

bool veer_canvas_end(VeerCanvas *canvas, VeerInputError *error)
{
    cairo_status_t status = canvas->has_room ? cairo_status(canvas->cairo) : CAIRO_STATUS_NO_MEMORY;
    cairo_destroy(canvas->cairo);
    if (status == CAIRO_STATUS_SUCCESS && canvas->kind == VEER_PICTURE_PNG) {
        status = cairo_surface_write_to_png_stream(canvas->surface, write_bytes, canvas->file);
    }
    cairo_surface_finish(canvas->surface);
    if (status == CAIRO_STATUS_SUCCESS) {
        status = cairo_surface_status(canvas->surface);
    }
    cairo_surface_destroy(canvas->surface);
    return veer_file_complete(canvas->file, error) == VEER_OK &&
           (status == CAIRO_STATUS_SUCCESS ||
            veer_error_unwritten(error, veer_file_path(canvas->file),
                                 cairo_status_to_string(status)));
}
