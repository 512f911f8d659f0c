/// The least sum of a matrix of costs, row by row: in steps, so that the work can be spread over
/// ticks, and with costs that may turn out to be greater than they were thought to be.
#ifndef VEER_SQUAD_AUGMENT_H
#define VEER_SQUAD_AUGMENT_H

#include "base/arena.h"
#include "squad/lanes.h"
#include "veer/squad.h"

/// An assignment in the making. After each step what is assigned is the least sum for the rows that
/// have columns. Rows of costs are padded to whole blocks of lanes.
typedef struct VeerAugment {
    uint32_t rows, columns;            ///< rows <= columns
    uint32_t blocks;                   ///< of a row; its stride is blocks * VEER_LANES_BLOCK
    float *cost;                       ///< finite, >= 0; what the padding holds makes no difference
    uint32_t *column_of;               ///< column_of[rows]; VEER_NO_SLOT: none
    uint32_t *row_of;                  ///< row_of[columns]; VEER_NO_SLOT: none
    double *offset;                    ///< per column: minus its price; HUGE_VAL in the padding
    double *distance;                  ///< per column, padded: of a search
    double *least;                     ///< by block
    uint32_t *tree;                    ///< rows that a search has reached
    uint32_t *via;                     ///< the column by which it reached each
    double *base;                      ///< the search's distance to each, less what lies behind it
    double *closed_at, *closed_offset; ///< of the column in via
    uint64_t work;                     ///< rows of costs that were looked through
} VeerAugment;

static inline uint32_t veer_augment_stride(uint32_t columns)
{
    return (columns + VEER_LANES_BLOCK - 1u) / VEER_LANES_BLOCK * VEER_LANES_BLOCK;
}

static inline float *veer_augment_cost(const VeerAugment *augment, uint32_t row)
{
    return augment->cost + (size_t)row * augment->blocks * VEER_LANES_BLOCK;
}

/// Takes the memory for up to `most` rows and columns.
void veer_augment_lay_out(VeerAugment *augment, VeerArena *arena, uint32_t most);

/// Begins with no row assigned.
void veer_augment_begin(VeerAugment *augment, uint32_t rows, uint32_t columns);

/// As many rows as columns, with all costs set: sets prices that are nearly right where costs are
/// about squares of lengths. Any would do; the better they are, the shorter are the paths.
void veer_augment_start(VeerAugment *augment);

/// Assigns a row that has no column, by the shortest augmenting path.
void veer_augment_row(VeerAugment *augment, uint32_t row);

/// Takes a row's column away, some cost of which has become greater. As many rows as columns: else
/// what is assigned in the end need not be least.
void veer_augment_release(VeerAugment *augment, uint32_t row);

#endif
