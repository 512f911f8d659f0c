#include "squad/lanes.h"

#include <math.h>
#include <stddef.h>

enum {
    BLOCK = VEER_LANES_BLOCK,
    WIDE = 4 // running minima side by side
};

static inline double min_of(double a, double b)
{
    return a < b ? a : b;
}

static inline double least_lane(const double lanes[WIDE])
{
    return min_of(min_of(lanes[0], lanes[1]), min_of(lanes[2], lanes[3]));
}

void veer_lanes_least(const double *values, uint32_t blocks, double *least)
{
    for (uint32_t b = 0; b < blocks; b++) {
        const double *block = values + (size_t)b * BLOCK;
        double lanes[WIDE] = {HUGE_VAL, HUGE_VAL, HUGE_VAL, HUGE_VAL};
        for (int i = 0; i < BLOCK; i += WIDE) {
            for (int k = 0; k < WIDE; k++) {
                lanes[k] = min_of(block[i + k], lanes[k]);
            }
        }
        least[b] = least_lane(lanes);
    }
}

void veer_lanes_least_sum(const double *a, const double *b, uint32_t blocks, double *least)
{
    for (uint32_t n = 0; n < blocks; n++) {
        const double *left = a + (size_t)n * BLOCK, *right = b + (size_t)n * BLOCK;
        double lanes[WIDE] = {HUGE_VAL, HUGE_VAL, HUGE_VAL, HUGE_VAL};
        for (int i = 0; i < BLOCK; i += WIDE) {
            for (int k = 0; k < WIDE; k++) {
                lanes[k] = min_of(left[i + k] + right[i + k], lanes[k]);
            }
        }
        least[n] = least_lane(lanes);
    }
}

void veer_lanes_relax(double *restrict values, const double *restrict candidates, double add,
                      uint32_t blocks, double *restrict least)
{
    for (uint32_t b = 0; b < blocks; b++) {
        double *block = values + (size_t)b * BLOCK;
        const double *from = candidates + (size_t)b * BLOCK;
        double lanes[WIDE] = {HUGE_VAL, HUGE_VAL, HUGE_VAL, HUGE_VAL};
        for (int i = 0; i < BLOCK; i += WIDE) {
            for (int k = 0; k < WIDE; k++) {
                double value = min_of(from[i + k] + add, block[i + k]);
                block[i + k] = value;
                lanes[k] = min_of(value, lanes[k]);
            }
        }
        least[b] = least_lane(lanes);
    }
}

uint32_t veer_lanes_first_block(const double *least, uint32_t blocks)
{
    uint32_t first = 0;
    for (uint32_t b = 1; b < blocks; b++) {
        first = least[b] < least[first] ? b : first;
    }
    return first;
}

uint32_t veer_lanes_first(const double *values, const double *least, uint32_t blocks)
{
    uint32_t block = veer_lanes_first_block(least, blocks);
    uint32_t i = block * BLOCK;
    while (values[i] > least[block]) {
        i++;
    }
    return i;
}
