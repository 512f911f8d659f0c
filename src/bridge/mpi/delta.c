/// Copies of agents, by what another rank does not know. Most of what an agent is stays: its
/// radius, its goal, its profile; and where it is after a tick both ranks know by the displacement
/// that its owner has told in the middle of it. So a copy of one that nothing touches is
/// three flags that were to be expected, a small part of a bit.
#include "bridge/mpi/delta.h"
#include "bridge/mpi/memory.h"
#include "bridge/mpi/tell.h"

#include <string.h>

/// Lets what is shown now become what was before.
static void turn_over(VeerMpiView *view, VeerMpiView *before)
{
    VeerMpiView held = *before;
    *before = *view;
    *view = held;
    view->slots.count = 0;
    view->copies.size = 0;
}

void veer_mpi_begin_copies(VeerMpiPeer *peer)
{
    turn_over(&peer->shown, &peer->shown_before);
    turn_over(&peer->seen, &peer->seen_before);
    peer->place = 0;
    veer_mpi_tell_begin(peer);
}

/// Of those before, which are in the order of slots, tells that the next one is no longer shown.
static void tell_gone(VeerMpi *mpi, VeerMpiPeer *peer)
{
    veer_mpi_tell(mpi, peer, &peer->told.is_fresh, false);
    veer_mpi_tell(mpi, peer, &peer->told.is_gone, true);
    peer->place++;
}

static void tell_kept(VeerMpi *mpi, VeerMpiPeer *peer, const VeerMpiPacket *packet)
{
    const VeerMpiPacket *last = &veer_mpi_packets(&peer->shown_before)[peer->place++];
    veer_mpi_tell(mpi, peer, &peer->told.is_fresh, false);
    veer_mpi_tell(mpi, peer, &peer->told.is_gone, false);
    mpi->stats.needed +=
        veer_mpi_tell_words(mpi, peer, peer->told.kept, last, packet, VEER_MPI_WORDS);
}

/// By what was shown for the first time before it: agents have much in common.
static void tell_fresh(VeerMpi *mpi, VeerMpiPeer *peer, const VeerMpiPacket *packet)
{
    VeerMpiLore *told = &peer->told;
    veer_mpi_tell(mpi, peer, &told->is_fresh, true);
    mpi->stats.needed +=
        veer_mpi_tell_words(mpi, peer, told->fresh, &told->last_fresh, packet, VEER_MPI_WORDS);
    told->last_fresh = *packet;
}

/// Whether the next one of those before is an agent, after it is told which before that are gone.
static bool was_shown(VeerMpi *mpi, VeerMpiPeer *peer, uint32_t slot, VeerAgentId name)
{
    const VeerMpiView *before = &peer->shown_before;
    while (peer->place < before->slots.count && before->slots.all[peer->place] < slot) {
        tell_gone(mpi, peer);
    }
    if (peer->place == before->slots.count || before->slots.all[peer->place] != slot) {
        return false;
    }
    VeerAgentId last = veer_mpi_packets(before)[peer->place].name;
    bool is_same = last.slot == name.slot && last.generation == name.generation;
    if (!is_same) {
        tell_gone(mpi, peer);
    }
    return is_same;
}

void veer_mpi_add_copy(VeerMpi *mpi, VeerMpiPeer *peer, uint32_t slot)
{
    VeerMpiPacket packet;
    memset(&packet, 0, sizeof packet);
    packet.name = mpi->names[slot];
    mpi->door->get_seen(mpi->world, slot, &packet.agent);
    if (was_shown(mpi, peer, slot, packet.name)) {
        tell_kept(mpi, peer, &packet);
    } else {
        tell_fresh(mpi, peer, &packet);
    }
    memcpy(veer_mpi_bytes_add(mpi, &peer->shown.copies, sizeof packet), &packet, sizeof packet);
    veer_mpi_slots_add(mpi, &peer->shown.slots, slot);
}

void veer_mpi_end_copies(VeerMpi *mpi, VeerMpiPeer *peer)
{
    while (peer->place < peer->shown_before.slots.count) {
        tell_gone(mpi, peer);
    }
    veer_mpi_tell(mpi, peer, &peer->told.is_fresh, false);
    veer_mpi_tell_end(mpi, peer);
}

static void keep(VeerMpi *mpi, VeerMpiPeer *peer, const VeerMpiPacket *packet)
{
    VeerMpiBytes *copies = &peer->seen.copies;
    memcpy(veer_mpi_bytes_add(mpi, copies, sizeof *packet), packet, sizeof *packet);
}

/// Those that come before the next one of those before.
static void hear_fresh(VeerMpi *mpi, VeerMpiPeer *peer)
{
    VeerMpiLore *heard = &peer->heard;
    while (veer_mpi_hear(peer, &heard->is_fresh)) {
        veer_mpi_hear_words(peer, heard->fresh, &heard->last_fresh, VEER_MPI_WORDS);
        keep(mpi, peer, &heard->last_fresh);
    }
}

uint32_t veer_mpi_take_copies(VeerMpi *mpi, VeerMpiPeer *peer)
{
    uint32_t before = peer->seen_before.slots.count;
    veer_mpi_hear_begin(peer);
    for (uint32_t i = 0; i < before; ++i) {
        hear_fresh(mpi, peer);
        if (!veer_mpi_hear(peer, &peer->heard.is_gone)) {
            VeerMpiPacket packet = veer_mpi_packets(&peer->seen_before)[i];
            veer_mpi_hear_words(peer, peer->heard.kept, &packet, VEER_MPI_WORDS);
            keep(mpi, peer, &packet);
        }
    }
    hear_fresh(mpi, peer);
    return (uint32_t)(peer->seen.copies.size / sizeof(VeerMpiPacket));
}

static void foresee(VeerMpi *mpi, VeerMpiView *view)
{
    VeerMpiPacket *packets = veer_mpi_packets(view);
    const VeerVec3 *velocities = (const VeerVec3 *)(const void *)view->velocities.data;
    for (uint32_t i = 0; i < view->slots.count; ++i) {
        mpi->door->get_place(mpi->world, view->slots.all[i], &packets[i].agent);
        packets[i].agent.velocity = velocities[i];
    }
}

void veer_mpi_foresee(VeerMpi *mpi)
{
    for (uint32_t i = 0; i < mpi->peer_count; ++i) {
        foresee(mpi, &mpi->peers[i].shown);
        foresee(mpi, &mpi->peers[i].seen);
    }
}

// --- Moves: by what has changed of them, next velocities against those that they had,
// displacements against what comes of these, and from round to round ---

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
