/// Memory that grows. What there is none of ends the job, since the other ranks wait.
#ifndef VEER_BRIDGE_MPI_MEMORY_H
#define VEER_BRIDGE_MPI_MEMORY_H

#include "bridge/mpi/ranks.h"

/// Ends the job.
_Noreturn void veer_mpi_fail(VeerMpi *mpi, const char *what, size_t count);
void *veer_mpi_memory(VeerMpi *mpi, void *old, size_t count, size_t size);
/// Room for more bytes at the end of some. @return where
void *veer_mpi_bytes_add(VeerMpi *mpi, VeerMpiBytes *bytes, size_t size);
void veer_mpi_slots_add(VeerMpi *mpi, VeerMpiSlots *slots, uint32_t slot);

#endif
