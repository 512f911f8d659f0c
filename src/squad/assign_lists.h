/// Lists of the columns that suit a row best, so that few of all costs are looked at again and
/// again.
///
/// Prices only ever fall (offsets only rise) once the lists are begun. So what was not cheap enough
/// for a list when it was made is not cheaper later: the bound that a list was made with stays
/// true.
#ifndef VEER_SQUAD_ASSIGN_LISTS_H
#define VEER_SQUAD_ASSIGN_LISTS_H

#include "base/arena.h"
#include "squad/assign_groups.h"

#include <math.h>
#include <stdbool.h>
#include <stdint.h>

struct VeerAssignWork;

enum { VEER_MAX_LIST = 32 };

typedef struct VeerAssignLists {
    bool is_used;      ///< searches go by them
    double unit;       ///< what costs differ by: 1 for points, which are at unit spread
    double reach;      ///< dearer by this than the cheapest: not listed; follows what lists need
    uint8_t *counts;   ///< counts[rows]
    uint16_t *columns; ///< columns[rows][VEER_MAX_LIST]
    double *bounds;    ///< bounds[rows]: what is not listed costs at least this, with its offset
    double *guards;    ///< guards[rows]: by what a search reached: no way by what is not listed is
                       ///< shorter
    double *least;     ///< by block of columns
    VeerAssignGroups groups;
    uint32_t crowded; ///< lists that had no room for all that cost the same, or nearly
} VeerAssignLists;

/// The costs of a row, for those who look at few of them.
typedef struct VeerAssignReader {
    const float *costs; ///< of the row; NULL: points
    size_t stride;
    const double *x, *y, *z, *offset; ///< of the columns
    double row_x, row_y, row_z;
} VeerAssignReader;

/// With its offset, to the last bit what veer_assign_fill_row says.
static inline double veer_assign_read(const VeerAssignReader *reader, uint32_t column)
{
    if (reader->costs) {
        return reader->offset[column] + (double)reader->costs[column * reader->stride];
    }
    double level = reader->x[column] * reader->row_x + reader->y[column] * reader->row_y;
    return reader->offset[column] - (level + reader->z[column] * reader->row_z);
}

/// For problems without pairs that are forbidden.
VeerAssignReader veer_assign_reader(const struct VeerAssignWork *work, uint32_t row);

/// Lays them out for so many rows and blocks of columns.
void veer_assign_lists_lay_out(VeerAssignLists *lists, uint32_t rows, uint32_t blocks,
                               VeerArena *arena);

/// No row has a list. Before what is assigned is forgotten.
void veer_assign_lists_begin(struct VeerAssignWork *work);

/// Makes the list of a row, by work->fill: its costs with offsets. At least `low` columns where
/// that can be.
void veer_assign_list_select(struct VeerAssignWork *work, uint32_t row, uint32_t low);

/// Likewise, by its costs as they are now.
void veer_assign_list_make(struct VeerAssignWork *work, uint32_t row);

/// The least cost of a row, with offsets, over all columns; makes its list if that does not tell.
double veer_assign_list_least(struct VeerAssignWork *work, uint32_t row);

/// Gives columns to nearly all rows, by bids, and prices at which what each has suits it best.
/// From any prices; forgets what is assigned.
/// @return false: it came to no end in time, and has spoiled the prices
bool veer_assign_bid(struct VeerAssignWork *work);

#endif
