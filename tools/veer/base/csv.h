/// Tables as comma-separated values.
#ifndef VEER_TOOLS_CSV_H
#define VEER_TOOLS_CSV_H

#include "veer/scenario.h"

#include <jansson.h>

/// Writes rows of equal keys, with a line of their names first. What is null stays empty.
///
/// @param rows  an array of objects of texts and numbers, not empty
/// @param path  the file; on failure there is none
bool veer_csv_write(const char *path, const json_t *rows, VeerInputError *error);

#endif
