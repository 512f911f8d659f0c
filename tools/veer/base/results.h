/// What a command of several runs hands over: JSON, CSV, a folder.
#ifndef VEER_TOOLS_RESULTS_H
#define VEER_TOOLS_RESULTS_H

#include "args.h"
#include "folder.h"

#include <jansson.h>

/// Draws what else belongs into the folder.
typedef bool VeerResultsFn(const void *user, VeerFolder *folder, VeerInputError *error);

typedef struct VeerResults {
    const VeerArgs *args;
    const char *table; ///< the table's name in the folder: "compare.csv"
    json_t *json;      ///< all of it
    json_t *rows;      ///< the table
    VeerResultsFn *draw;
    const void *user;
} VeerResults;

/// Writes what the arguments ask for, all of it or nothing, and prints the JSON if they do.
bool veer_results_write(const VeerResults *results, VeerInputError *error);

#endif
