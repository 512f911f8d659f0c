/// Hilbert's curve: points that are near each other have near numbers.
#ifndef VEER_MAP_DECOMPOSE_HILBERT_H
#define VEER_MAP_DECOMPOSE_HILBERT_H

#include "veer/grid.h"

/// The place of a point along the curve over 16384 × 16384 points.
static inline uint32_t veer_hilbert_index(VeerCell point)
{
    uint32_t x = (uint32_t)point.x, y = (uint32_t)point.y, place = 0;
    for (uint32_t side = 8192; side > 0; side /= 2) {
        uint32_t right = (x & side) != 0, up = (y & side) != 0;
        place += side * side * ((3u * right) ^ up);
        if (!up) {
            uint32_t swapped = right ? 16383u - x : x;
            x = right ? 16383u - y : y;
            y = swapped;
        }
    }
    return place;
}

#endif
