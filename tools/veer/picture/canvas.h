/// Files that are drawn to.
#ifndef VEER_TOOLS_CANVAS_H
#define VEER_TOOLS_CANVAS_H

#include "veer/file.h"

#include <cairo.h>

typedef enum VeerPictureKind { VEER_PICTURE_SVG, VEER_PICTURE_PNG } VeerPictureKind;

/// A file being drawn.
typedef struct VeerCanvas {
    VeerPictureKind kind;
    VeerFile *file;
    cairo_surface_t *surface;
    cairo_t *cairo;
    bool has_room; ///< for fonts
} VeerCanvas;

/// Whether there is memory to look for fonts, which is not survived without.
bool veer_canvas_has_font_room(void);

/// Begins a picture of this size, pixels. Errors show at its end.
VeerCanvas veer_canvas_begin(VeerPictureKind kind, VeerFile *file, double width, double height);

/// Completes the file. @return false: `error` says why
bool veer_canvas_end(VeerCanvas *canvas, VeerInputError *error);

#endif
