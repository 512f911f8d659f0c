/// Parts of the readers of maps and scenes that they share.
#ifndef VEER_IO_MAP_TEXT_H
#define VEER_IO_MAP_TEXT_H

#include "io/base/lines.h"
#include "veer/movingai.h"

/// Reads "height", "width", "map" (and "type", where a file begins) and the rows.
VeerStatus veer_map_text_from_lines(VeerLines *lines, VeerMapText *out);

/// Reads all of a `.map` into a VeerMapText.
VeerStatus veer_map_text_lines(VeerLines *lines, const void *unused, void *out);

/// Reads a line of one name and one whole number, from `lower` to `upper`.
VeerStatus veer_lines_named(VeerLines *lines, const char *name, int64_t lower, int64_t upper,
                            uint32_t *out);
/// Reads "height" and "width".
VeerStatus veer_lines_size(VeerLines *lines, uint32_t *width, uint32_t *height);
/// Holds how many cells or voxels a file has against its limits, before room is made for them.
VeerStatus veer_lines_cells(const VeerLines *lines, VeerLimit each, double cells);
/// Takes the next line and, off it, its first word. @return whether that is `word`
bool veer_lines_begin(VeerLines *lines, VeerWord *line, const char *word);
/// Takes the next word off a line, a whole number from `lower` to `upper`.
bool veer_word_next_whole(VeerWord *line, int64_t lower, int64_t upper, int64_t *out);

/// The place of a cell of a map that is laid at another: outside of any grid where that is further
/// than an int32_t counts.
static inline int32_t veer_text_place(int32_t at, int32_t by)
{
    int64_t sum = (int64_t)at + by;
    return sum >= INT32_MIN && sum <= INT32_MAX ? (int32_t)sum : -1;
}

/// Makes room in an array for `more` elements of `size` bytes behind `count`.
VeerStatus veer_lines_reserve(const VeerLines *lines, void *array, uint32_t *room, uint32_t count,
                              uint32_t more, size_t size);

/// Reads an item off a line.
typedef VeerStatus VeerItemReader(const VeerLines *lines, VeerWord line, void *context, void *item);
/// Reads an item of `size` bytes off each line that is not blank, up to the end, into an array that
/// grows; `count` is of those that were read.
VeerStatus veer_lines_items(VeerLines *lines, VeerItemReader *read, void *context, void *array,
                            uint32_t *count, size_t size);

/// Reads a text into *out, which stays as it was on failure. @param context  what it must know
typedef VeerStatus VeerLinesReader(VeerLines *lines, const void *context, void *out);
/// Reads a text in memory. @param name, text  NULL is refused, but for a text of no length
VeerStatus veer_lines_read_text(const char *name, const char *text, size_t length,
                                VeerLinesReader *read, const void *context, void *out,
                                VeerInputError *error);
/// Reads a file within limits. NULL for path or out is refused.
VeerStatus veer_lines_read_file(const char *path, const VeerInputLimits *limits,
                                VeerLinesReader *read, const void *context, void *out,
                                VeerInputError *error);

#endif
