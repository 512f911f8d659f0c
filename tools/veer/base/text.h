/// Texts for people: numbers and errors.
#ifndef VEER_TOOLS_TEXT_H
#define VEER_TOOLS_TEXT_H

#include "veer/scenario.h"

/// A number in few digits, "-" for what is not finite.
typedef struct VeerBrief {
    char text[32];
} VeerBrief;

VeerBrief veer_text_brief(double value);

/// Copies a text as any picture takes it: what is not UTF-8, or no letter of XML, becomes '?'.
/// @param clean  clean[size], size > 0; cut where a letter begins
void veer_text_clean(const char *text, char *clean, size_t size);

bool veer_text_ends_with(const char *text, const char *end);

/// Fills `error` as printf would. @return false
bool veer_error_set(VeerInputError *error, const char *format, ...);
/// Fills `error`: "WHAT: WHY". @return false
bool veer_error_of(VeerInputError *error, const char *what, const char *why);
/// Fills `error`: "PATH: cannot be written: WHY". @return false
bool veer_error_unwritten(VeerInputError *error, const char *path, const char *why);
/// Fills `error`: no memory. @return false
bool veer_error_memory(VeerInputError *error);

#endif
