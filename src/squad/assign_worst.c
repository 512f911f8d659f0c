/// The least greatest cost, between a bound from below and a matching from above.
///
/// Source: augmenting paths in the graph of the pairs below a threshold (Burkard, Dell'Amico and
/// Martello, Assignment Problems, 2009, section 6.2). A search that fails at one threshold fails at
/// all below the cheapest pair that leads out of what it reached, so bounds move by leaps.
#include "squad/assign.h"

#include <math.h>

// A search for a column without a row, from rows without a column, by pairs below the limit.
typedef struct Search {
    VeerAssignWork *work;
    double limit;
    uint32_t count; // rows reached
    double nearest; // after a failure: the cheapest pair that leads further
} Search;

static void reach_row(Search *search, uint32_t row, uint32_t via)
{
    VeerAssignWork *work = search->work;
    work->tree[search->count] = row;
    work->via[search->count++] = via;
    veer_assign_fill_pairs(work, row, work->fill);
    veer_lanes_relax(work->distance, work->fill, 0.0, work->columns.blocks, work->least);
}

// The nearest column of those that the mask leaves; VEER_NO_SLOT when none is below the limit.
static uint32_t column_below(const Search *search, const double *mask)
{
    const VeerAssignWork *work = search->work;
    uint32_t blocks = work->columns.blocks;
    veer_lanes_least_sum(work->distance, mask, blocks, work->least);
    uint32_t block = veer_lanes_first_block(work->least, blocks);
    if (!(work->least[block] < search->limit)) {
        return VEER_NO_SLOT;
    }
    uint32_t j = block * VEER_LANES_BLOCK;
    while (work->distance[j] + mask[j] > work->least[block]) {
        j++;
    }
    return j;
}

// Begins at so many of the rows without a column.
static Search open_search(VeerAssignWork *work, double limit, uint32_t roots)
{
    Search search = {work, limit, 0, HUGE_VAL};
    for (uint32_t j = 0; j < work->columns.blocks * VEER_LANES_BLOCK; j++) {
        work->distance[j] = HUGE_VAL;
        work->shut[j] = 0.0;
    }
    for (uint32_t i = 0; i < work->rows.count && search.count < roots; i++) {
        if (work->column_of[i] == VEER_NO_SLOT) {
            reach_row(&search, i, VEER_NO_SLOT);
        }
    }
    return search;
}

// @return a column without a row that can be reached; VEER_NO_SLOT when none can
static uint32_t find_free_column(Search *search)
{
    VeerAssignWork *work = search->work;
    for (;;) {
        uint32_t column = column_below(search, work->taken);
        if (column != VEER_NO_SLOT) {
            return column;
        }
        column = column_below(search, work->shut);
        if (column == VEER_NO_SLOT) {
            search->nearest =
                work->least[veer_lanes_first_block(work->least, work->columns.blocks)];
            return VEER_NO_SLOT;
        }
        work->shut[column] = HUGE_VAL;
        reach_row(search, work->row_of[column], column);
    }
}

static void join(VeerAssignWork *work, uint32_t row, uint32_t column)
{
    work->column_of[row] = column;
    work->row_of[column] = row;
    work->taken[column] = HUGE_VAL;
}

// Gives the column to a row that reached it, that row's to one before, and so on to where it began.
static void take_path(const Search *search, uint32_t column)
{
    VeerAssignWork *work = search->work;
    while (column != VEER_NO_SLOT) {
        uint32_t n = 0;
        while (!((double)veer_assign_pair(work, work->tree[n], column) < search->limit)) {
            n++;
        }
        join(work, work->tree[n], column);
        column = work->via[n];
    }
}

// Undoes the pairs that are not below a limit, and marks the columns of the others.
// @return rows without a column
static uint32_t drop_from(VeerAssignWork *work, double limit)
{
    uint32_t free_rows = 0;
    for (uint32_t j = 0; j < work->columns.blocks * VEER_LANES_BLOCK; j++) {
        work->taken[j] = 0.0;
    }
    for (uint32_t i = 0; i < work->rows.count; i++) {
        uint32_t j = work->column_of[i];
        if (j == VEER_NO_SLOT) {
            free_rows++;
        } else if ((double)veer_assign_pair(work, i, j) < limit) {
            work->taken[j] = HUGE_VAL;
        } else {
            work->column_of[i] = work->row_of[j] = VEER_NO_SLOT;
            free_rows++;
        }
    }
    return free_rows;
}

// Gives all but `spare` rows columns by pairs below the limit. @return HUGE_VAL; where that cannot
// be, a cost without which it cannot
static double complete(VeerAssignWork *work, double limit, uint32_t spare)
{
    for (uint32_t n = drop_from(work, limit); n > spare; n--) {
        // By more roots than may be left over, one must get out if all the others can.
        Search search = open_search(work, limit, spare + 1u);
        uint32_t column = find_free_column(&search);
        if (column == VEER_NO_SLOT) {
            return search.nearest;
        }
        take_path(&search, column);
    }
    return HUGE_VAL;
}

static double dearest_pair(const VeerAssignWork *work)
{
    double dearest = 0.0;
    for (uint32_t i = 0; i < work->rows.count; i++) {
        uint32_t j = work->column_of[i];
        double cost = j == VEER_NO_SLOT ? 0.0 : (double)veer_assign_pair(work, i, j);
        dearest = cost > dearest ? cost : dearest;
    }
    return dearest;
}

// Which no greatest cost can be below when all rows have columns: every row's cheapest pair; with
// no columns to spare, every column's too.
static double bound_from_below(VeerAssignWork *work)
{
    uint32_t blocks = work->columns.blocks;
    double bound = 0.0;
    for (uint32_t j = 0; j < blocks * VEER_LANES_BLOCK; j++) {
        work->distance[j] = HUGE_VAL;
    }
    for (uint32_t i = 0; i < work->rows.count; i++) {
        veer_assign_fill_pairs(work, i, work->fill);
        veer_lanes_relax(work->distance, work->fill, 0.0, blocks, work->least);
        veer_lanes_least(work->fill, blocks, work->least);
        double cheapest = work->least[veer_lanes_first_block(work->least, blocks)];
        bound = cheapest > bound ? cheapest : bound;
    }
    bool is_square = work->rows.count == work->columns.count;
    for (uint32_t j = 0; j < work->columns.count && is_square; j++) {
        bound = work->distance[j] > bound ? work->distance[j] : bound;
    }
    return bound;
}

float veer_assign_solve_worst(VeerAssignWork *work)
{
    uint32_t spare = drop_from(work, HUGE_VAL);
    double above = dearest_pair(work);
    double below = spare == 0u ? bound_from_below(work) : 0.0;
    double limit = above; // first of all: is there anything better?
    while (below < above) {
        double needed = complete(work, limit, spare);
        if (needed == HUGE_VAL) {
            above = dearest_pair(work);
        } else {
            below = needed;
        }
        limit = below + 0.5 * (above - below);
    }
    return (float)above;
}
