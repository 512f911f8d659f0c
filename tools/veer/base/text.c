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
