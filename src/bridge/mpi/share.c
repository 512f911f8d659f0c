/// Shared decisions: each rank decides for a part of the agents, as they lie in space, and all get
/// them all; the rest of a tick each rank does alike, so that nothing else has to be told.
#include "bridge/mpi/share.h"
#include "bridge/mpi/await.h"
#include "bridge/mpi/memory.h"
#include "bridge/mpi/wire.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>

/// What a rank tells of its decisions before them.
typedef struct PartNote {
    double load; ///< s that decisions took it since parts were looked at
    uint64_t words;
} PartNote;

struct VeerMpiShare {
    double *cuts;   ///< cuts[ranks + 1]: parts of the agents, from 0 to 1
    double *next;   ///< next[ranks + 1]: while parts are made anew
    PartNote *told; ///< told[ranks]
    int *counts, *offsets;
    VeerMpiBytes own, all; ///< words
    uint32_t begin, end, count;
    double load, began;
};

void veer_mpi_share_begin(VeerMpi *mpi)
{
    size_t ranks = (size_t)mpi->ranks;
    VeerMpiShare *share = veer_mpi_memory(mpi, NULL, 1, sizeof *share);
    memset(share, 0, sizeof *share);
    share->cuts = veer_mpi_memory(mpi, NULL, ranks + 1, sizeof *share->cuts);
    share->next = veer_mpi_memory(mpi, NULL, ranks + 1, sizeof *share->next);
    share->told = veer_mpi_memory(mpi, NULL, ranks, sizeof *share->told);
    share->counts = veer_mpi_memory(mpi, NULL, ranks, sizeof *share->counts);
    share->offsets = veer_mpi_memory(mpi, NULL, ranks, sizeof *share->offsets);
    for (size_t i = 0; i <= ranks; ++i) {
        share->cuts[i] = (double)i / (double)ranks;
    }
    mpi->share = share;
}

void veer_mpi_share_end(VeerMpi *mpi)
{
    VeerMpiShare *share = mpi->share;
    if (share) {
        free(share->cuts);
        free(share->next);
        free(share->told);
        free(share->counts);
        free(share->offsets);
        free(share->own.data);
        free(share->all.data);
        free(share);
    }
}

// --- Parts ---

/// Where the first of the agents that a rank decides for is.
static uint32_t first_of(const VeerMpiShare *share, int rank, uint32_t count)
{
    return (uint32_t)(share->cuts[rank] * (double)count);
}

static void part(void *user, uint32_t count, uint32_t *begin, uint32_t *end)
{
    VeerMpi *mpi = user;
    VeerMpiShare *share = mpi->share;
    *begin = share->begin = first_of(share, mpi->rank, count);
    *end = share->end = first_of(share, mpi->rank + 1, count);
    share->count = count;
    share->began = MPI_Wtime();
}

/// As if each agent of a part took as long, parts are made that take as long as each other.
static void cut_anew(VeerMpi *mpi, double all)
{
    VeerMpiShare *share = mpi->share;
    double before = 0.0;
    for (int rank = 0, next = 1; next < mpi->ranks; ++next) {
        double wanted = all * next / mpi->ranks;
        while (rank + 1 < mpi->ranks && before + share->told[rank].load < wanted) {
            before += share->told[rank++].load;
        }
        double load = share->told[rank].load, from = share->cuts[rank];
        double along = load > 0.0 ? (wanted - before) / load : 1.0;
        share->next[next] = from + (along < 1.0 ? along : 1.0) * (share->cuts[rank + 1] - from);
    }
    memcpy(&share->cuts[1], &share->next[1], (size_t)(mpi->ranks - 1) * sizeof *share->cuts);
    mpi->stats.cuts++;
}

/// On every rank alike, since all were told the same.
static void balance(VeerMpi *mpi)
{
    if ((mpi->stats.ticks + 1) % mpi->def.period != 0) {
        return;
    }
    double all = 0.0, most = 0.0;
    for (int rank = 0; rank < mpi->ranks; ++rank) {
        double load = mpi->share->told[rank].load;
        all += load;
        most = load > most ? load : most;
    }
    if (most * mpi->ranks >= (double)mpi->def.imbalance * all && all > 0.0) {
        cut_anew(mpi, all);
    }
    mpi->share->load = 0.0;
}

// --- Telling ---

