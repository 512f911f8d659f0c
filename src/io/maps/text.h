/// Parts of the readers of maps and scenes that they share.
#ifndef VEER_IO_MAP_TEXT_H
#define VEER_IO_MAP_TEXT_H

#include "io/base/lines.h"
#include "veer/movingai.h"

/// Reads "height", "width", "map" (and "type", where a file begins) and the rows.
VeerStatus veer_map_text_from_lines(VeerLines *lines, VeerMapText *out);

/// Reads a line of one name and one whole number, from `lower` to `upper`.
VeerStatus veer_lines_named(VeerLines *lines, const char *name, int64_t lower, int64_t upper,
                            uint32_t *out);

#endif
