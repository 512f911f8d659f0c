/// Waiting for other ranks, with a bound: what takes longer than VeerMpiDef.patience ends the job.
#ifndef VEER_BRIDGE_MPI_AWAIT_H
#define VEER_BRIDGE_MPI_AWAIT_H

#include "bridge/mpi/ranks.h"

/// Waits for all of requests[count].
void veer_mpi_await(VeerMpi *mpi, MPI_Request *requests, int count);
/// Waits until a message is there. @return its bytes
int veer_mpi_await_message(VeerMpi *mpi, int rank, int tag);
/// Makes a call that waits for other ranks in ways of its own.
void veer_mpi_await_call(VeerMpi *mpi, void (*call)(void *user), void *user);

#endif
