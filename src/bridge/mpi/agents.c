/// Agents between ranks: they go to the rank in whose region they are, and are shown to those that
/// see them.
#include "bridge/mpi/agents.h"
#include "bridge/mpi/cuts.h"
#include "bridge/mpi/delta.h"
#include "bridge/mpi/memory.h"
#include "bridge/mpi/tell.h"
#include "bridge/mpi/wire.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum {
    HEAD_WORDS = sizeof(VeerMpiHead) / sizeof(uint32_t),
    STEP_OF_ROOM = 16 ///< agents that there is room for, or not, together
};

VeerVec3 veer_mpi_place(const VeerMpi *mpi, const VeerWorld *world, uint32_t slot)
{
    VeerVec3 position = mpi->door->position(world, slot);
    // Agents of planar worlds see each other whatever their heights.
    position.z = veer_world_space(world) == VEER_PLANAR ? 0.0f : position.z;
    return position;
}

// --- Room ---

static void resize(VeerMpi *mpi, uint32_t capacity)
{
    uint32_t old = mpi->capacity, more = capacity - old;
    mpi->names = veer_mpi_memory(mpi, mpi->names, capacity, sizeof *mpi->names);
    mpi->kinds = veer_mpi_memory(mpi, mpi->kinds, capacity, 1);
    mpi->is_fresh = veer_mpi_memory(mpi, mpi->is_fresh, capacity, 1);
    mpi->goes = veer_mpi_memory(mpi, mpi->goes, capacity, sizeof *mpi->goes);
    memset(mpi->names + old, 0, more * sizeof *mpi->names);
    memset(mpi->kinds + old, 0, more);
    memset(mpi->is_fresh + old, 0, more);
    mpi->capacity = capacity;
}

void veer_mpi_grow(VeerMpi *mpi, const VeerWorld *from, uint32_t more)
{
    uint32_t count = veer_agent_count(mpi->world);
    if (mpi->world && count + more <= mpi->capacity) {
        return;
    }
    uint32_t capacity = (count + more) + (count + more) / 4u + 64u;
    VeerWorld *world = NULL;
    if (mpi->door->make(from, capacity, mpi->world != NULL, &world) != VEER_OK) {
        veer_mpi_fail(mpi, "no memory for agents", capacity);
    }
    veer_world_destroy(mpi->world);
    mpi->world = world;
    resize(mpi, capacity);
}

uint32_t veer_mpi_put(VeerMpi *mpi, VeerAgentId name, const VeerShardAgent *agent,
                      VeerShardKind kind)
{
    uint32_t slot = mpi->door->put(mpi->world, mpi->slots[name.slot], agent);
    if (slot == VEER_NO_SLOT) {
        veer_mpi_fail(mpi, "no room for profiles", name.slot);
    }
    mpi->slots[name.slot] = slot;
    mpi->names[slot] = name;
    mpi->kinds[slot] = (uint8_t)kind;
    mpi->is_fresh[slot] = 1;
    return slot;
}

static void forget(VeerMpi *mpi, uint32_t slot)
{
    mpi->door->drop(mpi->world, slot);
    mpi->slots[mpi->names[slot].slot] = VEER_NO_SLOT;
    mpi->names[slot] = (VeerAgentId){0, 0};
    mpi->kinds[slot] = VEER_SHARD_NOBODY;
}

// --- Pairs ---

static VeerPair pair_out(const VeerMpi *mpi, VeerPair pair)
{
    pair.agent = mpi->names[pair.agent.slot];
    if (!pair.is_obstacle) {
        VeerAgentId other = mpi->names[pair.other_slot];
        pair.other_slot = other.slot & 0x3fffffffu;
        pair.other_generation = other.generation;
    }
    return pair;
}

static VeerPair pair_in(const VeerMpi *mpi, VeerPair pair)
{
    pair.agent = veer_agent_at(mpi->world, mpi->slots[pair.agent.slot]);
    if (!pair.is_obstacle) {
        VeerAgentId other = veer_agent_at(mpi->world, mpi->slots[pair.other_slot]);
        pair.other_slot = other.slot & 0x3fffffffu;
        pair.other_generation = other.generation;
    }
    return pair;
}

/// Whether an agent is a ghost that is not shown here any more.
static bool is_gone(const VeerMpi *mpi, uint32_t slot)
{
    return mpi->kinds[slot] == VEER_SHARD_GHOST && !mpi->is_fresh[slot];
}

static bool has_parted(const VeerMpi *mpi, const VeerPair *pair)
{
    return !pair->is_obstacle && is_gone(mpi, pair->other_slot);
}

