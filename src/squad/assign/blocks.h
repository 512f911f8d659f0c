/// Minima over arrays in whole blocks, written so that compilers vectorise them. Minima are exact,
/// so the order in which they are taken changes nothing.
#ifndef VEER_SQUAD_BLOCKS_H
#define VEER_SQUAD_BLOCKS_H

#include <math.h>
#include <stddef.h>
#include <stdint.h>

enum {
    VEER_BLOCK = 32,
    VEER_BLOCK_LANES = 4, // running minima side by side
};

static inline double blocks_min(double a, double b)
{
    return a < b ? a : b;
}

/// values = min(values, candidates + add); least[b] = the least of block b. No value may be NaN.
static inline void blocks_relax(double *restrict values, const double *restrict candidates,
                                double add, uint32_t blocks, double *restrict least)
{
    for (uint32_t b = 0; b < blocks; b++) {
        double *block = values + (size_t)b * VEER_BLOCK;
        const double *from = candidates + (size_t)b * VEER_BLOCK;
        double lanes[VEER_BLOCK_LANES] = {HUGE_VAL, HUGE_VAL, HUGE_VAL, HUGE_VAL};
        for (int i = 0; i < VEER_BLOCK; i += VEER_BLOCK_LANES) {
            for (int k = 0; k < VEER_BLOCK_LANES; k++) {
                double value = blocks_min(from[i + k] + add, block[i + k]);
                block[i + k] = value;
                lanes[k] = blocks_min(value, lanes[k]);
            }
        }
        least[b] = blocks_min(blocks_min(lanes[0], lanes[1]), blocks_min(lanes[2], lanes[3]));
    }
}

/// The first index at which the values are least, given the least of each block. blocks >= 1
static inline uint32_t blocks_first(const double *values, const double *least, uint32_t blocks)
{
    uint32_t block = 0;
    for (uint32_t b = 1; b < blocks; b++) {
        block = least[b] < least[block] ? b : block;
    }
    uint32_t i = block * VEER_BLOCK;
    while (values[i] > least[block]) {
        i++;
    }
    return i;
}

#endif
