/// Messages between two ranks. The flags of a message are one number between 0 and 1: each narrows
/// the range that it is in, an unlikely one more; a likely one that is not set begins where the
/// range does, so that nothing is what takes nothing.
#include "bridge/mpi/tell.h"
#include "bridge/mpi/memory.h"

#include <string.h>

enum {
    EVEN = 1 << 15, ///< of 1 << 16: odds of 0 are even
    PACE = 5, ///< odds follow the last 2^5 flags; by 4 as much is sent, by 6 half a percent more
    TOP = 24  ///< bits below the byte that goes out once it is settled
};

// --- Ranges ---

/// The last number of the lower part of a range, for a flag that is not set.
static uint32_t middle_of(const VeerMpiRange *range, VeerMpiOdds odds)
{
    uint64_t part = (uint64_t)(range->upper - range->lower) * (uint64_t)(EVEN - odds);
    return range->lower + (uint32_t)(part >> 16);
}

static void narrow(VeerMpiRange *range, uint32_t middle, VeerMpiOdds *odds, bool flag)
{
    if (flag) {
        range->lower = middle + 1u;
        *odds = (VeerMpiOdds)(*odds + ((EVEN - 1 - *odds) >> PACE));
    } else {
        range->upper = middle;
        *odds = (VeerMpiOdds)(*odds - ((EVEN - 1 + *odds) >> PACE));
    }
}

/// Whether the first byte is settled.
static bool has_byte(const VeerMpiRange *range)
{
    return (range->lower ^ range->upper) >> TOP == 0;
}

static void shift(VeerMpiRange *range)
{
    range->lower <<= 8;
    range->upper = range->upper << 8 | 0xffu;
}

// --- Telling ---

void veer_mpi_tell_begin(VeerMpiPeer *peer)
{
    peer->range = (VeerMpiRange){0, UINT32_MAX};
    peer->flags.size = peer->values.size = 0;
}

static void add_byte(VeerMpi *mpi, VeerMpiBytes *bytes, uint32_t byte)
{
    *(unsigned char *)veer_mpi_bytes_add(mpi, bytes, 1) = (unsigned char)byte;
}

void veer_mpi_tell(VeerMpi *mpi, VeerMpiPeer *peer, VeerMpiOdds *odds, bool flag)
{
    VeerMpiRange *range = &peer->range;
    narrow(range, middle_of(range, *odds), odds, flag);
    for (; has_byte(range); shift(range)) {
        add_byte(mpi, &peer->flags, range->lower >> TOP);
    }
}

size_t veer_mpi_tell_words(VeerMpi *mpi, VeerMpiPeer *peer, VeerMpiOdds *odds, const void *from,
                           const void *to, uint32_t count)
{
    const unsigned char *old = from, *now = to;
    const size_t size = sizeof(uint32_t);
    size_t before = peer->values.size;
    for (uint32_t first = 0; first < count; first += VEER_MPI_GROUP) {
        uint32_t end = count - first < VEER_MPI_GROUP ? count : first + VEER_MPI_GROUP;
        bool has_any = memcmp(old + first * size, now + first * size, (end - first) * size) != 0;
        veer_mpi_tell(mpi, peer, odds++, has_any);
        for (uint32_t i = first; i < end && has_any; ++i) {
            bool differs = memcmp(old + i * size, now + i * size, size) != 0;
            veer_mpi_tell(mpi, peer, &odds[i - first], differs);
            if (differs) {
                veer_mpi_tell_bytes(mpi, peer, now + i * size, size);
            }
        }
        odds += end - first;
    }
    return peer->values.size - before;
}

void veer_mpi_tell_bytes(VeerMpi *mpi, VeerMpiPeer *peer, const void *bytes, size_t size)
{
    if (size > 0) {
        memcpy(veer_mpi_bytes_add(mpi, &peer->values, size), bytes, size);
    }
}

/// The shortest number within the range, where what is not there is 0.
static void settle(VeerMpi *mpi, VeerMpiPeer *peer)
{
    VeerMpiBytes *flags = &peer->flags;
    if (peer->range.lower > 0) {
        add_byte(mpi, flags, (peer->range.lower >> TOP) + 1u);
    }
    while (flags->size > 0 && flags->data[flags->size - 1] == 0) {
        flags->size--;
    }
}

/// How many bytes of flags there are, 7 bits a byte; these; and the values.
void veer_mpi_tell_end(VeerMpi *mpi, VeerMpiPeer *peer)
{
    settle(mpi, peer);
    const VeerMpiBytes *flags = &peer->flags, *values = &peer->values;
    size_t left = flags->size;
    peer->out.size = 0;
    if (flags->size == 0 && values->size == 0) {
        return;
    }
    for (; left > 0x7f; left >>= 7) {
        add_byte(mpi, &peer->out, (uint32_t)(left & 0x7f) | 0x80u);
    }
    add_byte(mpi, &peer->out, (uint32_t)left);
    unsigned char *at = veer_mpi_bytes_add(mpi, &peer->out, flags->size + values->size);
    memcpy(at, flags->data, flags->size);
    memcpy(at + flags->size, values->data, values->size);
}

// --- Hearing ---

static uint32_t next_byte(VeerMpiHearing *hearing)
{
    return hearing->flags < hearing->values_begin ? *hearing->flags++ : 0;
}

void veer_mpi_hear_begin(VeerMpiPeer *peer)
{
    VeerMpiHearing *hearing = &peer->hearing;
    const unsigned char *at = peer->in.data, *end = at + peer->in.size;
    size_t size = 0;
    for (unsigned bits = 0; at < end; bits += 7) {
        size |= (size_t)(*at & 0x7fu) << bits;
        if ((*at++ & 0x80u) == 0) {
            break;
        }
    }
    *hearing = (VeerMpiHearing){.range = {0, UINT32_MAX}, .flags = at, .values_begin = at + size};
    hearing->values = hearing->values_begin;
    for (int i = 0; i < 4; ++i) {
        hearing->code = hearing->code << 8 | next_byte(hearing);
    }
}

bool veer_mpi_hear(VeerMpiPeer *peer, VeerMpiOdds *odds)
{
    VeerMpiHearing *hearing = &peer->hearing;
    uint32_t middle = middle_of(&hearing->range, *odds);
    bool flag = hearing->code > middle;
    narrow(&hearing->range, middle, odds, flag);
    for (; has_byte(&hearing->range); shift(&hearing->range)) {
        hearing->code = hearing->code << 8 | next_byte(hearing);
    }
    return flag;
}

void veer_mpi_hear_words(VeerMpiPeer *peer, VeerMpiOdds *odds, void *words, uint32_t count)
{
    unsigned char *at = words;
    const size_t size = sizeof(uint32_t);
    for (uint32_t first = 0; first < count; first += VEER_MPI_GROUP) {
        uint32_t end = count - first < VEER_MPI_GROUP ? count : first + VEER_MPI_GROUP;
        bool has_any = veer_mpi_hear(peer, odds++);
        for (uint32_t i = first; i < end && has_any; ++i) {
            if (veer_mpi_hear(peer, &odds[i - first])) {
                veer_mpi_hear_bytes(peer, at + i * size, size);
            }
        }
        odds += end - first;
    }
}

void veer_mpi_hear_bytes(VeerMpiPeer *peer, void *bytes, size_t size)
{
    memcpy(bytes, peer->hearing.values, size);
    peer->hearing.values += size;
}
