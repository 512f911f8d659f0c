/// Messages: to the neighbours, and sums over all ranks.
#include "bridge/mpi/wire.h"
#include "bridge/mpi/agents.h"
#include "bridge/mpi/await.h"
#include "bridge/mpi/delta.h"
#include "bridge/mpi/memory.h"

#include <limits.h>
#include <stdlib.h>

#define PIECE ((size_t)1 << 30) ///< bytes of a message at most: MPI counts by int

enum { TAG_RECORDS = 1, TAG_MOVES = 2, TAG_WHOLE = 3 };

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

static void send_piece(VeerMpi *mpi, int root, const void *data, size_t size)
{
    MPI_Request request;
    MPI_Isend(data, (int)size, MPI_BYTE, root, TAG_WHOLE, mpi->comm, &request);
    veer_mpi_await(mpi, &request, 1);
}

static void receive_piece(VeerMpi *mpi, int rank, void *data, size_t size)
{
    MPI_Request request;
    MPI_Irecv(data, (int)size, MPI_BYTE, rank, TAG_WHOLE, mpi->comm, &request);
    veer_mpi_await(mpi, &request, 1);
}

void veer_mpi_send(VeerMpi *mpi, int root, const VeerMpiBytes *bytes)
{
    uint64_t size = bytes->size;
    send_piece(mpi, root, &size, sizeof size);
    for (size_t at = 0; at < bytes->size; at += PIECE) {
        send_piece(mpi, root, bytes->data + at,
                   bytes->size - at < PIECE ? bytes->size - at : PIECE);
    }
}

void veer_mpi_receive(VeerMpi *mpi, int rank, VeerMpiBytes *bytes)
{
    uint64_t size = 0;
    receive_piece(mpi, rank, &size, sizeof size);
    unsigned char *data = veer_mpi_bytes_add(mpi, bytes, (size_t)size);
    for (size_t at = 0; at < size; at += PIECE) {
        receive_piece(mpi, rank, data + at, size - at < PIECE ? (size_t)size - at : PIECE);
    }
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

uint64_t veer_mpi_before(VeerMpi *mpi, uint64_t own, uint64_t *all)
{
    uint64_t *each = veer_mpi_memory(mpi, NULL, (size_t)mpi->ranks, sizeof *each), before = 0;
    MPI_Request request;
    MPI_Iallgather(&own, 1, MPI_UINT64_T, each, 1, MPI_UINT64_T, mpi->comm, &request);
    veer_mpi_await(mpi, &request, 1);
    *all = 0;
    for (int rank = 0; rank < mpi->ranks; ++rank) {
        before = rank == mpi->rank ? *all : before;
        *all += each[rank];
    }
    free(each);
    return before;
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
