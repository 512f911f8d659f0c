/// Copies of agents, by what another rank does not know. Most of what an agent is stays: its
/// radius, its goal, its profile; and where it is after a tick both ranks know by the displacement
/// that its owner has told in the middle of it (moves.c). So a copy of one that nothing touches is
/// two bits.
#include "bridge/mpi/delta.h"
#include "bridge/mpi/bits.h"
#include "bridge/mpi/memory.h"

#include <string.h>

enum {
    WORDS = sizeof(VeerMpiPacket) / sizeof(uint32_t),
    GROUP = 8, ///< words that one byte tells of
    GROUPS = (WORDS + GROUP - 1) / GROUP
};

_Static_assert(sizeof(VeerMpiPacket) % sizeof(uint32_t) == 0, "whole words");
_Static_assert(GROUPS <= 16, "two bytes tell of the groups");

// --- Words ---

/// Adds the words that differ, behind bits of them.
static void add_changes(VeerMpi *mpi, VeerMpiBytes *out, const VeerMpiPacket *from,
                        const VeerMpiPacket *to)
{
    uint32_t old[WORDS], now[WORDS], changed[WORDS], count = 0;
    unsigned char bits[2 + GROUPS] = {0};
    memcpy(old, from, sizeof old);
    memcpy(now, to, sizeof now);
    size_t size = 2;
    for (uint32_t group = 0; group < GROUPS; ++group) {
        uint32_t before = count, end = (group + 1u) * GROUP;
        for (uint32_t i = group * GROUP; i < WORDS && i < end; ++i) {
            bool differs = old[i] != now[i];
            bits[size] = (unsigned char)(bits[size] | (unsigned)differs << i % GROUP);
            changed[count] = now[i];
            count += differs;
        }
        veer_mpi_bits_set(bits, group, count > before);
        size += count > before;
    }
    memcpy(veer_mpi_bytes_add(mpi, out, size), bits, size);
    memcpy(veer_mpi_bytes_add(mpi, out, count * sizeof *changed), changed, count * sizeof *changed);
    mpi->stats.needed += count * sizeof *changed;
}

static const unsigned char *take_changes(const unsigned char *at, VeerMpiPacket *packet)
{
    uint32_t words[WORDS];
    unsigned char groups[2], bits[GROUPS] = {0};
    memcpy(words, packet, sizeof words);
    memcpy(groups, at, sizeof groups);
    at += sizeof groups;
    for (uint32_t group = 0; group < GROUPS; ++group) {
        bits[group] = veer_mpi_bits_has(groups, group) ? *at++ : 0;
    }
    for (uint32_t i = 0; i < WORDS; ++i) {
        if (veer_mpi_bits_has(bits, i)) {
            memcpy(&words[i], at, sizeof *words);
            at += sizeof *words;
        }
    }
    memcpy(packet, words, sizeof words);
    return at;
}

// --- Copies ---

/// Lets what is shown now become what was before.
static void turn_over(VeerMpiView *view, VeerMpiView *before)
{
    VeerMpiView held = *before;
    *before = *view;
    *view = held;
    view->slots.count = 0;
    view->copies.size = 0;
}

void veer_mpi_begin_copies(VeerMpi *mpi, VeerMpiPeer *peer)
{
    turn_over(&peer->shown, &peer->shown_before);
    turn_over(&peer->seen, &peer->seen_before);
    peer->place = 0;
    peer->fresh.size = 0;
    // Which of those before are shown again; and of which there is more to tell.
    (void)veer_mpi_bits_add(mpi, &peer->out, peer->shown_before.slots.count);
    (void)veer_mpi_bits_add(mpi, &peer->out, peer->shown_before.slots.count);
}

/// What was told before of an agent, at peer->place; NULL: nothing.
static const VeerMpiPacket *told_before(VeerMpiPeer *peer, uint32_t slot, VeerAgentId name)
{
    const VeerMpiSlots *before = &peer->shown_before.slots;
    while (peer->place < before->count && before->all[peer->place] < slot) {
        peer->place++;
    }
    if (peer->place == before->count || before->all[peer->place] != slot) {
        return NULL;
    }
    const VeerMpiPacket *last = &veer_mpi_packets(&peer->shown_before)[peer->place];
    bool is_same = last->name.slot == name.slot && last->name.generation == name.generation;
    return is_same ? last : NULL;
}

