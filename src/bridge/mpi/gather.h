/// What a rank keeps of a tick to tell.
#ifndef VEER_BRIDGE_MPI_GATHER_H
#define VEER_BRIDGE_MPI_GATHER_H

#include "bridge/mpi/ranks.h"

/// Notes the events of own agents.
void veer_mpi_keep_events(VeerMpi *mpi);

#endif
