#include "squad/lanes.h"

#include <math.h>
#include <stddef.h>

enum {
    BLOCK = VEER_LANES_BLOCK,
    WIDE = 4, // running minima side by side
    CHUNK = 8 // blocks that are folded in step
};

static inline double min_of(double a, double b)
{
    return a < b ? a : b;
}

static inline double least_lane(const double lanes[WIDE])
{
    return min_of(min_of(lanes[0], lanes[1]), min_of(lanes[2], lanes[3]));
}

// Blocks of 2n to blocks of n: the lesser of what stands n apart.
static inline void fold(const double *restrict from, double *restrict to, uint32_t blocks,
                        uint32_t n)
{
    for (uint32_t b = 0; b < blocks; b++) {
        for (uint32_t i = 0; i < n; i++) {
            to[b * n + i] = min_of(from[b * 2 * n + i], from[b * 2 * n + n + i]);
        }
    }
}

// A few blocks in step: gcc makes wide instructions of these loops, and not of one block's.
static void least_of_chunk(const double *restrict values, uint32_t blocks, double *restrict least)
{
    double halves[CHUNK * BLOCK / 2], quarters[CHUNK * BLOCK / 4], lanes[CHUNK * WIDE];
    fold(values, halves, blocks, BLOCK / 2);
    fold(halves, quarters, blocks, BLOCK / 4);
    fold(quarters, lanes, blocks, WIDE);
    for (uint32_t b = 0; b < blocks; b++) {
        least[b] = least_lane(lanes + (size_t)b * WIDE);
    }
}

void veer_lanes_least(const double *values, uint32_t blocks, double *least)
{
    for (uint32_t b = 0; b < blocks; b += CHUNK) {
        uint32_t count = blocks - b < CHUNK ? blocks - b : CHUNK;
        least_of_chunk(values + (size_t)b * BLOCK, count, least + b);
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

// One block: so many of its values.
static inline double relax_block(double *restrict values, const float *restrict costs,
                                 const double *restrict offset, double add, uint32_t count)
{
    double lanes[WIDE] = {HUGE_VAL, HUGE_VAL, HUGE_VAL, HUGE_VAL};
    for (uint32_t i = 0; i + WIDE <= count; i += WIDE) {
        for (uint32_t k = 0; k < WIDE; k++) {
            double value = min_of((double)costs[i + k] + offset[i + k] + add, values[i + k]);
            values[i + k] = value;
            lanes[k] = min_of(value, lanes[k]);
        }
    }
    for (uint32_t i = count - count % WIDE; i < count; i++) {
        values[i] = min_of((double)costs[i] + offset[i] + add, values[i]);
        lanes[0] = min_of(values[i], lanes[0]);
    }
    return least_lane(lanes);
}

void veer_lanes_relax_costs(double *values, const float *costs, const double *offset, double add,
                            uint32_t count, double *least)
{
    uint32_t whole = count / BLOCK, rest = count % BLOCK, done = whole * BLOCK;
    for (uint32_t b = 0; b < whole; b++) {
        size_t first = (size_t)b * BLOCK;
        least[b] = relax_block(values + first, costs + first, offset + first, add, BLOCK);
    }
    if (rest > 0u) {
        least[whole] = relax_block(values + done, costs + done, offset + done, add, rest);
    }
}

double veer_lanes_least_of(const double *values, uint32_t count)
{
    double lanes[WIDE] = {HUGE_VAL, HUGE_VAL, HUGE_VAL, HUGE_VAL};
    uint32_t i = 0;
    for (; i + WIDE <= count; i += WIDE) {
        for (uint32_t k = 0; k < WIDE; k++) {
            lanes[k] = min_of(values[i + k], lanes[k]);
        }
    }
    for (; i < count; i++) {
        lanes[0] = min_of(values[i], lanes[0]);
    }
    return least_lane(lanes);
}

uint32_t veer_lanes_first_block(const double *least, uint32_t blocks)
{
    if (blocks == 1u) {
        return 0;
    }
    double value = veer_lanes_least_of(least, blocks);
    uint32_t first = 0;
    while (least[first] > value) {
        first++;
    }
    return first;
}

uint32_t veer_lanes_first(const double *values, const double *least, uint32_t blocks)
{
    return veer_lanes_first_of(values, least, veer_lanes_first_block(least, blocks));
}

uint32_t veer_lanes_first_of(const double *values, const double *least, uint32_t block)
{
    uint32_t i = block * BLOCK;
    while (values[i] > least[block]) {
        i++;
    }
    return i;
}
