/// What goes from a rank to another: values, and flags that say which. A flag takes as many bits as
/// it is news, by how often it was set before, which both ends count alike: adaptive arithmetic
/// coding (Rissanen and Langdon, 1979).
#ifndef VEER_BRIDGE_MPI_TELL_H
#define VEER_BRIDGE_MPI_TELL_H

#include "bridge/mpi/ranks.h"

/// Begins a message to a peer.
void veer_mpi_tell_begin(VeerMpiPeer *peer);
void veer_mpi_tell(VeerMpi *mpi, VeerMpiPeer *peer, VeerMpiOdds *odds, bool flag);
/// The words of to[count] that are not those of from[count].
/// @param odds  odds[VEER_MPI_ODDS(count)]
/// @return bytes of such words
size_t veer_mpi_tell_words(VeerMpi *mpi, VeerMpiPeer *peer, VeerMpiOdds *odds, const void *from,
                           const void *to, uint32_t count);
/// Bytes as they are.
void veer_mpi_tell_bytes(VeerMpi *mpi, VeerMpiPeer *peer, const void *bytes, size_t size);
/// Ends the message, in out[]. One that tells of nothing new is empty.
void veer_mpi_tell_end(VeerMpi *mpi, VeerMpiPeer *peer);

/// Begins to read the message in in[].
void veer_mpi_hear_begin(VeerMpiPeer *peer);
bool veer_mpi_hear(VeerMpiPeer *peer, VeerMpiOdds *odds);
/// Changes words[count], which were from[count], to what was told.
void veer_mpi_hear_words(VeerMpiPeer *peer, VeerMpiOdds *odds, void *words, uint32_t count);
void veer_mpi_hear_bytes(VeerMpiPeer *peer, void *bytes, size_t size);

#endif
