#include "world/host/pack.h"

#include <stdint.h>
#include <string.h>

enum { WORD = 8 };

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

/// The first word from `at` on that is not zero, no further than a run can tell.
static size_t zeros_end(const unsigned char *bytes, size_t at, size_t count)
{
    size_t end = count - at < UINT32_MAX ? count : at + UINT32_MAX;
    while (at < end && is_zero_at(bytes, at)) {
        at++;
    }
    return at;
}

/// Where the next run of zeros begins.
static size_t others_end(const unsigned char *bytes, size_t at, size_t count)
{
    size_t end = count - at < UINT32_MAX ? count : at + UINT32_MAX, zeros = 0;
    while (at < end && zeros < LEAST_ZEROS) {
        zeros = is_zero_at(bytes, at) ? zeros + 1 : 0;
        at++;
    }
    return at - zeros;
}

size_t veer_zeros_pack(const unsigned char *bytes, size_t size, unsigned char *out)
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

bool veer_zeros_unpack(const unsigned char *packed, size_t packed_size, unsigned char *bytes,
                       size_t size)
{
    size_t at = 0, count = size / WORD, left = packed_size;
    while (left >= sizeof(PackedRun)) {
        PackedRun run;
        memcpy(&run, packed, sizeof run);
        packed += sizeof run;
        left -= sizeof run;
        if (run.zeros > count - at || run.others > count - at - run.zeros ||
            run.others > left / WORD) {
            return false;
        }
        memset(bytes + at * WORD, 0, (size_t)run.zeros * WORD);
        memcpy(bytes + (at + run.zeros) * WORD, packed, (size_t)run.others * WORD);
        packed += (size_t)run.others * WORD;
        left -= (size_t)run.others * WORD;
        at += (size_t)run.zeros + run.others;
    }
    return left == 0 && at == count;
}
