/// The least greatest cost: matchings within a limit, which is raised by as little as can be.
///
/// Source: the threshold method for the bottleneck assignment problem (Burkard, Dell'Amico and
/// Martello, Assignment Problems, 2009, section 6.2), growing trees from all free rows at once.
/// Trees that found nothing at a limit stay: no later path at that limit can pass through them.
#include "squad/assign.h"

#include <math.h>
#include <string.h>

// work->distance holds, for each column that no tree has, the least cost from a row of one.
typedef struct Forest {
    VeerAssignWork *work;
    double limit;
    uint32_t count; // rows reached
} Forest;

static void reach_row(Forest *forest, uint32_t row, uint32_t via)
{
    VeerAssignWork *work = forest->work;
    work->tree[forest->count] = row;
    work->via[forest->count++] = via;
    veer_assign_fill_pairs(work, row, work->fill);
    for (uint32_t n = 0; n < forest->count; n++) {
        if (work->via[n] != VEER_NO_SLOT) {
            work->fill[work->via[n]] = HUGE_VAL;
        }
    }
    veer_lanes_relax(work->distance, work->fill, 0.0, work->columns.blocks, work->least);
}

static uint32_t nearest_column(const VeerAssignWork *work)
{
    veer_lanes_least(work->distance, work->columns.blocks, work->least);
    return veer_lanes_first(work->distance, work->least, work->columns.blocks);
}

// A column within the limit, one without a row before others; VEER_NO_SLOT when there is none.
static uint32_t column_within(const Forest *forest)
{
    VeerAssignWork *work = forest->work;
    uint32_t blocks = work->columns.blocks;
    veer_lanes_least_sum(work->distance, work->taken, blocks, work->least);
    uint32_t block = veer_lanes_first_block(work->least, blocks);
    if (work->least[block] <= forest->limit) {
        uint32_t j = block * VEER_LANES_BLOCK;
        while (work->distance[j] + work->taken[j] > work->least[block]) {
            j++;
        }
        return j;
    }
    uint32_t nearest = nearest_column(work);
    return work->distance[nearest] <= forest->limit ? nearest : VEER_NO_SLOT;
}

// Gives the column to the row that reached it, that row's to the one before, and so on to a root.
static void take_path(Forest *forest, uint32_t column)
{
    VeerAssignWork *work = forest->work;
    work->taken[column] = HUGE_VAL;
    while (column != VEER_NO_SLOT) {
        uint32_t n = 0;
        while ((double)veer_assign_pair(work, work->tree[n], column) > forest->limit) {
            n++;
        }
        work->column_of[work->tree[n]] = column;
        work->row_of[column] = work->tree[n];
        column = work->via[n];
    }
}

// Grows the trees until a column without a row is within the limit, and takes it, or until nothing
// is. @return whether one was taken
static bool grow(Forest *forest)
{
    VeerAssignWork *work = forest->work;
    for (;;) {
        uint32_t column = column_within(forest);
        if (column == VEER_NO_SLOT) {
            return false;
        }
        if (work->row_of[column] == VEER_NO_SLOT) {
            take_path(forest, column);
            return true;
        }
        work->distance[column] = HUGE_VAL;
        reach_row(forest, work->row_of[column], column);
    }
}

static void clear_forest(Forest *forest)
{
    VeerAssignWork *work = forest->work;
    forest->count = 0;
    for (uint32_t j = 0; j < work->columns.blocks * VEER_LANES_BLOCK; j++) {
        work->distance[j] = HUGE_VAL;
    }
}

// Plants a tree at each free row; those that find a column are cut again.
static void plant(Forest *forest)
{
    VeerAssignWork *work = forest->work;
    size_t bytes = (size_t)work->columns.blocks * VEER_LANES_BLOCK * sizeof(double);
    double *kept = work->columns.offset;
    clear_forest(forest);
    for (uint32_t i = 0; i < work->rows.count; i++) {
        if (work->column_of[i] != VEER_NO_SLOT) {
            continue;
        }
        uint32_t count = forest->count;
        memcpy(kept, work->distance, bytes);
        reach_row(forest, i, VEER_NO_SLOT);
        if (grow(forest)) {
            forest->count = count;
            memcpy(work->distance, kept, bytes);
        }
    }
}

// Which no limit can be below: every row's cheapest; with no columns to spare, every column's too.
// Where some pairs are infinite a row may have to do without, so that nothing is known.
static double first_limit(Forest *forest)
{
    VeerAssignWork *work = forest->work;
    uint32_t blocks = work->columns.blocks;
    double limit = 0.0;
    clear_forest(forest);
    for (uint32_t i = 0; i < work->rows.count && !work->has_forbidden; i++) {
        veer_assign_fill_pairs(work, i, work->fill);
        veer_lanes_least(work->fill, blocks, work->least);
        double cheapest = work->least[veer_lanes_first_block(work->least, blocks)];
        limit = cheapest > limit ? cheapest : limit;
        veer_lanes_relax(work->distance, work->fill, 0.0, blocks, work->least);
    }
    if (work->has_forbidden || work->rows.count < work->columns.count) {
        return limit;
    }
    for (uint32_t j = 0; j < work->columns.count; j++) {
        limit = work->distance[j] > limit ? work->distance[j] : limit;
    }
    return limit;
}

// Undoes the pairs that cost more than the limit.
static void drop_dear_pairs(Forest *forest)
{
    VeerAssignWork *work = forest->work;
    for (uint32_t j = 0; j < work->columns.blocks * VEER_LANES_BLOCK; j++) {
        work->taken[j] = 0.0;
    }
    for (uint32_t i = 0; i < work->rows.count; i++) {
        uint32_t j = work->column_of[i];
        if ((double)veer_assign_pair(work, i, j) <= forest->limit) {
            work->taken[j] = HUGE_VAL;
        } else {
            work->column_of[i] = work->row_of[j] = VEER_NO_SLOT;
        }
    }
}

float veer_assign_solve_worst(VeerAssignWork *work)
{
    Forest forest = {work, 0.0, 0};
    forest.limit = first_limit(&forest);
    drop_dear_pairs(&forest);
    plant(&forest);
    while (forest.count > 0u) {
        double nearest = work->distance[nearest_column(work)];
        if (nearest == HUGE_VAL) {
            break;
        }
        forest.limit = nearest;
        if (grow(&forest)) {
            plant(&forest);
        }
    }
    return (float)forest.limit;
}
