/// Many runs at the same time, each on one thread.
#ifndef VEER_TOOLS_BATCH_H
#define VEER_TOOLS_BATCH_H

#include "base/base.h"
#include "veer/scenario.h"

/// Does the job with this number. Called from several threads at the same time.
typedef bool VeerBatchFn(void *user, uint32_t job, VeerInputError *error);

/// What is to be done.
typedef struct VeerBatch {
    VeerBatchFn *run;
    void *user;
    uint32_t count;
    uint32_t workers;  ///< 0: as many as there are cores
    const char *label; ///< of the progress bar
    bool is_quiet;
} VeerBatch;

/// Does all jobs, begun in the order of their numbers.
///
/// What a job leaves behind must depend on its number alone: then the outcome is the same for any
/// number of workers, and so is the error, which is that of the first job that failed.
bool veer_batch_run(const VeerBatch *batch, VeerInputError *error);

#endif
