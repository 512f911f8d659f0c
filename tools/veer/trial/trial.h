/// One run of a scenario from its start to its end, scored.
#ifndef VEER_TOOLS_TRIAL_H
#define VEER_TOOLS_TRIAL_H

#include "batch.h"
#include "mesher.h"
#include "report.h"
#include "report_print.h"
#include "ships.h"
#include "trails.h"
#include "veer/recording.h"

/// A run under way. All zero: none.
typedef struct VeerTrial {
    VeerSession session;
    VeerMetrics *metrics;
    uint64_t ticks;   ///< that it takes at most
    double begin;     ///< s, on the wall clock
    double rest_from; ///< s, simulated: when all had arrived; INFINITY before
} VeerTrial;

/// Reads the scene or file that the arguments name and starts its world. @param seed  NULL: as the
/// file says. What was opened, also in part, is closed with veer_trial_close.
bool veer_trial_open(VeerTrial *trial, const VeerArgs *args, const uint64_t *seed,
                     VeerInputError *error);
/// As veer_trial_open, of a run that was recorded, for no longer than its scenario lasts.
/// @param name  what errors call it
bool veer_trial_repeat(VeerTrial *trial, const VeerArgs *args, const char *name,
                       const VeerRecordedRun *run, VeerInputError *error);
void veer_trial_close(VeerTrial *trial);

/// Takes one step and scores it.
bool veer_trial_step(VeerTrial *trial, VeerInputError *error);

/// Whether the time is up, or all have arrived and rested a little.
bool veer_trial_is_over(const VeerTrial *trial);

/// 0 to 1: the part of the time that is over.
double veer_trial_progress(const VeerTrial *trial);

/// The report of the run so far.
VeerReport veer_trial_report(const VeerTrial *trial);

/// Runs the arguments' scenario from its start to its end.
bool veer_trial_run(const VeerArgs *args, uint64_t seed, VeerReport *report, VeerInputError *error);

#endif
