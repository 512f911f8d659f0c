#include "io/replay/delta.h"

#include <string.h>

/// So many equal bytes are written as a run goes on, which takes no more than to begin another.
#define MOST_BRIDGED 3u
/// Bytes that are looked over at once.
#define BLOCK 4096u

/// The next byte from `at` on that differs; `size`: there is none.
static size_t find_change(const unsigned char *before, const unsigned char *after, size_t at,
                          size_t size)
{
    while (at < size) {
        size_t block = size - at < BLOCK ? size - at : BLOCK;
        if (memcmp(before + at, after + at, block) != 0) {
            while (before[at] == after[at]) {
                at++;
            }
            return at;
        }
        at += block;
    }
    return size;
}

/// Where a run ends that begins at a byte that differs.
static size_t find_end(const unsigned char *before, const unsigned char *after, size_t at,
                       size_t size)
{
    size_t end = at + 1u;
    for (size_t next = end; next < size && next - end <= MOST_BRIDGED; next++) {
        end = before[next] != after[next] ? next + 1u : end;
    }
    return end;
}

/// First where all runs are, then their bytes: what is alike follows each other.
uint32_t veer_delta_write(VeerCodec *codec, const unsigned char *before, const unsigned char *after,
                          size_t size)
{
    VeerCodec bytes = {.bytes = NULL};
    uint32_t count = 0;
    size_t end = 0;
    for (size_t at = find_change(before, after, 0, size); at < size;
         at = find_change(before, after, end, size)) {
        uint64_t gap = at - end;
        end = find_end(before, after, at, size);
        uint64_t length = end - at;
        veer_code_count(codec, &gap);
        veer_code_count(codec, &length);
        for (size_t i = at; i < end; i++) {
            unsigned char change = before[i] ^ after[i];
            count += change != 0;
            veer_code(&bytes, &change, 1);
        }
    }
    uint64_t none = 0;
    veer_code_count(codec, &none);
    veer_code_count(codec, &none);
    veer_code(codec, bytes.bytes, bytes.size);
    codec->has_failed = codec->has_failed || bytes.has_failed;
    veer_codec_clear(&bytes);
    return count;
}

/// Reads where the next run is. @return false: there is none
static bool next_run(VeerCodec *codec, size_t size, size_t *at, size_t *end)
{
    uint64_t gap = 0, length = 0;
    veer_code_count(codec, &gap);
    veer_code_count(codec, &length);
    bool fits = gap <= size - *end && length <= size - *end - gap && !codec->has_failed;
    codec->has_failed = !fits;
    *at = *end + (fits ? (size_t)gap : 0);
    *end = *at + (fits ? (size_t)length : 0);
    return fits && length > 0;
}

uint32_t veer_delta_read(VeerCodec *codec, unsigned char *state, size_t size)
{
    VeerCodec runs = *codec;
    size_t at, end = 0;
    while (next_run(codec, size, &at, &end)) { // to where their bytes begin
    }
    uint32_t count = 0;
    for (end = 0; next_run(&runs, size, &at, &end) && !codec->has_failed;) {
        for (; at < end; at++) {
            unsigned char change;
            veer_code(codec, &change, 1);
            state[at] ^= change;
            count += change != 0;
        }
    }
    return count;
}

size_t veer_delta_most(size_t size)
{
    // A run of one byte, after a gap: at most three bytes for four.
    return size + size / 2u + 64u;
}
