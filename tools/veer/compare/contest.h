/// Models side by side: what `veer compare` has found, and how it is shown.
#ifndef VEER_TOOLS_CONTEST_H
#define VEER_TOOLS_CONTEST_H

#include "trial/trial.h"

/// One scene with one model.
typedef struct VeerContest {
    VeerArgs args;
    VeerSettings settings; ///< of its class of ships
    uint64_t seed;         ///< the first
    VeerTrial shown;       ///< of the first seed, kept for the pictures
    VeerTrails *trails;    ///< NULL: nothing is kept
    VeerReport *reports;   ///< reports[seeds]
} VeerContest;

/// All of them: scene by scene, in each model by model.
typedef struct VeerCompare {
    const VeerArgs *args;
    VeerChoices models, classes; ///< no class: the scene's own ships
    VeerContest *contests;       ///< contests[count]
    uint32_t count;
    VeerReport *reports; ///< of all contests
} VeerCompare;

/// A row for each contest, its seeds merged. NULL: no memory
json_t *veer_compare_rows(const VeerCompare *compare);
/// A row for each contest and seed: the table. NULL: no memory
json_t *veer_compare_runs(const VeerCompare *compare);

/// Prints a table for people to read, scene by scene.
void veer_compare_print(const VeerCompare *compare);

/// A VeerResultsFn: draws the charts, and the paths of each scene, into the folder.
bool veer_compare_draw(const void *compare, VeerOutputs *outputs, VeerInputError *error);

#endif
