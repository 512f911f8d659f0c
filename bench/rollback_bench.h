/// What it costs to go back in time: save, go on, restore, and go on once more.
#ifndef VEER_BENCH_ROLLBACK_BENCH_H
#define VEER_BENCH_ROLLBACK_BENCH_H

#include "tally.h"
#include "trial/trial.h"

enum { VEER_ROLLBACK_TICKS = 60 }; ///< that one goes back

/// What came out, ms.
typedef struct VeerRollbackScores {
    uint32_t agents;
    size_t bytes; ///< of a saved state
    VeerQuantiles save, restore;
    VeerQuantiles ticks;    ///< all VEER_ROLLBACK_TICKS, the first time
    VeerQuantiles rollback; ///< restore, and all those ticks again
    VeerQuantiles extra;    ///< of that, what the first time did not take
    bool is_same;           ///< all hashes after the second time are those after the first
} VeerRollbackScores;

/// Goes back `rounds` times, each from where the last one ended.
///
/// @param args  name the scene or file, agents and workers
/// @return false: `error` says why
bool veer_rollback_bench_run(const VeerArgs *args, uint32_t rounds, VeerRollbackScores *out,
                             VeerInputError *error);

#endif
