#include "text.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

VeerBrief veer_text_brief(double value)
{
    VeerBrief brief = {"-"};
    if (value == 0.0) {
        brief = (VeerBrief){"0"};
    } else if (isfinite(value)) {
        double magnitude = fabs(value);
        int digits = magnitude >= 100.0 ? 0 : magnitude >= 10.0 ? 1 : magnitude >= 1.0 ? 2 : 3;
        snprintf(brief.text, sizeof brief.text, "%.*f", digits, value);
    }
    return brief;
}

/// Bytes of the letter that a text begins with; 0: it is none (RFC 3629), or none of XML.
static size_t letter_length(const unsigned char *text)
{
    static const unsigned least[] = {0, 0, 0x80, 0x800, 0x10000};
    size_t length = *text < 0x80 ? 1 : *text < 0xC2 ? 0 : *text < 0xE0 ? 2 : *text < 0xF0 ? 3 : 4;
    if (length < 2) {
        return *text >= 0x20 && *text != 0x7F ? length : 0;
    }
    unsigned code = *text & (0xFFu >> (length + 1));
    for (size_t i = 1; i < length; i++) {
        if ((text[i] & 0xC0u) != 0x80u) {
            return 0;
        }
        code = code << 6 | (text[i] & 0x3Fu);
    }
    bool is_letter = code >= least[length] && code <= 0x10FFFF &&
                     !(code >= 0xD800 && code < 0xE000) && code != 0xFFFE && code != 0xFFFF;
    return is_letter ? length : 0;
}

void veer_text_clean(const char *text, char *clean, size_t size)
{
    size_t at = 0;
    while (*text) {
        size_t length = letter_length((const unsigned char *)text), taken = length ? length : 1;
        if (at + taken >= size) {
            break;
        }
        memcpy(clean + at, length ? text : "?", taken);
        at += taken;
        text += taken;
    }
    clean[at] = '\0';
}

bool veer_text_ends_with(const char *text, const char *end)
{
    size_t length = strlen(text), tail = strlen(end);
    return length >= tail && strcmp(text + length - tail, end) == 0;
}

bool veer_error_set(VeerInputError *error, const char *format, ...)
{
    va_list values;
    va_start(values, format);
    vsnprintf(error->text, sizeof error->text, format, values);
    va_end(values);
    return false;
}

bool veer_error_of(VeerInputError *error, const char *what, const char *why)
{
    return veer_error_set(error, "%.200s: %.280s", what, why);
}

bool veer_error_unwritten(VeerInputError *error, const char *path, const char *why)
{
    return veer_error_set(error, "%.300s: cannot be written: %.150s", path, why);
}

bool veer_error_memory(VeerInputError *error)
{
    return veer_error_set(error, "no memory");
}