/// Whether two that touched are so far apart that one is not shown any more: a host has put one of
/// them elsewhere.
static bool have_any_parted(const VeerMpi *mpi)
{
    uint32_t count;
    const VeerPair *pairs = mpi->door->pairs(mpi->world, &count);
    bool have_any = false;
    for (uint32_t i = 0; i < count; ++i) {
        have_any = have_any || has_parted(mpi, &pairs[i]);
    }
    return have_any;
}

static void add_parted(VeerMpi *mpi, VeerPair pair)
{
    memcpy(veer_mpi_bytes_add(mpi, &mpi->parted, sizeof pair), &pair, sizeof pair);
}

/// Pairs are with the rank that owns the first of the two.
static void merge_pairs(VeerMpi *mpi)
{
    uint32_t count, kept = 0;
    const VeerPair *own = mpi->door->pairs(mpi->world, &count);
    uint32_t came = (uint32_t)(mpi->pairs.size / sizeof(VeerPair));
    VeerPair *all = veer_mpi_memory(mpi, NULL, count + came, sizeof *all);
    for (uint32_t i = 0; i < count; ++i) {
        bool is_own = mpi->kinds[own[i].agent.slot] == VEER_SHARD_OWN;
        all[kept] = own[i];
        if (is_own && has_parted(mpi, &own[i])) {
            add_parted(mpi, pair_out(mpi, own[i]));
        } else {
            kept += is_own;
        }
    }
    for (uint32_t i = 0; i < came; ++i) {
        VeerPair pair;
        memcpy(&pair, mpi->pairs.data + i * sizeof pair, sizeof pair);
        uint32_t other = pair.is_obstacle ? 0 : mpi->slots[pair.other_slot];
        if (!pair.is_obstacle && (other == VEER_NO_SLOT || is_gone(mpi, other))) {
            add_parted(mpi, pair);
        } else {
            all[kept++] = pair_in(mpi, pair);
        }
    }
    mpi->door->set_pairs(mpi->world, all, kept);
    mpi->pairs.size = 0;
    free(all);
}

// --- Messages ---

void veer_mpi_add_agent(VeerMpi *mpi, VeerMpiBytes *out, uint32_t slot)
{
    VeerMpiPacket packet;
    memset(&packet, 0, sizeof packet);
    packet.name = mpi->names[slot];
    mpi->door->get(mpi->world, slot, &packet.agent);
    memcpy(veer_mpi_bytes_add(mpi, out, sizeof packet), &packet, sizeof packet);
}

void veer_mpi_add_pair(VeerMpi *mpi, VeerMpiBytes *out, VeerPair pair)
{
    pair = pair_out(mpi, pair);
    memcpy(veer_mpi_bytes_add(mpi, out, sizeof pair), &pair, sizeof pair);
}

static void begin_messages(VeerMpi *mpi)
{
    for (uint32_t i = 0; i < mpi->peer_count; ++i) {
        VeerMpiPeer *peer = &mpi->peers[i];
        peer->head.near = 0;
        peer->packets.size = peer->pairs.size = 0;
    }
}

/// The pairs of those that go: each pair is with the first of its two.
static void add_pairs(VeerMpi *mpi)
{
    uint32_t count;
    const VeerPair *pairs = mpi->door->pairs(mpi->world, &count);
    for (uint32_t i = 0; i < count; ++i) {
        uint32_t goes = mpi->goes[pairs[i].agent.slot];
        if (goes > 0) {
            veer_mpi_add_pair(mpi, &mpi->peers[goes - 1u].pairs, pairs[i]);
        }
    }
}

/// A message: its head, agents by what went before each, their pairs.
static void tell_away(VeerMpi *mpi, VeerMpiPeer *peer)
{
    VeerMpiLore *told = &peer->told;
    const VeerMpiPacket *packets = (const VeerMpiPacket *)(const void *)peer->packets.data;
    peer->head.agents = (uint32_t)(peer->packets.size / sizeof *packets);
    peer->head.pairs = (uint32_t)(peer->pairs.size / sizeof(VeerPair));
    peer->head.near |= STEP_OF_ROOM - 1u; // so that it is seldom news
    veer_mpi_tell_begin(peer);
    (void)veer_mpi_tell_words(mpi, peer, told->head, &told->last_head, &peer->head, HEAD_WORDS);
    for (uint32_t i = 0; i < peer->head.agents; ++i) {
        mpi->stats.needed += veer_mpi_tell_words(mpi, peer, told->packet, &told->last_packet,
                                                 &packets[i], VEER_MPI_WORDS);
        told->last_packet = packets[i];
    }
    veer_mpi_tell_bytes(mpi, peer, peer->pairs.data, peer->pairs.size);
    mpi->stats.needed += peer->pairs.size;
    told->last_head = peer->head;
    veer_mpi_tell_end(mpi, peer);
}

