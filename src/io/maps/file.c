/// Maps from files of any kind.
#include "io/base/input.h"
#include "io/maps/text.h"
#include "veer/mapfile.h"

#include <stdio.h>
#include <string.h>

static bool ends_with(const char *text, const char *end)
{
    size_t length = strlen(text), tail = strlen(end);
    return length >= tail && strcmp(text + length - tail, end) == 0;
}

/// Into a VeerMapText, by the end of the text's name.
static VeerStatus read_map(VeerLines *lines, const void *unused, void *out)
{
    (void)unused;
    const char *name = lines->name, *text = lines->at;
    size_t length = (size_t)(lines->end - text);
    if (ends_with(name, ".png")) {
        return veer_map_png_read(name, text, length, lines->limits, out, lines->error);
    }
    return ends_with(name, ".tmj") || ends_with(name, ".json")
               ? veer_map_tiled_read(name, text, length, lines->limits, out, lines->error)
               : veer_map_text_lines(lines, NULL, out);
}

VeerStatus veer_map_read_file(const char *path, const VeerInputLimits *limits, VeerMapText *out,
                              VeerInputError *error)
{
    VeerInputError own;
    if (!veer_input_is_given(path, "", 0, out, &error, &own)) {
        return VEER_BAD_VALUE;
    }
    if (ends_with(path, ".obj")) {
        snprintf(error->text, sizeof error->text,
                 "%.300s: is level geometry, no map of cells: veer_level_read_file reads it, and "
                 "\"obj\" of a scenario's map makes a mesh of it",
                 path);
        return VEER_BAD_VALUE;
    }
    return veer_lines_read_file(path, limits, read_map, NULL, out, error);
}