/// How many words come from each. @return of all
static size_t lay_out(VeerMpi *mpi)
{
    VeerMpiShare *share = mpi->share;
    size_t all = 0;
    for (int rank = 0; rank < mpi->ranks; ++rank) {
        share->offsets[rank] = (int)all;
        share->counts[rank] = (int)share->told[rank].words;
        all += (size_t)share->told[rank].words;
        if (all > INT_MAX) {
            veer_mpi_fail(mpi, "decisions of more than 8 GiB, words", all);
        }
    }
    return all;
}

static void tell(VeerMpi *mpi, size_t words)
{
    VeerMpiShare *share = mpi->share;
    MPI_Request request;
    PartNote own = {share->load, words};
    double begin = MPI_Wtime();
    MPI_Iallgather(&own, sizeof own, MPI_BYTE, share->told, sizeof own, MPI_BYTE, mpi->comm,
                   &request);
    veer_mpi_await(mpi, &request, 1);
    size_t all = lay_out(mpi);
    share->all.size = 0;
    (void)veer_mpi_bytes_add(mpi, &share->all, all * sizeof(uint32_t));
    MPI_Iallgatherv(share->own.data, (int)words, MPI_UINT32_T, share->all.data, share->counts,
                    share->offsets, MPI_UINT32_T, mpi->comm, &request);
    veer_mpi_await(mpi, &request, 1);
    mpi->wait += MPI_Wtime() - begin;
    mpi->stats.sums += 2;
    mpi->stats.bytes += (uint64_t)(words * sizeof(uint32_t)) * (uint64_t)(mpi->ranks - 1);
    mpi->stats.messages += (uint64_t)(mpi->ranks - 1);
    mpi->stats.needed = mpi->stats.bytes;
}

static void share_decisions(void *user, VeerWorld *world)
{
    VeerMpi *mpi = user;
    VeerMpiShare *share = mpi->share;
    double took = MPI_Wtime() - share->began;
    share->load += took;
    mpi->stats.decided += took;
    share->own.size = 0;
    size_t room = (size_t)(share->end - share->begin) * VEER_DECISION_WORDS * sizeof(uint32_t);
    uint32_t *words = veer_mpi_bytes_add(mpi, &share->own, room);
    tell(mpi, mpi->door->get_decisions(world, share->begin, share->end, words));
    for (int rank = 0; rank < mpi->ranks; ++rank) {
        const uint32_t *from = (const uint32_t *)(const void *)share->all.data;
        if (rank != mpi->rank) {
            mpi->door->put_decisions(world, first_of(share, rank, share->count),
                                     first_of(share, rank + 1, share->count),
                                     from + share->offsets[rank]);
        }
    }
    mpi->stats.own = share->end - share->begin;
    mpi->stats.ghosts = share->count - mpi->stats.own;
    balance(mpi);
}

// --- A tick ---

/// Whether all ranks are to make the same tick.
static bool agree(VeerMpi *mpi, float dt)
{
    float agents = (float)veer_agent_count(mpi->world);
    bool is_tick = dt >= VEER_MIN_DT && dt <= VEER_MAX_DT;
    float found[] = {is_tick ? 0.0f : 1.0f, dt, -dt, agents, -agents};
    veer_mpi_greatest(mpi, found, sizeof found / sizeof *found);
    return found[0] == 0.0f && found[1] == -found[2] && found[3] == -found[4];
}

VeerStatus veer_mpi_share_step(VeerMpi *mpi, float dt)
{
    const VeerSharing sharing = {part, share_decisions, mpi};
    if (!agree(mpi, dt)) {
        return VEER_BAD_VALUE;
    }
    return mpi->door->step_shared(mpi->world, dt, &sharing);
}

VeerStatus veer_mpi_share_gather(const VeerMpi *mpi, int root, VeerWorld *whole)
{
    if (mpi->rank != root || whole == mpi->world) {
        return VEER_OK;
    }
    size_t size = veer_world_save_size(mpi->world);
    void *block = malloc(size);
    VeerStatus status = !whole ? VEER_BAD_VALUE : block ? VEER_OK : VEER_OUT_OF_MEMORY;
    status = status == VEER_OK ? veer_world_save(mpi->world, block, size) : status;
    status = status == VEER_OK ? veer_world_restore(whole, block, size) : status;
    free(block);
    return status;
}
