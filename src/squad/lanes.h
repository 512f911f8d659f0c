/// Loops over arrays of numbers in whole blocks: least values, kept by block, so that the compiler
/// makes wide instructions of them. Minima are exact, so the order in which they are taken changes
/// nothing.
#ifndef VEER_SQUAD_LANES_H
#define VEER_SQUAD_LANES_H

#include <stdint.h>

enum { VEER_LANES_BLOCK = 32 };

/// least[b] = the least of block b. No value may be NaN.
void veer_lanes_least(const double *values, uint32_t blocks, double *least);

/// values = min(values, candidates + add), and their least by block.
void veer_lanes_relax(double *values, const double *candidates, double add, uint32_t blocks,
                      double *least);

/// Likewise, of so many values, what stands after which is greater: values = min(values, costs +
/// offset + add).
void veer_lanes_relax_costs(double *values, const float *costs, const double *offset, double add,
                            uint32_t count, double *least);

/// The least of so many values; HUGE_VAL of none.
double veer_lanes_least_of(const double *values, uint32_t count);

/// The block with the least of the least; of equal ones the first. blocks >= 1
uint32_t veer_lanes_first_block(const double *least, uint32_t blocks);

/// The first index at which the values are least. blocks >= 1
uint32_t veer_lanes_first(const double *values, const double *least, uint32_t blocks);

/// Likewise, where the block is known.
uint32_t veer_lanes_first_of(const double *values, const double *least, uint32_t block);

#endif
