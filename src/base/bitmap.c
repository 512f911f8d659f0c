#include "base/bitmap.h"

#include <string.h>

VeerBitmap veer_bitmap_take(VeerArena *arena, uint32_t length, uint32_t lines)
{
    // The margin after a line is the one before the next.
    size_t stride = (length + VEER_BITMAP_MARGIN + 63u) / 64u;
    // Two words more in front: the margin of line -1, and what a scan in it may read.
    uint64_t *words = veer_arena_take(arena, (lines + 2u) * stride + 3u, sizeof *words);
    return (VeerBitmap){.words = words ? words + 2u + stride : NULL,
                        .stride = (int32_t)stride,
                        .length = (int32_t)length,
                        .lines = (int32_t)lines};
}

void veer_bitmap_clear(const VeerBitmap *map)
{
    size_t stride = (size_t)map->stride, lines = (size_t)map->lines;
    memset(map->words - stride - 2, 0xff, ((lines + 2u) * stride + 3u) * sizeof *map->words);
    int32_t rest = map->length & 63;
    for (int32_t line = 0; line < map->lines; line++) {
        uint64_t *words = veer_bitmap_line(map, line);
        memset(words, 0, (size_t)(map->length >> 6) * sizeof *words);
        if (rest) {
            words[map->length >> 6] = ~UINT64_C(0) << rest;
        }
    }
}
