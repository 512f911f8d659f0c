#include "io/base/lines.h"

#include <errno.h>
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

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

/// Copies a word so that it ends in a 0. Words that are too long to be numbers do not fit, nor
/// those of other letters, some of which the C library would skip or read in its own way.
static bool copy_word(VeerWord word, const char *letters, char out[64])
{
    if (word.length == 0 || word.length > 63) {
        return false;
    }
    for (size_t i = 0; i < word.length; i++) {
        if (!word.text[i] || !strchr(letters, word.text[i])) {
            return false;
        }
    }
    memcpy(out, word.text, word.length);
    out[word.length] = '\0';
    return true;
}

bool veer_word_whole(VeerWord word, int64_t lower, int64_t upper, int64_t *out)
{
    char text[64], *end;
    if (!copy_word(word, "+-0123456789", text)) {
        return false;
    }
    errno = 0;
    long long value = strtoll(text, &end, 10);
    if (end != text + word.length || errno || value < lower || value > upper) {
        return false;
    }
    *out = value;
    return true;
}

bool veer_word_number(VeerWord word, double *out)
{
    char text[64], *end;
    if (!copy_word(word, "+-.eE0123456789", text)) {
        return false;
    }
    double value = strtod(text, &end);
    if (end != text + word.length || !isfinite(value)) {
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
