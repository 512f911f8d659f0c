/// `veer run --ranks N` and `veer bench --ranks N`: worlds over the ranks of MPI, by `mpirun` and
/// veer-mpi, so that this command needs no MPI.
#ifndef VEER_TOOLS_RANKS_H
#define VEER_TOOLS_RANKS_H

#include "base/base.h"

VeerExit veer_ranks_run(const VeerArgs *args, VeerInputError *error);
VeerExit veer_ranks_bench(const VeerArgs *args, VeerInputError *error);

#endif
