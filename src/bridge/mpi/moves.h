/// What contacts ask of ghosts in the middle of a tick.
#ifndef VEER_BRIDGE_MPI_MOVES_H
#define VEER_BRIDGE_MPI_MOVES_H

#include "bridge/mpi/ranks.h"

/// Writes what a peer does not know of the moves of those that it is shown, into out[].
void veer_mpi_write_moves(VeerMpi *mpi, VeerMpiPeer *peer, VeerShardStage stage);
/// Puts the moves of a peer's agents, from in[].
void veer_mpi_read_moves(VeerMpi *mpi, VeerMpiPeer *peer, VeerShardStage stage);

#endif
