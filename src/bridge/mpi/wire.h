/// Messages to neighbours, and sums over all ranks.
#ifndef VEER_BRIDGE_MPI_WIRE_H
#define VEER_BRIDGE_MPI_WIRE_H

#include "bridge/mpi/ranks.h"

/// Sends out[] to the peers of the tick, which stays as it is until the exchange ends. Every rank
/// that is a peer does so, too.
void veer_mpi_begin_exchange(VeerMpi *mpi);
/// Waits for that, and fills the peers' in[].
void veer_mpi_end_exchange(VeerMpi *mpi);
/// Sends what contacts ask of ghosts in a stage, and puts what comes.
void veer_mpi_share_moves(VeerMpi *mpi, VeerShardStage stage);
/// The greatest of each of values[count] over all ranks.
void veer_mpi_greatest(VeerMpi *mpi, float *values, int count);
/// The sum of each of values[count] over all ranks, to the same bits on each.
void veer_mpi_sum_all(VeerMpi *mpi, double *values, int count);
/// What one rank has, on all.
void veer_mpi_tell_all(VeerMpi *mpi, void *data, size_t size, int root);
/// How much all ranks before this one have. @param all  what all have
uint64_t veer_mpi_before(VeerMpi *mpi, uint64_t own, uint64_t *all);
/// Bytes to a rank, however many.
void veer_mpi_send(VeerMpi *mpi, int rank, const VeerMpiBytes *bytes);
/// Adds what a rank sends.
void veer_mpi_receive(VeerMpi *mpi, int rank, VeerMpiBytes *bytes);
/// The callback of shards.
float veer_mpi_ask(void *mpi, VeerWorld *world, VeerShardStage stage, float value);

#endif
