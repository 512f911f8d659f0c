/// Reading text line by line and word by word, with errors that name the line.
#ifndef VEER_IO_LINES_H
#define VEER_IO_LINES_H

#include "io/base/limits.h"

/// A text under reading.
typedef struct VeerLines {
    const char *name; ///< what errors call it
    const char *at, *end;
    uint32_t number; ///< of the line that was read last, from 1
    VeerInputError *error;
    const VeerInputLimits *limits; ///< NULL: it was in memory, which bounds what comes of it
} VeerLines;

/// A line without its end, or a word.
typedef struct VeerWord {
    const char *text;
    size_t length;
} VeerWord;

/// The next line, without the blanks at its end, and without the mark that some editors put before
/// the first (a byte order mark). @return false at the end of the text
bool veer_lines_next(VeerLines *lines, VeerWord *line);
/// Whether nothing but blank lines is left. If not, the next other line is the one read last.
bool veer_lines_are_done(VeerLines *lines);
/// Takes the next word off a line. Words are parted by blanks. @return false if there is none
bool veer_word_next(VeerWord *line, VeerWord *word);
/// Whether a word reads so.
bool veer_word_is(VeerWord word, const char *text);
/// Reads a word as a whole number from `lower` to `upper`.
bool veer_word_whole(VeerWord word, int64_t lower, int64_t upper, int64_t *out);
/// Reads a word as a number, finite.
bool veer_word_number(VeerWord word, double *out);

/// How many bytes of a text that mark takes: 3, or 0 where there is none.
size_t veer_text_mark(const char *text, size_t length);

/// Notes what is wrong with the line that was read last. @return VEER_BAD_VALUE
VeerStatus veer_lines_fail(const VeerLines *lines, const char *format, ...);

#endif
