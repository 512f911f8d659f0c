/// Maps from files of any kind.
#include "io/base/lines.h"
#include "veer/mapfile.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static bool ends_with(const char *text, const char *end)
{
    size_t length = strlen(text), tail = strlen(end);
    return length >= tail && strcmp(text + length - tail, end) == 0;
}

VeerStatus veer_map_read_file(const char *path, VeerMapText *out, VeerInputError *error)
{
    char *text;
    size_t length;
    if (ends_with(path, ".obj")) {
        snprintf(error->text, sizeof error->text,
                 "%.300s: is level geometry, no map of cells: veer_level_read_file reads it, and "
                 "\"obj\" of a scenario's map makes a mesh of it",
                 path);
        return VEER_BAD_VALUE;
    }
    VeerStatus status = veer_file_read(path, VEER_MAX_MAP_FILE, &text, &length, error);
    if (status != VEER_OK) {
        return status;
    }
    if (ends_with(path, ".png")) {
        status = veer_map_png_read(path, text, length, out, error);
    } else if (ends_with(path, ".tmj") || ends_with(path, ".json")) {
        status = veer_map_tiled_read(path, text, length, out, error);
    } else {
        status = veer_map_text_read(path, text, length, out, error);
    }
    free(text);
    return status;
}
