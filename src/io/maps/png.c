/// Pictures as maps. Read as they are stored: levels are costs, not light, so neither gamma nor
/// profiles change them.
#include "veer/mapfile.h"

#include "io/base/input.h"

#include <png.h>
#include <setjmp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    WHITE = 255,
    HALF = 128,
    SAMPLES = 2,            // of a pixel: level and opacity
    MAX_SQUEEZED = 1032 * 8 /* pixels of one bit that a byte holds */
};

// Of red and of green in what is grey, in 1/100000 (ITU-R BT.709); blue is the rest.
enum { RED = 21260, GREEN = 71520 };

/// A picture under reading.
typedef struct PngPicture {
    const char *name;
    const png_byte *at, *end; ///< what is left of the file
    const VeerInputLimits *limits;
    VeerInputError *error;
    VeerStatus status;
    png_structp png;
    png_infop info;
    png_byte *pixels; ///< pixels[SAMPLES * width * height], from the top
    VeerMapText map;
} PngPicture;

static bool fail(PngPicture *picture, const char *what, VeerStatus status)
{
    snprintf(picture->error->text, sizeof picture->error->text, "%.300s: %.150s", picture->name,
             what);
    picture->status = status;
    return false;
}

/// What libpng says is wrong. Does not return.
static void fail_reading(png_structp png, png_const_charp message)
{
    PngPicture *picture = png_get_error_ptr(png);
    char what[128];
    snprintf(what, sizeof what, "cannot be read as a picture (PNG): %.80s", message);
    (void)fail(picture, what, VEER_BAD_VALUE);
    png_longjmp(png, 1);
}

/// Of what can be read all the same.
static void ignore(png_structp png, png_const_charp message)
{
    (void)png;
    (void)message;
}

static void take_bytes(png_structp png, png_bytep out, size_t length)
{
    PngPicture *picture = png_get_io_ptr(png);
    if (length > (size_t)(picture->end - picture->at)) {
        png_error(png, "it ends too soon");
    }
    memcpy(out, picture->at, length);
    picture->at += length;
}

static bool begin(PngPicture *picture)
{
    picture->png = png_create_read_struct(PNG_LIBPNG_VER_STRING, picture, fail_reading, ignore);
    picture->info = picture->png ? png_create_info_struct(picture->png) : NULL;
    if (!picture->info) {
        return fail(picture, "no memory to read it", VEER_OUT_OF_MEMORY);
    }
    png_set_read_fn(picture->png, picture, take_bytes);
    return true;
}

/// Whatever the pixels are, a byte for the level and one for the opacity come out.
static void ask_for_levels(png_structp png, png_infop info)
{
    png_set_expand(png);
    png_set_scale_16(png);
    if (png_get_color_type(png, info) & PNG_COLOR_MASK_COLOR) {
        png_set_rgb_to_gray_fixed(png, PNG_ERROR_ACTION_NONE, RED, GREEN);
    }
    png_set_add_alpha(png, WHITE, PNG_FILLER_AFTER);
}

/// Reads what is not the pixels, and makes room for them.
static bool read_head(PngPicture *picture)
{
    VeerMapText *map = &picture->map;
    uint64_t most = veer_limit(picture->limits, VEER_LIMIT_CELLS);
    size_t length = (size_t)(picture->end - picture->at), count;
    png_set_user_limits(picture->png, PNG_UINT_31_MAX, PNG_UINT_31_MAX);
    // Texts and profiles, which may be packed as tightly as pixels, are not even unpacked.
    png_set_keep_unknown_chunks(picture->png, PNG_HANDLE_CHUNK_NEVER, NULL, -1);
    png_read_info(picture->png, picture->info);
    map->width = png_get_image_width(picture->png, picture->info);
    map->height = png_get_image_height(picture->png, picture->info);
    count = (size_t)map->width * map->height;
    if (map->width > VEER_MAX_GRID_CELLS || map->height > VEER_MAX_GRID_CELLS) {
        return fail(picture, "must have at most 32767 pixels to a side", VEER_BAD_VALUE);
    }
    if (count > most) {
        char what[100];
        snprintf(what, sizeof what, "must have at most %llu pixels, has %u × %u",
                 (unsigned long long)most, map->width, map->height);
        return fail(picture, what, VEER_BAD_VALUE);
    }
    // A file that is too short to hold the pixels asks for no memory.
    if (count > length * MAX_SQUEEZED) {
        return fail(picture, "is too short for its pixels", VEER_BAD_VALUE);
    }
    picture->pixels = calloc(count, SAMPLES);
    map->cells = malloc(count);
    map->costs = malloc(count);
    return (picture->pixels && map->cells && map->costs) ||
           fail(picture, "no memory for its pixels", VEER_OUT_OF_MEMORY);
}

static bool read_picture(PngPicture *picture)
{
    if (setjmp(png_jmpbuf(picture->png)) || !read_head(picture)) {
        return false;
    }
    size_t row = (size_t)SAMPLES * picture->map.width;
    ask_for_levels(picture->png, picture->info);
    int passes = png_set_interlace_handling(picture->png);
    png_read_update_info(picture->png, picture->info);
    for (int pass = 0; pass < passes; pass++) {
        for (uint32_t y = 0; y < picture->map.height; y++) {
            png_read_row(picture->png, picture->pixels + y * row, NULL);
        }
    }
    png_read_end(picture->png, NULL);
    return true;
}

/// What a grey level costs, black aside.
static uint8_t cost_of(uint8_t level)
{
    return (uint8_t)((WHITE + level / 2) / level);
}

/// Pixels of a grey level and an opacity each, from the top, to rows from the bottom.
static void convert(const png_byte *pixels, VeerMapText *map)
{
    for (uint32_t y = 0; y < map->height; y++) {
        size_t to = (size_t)(map->height - 1u - y) * map->width;
        for (uint32_t x = 0; x < map->width; x++, pixels += SAMPLES) {
            bool is_free = pixels[0] > 0 && pixels[1] >= HALF;
            map->cells[to + x] = is_free ? '.' : '@';
            map->costs[to + x] = is_free ? cost_of(pixels[0]) : 1;
        }
    }
}

VeerStatus veer_map_png_read(const char *name, const void *data, size_t length,
                             const VeerInputLimits *limits, VeerMapText *out, VeerInputError *error)
{
    const png_byte *bytes = data;
    VeerInputError own;
    if (!veer_input_is_given(name, data, length, out, &error, &own)) {
        return VEER_BAD_VALUE;
    }
    PngPicture picture = {.name = name, .at = bytes, .limits = limits, .error = error};
    if (length == 0) {
        (void)fail(&picture, "is empty, must be a picture (PNG)", VEER_BAD_VALUE);
        return VEER_BAD_VALUE;
    }
    picture.end = bytes + length;
    bool is_read = begin(&picture) && read_picture(&picture);
    png_byte *pixels = picture.pixels;
    if (is_read) {
        convert(pixels, &picture.map);
        *out = picture.map;
    } else {
        veer_map_text_free(&picture.map);
    }
    free(pixels);
    png_destroy_read_struct(&picture.png, &picture.info, NULL);
    return picture.status;
}
