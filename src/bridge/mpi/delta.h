/// Copies of agents, by what has changed since they were sent last.
#ifndef VEER_BRIDGE_MPI_DELTA_H
#define VEER_BRIDGE_MPI_DELTA_H

#include "bridge/mpi/ranks.h"

/// A new message of copies, to a peer and from it: what was the last one is what this one changes.
void veer_mpi_begin_copies(VeerMpiPeer *peer);
/// Adds an agent to a peer's message; slots come in ascending order.
void veer_mpi_add_copy(VeerMpi *mpi, VeerMpiPeer *peer, uint32_t slot);
/// Reads the next agent of a peer's message. @param at  in peer->in @return behind it
const unsigned char *veer_mpi_take_copy(VeerMpi *mpi, VeerMpiPeer *peer, const unsigned char *at,
                                        VeerMpiPacket *out);

#endif