/// Begins to read such a message.
static void hear_head(VeerMpiPeer *peer)
{
    veer_mpi_hear_begin(peer);
    veer_mpi_hear_words(peer, peer->heard.head, &peer->heard.last_head, HEAD_WORDS);
    peer->head_in = peer->heard.last_head;
}

/// Room for agents that come, and for those that may be shown in this tick: while it runs, there is
/// no more to be had.
static void make_room(VeerMpi *mpi)
{
    uint32_t more = 0;
    for (uint32_t i = 0; i < mpi->peer_count; ++i) {
        hear_head(&mpi->peers[i]);
        more += mpi->peers[i].head_in.agents + mpi->peers[i].head_in.near;
    }
    veer_mpi_grow(mpi, mpi->world, more);
}

/// Takes over the agents of a message, and keeps their pairs.
static void take_packets(VeerMpi *mpi, VeerMpiPeer *peer)
{
    VeerMpiLore *heard = &peer->heard;
    for (uint32_t i = 0; i < peer->head_in.agents; ++i) {
        veer_mpi_hear_words(peer, heard->packet, &heard->last_packet, VEER_MPI_WORDS);
        (void)veer_mpi_put(mpi, heard->last_packet.name, &heard->last_packet.agent, VEER_SHARD_OWN);
    }
    size_t size = peer->head_in.pairs * sizeof(VeerPair);
    veer_mpi_hear_bytes(peer, veer_mpi_bytes_add(mpi, &mpi->pairs, size), size);
}

// --- To where they are ---

/// A region that nobody in it is near another one.
static VeerMpiBox inside(const VeerMpiBox *region, float halo)
{
    VeerMpiBox inner = *region;
    for (int k = 0; k < 3; ++k) {
        inner.lower[k] += halo;
        inner.upper[k] -= halo;
    }
    return inner;
}

/// An agent near the border, or beyond it: tells those that may be shown it of that.
static void count_near(VeerMpi *mpi, VeerVec3 place)
{
    for (uint32_t i = 0; i < mpi->peer_count; ++i) {
        VeerMpiPeer *peer = &mpi->peers[i];
        bool is_near = veer_mpi_box_is_near(&mpi->regions[peer->rank], place, mpi->halo);
        peer->head.near += is_near;
    }
}

/// Notes who goes where, and writes it. @return whether any goes
static bool send_away(VeerMpi *mpi)
{
    VeerMpiBox inner = inside(&mpi->regions[mpi->rank], mpi->halo);
    bool has_any = false;
    uint32_t count = veer_agent_slot_count(mpi->world);
    for (uint32_t slot = 0; slot < count; ++slot) {
        VeerVec3 place = veer_mpi_place(mpi, mpi->world, slot);
        mpi->goes[slot] = 0;
        if (mpi->kinds[slot] != VEER_SHARD_OWN || veer_mpi_box_has(&inner, place)) {
            continue;
        }
        count_near(mpi, place);
        int rank = veer_mpi_rank_at(mpi, place);
        if (rank != mpi->rank) {
            mpi->goes[slot] = mpi->peer_of[rank] + 1u;
            veer_mpi_add_agent(mpi, &mpi->peers[mpi->peer_of[rank]].packets, slot);
            mpi->kinds[slot] = VEER_SHARD_GHOST; // until it is seen that it is none
            has_any = true;
        }
    }
    if (has_any) {
        add_pairs(mpi);
    }
    return has_any;
}

void veer_mpi_migrate(VeerMpi *mpi)
{
    begin_messages(mpi);
    bool has_any = send_away(mpi);
    for (uint32_t i = 0; i < mpi->peer_count; ++i) {
        tell_away(mpi, &mpi->peers[i]);
    }
    veer_mpi_begin_exchange(mpi);
    veer_mpi_end_exchange(mpi);
    make_room(mpi);
    for (uint32_t i = 0; i < mpi->peer_count; ++i) {
        take_packets(mpi, &mpi->peers[i]);
        has_any = has_any || mpi->peers[i].head_in.agents > 0;
    }
    mpi->has_changed = has_any || mpi->pairs.size > 0;
    mpi->door->settle(mpi->world);
}

