/// What a tick of a crowd costs: many ticks, each timed.
#ifndef VEER_BENCH_CROWD_BENCH_H
#define VEER_BENCH_CROWD_BENCH_H

#include "tally.h"
#include "trial/trial.h"

/// What came out, ns an agent and tick.
typedef struct VeerCrowdScores {
    VeerQuantiles ticks;
    double stages[VEER_STAGE_COUNT]; ///< medians
} VeerCrowdScores;

/// A bench under way. All zero: none.
typedef struct VeerCrowdBench {
    VeerSession session;
    double *times; ///< s: times[(1 + VEER_STAGE_COUNT) * most], of the ticks, then of each stage
    uint32_t count, most;
    double mark;   ///< on the clock, when the last stage ended
    double agents; ///< summed over the ticks
} VeerCrowdBench;

/// Starts the crowd of crowd_scenes.h, the scene or the file that the arguments name. @param most
/// ticks to be timed On failure `error` says why and there is nothing to close.
bool veer_crowd_bench_open(VeerCrowdBench *bench, const VeerArgs *args, uint32_t most,
                           VeerInputError *error);
void veer_crowd_bench_close(VeerCrowdBench *bench);

/// Times one tick; the first ones, which find the world cold, are not counted.
bool veer_crowd_bench_step(VeerCrowdBench *bench, VeerInputError *error);

/// What came out. Sorts the times.
VeerCrowdScores veer_crowd_bench_scores(VeerCrowdBench *bench);

#endif
