/// Worlds that every rank has whole: ranks share their decisions.
#ifndef VEER_BRIDGE_MPI_SHARE_H
#define VEER_BRIDGE_MPI_SHARE_H

#include "bridge/mpi/ranks.h"

/// Memory of it, and parts that are alike.
void veer_mpi_share_begin(VeerMpi *mpi);
/// Gives back the memory.
void veer_mpi_share_end(VeerMpi *mpi);
/// One tick.
VeerStatus veer_mpi_share_step(VeerMpi *mpi, float dt);
/// As veer_mpi_gather.
VeerStatus veer_mpi_share_gather(const VeerMpi *mpi, int root, VeerWorld *whole);

#endif
