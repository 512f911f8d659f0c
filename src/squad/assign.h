/// The assignment problem as its solvers see it: rows, each of which gets a column of its own, rows
/// being the smaller side; and how they ask for costs.
#ifndef VEER_SQUAD_ASSIGN_H
#define VEER_SQUAD_ASSIGN_H

#include "base/arena.h"
#include "squad/assign_lists.h"
#include "squad/lanes.h"
#include "squad/potential.h"
#include "veer/squad.h"

/// Points as columns of numbers, padded to whole blocks of lanes.
typedef struct VeerAssignPoints {
    uint32_t count, blocks;
    const VeerVec3 *given;        ///< given[count], m; NULL: the costs are a matrix
    float *raw_x, *raw_y, *raw_z; ///< m, as given
    double *x, *y, *z;            ///< moved and scaled
    double *offset;               ///< of a row: its potential; of a column: minus its price
    bool is_ordered;              ///< near ones follow each other: all are in the order below
    uint32_t *order;              ///< which of the given each is; NULL: there are too few
} VeerAssignPoints;

static inline VeerVec3 veer_assign_place(const VeerAssignPoints *points, uint32_t index)
{
    return (VeerVec3){points->raw_x[index], points->raw_y[index], points->raw_z[index]};
}

/// The potential near one cluster of rows: where that is, where it goes, and the value there.
typedef struct VeerAssignGuess {
    double x, y, z, to_x, to_y, to_z, value;
} VeerAssignGuess;

/// A problem in the making. Costs are those of squared distances, up to terms of the row or the
/// column alone (which change no choice), or those of a matrix.
typedef struct VeerAssignWork {
    VeerAssignPoints rows, columns; ///< rows.count <= columns.count
    bool is_planar;                 ///< z makes no difference
    bool has_forbidden;             ///< some pairs are
    bool is_of_lengths;             ///< the matrix is one of squared lengths, none forbidden
    const float *costs;             ///< the matrix; NULL: points
    size_t row_stride, column_stride;
    float limit;            ///< pairs that cost more are forbidden
    double forbidden;       ///< what those cost: one more of them is dearer than all else
    double scale, constant; ///< of points: a total is constant + scale · sum of inner costs

    VeerSymmetric map; ///< of normal distributions, from the rows onto the columns

    struct VeerAssignWork *coarse; ///< of clusters; NULL: there are too few rows
    VeerAssignGuess *guesses;      ///< one a cluster
    VeerAssignLists lists;         ///< of as many rows as columns, where they are worth while

    uint32_t *column_of;   ///< column_of[rows]; VEER_NO_SLOT: none
    uint32_t *row_of;      ///< row_of[columns]; VEER_NO_SLOT: none
    uint32_t *kept;        ///< kept[rows]: a copy of column_of
    double *fill;          ///< costs of one row or column, padded
    double *distance;      ///< to each column, padded
    double *taken;         ///< per column, padded: INFINITY where it has a row
    double *least;         ///< by block, of the longer side
    uint32_t *tree;        ///< rows that a search has reached
    uint32_t *parent;      ///< which of them was before each
    uint32_t *open;        ///< by block of columns: bits of those that no search has reached
    uint32_t *vacant;      ///< likewise: of those without a row
    float *far;            ///< per column, padded: INFINITY where it does not count
    uint32_t *via;         ///< the column by which it reached each; VEER_NO_SLOT: it starts there
    double *base;          ///< the search's distance to each, less what lies behind it
    double *closed_at;     ///< the search's distance to the column in via
    double *closed_offset; ///< that column's offset
    uint64_t looked;       ///< rows of costs that were looked through
} VeerAssignWork;

/// Lays the work out in the arena: all that its counts (of rows, columns) ask for.
void veer_assign_lay_out(VeerAssignWork *work, VeerArena *arena);

/// Lays out what a matrix with so many rows and columns at most asks for, by veer_assign_pose.
void veer_assign_lay_out_costs(VeerAssignWork *work, VeerArena *arena);

/// Poses a problem of costs[rows][columns], squared lengths, finite, rows <= columns, which
/// veer_assign_start reads first: to be solved row by row, so that the work can be spread over
/// ticks. Costs may turn out to be greater than they were thought to be.
void veer_assign_pose(VeerAssignWork *work, const float *costs, uint32_t rows, uint32_t columns);

/// How often sets of so many points are halved for the finest of the coarse problems; 0: there is
/// none.
uint32_t veer_assign_depth(uint32_t count);

/// Puts points that are near each other in a row, with their offsets and who has whom.
void veer_assign_order(VeerAssignWork *work);

/// Sets the potentials of the rows from coarse problems; there are as many rows as columns, and
/// their points are moved and scaled.
void veer_assign_guess(VeerAssignWork *work);

/// Sets the potentials of the rows by a matrix of as many columns, none of them infinite.
void veer_assign_guess_costs(VeerAssignWork *work);

/// Points with potentials to first prices: doubles the rows, sets the columns' prices, and gives
/// columns to those they suit best.
void veer_assign_begin(VeerAssignWork *work);

/// Likewise, with rows that are doubled.
void veer_assign_reduce(VeerAssignWork *work);

/// Where the points of one side lie on a line, assigns all rows, with prices at which each column
/// suits its row best. As many rows as columns, and rows that are doubled.
/// @return false: they do not, and nothing was done
bool veer_assign_line(VeerAssignWork *work);

/// Whether more than one row in so many lacks a column.
bool veer_assign_lacks(const VeerAssignWork *work, uint32_t part);

/// Copies the points, and looks for infinite costs.
void veer_assign_load(VeerAssignWork *work);

/// Sets up inner costs and first prices for work->limit. Where there are as many rows as columns
/// the prices are those of moving one normal distribution onto another; else they are zero.
void veer_assign_start(VeerAssignWork *work);

/// The cost of a pair as given: m², or the matrix's.
float veer_assign_pair(const VeerAssignWork *work, uint32_t row, uint32_t column);

/// The cost of a pair without the offsets of row and column.
double veer_assign_inner(const VeerAssignWork *work, uint32_t row, uint32_t column);

/// out[column] = inner cost + the column's offset; INFINITY in the padding.
void veer_assign_fill_row(const VeerAssignWork *work, uint32_t row, double *out);

/// out[row] = inner cost + the row's offset; INFINITY in the padding.
void veer_assign_fill_column(const VeerAssignWork *work, uint32_t column, double *out);

/// out[column] = the cost of the pair as given; INFINITY in the padding.
void veer_assign_fill_pairs(const VeerAssignWork *work, uint32_t row, double *out);

/// Sets row_of by column_of, without the pairs that are forbidden.
void veer_assign_drop_forbidden(VeerAssignWork *work);

/// Gives every row that lacks one a column, at the least sum of all. After veer_assign_start.
void veer_assign_solve_total(VeerAssignWork *work);

/// Gives a row that lacks one a column, at the least sum of all rows that have any.
void veer_assign_row(VeerAssignWork *work, uint32_t row);

/// Takes a row's column away, the cost of which has become greater. As many rows as columns: else
/// what is assigned in the end need not be least.
void veer_assign_release(VeerAssignWork *work, uint32_t row);

/// Gives every row a column, each the cheapest at the first prices of those left. After
/// veer_assign_start. @return a sum of inner costs that none can be below
double veer_assign_solve_quick(VeerAssignWork *work);

/// The least limit that lets as many rows have a column as can be. Begins with the matching of
/// veer_assign_solve_total, which most often is nearly right. Spoils the matching, not the prices.
float veer_assign_solve_worst(VeerAssignWork *work);

#endif
