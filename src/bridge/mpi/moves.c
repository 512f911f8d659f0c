/// Moves of agents that are shown, by what has changed: next velocities against those that they
/// had, displacements against what comes of these, and from round to round.
#include "bridge/mpi/moves.h"
#include "bridge/mpi/delta.h"
#include "bridge/mpi/memory.h"
#include "bridge/mpi/tell.h"

static VeerVec3 *values_of(VeerMpi *mpi, VeerMpiBytes *bytes, uint32_t count)
{
    bytes->size = 0;
    return veer_mpi_bytes_add(mpi, bytes, count * sizeof(VeerVec3));
}

/// What both ranks know at the beginning of a stage, and later in it.
static VeerVec3 *known_moves(VeerMpi *mpi, VeerMpiView *view, VeerShardStage stage)
{
    const VeerVec3 whole = {1.0f, 1.0f, 1.0f};
    uint32_t count = view->slots.count;
    VeerVec3 *moves = values_of(mpi, &view->moves, count);
    bool is_first = view->stage != stage;
    for (uint32_t i = 0; i < count && stage == VEER_SHARD_MOVED; ++i) {
        moves[i] = veer_mpi_packets(view)[i].agent.velocity;
    }
    for (uint32_t i = 0; i < count && stage == VEER_SHARD_CUT && is_first; ++i) {
        moves[i] = whole;
    }
    view->stage = stage;
    return moves;
}

/// Keeps the velocities that were told, and what comes of them.
static void begin_rounds(VeerMpi *mpi, VeerMpiView *view)
{
    uint32_t count = view->slots.count;
    VeerVec3 *velocities = values_of(mpi, &view->velocities, count);
    VeerVec3 *moves = values_of(mpi, &view->moves, count);
    for (uint32_t i = 0; i < count; ++i) {
        VeerShardMove move;
        mpi->door->get_move(mpi->world, VEER_SHARD_ROUND, view->slots.all[i], &move);
        velocities[i] = moves[i];
        moves[i] = move.value;
    }
}

enum { MOVE_WORDS = sizeof(VeerVec3) / sizeof(uint32_t) };

/// Which of the values have changed, those, and, of rounds, which agents are moving.
void veer_mpi_write_moves(VeerMpi *mpi, VeerMpiPeer *peer, VeerShardStage stage)
{
    VeerMpiView *view = &peer->shown;
    VeerVec3 *moves = known_moves(mpi, view, stage);
    veer_mpi_tell_begin(peer);
    for (uint32_t i = 0; i < view->slots.count; ++i) {
        VeerShardMove move;
        mpi->door->get_move(mpi->world, stage, view->slots.all[i], &move);
        mpi->stats.needed += veer_mpi_tell_words(mpi, peer, peer->told.moves[stage], &moves[i],
                                                 &move.value, MOVE_WORDS);
        if (stage == VEER_SHARD_ROUND) {
            veer_mpi_tell(mpi, peer, &peer->told.is_moving, move.is_moving != 0);
        }
        moves[i] = move.value;
    }
    veer_mpi_tell_end(mpi, peer);
    if (stage == VEER_SHARD_MOVED) {
        begin_rounds(mpi, view);
    }
}

void veer_mpi_read_moves(VeerMpi *mpi, VeerMpiPeer *peer, VeerShardStage stage)
{
    VeerMpiView *view = &peer->seen;
    VeerVec3 *moves = known_moves(mpi, view, stage);
    veer_mpi_hear_begin(peer);
    for (uint32_t i = 0; i < view->slots.count; ++i) {
        veer_mpi_hear_words(peer, peer->heard.moves[stage], &moves[i], MOVE_WORDS);
        bool moves_on = stage == VEER_SHARD_ROUND && veer_mpi_hear(peer, &peer->heard.is_moving);
        VeerShardMove move = {moves[i], moves_on};
        mpi->door->put_move(mpi->world, stage, view->slots.all[i], &move);
    }
    if (stage == VEER_SHARD_MOVED) {
        begin_rounds(mpi, view);
    }
}
