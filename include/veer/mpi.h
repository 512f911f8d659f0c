/// One world over the ranks of MPI (target veer_mpi): each owns the agents of a region, sees copies
/// of those near it, and all step together to the bits of one process.
///
/// All calls that say so are collective: every rank of the communicator makes them, in the same
/// order. Handles are those of the whole world, valid on every rank. What MPI itself fails at, and
/// memory that is not there, end the job (MPI_Abort), since the other ranks wait. docs/scale.md.
#ifndef VEER_MPI_H
#define VEER_MPI_H

#include "veer/event.h"
#include "veer/world.h"

/// A world over ranks. Opaque.
typedef struct VeerMpi VeerMpi;

/// How a world is spread. Take it from veer_mpi_def_default.
typedef struct VeerMpiDef {
    uint32_t period; ///< ticks from one look at the balance to the next, > 0
    float imbalance; ///< regions are cut anew where the busiest rank takes so many times the mean,
                     ///< >= 1; 0: whenever one looks
    float patience;  ///< s that a rank waits for others, > 0; then it ends the job (MPI_Abort),
                     ///< which a rank that is stopped or lost would hold up for ever
    uint32_t cookie; ///< private, set by veer_mpi_def_default
} VeerMpiDef;

/// A look every 64 ticks, cuts where one rank takes 1.15 times the mean, 60 s of patience.
VEER_API VeerMpiDef veer_mpi_def_default(void);

/// What this library was compiled from, in 16 hexadecimal digits: a digest of its sources and those
/// of the core, of the compiler and of its options. Ranks of which it differs are refused. "0"
/// where it was compiled by other means than its own build.
VEER_API const char *veer_mpi_build(void);

/// Spreads a world over ranks. Collective.
///
/// Every rank gives the same world, which it made itself; it is read and stays the caller's. Agents
/// may have any ids that differ.
///
/// @param comm    an MPI_Comm *, of which a duplicate is used; NULL: MPI_COMM_WORLD
/// @param whole   without what reads further than agents sense: maps, squads, foresight, messages,
///                lifetimes, sensors, behaviours, models of the host's, free balls, moving walls,
///                masses, agents that follow agents
/// @param def     NULL: the default
/// @param why     why it is refused, a constant; untouched otherwise. NULL: nobody asks
/// @return on every rank the same: VEER_OK; VEER_BAD_VALUE; VEER_WRONG_VERSION where ranks run
///         different builds (veer_mpi_build), VEER_WRONG_DEF where their worlds differ
/// Cost O(agents of the whole); 8 bytes for each of its slots stay in use on each rank.
VEER_API VeerStatus veer_mpi_create(const void *comm, const VeerWorld *whole, const VeerMpiDef *def,
                                    VeerMpi **out, const char **why);
/// Shares a world of any kind: every rank keeps all of it, and decides for a part of its agents in
/// each tick, which is most of the work; all else each rank does alike. Collective.
///
/// For worlds that veer_mpi_create refuses. It is as fast as what ranks do alike lets it be
/// (docs/scale.md), and no rank saves memory. Whatever a host does to the world it does on every
/// rank, in the same order: agents may come and go, squads have orders, maps change.
///
/// @param whole  the same on every rank, with the same callbacks; veer_mpi_step steps it, and none
///               else may while it is shared. It stays the caller's, and outlives *out
/// @param comm, def, why  as for veer_mpi_create, and so is what is returned
VEER_API VeerStatus veer_mpi_share(const void *comm, VeerWorld *whole, const VeerMpiDef *def,
                                   VeerMpi **out, const char **why);
/// Gives back all that a rank holds. Collective. NULL is fine.
VEER_API void veer_mpi_destroy(VeerMpi *mpi);

/// One tick of all ranks. Collective; as veer_world_step of the whole.
///
/// Agents that have left a rank's region go to another rank, those near borders are copied. About
/// five messages to each neighbour, and one more in each round of contacts.
///
/// @return on every rank the same: VEER_OK; VEER_BAD_VALUE, also where a rank's world has got what
///         veer_mpi_create refuses
VEER_API VeerStatus veer_mpi_step(VeerMpi *mpi, float dt);

/// @name What a rank has
/// Of a shared world every rank has all.
/// @{

