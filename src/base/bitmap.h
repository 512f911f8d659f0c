/// Lines of bits inside a margin of set bits, so that scans need no bounds checks.
#ifndef VEER_BASE_BITMAP_H
#define VEER_BASE_BITMAP_H

#include "base/arena.h"
#include "base/wide_bits.h"

#include <stdbool.h>

#define VEER_BITMAP_MARGIN 64 ///< bits set before and after each line

/// Bit i of line n is bit i of the words from word n * stride on. A scan may read one word more on
/// either side.
typedef struct VeerBitmap {
    uint64_t *words; ///< of bit 0 of line 0; lines -1 and `lines` are there too, all set
    int32_t stride;  ///< words from line to line
    int32_t length;  ///< bits of a line; those from there to the end of the stride are set
    int32_t lines;
} VeerBitmap;

/// Takes the memory of a bitmap; its bits are not set yet.
VeerBitmap veer_bitmap_take(VeerArena *arena, uint32_t length, uint32_t lines);

/// Clears all bits of all lines, and sets the margins. Cost O(words).
void veer_bitmap_clear(const VeerBitmap *map);

/// The words of a line, from -1 to `lines`.
static inline uint64_t *veer_bitmap_line(const VeerBitmap *map, int32_t line)
{
    return map->words + (ptrdiff_t)line * map->stride;
}

/// Words that hold bits of a line.
static inline int32_t veer_bitmap_used(const VeerBitmap *map)
{
    return (map->length + 63) / 64;
}

static inline bool veer_bitmap_get(const VeerBitmap *map, int32_t line, int32_t index)
{
    return veer_bitmap_line(map, line)[index >> 6] >> (index & 63) & 1u;
}

/// The first bit of a line set from `index` on; index is from 0 to the length, the answer too.
static inline int32_t veer_bitmap_line_next(const uint64_t *words, int32_t index)
{
    uint64_t seen = veer_bits_from(words, (size_t)index);
    if (seen) {
        return index + (int32_t)veer_bits_lowest(seen);
    }
    int32_t word = index >> 6;
    do {
        word++;
    } while (!words[word]);
    return word * 64 + (int32_t)veer_bits_lowest(words[word]);
}

/// The last bit of a line set up to `index`; index is from -1 to the length - 1, the answer too.
static inline int32_t veer_bitmap_line_last(const uint64_t *line, int32_t index)
{
    // Counted from one word earlier, so that no bit has a negative number.
    const uint64_t *words = line - 1;
    int32_t bit = index + 64;
    uint64_t seen = veer_bits_up_to(words, (size_t)bit);
    if (seen) {
        return index - 63 + (int32_t)veer_bits_highest(seen);
    }
    int32_t word = bit >> 6;
    do {
        word--;
    } while (!words[word]);
    return word * 64 + (int32_t)veer_bits_highest(words[word]) - 64;
}

static inline int32_t veer_bitmap_next(const VeerBitmap *map, int32_t line, int32_t index)
{
    return veer_bitmap_line_next(veer_bitmap_line(map, line), index);
}

static inline int32_t veer_bitmap_last(const VeerBitmap *map, int32_t line, int32_t index)
{
    return veer_bitmap_line_last(veer_bitmap_line(map, line), index);
}

/// Whether all bits from `begin` up to `end` are clear in the lines from `first` up to `last`; what
/// lies beyond the lines is not.
static inline bool veer_bitmap_is_clear(const VeerBitmap *map, int32_t first, int32_t last,
                                        int32_t begin, int32_t end)
{
    if (first < 0 || begin < 0 || last > map->lines || end > map->length || begin >= end) {
        return false;
    }
    uint64_t head = UINT64_MAX << (begin & 63), tail = UINT64_MAX >> (63 - ((end - 1) & 63));
    uint64_t seen = 0;
    for (int32_t line = first; line < last && !seen; line++) {
        const uint64_t *words = veer_bitmap_line(map, line);
        for (int32_t word = begin >> 6; word <= (end - 1) >> 6; word++) {
            uint64_t bits = words[word];
            bits = word == begin >> 6 ? bits & head : bits;
            seen |= word == (end - 1) >> 6 ? bits & tail : bits;
        }
    }
    return !seen;
}

/// Sets or clears a bit. @return whether that changed it
static inline bool veer_bitmap_put(const VeerBitmap *map, int32_t line, int32_t index, bool value)
{
    uint64_t *word = &veer_bitmap_line(map, line)[index >> 6];
    uint64_t old = *word, bit = UINT64_C(1) << (index & 63);
    *word = value ? old | bit : old & ~bit;
    return *word != old;
}

#endif