// --- To those that see them ---

static void show_own(VeerMpi *mpi)
{
    VeerMpiBox inner = inside(&mpi->regions[mpi->rank], mpi->halo);
    uint32_t count = veer_agent_slot_count(mpi->world);
    for (uint32_t slot = 0; slot < count; ++slot) {
        mpi->is_fresh[slot] = 0;
        VeerVec3 place = veer_mpi_place(mpi, mpi->world, slot);
        if (mpi->kinds[slot] != VEER_SHARD_OWN || veer_mpi_box_has(&inner, place)) {
            continue;
        }
        for (uint32_t i = 0; i < mpi->peer_count; ++i) {
            VeerMpiPeer *peer = &mpi->peers[i];
            if (veer_mpi_box_is_near(&mpi->regions[peer->rank], place, mpi->halo)) {
                veer_mpi_add_copy(mpi, peer, slot);
            }
        }
    }
}

static void put_copies(VeerMpi *mpi, VeerMpiPeer *peer)
{
    uint32_t count = veer_mpi_take_copies(mpi, peer);
    const VeerMpiPacket *packets = veer_mpi_packets(&peer->seen);
    for (uint32_t i = 0; i < count; ++i) {
        uint32_t slot = veer_mpi_put(mpi, packets[i].name, &packets[i].agent, VEER_SHARD_GHOST);
        veer_mpi_slots_add(mpi, &peer->seen.slots, slot);
    }
}

static void drop_stale(VeerMpi *mpi)
{
    uint32_t count = veer_agent_slot_count(mpi->world);
    for (uint32_t slot = 0; slot < count; ++slot) {
        if (mpi->kinds[slot] == VEER_SHARD_GHOST && !mpi->is_fresh[slot]) {
            forget(mpi, slot);
        }
    }
}

void veer_mpi_show(VeerMpi *mpi)
{
    for (uint32_t i = 0; i < mpi->peer_count; ++i) {
        veer_mpi_begin_copies(&mpi->peers[i]);
    }
    show_own(mpi);
    for (uint32_t i = 0; i < mpi->peer_count; ++i) {
        veer_mpi_end_copies(mpi, &mpi->peers[i]);
    }
    veer_mpi_begin_exchange(mpi);
    const VeerMpiBox inner = inside(&mpi->regions[mpi->rank], mpi->halo);
    mpi->parts.inner.lower = (VeerVec3){inner.lower[0], inner.lower[1], inner.lower[2]};
    mpi->parts.inner.upper = (VeerVec3){inner.upper[0], inner.upper[1], inner.upper[2]};
}

void veer_mpi_see(VeerMpi *mpi)
{
    veer_mpi_end_exchange(mpi);
    for (uint32_t i = 0; i < mpi->peer_count; ++i) {
        put_copies(mpi, &mpi->peers[i]);
    }
    if (mpi->has_changed || have_any_parted(mpi)) {
        merge_pairs(mpi);
    }
    drop_stale(mpi);
}

// --- From the whole ---

void veer_mpi_take(VeerMpi *mpi, const VeerWorld *whole)
{
    uint32_t pair_count, count = veer_agent_slot_count(whole), own = 0;
    const VeerPair *pairs = mpi->door->pairs(whole, &pair_count);
    for (uint32_t slot = 0; slot < count; ++slot) {
        bool is_here = veer_agent_at(whole, slot).generation != 0 &&
                       veer_mpi_rank_at(mpi, veer_mpi_place(mpi, whole, slot)) == mpi->rank;
        mpi->generations[slot] = veer_agent_at(whole, slot).generation;
        mpi->slots[slot] = is_here ? own++ : VEER_NO_SLOT;
    }
    veer_mpi_grow(mpi, whole, own);
    for (uint32_t slot = 0; slot < count; ++slot) {
        if (mpi->slots[slot] != VEER_NO_SLOT) {
            VeerShardAgent agent;
            mpi->slots[slot] = VEER_NO_SLOT;
            mpi->door->get(whole, slot, &agent);
            (void)veer_mpi_put(mpi, veer_agent_at(whole, slot), &agent, VEER_SHARD_OWN);
        }
    }
    for (uint32_t i = 0; i < pair_count; ++i) {
        if (mpi->slots[pairs[i].agent.slot] != VEER_NO_SLOT) {
            memcpy(veer_mpi_bytes_add(mpi, &mpi->pairs, sizeof(VeerPair)), &pairs[i],
                   sizeof(VeerPair));
        }
    }
}
