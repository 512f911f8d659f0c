/// Files that are drawn to.
#ifndef VEER_TOOLS_CANVAS_H
#define VEER_TOOLS_CANVAS_H

#include "ink.h"
#include "veer/file.h"

typedef enum VeerPictureKind { VEER_PICTURE_SVG, VEER_PICTURE_PNG } VeerPictureKind;

/// The texts of an SVG: cairo writes their outlines only.
typedef struct VeerSvgTexts {
    FILE *stream; ///< their elements, in memory
    char *bytes;  ///< bytes[size], once it is closed
    size_t size;
} VeerSvgTexts;

/// A file being drawn.
typedef struct VeerCanvas {
    VeerPictureKind kind;
    VeerFile *file;
    VeerSvgTexts *texts; ///< NULL: it is no SVG, or there is no memory
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

/// Puts a text over all else of an SVG, to be read, searched and edited as text.
/// @return false: what is drawn to is no SVG
bool veer_canvas_add_text(cairo_t *cairo, const VeerText *style, const char *text);

#endif
