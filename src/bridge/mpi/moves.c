/// Moves of agents that are shown, by what has changed: next velocities against those that they
/// had, displacements against what comes of these, and from round to round.
#include "bridge/mpi/moves.h"
#include "bridge/mpi/bits.h"
#include "bridge/mpi/delta.h"

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
    bool goes_on = stage == VEER_SHARD_MOVED || (stage == VEER_SHARD_DECIDED && is_first);
    for (uint32_t i = 0; i < count && goes_on; ++i) {
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

size_t veer_mpi_moves_size(uint32_t agents)
{
    return 2u * veer_mpi_bits_size(agents) + agents * sizeof(VeerVec3);
}

/// Which of the values have changed, and, of rounds, which agents are moving; then those values.
void veer_mpi_write_moves(VeerMpi *mpi, VeerMpiPeer *peer, VeerShardStage stage)
{
    VeerMpiView *view = &peer->shown;
    uint32_t count = view->slots.count;
    size_t size = veer_mpi_bits_size(count);
    VeerVec3 *moves = known_moves(mpi, view, stage);
    peer->out.size = 0;
    (void)veer_mpi_bits_add(mpi, &peer->out, count);
    if (stage == VEER_SHARD_ROUND) {
        (void)veer_mpi_bits_add(mpi, &peer->out, count);
    }
    for (uint32_t i = 0; i < count; ++i) {
        VeerShardMove move;
        mpi->door->get_move(mpi->world, stage, view->slots.all[i], &move);
        if (veer_mpi_differ(&move.value, &moves[i], sizeof move.value)) {
            veer_mpi_bits_set(peer->out.data, i, true);
            memcpy(veer_mpi_bytes_add(mpi, &peer->out, sizeof move.value), &move.value,
                   sizeof move.value);
            mpi->stats.needed += sizeof move.value;
        }
        if (stage == VEER_SHARD_ROUND) {
            veer_mpi_bits_set(peer->out.data + size, i, move.is_moving != 0);
        }
        moves[i] = move.value;
    }
    if (stage == VEER_SHARD_MOVED) {
        begin_rounds(mpi, view);
    }
}

void veer_mpi_read_moves(VeerMpi *mpi, VeerMpiPeer *peer, VeerShardStage stage)
{
    VeerMpiView *view = &peer->seen;
    uint32_t count = view->slots.count;
    size_t size = veer_mpi_bits_size(count);
    VeerVec3 *moves = known_moves(mpi, view, stage);
    const unsigned char *has_changed = peer->in.data, *is_moving = has_changed + size;
    const unsigned char *at = stage == VEER_SHARD_ROUND ? is_moving + size : is_moving;
    for (uint32_t i = 0; i < count; ++i) {
        if (veer_mpi_bits_has(has_changed, i)) {
            memcpy(&moves[i], at, sizeof moves[i]);
            at += sizeof moves[i];
        }
        bool moves_on = stage == VEER_SHARD_ROUND && veer_mpi_bits_has(is_moving, i);
        VeerShardMove move = {moves[i], moves_on};
        mpi->door->put_move(mpi->world, stage, view->slots.all[i], &move);
    }
    if (stage == VEER_SHARD_MOVED) {
        begin_rounds(mpi, view);
    }
}
