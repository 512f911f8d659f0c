#include "io/base/lines.h"

#include "io/base/array.h"

#include <errno.h>
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/// Bytes, of a file at a time.
#define LEAST_READ (1u << 16)

size_t veer_text_mark(const char *text, size_t length)
{
    static const char mark[] = "\xEF\xBB\xBF";
    return length >= 3 && memcmp(text, mark, 3) == 0 ? 3 : 0;
}

static bool is_blank(char letter)
{
    return letter == ' ' || letter == '\t' || letter == '\r';
}

static size_t without_blanks(const char *text, size_t length)
{
    while (length > 0 && is_blank(text[length - 1])) {
        length--;
    }
    return length;
}

bool veer_lines_next(VeerLines *lines, VeerWord *line)
{
    size_t left = (size_t)(lines->end - lines->at);
    size_t mark = lines->number == 0 ? veer_text_mark(lines->at, left) : 0;
    lines->at += mark;
    left -= mark;
    if (left == 0) {
        return false;
    }
    const char *end = memchr(lines->at, '\n', left);
    size_t length = end ? (size_t)(end - lines->at) : left;
    line->text = lines->at;
    line->length = without_blanks(lines->at, length);
    lines->at += end ? length + 1 : length;
    lines->number++;
    return true;
}

bool veer_lines_are_done(VeerLines *lines)
{
    VeerWord line;
    while (veer_lines_next(lines, &line)) {
        if (line.length > 0) {
            return false;
        }
    }
    return true;
}

bool veer_word_next(VeerWord *line, VeerWord *word)
{
    while (line->length > 0 && is_blank(*line->text)) {
        line->text++;
        line->length--;
    }
    word->text = line->text;
    while (line->length > 0 && !is_blank(*line->text)) {
        line->text++;
        line->length--;
    }
    word->length = (size_t)(line->text - word->text);
    return word->length > 0;
}

bool veer_word_is(VeerWord word, const char *text)
{
    return strlen(text) == word.length && memcmp(text, word.text, word.length) == 0;
}

/// Copies a word so that it ends in a 0; words that are too long to be numbers do not fit.
static bool copy_word(VeerWord word, char out[64])
{
    if (word.length == 0 || word.length > 63) {
        return false;
    }
    memcpy(out, word.text, word.length);
    out[word.length] = '\0';
    return true;
}

bool veer_word_whole(VeerWord word, int64_t lower, int64_t upper, int64_t *out)
{
    char text[64], *end;
    if (!copy_word(word, text)) {
        return false;
    }
    errno = 0;
    long long value = strtoll(text, &end, 10);
    if (*end || errno || value < lower || value > upper) {
        return false;
    }
    *out = value;
    return true;
}

bool veer_word_number(VeerWord word, double *out)
{
    char text[64], *end;
    if (!copy_word(word, text)) {
        return false;
    }
    double value = strtod(text, &end);
    if (*end || !isfinite(value)) {
        return false;
    }
    *out = value;
    return true;
}

VeerStatus veer_lines_fail(const VeerLines *lines, const char *format, ...)
{
    va_list values;
    char *text = lines->error->text;
    size_t room = sizeof lines->error->text;
    int used = snprintf(text, room, "%.200s:%u: ", lines->name, lines->number);
    va_start(values, format);
    vsnprintf(text + used, room - (size_t)used, format, values);
    va_end(values);
    return VEER_BAD_VALUE;
}

static VeerStatus fail_file(const char *path, VeerInputError *error, const char *what,
                            const char *why)
{
    snprintf(error->text, sizeof error->text, "%.300s: %s%.180s", path, what, why);
    return VEER_BAD_VALUE;
}

/// Reads to the end.
static VeerStatus read_all(FILE *file, const char *path, size_t most, char **text, size_t *length,
                           VeerInputError *error)
{
    uint32_t room = 0;
    size_t got = 1;
    for (; got > 0; *length += got) {
        if (*length > most) {
            char size[40];
            snprintf(size, sizeof size, "%zu MiB", most >> 20);
            return fail_file(path, error, "is larger than ", size);
        }
        if (!veer_array_reserve(text, &room, (uint64_t)*length + LEAST_READ, 1)) {
            (void)fail_file(path, error, "out of memory", "");
            return VEER_OUT_OF_MEMORY;
        }
        got = fread(*text + *length, 1, room - *length, file);
    }
    return ferror(file) ? fail_file(path, error, "cannot be read: ", strerror(errno)) : VEER_OK;
}

VeerStatus veer_file_read(const char *path, size_t most, char **text, size_t *length,
                          VeerInputError *error)
{
    FILE *file = fopen(path, "rb");
    if (!file) {
        return fail_file(path, error, "cannot be read: ", strerror(errno));
    }
    *text = NULL;
    *length = 0;
    VeerStatus status = read_all(file, path, most, text, length, error);
    fclose(file);
    if (status != VEER_OK) {
        free(*text);
        *text = NULL;
    }
    return status;
}
