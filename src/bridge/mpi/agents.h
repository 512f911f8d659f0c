/// Agents between ranks.
#ifndef VEER_BRIDGE_MPI_AGENTS_H
#define VEER_BRIDGE_MPI_AGENTS_H

#include "bridge/mpi/ranks.h"

/// Where an agent is, as regions see it.
VeerVec3 veer_mpi_place(const VeerMpi *mpi, const VeerWorld *world, uint32_t slot);
/// Makes room for so many agents more. @param from  what the world is like, where there is none yet
void veer_mpi_grow(VeerMpi *mpi, const VeerWorld *from, uint32_t more);
/// An agent of the whole comes: its record is put where it was, or anew. @return its slot
uint32_t veer_mpi_put(VeerMpi *mpi, VeerAgentId name, const VeerShardAgent *agent,
                      VeerShardKind kind);
/// Takes the agents of the whole that are in this rank's region.
void veer_mpi_take(VeerMpi *mpi, const VeerWorld *whole);
/// Adds the record of an agent, a VeerMpiPacket.
void veer_mpi_add_agent(VeerMpi *mpi, VeerMpiBytes *out, uint32_t slot);
/// Adds a pair, by handles of the whole.
void veer_mpi_add_pair(VeerMpi *mpi, VeerMpiBytes *out, VeerPair pair);
/// Agents that have left the region go to their ranks.
void veer_mpi_migrate(VeerMpi *mpi);
/// Copies go to all ranks that see them: they are on their way then.
void veer_mpi_show(VeerMpi *mpi);
/// Waits for the copies of others, and puts them.
void veer_mpi_see(VeerMpi *mpi);

#endif
