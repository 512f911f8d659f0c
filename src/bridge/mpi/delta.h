/// Copies of agents, by what another rank does not know of them; and what contacts ask of them in
/// the middle of a tick.
#ifndef VEER_BRIDGE_MPI_DELTA_H
#define VEER_BRIDGE_MPI_DELTA_H

#include "bridge/mpi/ranks.h"

/// A new message of copies to a peer: what was the last one is what this one changes.
void veer_mpi_begin_copies(VeerMpiPeer *peer);
/// Adds an agent to a peer's message; slots come in ascending order.
void veer_mpi_add_copy(VeerMpi *mpi, VeerMpiPeer *peer, uint32_t slot);
/// Ends the message.
void veer_mpi_end_copies(VeerMpi *mpi, VeerMpiPeer *peer);
/// Reads a peer's message: fills seen.copies. @return how many
uint32_t veer_mpi_take_copies(VeerMpi *mpi, VeerMpiPeer *peer);
/// After a tick: what both ranks know then of those that are shown, without a message.
void veer_mpi_foresee(VeerMpi *mpi);

/// Writes what a peer does not know of the moves of those that it is shown, into out[].
void veer_mpi_write_moves(VeerMpi *mpi, VeerMpiPeer *peer, VeerShardStage stage);
/// Puts the moves of a peer's agents, from in[].
void veer_mpi_read_moves(VeerMpi *mpi, VeerMpiPeer *peer, VeerShardStage stage);

static inline VeerMpiPacket *veer_mpi_packets(const VeerMpiView *view)
{
    return (VeerMpiPacket *)(void *)view->copies.data;
}

#endif
