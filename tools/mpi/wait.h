/// What ranks of the command agree on, waited for with a bound.
#ifndef VEER_TOOLS_MPI_WAIT_H
#define VEER_TOOLS_MPI_WAIT_H

#include <mpi.h>

/// One rank alone has failed: it ends all.
_Noreturn void rank_fail(const char *what, const char *why);
/// A value over all ranks. @param patience  s, after which the job ends
double rank_over_all(double value, MPI_Op how, float patience);

#endif
