/// What ranks of the command agree on, waited for with a bound.
#ifndef VEER_TOOLS_MPI_WAIT_H
#define VEER_TOOLS_MPI_WAIT_H

#include <mpi.h>

/// One rank alone has failed: it ends all.
_Noreturn void rank_fail(const char *what, const char *why);
/// A value over all ranks. @param patience  s, after which the job ends
double rank_over_all(double value, MPI_Op how, float patience);
/// The process ends with a message, and so the job, unless it is told 0 in so many seconds: for
/// MPI_Init and MPI_Finalize, whose waits have no bound.
void rank_bound(float patience);

#endif
