#define _POSIX_C_SOURCE 200809L // open_memstream
#include "canvas.h"

#include "base/base.h"

#include <cairo-svg.h>
#include <stdlib.h>
#include <string.h>

// Bytes. Fontconfig, which crashes without memory, took 2 MB to find a font among 22.
#define FONT_ROOM ((size_t)64 << 20)

bool veer_canvas_has_font_room(void)
{
    void *volatile room = malloc(FONT_ROOM); // else compilers take it for granted
    bool has_room = room;
    free(room);
    return has_room;
}

/// How cairo ends an SVG: what is put in goes before it.
static const char svg_end[] = "</svg>\n";
#define SVG_END (sizeof svg_end - 1)

/// Marks surfaces whose texts are kept apart.
static const cairo_user_data_key_t texts_key;

/// A cairo_write_func_t.
static cairo_status_t write_bytes(void *user, const unsigned char *bytes, unsigned int count)
{
    FILE *stream = veer_file_stream(user);
    return stream && fwrite(bytes, 1, count, stream) == count ? CAIRO_STATUS_SUCCESS
                                                              : CAIRO_STATUS_WRITE_ERROR;
}

static VeerSvgTexts *begin_texts(void)
{
    VeerSvgTexts *texts = calloc(1, sizeof *texts);
    FILE *stream = texts ? open_memstream(&texts->bytes, &texts->size) : NULL;
    if (!stream) {
        free(texts);
        return NULL;
    }
    texts->stream = stream;
    return texts;
}

/// Puts the texts before the end of the picture. @return whether all of it was written
static bool insert_texts(const VeerSvgTexts *texts, FILE *picture)
{
    char end[SVG_END];
    return picture && fseek(picture, -(long)SVG_END, SEEK_END) == 0 &&
           fread(end, 1, SVG_END, picture) == SVG_END && memcmp(end, svg_end, SVG_END) == 0 &&
           fseek(picture, -(long)SVG_END, SEEK_END) == 0 &&
           fwrite(texts->bytes, 1, texts->size, picture) == texts->size &&
           fputs(svg_end, picture) >= 0;
}

/// As insert_texts; the texts are gone.
static bool end_texts(VeerSvgTexts *texts, VeerFile *file)
{
    bool is_whole = texts && !ferror(texts->stream);
    if (texts) {
        is_whole =
            fclose(texts->stream) == 0 && is_whole && insert_texts(texts, veer_file_stream(file));
        free(texts->bytes);
        free(texts);
    }
    return is_whole;
}

VeerCanvas veer_canvas_begin(VeerPictureKind kind, VeerFile *file, double width, double height)
{
    VeerCanvas canvas = {.kind = kind, .file = file};
    if (kind == VEER_PICTURE_SVG) {
        canvas.texts = begin_texts();
        canvas.surface = cairo_svg_surface_create_for_stream(write_bytes, file, width, height);
        (void)cairo_surface_set_user_data(canvas.surface, &texts_key, canvas.texts, NULL);
    } else {
        canvas.surface = cairo_image_surface_create(CAIRO_FORMAT_RGB24, (int)width, (int)height);
    }
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
    bool is_without = canvas->kind == VEER_PICTURE_SVG && !canvas->texts;
    bool has_texts = canvas->kind == VEER_PICTURE_PNG || end_texts(canvas->texts, canvas->file);
    if (!has_texts && status == CAIRO_STATUS_SUCCESS) {
        status = is_without ? CAIRO_STATUS_NO_MEMORY : CAIRO_STATUS_WRITE_ERROR;
    }
    return veer_file_complete(canvas->file, error) == VEER_OK &&
           (status == CAIRO_STATUS_SUCCESS ||
            veer_error_unwritten(error, veer_file_path(canvas->file),
                                 cairo_status_to_string(status)));
}

static void write_letters(FILE *file, const char *text)
{
    for (; *text; text++) {
        if (*text == '&') {
            fputs("&amp;", file);
        } else if (*text == '<') {
            fputs("&lt;", file);
        } else {
            fputc(*text, file);
        }
    }
}

/// A part of one byte of a colour.
static unsigned byte_of(double part)
{
    return (unsigned)(255.0 * part + 0.5);
}

bool veer_canvas_add_text(cairo_t *cairo, const VeerText *style, const char *text)
{
    static const char *const anchors[] = {
        [VEER_ALIGN_LEFT] = "start", [VEER_ALIGN_RIGHT] = "end", [VEER_ALIGN_MIDDLE] = "middle"};
    VeerSvgTexts *texts = cairo_surface_get_user_data(cairo_get_target(cairo), &texts_key);
    if (!texts) {
        return false;
    }
    // Panels are drawn one beside the other: a text must not reach the next one.
    double left, top, right, bottom, x = style->x, y = style->y;
    cairo_clip_extents(cairo, &left, &top, &right, &bottom);
    cairo_user_to_device(cairo, &x, &y);
    cairo_user_to_device(cairo, &left, &top);
    cairo_user_to_device(cairo, &right, &bottom);
    fprintf(texts->stream,
            "<svg x=\"%.2f\" y=\"%.2f\" width=\"%.2f\" height=\"%.2f\"><text x=\"%.2f\" "
            "y=\"%.2f\" font-family=\"DejaVu Sans, sans-serif\" font-size=\"%.2f\"%s "
            "text-anchor=\"%s\" fill=\"#%02x%02x%02x\" xml:space=\"preserve\">",
            left, top, right - left, bottom - top, x - left, y - top, style->size,
            style->is_bold ? " font-weight=\"bold\"" : "", anchors[style->align],
            byte_of(style->colour.red), byte_of(style->colour.green), byte_of(style->colour.blue));
    write_letters(texts->stream, text);
    fputs("</text></svg>\n", texts->stream);
    return true;
}
