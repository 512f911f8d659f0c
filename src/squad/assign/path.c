/// The least sum by shortest augmenting paths, and a greedy answer from the first dual variables.
#include "squad/assign/assign.h"
#include "squad/assign/blocks.h"

// Dijkstra's algorithm on reduced costs, which are never negative: a row may take the column of
// another, which then takes another, and so on.
static void reach_row(VeerAssignWork *work, uint32_t row, uint32_t via, double base)
{
    uint32_t n = work->tree_count++;
    work->tree[n] = row;
    work->via[n] = via;
    work->base[n] = base;
    veer_assign_fill(work, row, work->fill);
    blocks_relax(work->distance, work->fill, base, work->columns.blocks, work->least);
    work->looked++;
}

static uint32_t nearest_column(const VeerAssignWork *work)
{
    return blocks_first(work->distance, work->least, work->columns.blocks);
}

// Takes a column out of the search, and reaches its row by it.
static void close_column(VeerAssignWork *work, uint32_t column)
{
    uint32_t row = work->row_of[column], n = work->tree_count;
    double at = work->distance[column], *offset = &work->columns.offset[column];
    double own = assign_inner(work, row, column) + *offset;
    work->closed_at[n] = at;
    work->closed_offset[n] = *offset;
    work->distance[column] = HUGE_VAL;
    *offset = HUGE_VAL;
    reach_row(work, row, column, at - own);
}

// Opens the closed columns again, with dual variables that keep reduced costs from being negative
// once the path is taken.
static void update_duals(VeerAssignWork *work, double length)
{
    for (uint32_t n = 1; n < work->tree_count; n++) {
        work->columns.offset[work->via[n]] = work->closed_offset[n] + (length - work->closed_at[n]);
    }
}

// Which of the first rows of the tree a column was reached from. Found anew, since to note it in
// each relaxation would double the work.
static uint32_t predecessor(const VeerAssignWork *work, uint32_t column, uint32_t count)
{
    uint32_t best = 0;
    double least = HUGE_VAL;
    for (uint32_t n = 0; n < count; n++) {
        double length = work->base[n] + assign_inner(work, work->tree[n], column);
        best = length < least ? n : best;
        least = length < least ? length : least;
    }
    return best;
}

static void take_path(VeerAssignWork *work, uint32_t column)
{
    uint32_t n = work->tree_count;
    while (column != VEER_NO_SLOT) {
        n = predecessor(work, column, n);
        work->column_of[work->tree[n]] = column;
        work->row_of[column] = work->tree[n];
        column = work->via[n];
    }
}

void veer_assign_row(VeerAssignWork *work, uint32_t row)
{
    for (uint32_t j = 0; j < work->columns.blocks * VEER_BLOCK; j++) {
        work->distance[j] = HUGE_VAL;
    }
    work->tree_count = 0;
    reach_row(work, row, VEER_NO_SLOT, 0.0);
    uint32_t column = nearest_column(work);
    while (work->row_of[column] != VEER_NO_SLOT) {
        close_column(work, column);
        column = nearest_column(work);
    }
    update_duals(work, work->distance[column]);
    take_path(work, column);
}

void veer_assign_release(VeerAssignWork *work, uint32_t row)
{
    work->row_of[work->column_of[row]] = VEER_NO_SLOT;
    work->column_of[row] = VEER_NO_SLOT;
}

void veer_assign_total(VeerAssignWork *work)
{
    for (uint32_t i = 0; i < work->rows.count; i++) {
        if (work->column_of[i] == VEER_NO_SLOT) {
            veer_assign_row(work, i);
        }
    }
}

// Gives a row the cheapest column that is left. @return what the cheapest of all would cost it
static double take_cheapest(VeerAssignWork *work, uint32_t row)
{
    double cheapest = HUGE_VAL, least = HUGE_VAL;
    uint32_t column = 0;
    veer_assign_fill(work, row, work->fill);
    for (uint32_t j = 0; j < work->columns.count; j++) {
        double cost = work->fill[j];
        cheapest = cost < cheapest ? cost : cheapest;
        if (cost < least && work->row_of[j] == VEER_NO_SLOT) {
            least = cost;
            column = j;
        }
    }
    work->column_of[row] = column;
    work->row_of[column] = row;
    return cheapest;
}

double veer_assign_greedy(VeerAssignWork *work)
{
    // Weak duality: the dual variables of the columns, and the least reduced cost of each row,
    // bound every sum from below. With columns to spare those of columns are zero.
    double bound = 0.0;
    bool is_square = work->rows.count == work->columns.count;
    for (uint32_t j = 0; j < work->columns.count && is_square; j++) {
        bound -= work->columns.offset[j];
    }
    for (uint32_t i = 0; i < work->rows.count; i++) {
        // Column reduction gave a row its cheapest column, at minus its own offset.
        bool is_reduced = work->column_of[i] != VEER_NO_SLOT;
        bound += is_reduced ? -work->rows.offset[i] : take_cheapest(work, i);
    }
    return bound;
}
