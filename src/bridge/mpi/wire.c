/// Messages: to the neighbours, and sums over all ranks.
#include "bridge/mpi/wire.h"
#include "bridge/mpi/agents.h"
#include "bridge/mpi/await.h"
#include "bridge/mpi/memory.h"
#include "bridge/mpi/moves.h"

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

static void receive(VeerMpi *mpi, VeerMpiPeer *peer, int tag)
{
    MPI_Request request;
    int size = veer_mpi_await_message(mpi, peer->rank, tag);
    peer->in.size = 0;
    (void)veer_mpi_bytes_add(mpi, &peer->in, (size_t)size);
    MPI_Irecv(peer->in.data, size, MPI_BYTE, peer->rank, tag, mpi->comm, &request);
    veer_mpi_await(mpi, &request, 1);
}

void veer_mpi_begin_exchange(VeerMpi *mpi)
{
    for (uint32_t i = 0; i < mpi->peer_count; ++i) {
        send(mpi, &mpi->peers[i], TAG_RECORDS, &mpi->requests[i]);
    }
}

void veer_mpi_end_exchange(VeerMpi *mpi)
{
    double begin = MPI_Wtime();
    for (uint32_t i = 0; i < mpi->peer_count; ++i) {
        receive(mpi, &mpi->peers[i], TAG_RECORDS);
    }
    veer_mpi_await(mpi, mpi->requests, (int)mpi->peer_count);
    mpi->wait += MPI_Wtime() - begin;
}

/// Both ranks know of how many agents: of none there is no message.
static int send_moves(VeerMpi *mpi, VeerShardStage stage)
{
    int count = 0;
    for (uint32_t i = 0; i < mpi->peer_count; ++i) {
        if (mpi->peers[i].shown.slots.count > 0) {
            veer_mpi_write_moves(mpi, &mpi->peers[i], stage);
            send(mpi, &mpi->peers[i], TAG_MOVES, &mpi->requests[count++]);
        }
    }
    return count;
}

void veer_mpi_share_moves(VeerMpi *mpi, VeerShardStage stage)
{
    int count = send_moves(mpi, stage);
    for (uint32_t i = 0; i < mpi->peer_count; ++i) {
        if (mpi->peers[i].seen.slots.count > 0) {
            double begin = MPI_Wtime();
            receive(mpi, &mpi->peers[i], TAG_MOVES);
            mpi->wait += MPI_Wtime() - begin;
            veer_mpi_read_moves(mpi, &mpi->peers[i], stage);
        }
    }
    double begin = MPI_Wtime();
    veer_mpi_await(mpi, mpi->requests, count);
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

float veer_mpi_ask(void *user, VeerWorld *world, VeerShardStage stage, float value)
{
    VeerMpi *mpi = user;
    (void)world;
    if (stage == VEER_SHARD_SEEN) {
        veer_mpi_see(mpi);
        return value;
    }
    if (stage == VEER_SHARD_FOUND) {
        double all = (double)value;
        veer_mpi_sum_all(mpi, &all, 1);
        return (float)all;
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
