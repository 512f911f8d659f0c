/// A job of mpirun.
#ifndef VEER_TOOLS_RANKS_JOB_H
#define VEER_TOOLS_RANKS_JOB_H

#include "base/base.h"

/// What a job is of, beyond the arguments.
typedef struct VeerRankJob {
    const char *scene;
    uint32_t ranks;
    uint32_t agents, ticks; ///< 0: as the scene has it
    bool is_json;
} VeerRankJob;

/// Whether veer-mpi has what is asked for.
bool veer_rank_job_check(const VeerArgs *args, VeerInputError *error);
/// Runs a job. @param text  text[size] takes what it printed; cut where there is no room
bool veer_rank_job_run(const VeerRankJob *job, const VeerArgs *args, char *text, size_t size,
                       VeerInputError *error);

#endif
