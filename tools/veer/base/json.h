/// JSON as the commands print it.
#ifndef VEER_TOOLS_JSON_H
#define VEER_TOOLS_JSON_H

#include "veer/file.h"

#include <jansson.h>

/// A number; null for what is not finite.
json_t *veer_json_number(double value);

/// The object or array if all went into it, else NULL, freed. @param failures  0: all did
json_t *veer_json_whole(json_t *json, int failures);

/// Prints it to the standard output. @return false for NULL: *error says that there was no memory
bool veer_json_print(const json_t *json, VeerInputError *error);

/// Writes all of a file. @return false: *error says why
bool veer_json_write(const json_t *json, VeerFile *file, VeerInputError *error);

#endif
