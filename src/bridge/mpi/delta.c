/// Copies of agents, word by word: those words go that are not as they were sent last. Most of what
/// an agent is stays: its radius, its goal, its profile.
#include "bridge/mpi/delta.h"
#include "bridge/mpi/memory.h"

#include <string.h>

enum { WORDS = sizeof(VeerMpiPacket) / sizeof(uint32_t), MASKS = (WORDS + 31) / 32 };

_Static_assert(sizeof(VeerMpiPacket) % sizeof(uint32_t) == 0, "whole words");

#define NEW UINT32_MAX ///< in the place of where an agent was in the last message

/// Lets two buffers change places.
static void exchange(VeerMpiBytes *a, VeerMpiBytes *b)
{
    VeerMpiBytes held = *a;
    *a = *b;
    *b = held;
    b->size = 0;
}

void veer_mpi_begin_copies(VeerMpiPeer *peer)
{
    VeerMpiSlots before = peer->before;
    peer->before = peer->shown;
    peer->shown = before;
    peer->shown.count = 0;
    peer->place = 0;
    exchange(&peer->last_sent, &peer->sent);
    exchange(&peer->last_taken, &peer->taken);
}

/// Where an agent was in the last message to a peer.
static uint32_t place_before(VeerMpiPeer *peer, uint32_t slot, VeerAgentId name)
{
    while (peer->place < peer->before.count && peer->before.all[peer->place] < slot) {
        peer->place++;
    }
    if (peer->place == peer->before.count || peer->before.all[peer->place] != slot) {
        return NEW;
    }
    const VeerMpiPacket *last = (const VeerMpiPacket *)(const void *)peer->last_sent.data;
    const VeerAgentId was = last[peer->place].name;
    return was.slot == name.slot && was.generation == name.generation ? peer->place : NEW;
}

/// Adds the words that differ, behind a mask of them.
static void add_changes(VeerMpi *mpi, VeerMpiBytes *out, const VeerMpiPacket *from,
                        const VeerMpiPacket *to)
{
    uint32_t old[WORDS], now[WORDS], changed[MASKS + WORDS] = {0}, count = MASKS;
    memcpy(old, from, sizeof old);
    memcpy(now, to, sizeof now);
    for (uint32_t i = 0; i < WORDS; ++i) {
        bool differs = old[i] != now[i];
        changed[i / 32] |= (uint32_t)differs << i % 32;
        changed[count] = now[i];
        count += differs;
    }
    memcpy(veer_mpi_bytes_add(mpi, out, count * sizeof *changed), changed, count * sizeof *changed);
}

void veer_mpi_add_copy(VeerMpi *mpi, VeerMpiPeer *peer, uint32_t slot)
{
    VeerMpiPacket packet = {.name = mpi->names[slot]};
    mpi->door->get(mpi->world, slot, &packet.agent);
    uint32_t place = place_before(peer, slot, packet.name);
    memcpy(veer_mpi_bytes_add(mpi, &peer->out, sizeof place), &place, sizeof place);
    if (place == NEW) {
        memcpy(veer_mpi_bytes_add(mpi, &peer->out, sizeof packet), &packet, sizeof packet);
    } else {
        const VeerMpiPacket *last = (const VeerMpiPacket *)(const void *)peer->last_sent.data;
        add_changes(mpi, &peer->out, &last[place], &packet);
    }
    memcpy(veer_mpi_bytes_add(mpi, &peer->sent, sizeof packet), &packet, sizeof packet);
    veer_mpi_slots_add(mpi, &peer->shown, slot);
    veer_mpi_head(&peer->out)->agents++;
}

static const unsigned char *take_changes(const unsigned char *at, VeerMpiPacket *packet)
{
    uint32_t words[WORDS], masks[MASKS];
    memcpy(words, packet, sizeof words);
    memcpy(masks, at, sizeof masks);
    at += sizeof masks;
    for (uint32_t i = 0; i < WORDS; ++i) {
        if (masks[i / 32] >> i % 32 & 1u) {
            memcpy(&words[i], at, sizeof *words);
            at += sizeof *words;
        }
    }
    memcpy(packet, words, sizeof words);
    return at;
}

const unsigned char *veer_mpi_take_copy(VeerMpi *mpi, VeerMpiPeer *peer, const unsigned char *at,
                                        VeerMpiPacket *out)
{
    uint32_t place;
    memcpy(&place, at, sizeof place);
    at += sizeof place;
    if (place == NEW) {
        memcpy(out, at, sizeof *out);
        at += sizeof *out;
    } else {
        memcpy(out, peer->last_taken.data + place * sizeof *out, sizeof *out);
        at = take_changes(at, out);
    }
    memcpy(veer_mpi_bytes_add(mpi, &peer->taken, sizeof *out), out, sizeof *out);
    return at;
}
