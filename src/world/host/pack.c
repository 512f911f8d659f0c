#include "world/host/pack.h"

#include <stdint.h>
#include <string.h>

enum { WORD = VEER_PACK_WORD };

/// A run that is told apart costs a word, so that shorter ones stay among the others.
#define LEAST_ZEROS 2u

typedef struct PackedRun {
    uint32_t zeros, others;
} PackedRun;

_Static_assert(sizeof(PackedRun) == WORD, "no more than the words that it is for");

static bool is_zero_at(const unsigned char *bytes, size_t word)
{
    uint64_t value;
    memcpy(&value, bytes + word * WORD, WORD);
    return value == 0;
}

/// The first word from `at` on that is not zero.
static size_t zeros_end(const unsigned char *bytes, size_t at, size_t count)
{
    while (at < count && is_zero_at(bytes, at)) {
        at++;
    }
    return at;
}

/// Where the next run of zeros begins.
static size_t others_end(const unsigned char *bytes, size_t at, size_t count)
{
    size_t zeros = 0;
    while (at < count && zeros < LEAST_ZEROS) {
        zeros = is_zero_at(bytes, at) ? zeros + 1 : 0;
        at++;
    }
    return at - zeros;
}

static size_t pack_block(const unsigned char *bytes, size_t size, unsigned char *out)
{
    size_t count = size / WORD, packed = 0;
    for (size_t at = 0; at < count;) {
        size_t first = zeros_end(bytes, at, count), end = others_end(bytes, first, count);
        PackedRun run = {(uint32_t)(first - at), (uint32_t)(end - first)};
        if (out) {
            memcpy(out + packed, &run, sizeof run);
            memcpy(out + packed + sizeof run, bytes + first * WORD, (end - first) * WORD);
        }
        packed += sizeof run + (end - first) * WORD;
        at = end;
    }
    return packed;
}

size_t veer_zeros_pack(const unsigned char *bytes, size_t size, unsigned char *out)
{
    size_t packed = 0;
    for (size_t at = 0; at < size; at += VEER_PACK_BLOCK) {
        size_t block = size - at < VEER_PACK_BLOCK ? size - at : VEER_PACK_BLOCK;
        packed += pack_block(bytes + at, block, out ? out + packed : NULL);
    }
    return packed;
}

/// Begins a run. @return whether there is room for it
static bool begin_run(VeerUnpacking *unpacking, const unsigned char *packed)
{
    PackedRun run;
    memcpy(&run, packed, sizeof run);
    if ((uint64_t)run.zeros + run.others > unpacking->left) {
        return false;
    }
    memset(unpacking->bytes, 0, (size_t)run.zeros * WORD);
    unpacking->bytes += (size_t)run.zeros * WORD;
    unpacking->left -= run.zeros;
    unpacking->others = run.others;
    return true;
}

bool veer_zeros_unpack(VeerUnpacking *unpacking, const unsigned char *packed, size_t size)
{
    for (size_t at = 0, words = size / WORD; at < words;) {
        if (unpacking->others == 0) {
            if (!begin_run(unpacking, packed + at++ * WORD)) {
                return false;
            }
            continue;
        }
        size_t others = unpacking->others < words - at ? unpacking->others : words - at;
        memcpy(unpacking->bytes, packed + at * WORD, others * WORD);
        unpacking->bytes += others * WORD;
        unpacking->left -= others;
        unpacking->others -= others;
        at += others;
    }
    return true;
}
