/// Messages: to the neighbours, and sums over all ranks.
#include "bridge/mpi/wire.h"
#include "bridge/mpi/await.h"
#include "bridge/mpi/memory.h"

#include <limits.h>

enum { TAG_RECORDS = 1, TAG_MOVES = 2 };

static void count_sent(VeerMpi *mpi, size_t bytes)
{
    mpi->stats.messages++;
    mpi->stats.bytes += bytes;
}

static void send(VeerMpi *mpi, VeerMpiPeer *peer, int tag, MPI_Request *request)
{
    if (peer->out.size > INT_MAX) {
        veer_mpi_fail(mpi, "a message of more than 2 GiB, bytes", peer->out.size);
    }
    MPI_Isend(peer->out.data, (int)peer->out.size, MPI_BYTE, peer->rank, tag, mpi->comm, request);
    count_sent(mpi, peer->out.size);
}

static void receive_any_size(VeerMpi *mpi, VeerMpiPeer *peer)
{
    MPI_Request request;
    int size = veer_mpi_await_message(mpi, peer->rank, TAG_RECORDS);
    peer->in.size = 0;
    (void)veer_mpi_bytes_add(mpi, &peer->in, (size_t)size);
    MPI_Irecv(peer->in.data, size, MPI_BYTE, peer->rank, TAG_RECORDS, mpi->comm, &request);
    veer_mpi_await(mpi, &request, 1);
}

void veer_mpi_exchange(VeerMpi *mpi, uint32_t count)
{
    double begin = MPI_Wtime();
    for (uint32_t i = 0; i < count; ++i) {
        send(mpi, &mpi->peers[i], TAG_RECORDS, &mpi->requests[i]);
    }
    for (uint32_t i = 0; i < count; ++i) {
        receive_any_size(mpi, &mpi->peers[i]);
    }
    veer_mpi_await(mpi, mpi->requests, (int)count);
    mpi->wait += MPI_Wtime() - begin;
}

static void begin_moves(VeerMpi *mpi, VeerMpiPeer *peer, VeerShardStage stage,
                        MPI_Request *requests)
{
    peer->in.size = peer->out.size = 0;
    int size = (int)(peer->seen.count * sizeof(VeerShardMove));
    (void)veer_mpi_bytes_add(mpi, &peer->in, (size_t)size);
    MPI_Irecv(peer->in.data, size, MPI_BYTE, peer->rank, TAG_MOVES, mpi->comm, &requests[0]);
    VeerShardMove *moves =
        veer_mpi_bytes_add(mpi, &peer->out, peer->shown.count * sizeof(VeerShardMove));
    for (uint32_t i = 0; i < peer->shown.count; ++i) {
        mpi->door->get_move(mpi->world, stage, peer->shown.all[i], &moves[i]);
    }
    send(mpi, peer, TAG_MOVES, &requests[1]);
}

void veer_mpi_share_moves(VeerMpi *mpi, VeerShardStage stage)
{
    double begin = MPI_Wtime();
    for (uint32_t i = 0; i < mpi->peer_count; ++i) {
        begin_moves(mpi, &mpi->peers[i], stage, &mpi->requests[(size_t)2 * i]);
    }
    veer_mpi_await(mpi, mpi->requests, (int)(2 * mpi->peer_count));
    for (uint32_t i = 0; i < mpi->peer_count; ++i) {
        const VeerMpiPeer *peer = &mpi->peers[i];
        const VeerShardMove *moves = (const VeerShardMove *)(const void *)peer->in.data;
        for (uint32_t k = 0; k < peer->seen.count; ++k) {
            mpi->door->put_move(mpi->world, stage, peer->seen.all[k], &moves[k]);
        }
    }
    mpi->wait += MPI_Wtime() - begin;
}

void veer_mpi_greatest(VeerMpi *mpi, float *values, int count)
{
    double begin = MPI_Wtime();
    MPI_Request request;
    MPI_Iallreduce(MPI_IN_PLACE, values, count, MPI_FLOAT, MPI_MAX, mpi->comm, &request);
    veer_mpi_await(mpi, &request, 1);
    mpi->wait += MPI_Wtime() - begin;
    mpi->stats.sums++;
}

void veer_mpi_tell_all(VeerMpi *mpi, void *data, size_t size, int root)
{
    MPI_Request request;
    MPI_Ibcast(data, (int)size, MPI_BYTE, root, mpi->comm, &request);
    veer_mpi_await(mpi, &request, 1);
}

/// By one rank, so that all have the same bits.
void veer_mpi_sum_all(VeerMpi *mpi, double *values, int count)
{
    double begin = MPI_Wtime();
    bool is_first = mpi->rank == 0;
    MPI_Request request;
    MPI_Ireduce(is_first ? MPI_IN_PLACE : values, values, count, MPI_DOUBLE, MPI_SUM, 0, mpi->comm,
                &request);
    veer_mpi_await(mpi, &request, 1);
    veer_mpi_tell_all(mpi, values, (size_t)count * sizeof *values, 0);
    mpi->wait += MPI_Wtime() - begin;
    mpi->stats.sums++;
}

/// Ghosts lose their contacts. @return own agents that are buried, of all ranks
static float close_contacts(VeerMpi *mpi)
{
    uint32_t buried = 0;
    for (uint32_t slot = 0; slot < mpi->capacity; ++slot) {
        if (mpi->kinds[slot] == VEER_SHARD_GHOST) {
            mpi->door->take_contacts(mpi->world, slot);
        } else if (mpi->kinds[slot] == VEER_SHARD_OWN) {
            buried += mpi->door->is_buried(mpi->world, slot);
        }
    }
    double all = (double)buried;
    veer_mpi_sum_all(mpi, &all, 1);
    return (float)all;
}

float veer_mpi_ask(void *user, VeerWorld *world, VeerShardStage stage, float value)
{
    VeerMpi *mpi = user;
    (void)world;
    if (stage == VEER_SHARD_FOUND) {
        return close_contacts(mpi);
    }
    bool is_cut = stage == VEER_SHARD_CUT;
    if (stage != VEER_SHARD_MOST && !is_cut) {
        veer_mpi_share_moves(mpi, stage);
    }
    if (stage != VEER_SHARD_MOVED) {
        veer_mpi_greatest(mpi, &value, 1);
    }
    if (is_cut && value > 0.0f) { // else all is as it was told before
        veer_mpi_share_moves(mpi, stage);
    }
    return value;
}