/// The world of this rank: its own agents, and copies of others. Of its own it may be asked, and
/// told where to go, between ticks; agents may not come or go. Valid until the next step.
VEER_API VeerWorld *veer_mpi_world(VeerMpi *mpi);
/// An agent of the whole in this rank's world; null (slot and generation 0) where this rank does
/// not own it.
VEER_API VeerAgentId veer_mpi_own(const VeerMpi *mpi, VeerAgentId agent);
/// What an agent in this rank's world is called in the whole; null for none.
VEER_API VeerAgentId veer_mpi_name(const VeerMpi *mpi, VeerAgentId own);
/// The events of the last tick of agents that were this rank's then, by handles of the whole, in
/// the order of veer_world_events. Valid until the next step.
/// @param count  how many
VEER_API const VeerEvent *veer_mpi_events(const VeerMpi *mpi, uint32_t *count);
/// @}

/// @name What all ranks have
/// Collective.
/// @{

/// veer_world_hash of the whole, on every rank: what one process would have. Of a shared world that
/// ranks no longer have alike it ends the job.
VEER_API uint64_t veer_mpi_hash(VeerMpi *mpi);
/// The rank that owns an agent, of a shared world the first; -1: there is no such agent.
VEER_API int veer_mpi_owner(VeerMpi *mpi, VeerAgentId agent);
/// Where an agent is and what it does, on every rank; as veer_agent_get of the whole, with handles
/// of the whole.
/// @return on every rank the same: VEER_OK; VEER_BAD_HANDLE; VEER_BAD_VALUE
VEER_API VeerStatus veer_mpi_agent_get(VeerMpi *mpi, VeerAgentId agent, VeerAgentState *out);
/// All events of the last tick on one rank, in the order of one process.
/// @param root   the rank that gets them; others get none
/// @param count  how many
VEER_API const VeerEvent *veer_mpi_gather_events(VeerMpi *mpi, int root, uint32_t *count);
/// Brings a world up to date with the ranks on one of them: to hash, draw, save or export it.
///
/// @param whole  on `root` the world that was spread, or one restored from it, with the agents that
///               it had then; not looked at elsewhere
/// @return VEER_OK; VEER_BAD_VALUE where that is not so, on root only
VEER_API VeerStatus veer_mpi_gather(VeerMpi *mpi, int root, VeerWorld *whole);
/// @}

/// @name The whole as a file
/// A packed state (veer_world_pack) of the whole, which veer_world_import takes over, too: its
/// bytes do not depend on how many ranks there are. Collective.
/// @{

/// Writes it, all ranks at once (MPI-IO). Between ticks.
///
/// It is written beside its place, as PATH.part, brought to the disk and renamed once all ranks
/// know that all of it is there: until then, and where that fails, what stood there stays. What a
/// job that was killed left of PATH.part the next one replaces. The cost is that of the state,
/// shared by all ranks; each takes a few MiB for it, and 4 bytes for each of its agents.
///
/// @param path  in a folder that every rank sees; of a regular file, or of nothing
/// @param why   why it was not written, a constant; untouched otherwise. NULL: nobody asks
/// @return on every rank the same: VEER_OK; VEER_BAD_VALUE; VEER_FULL where agents got more
///         profiles than the whole has room for
VEER_API VeerStatus veer_mpi_export(VeerMpi *mpi, const char *path, const char **why);
/// Reads one into a world that is not spread yet, on every rank: each reads a part of the file, and
/// tells it all. As veer_world_import.
///
/// @param comm, def  as for veer_mpi_create, of which the patience counts
/// @param whole      on every rank one of the def that the file's was; where it fails it stays as
///                   it is. Takes as much memory as its state, and a few MiB, and gives them back
/// @param why        why it was not read, a constant; untouched otherwise. NULL: nobody asks
/// @return on every rank the same: as veer_world_import; VEER_BAD_VALUE where a rank cannot read it
VEER_API VeerStatus veer_mpi_import(const void *comm, VeerWorld *whole, const char *path,
                                    const VeerMpiDef *def, const char **why);
/// @}

/// What spreading costs a rank, since it was created.
typedef struct VeerMpiStats {
    bool is_shared;         ///< veer_mpi_share
    uint32_t own, ghosts;   ///< agents now; of a shared world: decided for here, and elsewhere
    uint64_t ticks;         ///< steps
    uint64_t cuts;          ///< times that regions were cut anew
    uint64_t bytes;         ///< sent to other ranks, but for sums over all
    uint64_t needed;        ///< of these the words that others need and could not know: what the
                            ///< cut has to carry. Of a shared world: all
    uint64_t messages;      ///< likewise
    uint64_t sums;          ///< over all ranks: each is waited for
    double seconds, waited; ///< in steps, and of these waiting for other ranks
    double decided;         ///< s of steps, of a shared world: in decisions, which are shared
} VeerMpiStats;
/// All zero for NULL.
VEER_API VeerMpiStats veer_mpi_stats(const VeerMpi *mpi);

#endif
