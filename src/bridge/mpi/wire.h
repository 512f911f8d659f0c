/// Messages to neighbours, and sums over all ranks.
#ifndef VEER_BRIDGE_MPI_WIRE_H
#define VEER_BRIDGE_MPI_WIRE_H

#include "bridge/mpi/ranks.h"

/// Sends out[] to peers[count] and fills their in[]. Every rank that is a peer does so, too.
void veer_mpi_exchange(VeerMpi *mpi, uint32_t count);
/// Sends what contacts ask of ghosts in a stage, and puts what comes.
void veer_mpi_share_moves(VeerMpi *mpi, VeerShardStage stage);
/// The greatest of each of values[count] over all ranks.
void veer_mpi_greatest(VeerMpi *mpi, float *values, int count);
/// The sum of each of values[count] over all ranks, to the same bits on each.
void veer_mpi_sum_all(VeerMpi *mpi, double *values, int count);
/// What one rank has, on all.
void veer_mpi_tell_all(VeerMpi *mpi, void *data, size_t size, int root);
/// The callback of shards.
float veer_mpi_ask(void *mpi, VeerWorld *world, VeerShardStage stage, float value);

#endif