static void add_kept(VeerMpi *mpi, VeerMpiPeer *peer, const VeerMpiPacket *last,
                     const VeerMpiPacket *packet)
{
    size_t size = veer_mpi_bits_size(peer->shown_before.slots.count);
    bool differs = veer_mpi_differ(last, packet, sizeof *packet);
    unsigned char *bits = peer->out.data + sizeof(VeerMpiHead);
    veer_mpi_bits_set(bits, peer->place, true);
    veer_mpi_bits_set(bits + size, peer->place, differs);
    if (differs) {
        add_changes(mpi, &peer->out, last, packet);
    }
}

static void add_fresh(VeerMpi *mpi, VeerMpiPeer *peer, const VeerMpiPacket *packet)
{
    const VeerMpiPacket none = {.name = {0, 0}};
    uint32_t place = peer->shown.slots.count;
    memcpy(veer_mpi_bytes_add(mpi, &peer->fresh, sizeof place), &place, sizeof place);
    add_changes(mpi, &peer->fresh, &none, packet);
    veer_mpi_head(&peer->out)->pairs++;
}

void veer_mpi_add_copy(VeerMpi *mpi, VeerMpiPeer *peer, uint32_t slot)
{
    VeerMpiPacket packet;
    memset(&packet, 0, sizeof packet);
    packet.name = mpi->names[slot];
    mpi->door->get_seen(mpi->world, slot, &packet.agent);
    const VeerMpiPacket *last = told_before(peer, slot, packet.name);
    if (last) {
        add_kept(mpi, peer, last, &packet);
    } else {
        add_fresh(mpi, peer, &packet);
    }
    memcpy(veer_mpi_bytes_add(mpi, &peer->shown.copies, sizeof packet), &packet, sizeof packet);
    veer_mpi_slots_add(mpi, &peer->shown.slots, slot);
    veer_mpi_head(&peer->out)->agents++;
}

void veer_mpi_end_copies(VeerMpi *mpi, VeerMpiPeer *peer)
{
    if (peer->fresh.size > 0) {
        memcpy(veer_mpi_bytes_add(mpi, &peer->out, peer->fresh.size), peer->fresh.data,
               peer->fresh.size);
    }
}

/// Fills in those that were shown before, leaving out the places of fresh ones.
/// @return behind what is told of them
static const unsigned char *take_kept(VeerMpiPeer *peer, VeerMpiPacket *kept, uint32_t *count)
{
    uint32_t before = peer->seen_before.slots.count;
    const VeerMpiPacket *last = veer_mpi_packets(&peer->seen_before);
    const unsigned char *is_kept = peer->in.data + sizeof(VeerMpiHead);
    const unsigned char *has_changed = is_kept + veer_mpi_bits_size(before);
    const unsigned char *at = has_changed + veer_mpi_bits_size(before);
    *count = 0;
    for (uint32_t i = 0; i < before; ++i) {
        if (veer_mpi_bits_has(is_kept, i)) {
            kept[*count] = last[i];
            at = veer_mpi_bits_has(has_changed, i) ? take_changes(at, &kept[*count]) : at;
            ++*count;
        }
    }
    return at;
}

/// Makes room for one at a place, among all[count].
static void insert(VeerMpiPacket *all, uint32_t count, uint32_t place, const VeerMpiPacket *packet)
{
    memmove(&all[place + 1u], &all[place], (count - place) * sizeof *all);
    all[place] = *packet;
}

void veer_mpi_take_copies(VeerMpi *mpi, VeerMpiPeer *peer)
{
    VeerMpiHead head = *veer_mpi_head(&peer->in);
    uint32_t count;
    (void)veer_mpi_bytes_add(mpi, &peer->seen.copies, head.agents * sizeof(VeerMpiPacket));
    VeerMpiPacket *all = veer_mpi_packets(&peer->seen);
    const unsigned char *at = take_kept(peer, all, &count);
    for (uint32_t i = 0; i < head.pairs; ++i, ++count) {
        VeerMpiPacket packet;
        uint32_t place;
        memset(&packet, 0, sizeof packet);
        memcpy(&place, at, sizeof place);
        at = take_changes(at + sizeof place, &packet);
        insert(all, count, place, &packet);
    }
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
