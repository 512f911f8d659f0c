/// The assignment problem as its solver sees it: each row gets a column of its own, the smaller
/// side being the rows. The solver can be run row by row over several ticks.
///
/// Source: shortest augmenting paths with dual variables, after column reduction: Jonker and
/// Volgenant, Computing 38, 1987.
#ifndef VEER_SQUAD_ASSIGN_H
#define VEER_SQUAD_ASSIGN_H

#include "base/arena.h"
#include "veer/formation.h"

/// One side of the problem, as columns of numbers padded to whole blocks.
typedef struct VeerAssignSide {
    uint32_t count, blocks;
    const VeerVec3 *given; ///< given[count], m; NULL: the costs are a matrix
    double *x, *y, *z;     ///< centred and scaled
    double *offset;        ///< minus the dual variable: what is added to the costs; INFINITY in the
                           ///< padding, and of columns that a search has closed
} VeerAssignSide;

/// A problem being solved. Inner costs are squared distances less terms of the row or the column
/// alone, which change no optimum, or those of a matrix.
typedef struct VeerAssignWork {
    VeerAssignSide rows, columns; ///< rows.count <= columns.count
    const float *costs;           ///< the matrix; NULL: points
    size_t row_stride, column_stride;
    bool has_forbidden;     ///< some pairs cost more than the limit
    float limit;            ///< pairs that cost more are forbidden
    double forbidden;       ///< what those cost: one more of them costs more than all else
    double scale, constant; ///< of points: a total is constant + scale · sum of inner costs
    uint32_t *column_of;    ///< column_of[rows]; VEER_NO_SLOT: none
    uint32_t *row_of;       ///< row_of[columns]; VEER_NO_SLOT: none
    uint32_t *kept;         ///< kept[rows]: a copy of column_of
    double *fill;           ///< costs of a row, padded
    double *distance;       ///< to each column, padded
    double *least;          ///< the least distance of each block of columns
    uint32_t tree_count;    ///< rows that the search has reached
    uint32_t *tree;         ///< tree[tree_count]
    uint32_t *via;          ///< the column by which each was reached; VEER_NO_SLOT: the root
    double *base;           ///< distance to each row less the cost of its own column
    double *closed_at;      ///< distance to the column in via
    double *closed_offset;  ///< that column's offset
    uint32_t *parent;       ///< of the bottleneck's search: the place in the tree before each
    uint32_t *open;         ///< likewise: columns that it has not reached
    uint64_t looked;        ///< rows of costs that were read
} VeerAssignWork;

/// The cost of a pair as given: m², or the matrix's.
static inline float assign_pair(const VeerAssignWork *work, uint32_t row, uint32_t column)
{
    if (work->costs) {
        return work->costs[row * work->row_stride + column * work->column_stride];
    }
    VeerVec3 a = work->rows.given[row], b = work->columns.given[column];
    float x = b.x - a.x, y = b.y - a.y, z = b.z - a.z;
    return x * x + y * y + z * z;
}

/// The cost of a pair without the offsets of row and column.
static inline double assign_inner(const VeerAssignWork *work, uint32_t row, uint32_t column)
{
    const VeerAssignSide *r = &work->rows, *c = &work->columns;
    bool is_forbidden = work->has_forbidden && !(assign_pair(work, row, column) <= work->limit);
    if (work->costs) {
        return is_forbidden ? work->forbidden : (double)assign_pair(work, row, column);
    }
    double product = r->x[row] * c->x[column] + r->y[row] * c->y[column] + r->z[row] * c->z[column];
    return (is_forbidden ? work->forbidden : 0.0) - product;
}

/// Takes the memory of a problem with as many rows and columns as its counts.
void veer_assign_lay_out(VeerAssignWork *work, VeerArena *arena);

/// Poses a problem of costs[rows][columns], finite, rows <= columns, which veer_assign_start reads
/// first. Costs may grow later. The memory may be that of more rows and columns.
void veer_assign_pose(VeerAssignWork *work, const float *costs, uint32_t rows, uint32_t columns);

/// Sets inner costs and the first dual variables for work->limit; with as many rows as columns it
/// also assigns what column reduction can.
void veer_assign_start(VeerAssignWork *work);

/// out[column] = inner cost + the column's offset; INFINITY in the padding.
void veer_assign_fill(const VeerAssignWork *work, uint32_t row, double *out);

/// Gives a row that lacks one a column, at the least sum of all rows that have any.
void veer_assign_row(VeerAssignWork *work, uint32_t row);

/// Takes a row's column away because the cost of the pair has grown. Only with as many rows as
/// columns: otherwise the column's dual variable would have to return to zero.
void veer_assign_release(VeerAssignWork *work, uint32_t row);

/// Gives every row that lacks one a column, at the least sum of all. After veer_assign_start.
void veer_assign_total(VeerAssignWork *work);

/// Of all assignments with the least greatest cost, the one with the least sum. After
/// veer_assign_total.
void veer_assign_bottleneck(VeerAssignWork *work);

/// Gives every row the cheapest column that is left, at the first dual variables. After
/// veer_assign_start. @return a lower bound of all sums of inner costs
double veer_assign_greedy(VeerAssignWork *work);

#endif
