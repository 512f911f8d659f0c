/// Pictures as maps.
#include "veer/mapfile.h"

#include <png.h>
#include <stdio.h>
#include <stdlib.h>

enum {
    WHITE = 255,
    HALF = 128,
    MOST_SQUEEZED = 1032 * 8 /* pixels of one bit that a byte holds */
};

/// What libpng says is wrong.
static VeerStatus fail_reading(VeerInputError *error, const char *name, const png_image *image)
{
    snprintf(error->text, sizeof error->text, "%.300s: cannot be read as a picture (PNG): %.100s",
             name, image->message);
    return VEER_BAD_VALUE;
}

static VeerStatus fail(VeerInputError *error, const char *name, const char *what, VeerStatus status)
{
    snprintf(error->text, sizeof error->text, "%.300s: %.150s", name, what);
    return status;
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
        for (uint32_t x = 0; x < map->width; x++, pixels += 2) {
            bool is_free = pixels[0] > 0 && pixels[1] >= HALF;
            map->cells[to + x] = is_free ? '.' : '@';
            map->costs[to + x] = is_free ? cost_of(pixels[0]) : 1;
        }
    }
}

static VeerStatus read_pixels(png_image *image, const char *name, VeerMapText *map,
                              VeerInputError *error)
{
    size_t count = (size_t)map->width * map->height;
    png_byte *pixels = malloc(2 * count);
    map->cells = malloc(count);
    map->costs = malloc(count);
    VeerStatus status = VEER_OK;
    if (!pixels || !map->cells || !map->costs) {
        png_image_free(image);
        status = fail(error, name, "no memory for its pixels", VEER_OUT_OF_MEMORY);
    } else if (!png_image_finish_read(image, NULL, pixels, 0, NULL)) {
        status = fail_reading(error, name, image);
    } else {
        convert(pixels, map);
    }
    free(pixels);
    if (status != VEER_OK) {
        veer_map_text_free(map);
    }
    return status;
}

VeerStatus veer_map_png_read(const char *name, const void *data, size_t length, VeerMapText *out,
                             VeerInputError *error)
{
    png_image image = {.version = PNG_IMAGE_VERSION};
    if (length == 0) {
        return fail(error, name, "is empty, must be a picture (PNG)", VEER_BAD_VALUE);
    }
    if (!png_image_begin_read_from_memory(&image, data, length)) {
        return fail_reading(error, name, &image);
    }
    VeerMapText map = {.width = image.width, .height = image.height};
    if (map.width > VEER_GRID_MOST_CELLS || map.height > VEER_GRID_MOST_CELLS) {
        png_image_free(&image);
        return fail(error, name, "must have at most 32767 pixels to a side", VEER_BAD_VALUE);
    }
    // A file that is too short to hold the pixels asks for no memory.
    if ((uint64_t)map.width * map.height > (uint64_t)length * MOST_SQUEEZED) {
        png_image_free(&image);
        return fail(error, name, "is too short for its pixels", VEER_BAD_VALUE);
    }
    image.format = PNG_FORMAT_GA;
    VeerStatus status = read_pixels(&image, name, &map, error);
    if (status == VEER_OK) {
        *out = map;
    }
    return status;
}
