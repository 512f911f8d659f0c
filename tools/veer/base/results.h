/// What a command of several runs hands over: JSON, CSV, a folder.
#ifndef VEER_TOOLS_RESULTS_H
#define VEER_TOOLS_RESULTS_H

#include "args.h"
#include "outputs.h"

#include <jansson.h>

/// Draws what else belongs into the folder.
typedef bool VeerResultsFn(const void *user, VeerOutputs *outputs, VeerInputError *error);

typedef struct VeerResults {
    const VeerArgs *args;
    VeerOutputs *outputs;
    const char *table; ///< the table's name in the folder: "compare.csv"
    VeerResultsFn *draw;
    const void *user;
    VeerFile *folder_table, *summary, *csv; ///< of veer_results_begin
} VeerResults;

/// Begins the files that the arguments ask for: what cannot be written shows before the work.
bool veer_results_begin(VeerResults *results, VeerInputError *error);

/// Writes them, and prints the JSON if the arguments ask for it.
///
/// @param json  all of it
/// @param rows  the table
bool veer_results_write(const VeerResults *results, const json_t *json, const json_t *rows,
                        VeerInputError *error);

#endif
