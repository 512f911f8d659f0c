/// The least sum, by shortest augmenting paths; and a quick answer from the first prices.
#include "squad/assign.h"

#include <math.h>

enum { MANY_PART = 32 }; // so many without a column are worth an auction

// A search for the cheapest way to give a row a column: it may take the column of another row,
// which then takes another, and so on. Dijkstra's algorithm on costs less prices, which are never
// negative.
typedef struct Search {
    VeerAssignWork *work;
    uint32_t count; // rows reached
    double guard;   // ways by what is not listed are no shorter
} Search;

static void reach_by_all(Search *search, uint32_t n)
{
    VeerAssignWork *work = search->work;
    veer_assign_fill_row(work, work->tree[n], work->fill);
    veer_lanes_relax(work->distance, work->fill, work->base[n], work->columns.blocks, work->least);
    work->looked++;
}

// The same where costs lie side by side: in one go.
static void reach_by_costs(Search *search, uint32_t n)
{
    VeerAssignWork *work = search->work;
    veer_lanes_relax_costs(work->distance, work->costs + work->tree[n] * work->row_stride,
                           work->columns.offset, work->base[n], work->columns.count, work->least);
    work->looked++;
}

static void reach_by_list(Search *search, uint32_t n)
{
    VeerAssignWork *work = search->work;
    const VeerAssignLists *lists = &work->lists;
    uint32_t row = work->tree[n];
    size_t first = (size_t)row * VEER_MAX_LIST;
    VeerAssignReader reader = veer_assign_reader(work, row);
    for (size_t k = first; k < first + lists->counts[row]; k++) {
        uint32_t j = lists->columns[k], block = j / VEER_LANES_BLOCK;
        double length = veer_assign_read(&reader, j) + work->base[n];
        if (length < work->distance[j]) {
            work->distance[j] = length;
            work->least[block] = length < work->least[block] ? length : work->least[block];
        }
    }
    lists->guards[n] = lists->bounds[row] + work->base[n];
    search->guard = lists->guards[n] < search->guard ? lists->guards[n] : search->guard;
}

static void reach_row(Search *search, uint32_t row, uint32_t via, double base)
{
    VeerAssignWork *work = search->work;
    uint32_t n = search->count++;
    work->tree[n] = row;
    work->via[n] = via;
    work->base[n] = base;
    if (work->lists.is_used) {
        reach_by_list(search, n);
    } else if (work->costs && work->column_stride == 1u && !work->has_forbidden) {
        reach_by_costs(search, n);
    } else {
        reach_by_all(search, n);
    }
}

// Looks at all columns of the row with the least guard, and makes its list anew. Those that the
// search has closed are no answer of fill, but belong on the list.
static void go_beyond_list(Search *search)
{
    VeerAssignWork *work = search->work;
    double *guards = work->lists.guards;
    uint32_t n = 0;
    while (guards[n] > search->guard) {
        n++;
    }
    uint32_t row = work->tree[n];
    reach_by_all(search, n);
    for (uint32_t k = 1; k < search->count; k++) {
        work->fill[work->via[k]] =
            veer_assign_inner(work, row, work->via[k]) + work->closed_offset[k];
    }
    veer_assign_list_select(work, row, VEER_MAX_LIST / 2);
    guards[n] = HUGE_VAL;
    search->guard = HUGE_VAL;
    for (uint32_t k = 0; k < search->count; k++) {
        search->guard = guards[k] < search->guard ? guards[k] : search->guard;
    }
}

// The nearest column.
static uint32_t find_nearest(Search *search)
{
    VeerAssignWork *work = search->work;
    uint32_t blocks = work->columns.blocks, block = veer_lanes_first_block(work->least, blocks);
    while (work->lists.is_used && !(work->least[block] < search->guard)) {
        go_beyond_list(search);
        block = veer_lanes_first_block(work->least, blocks);
    }
    return veer_lanes_first_of(work->distance, work->least, block);
}

// Takes a column out of the search; its row is reached by it.
static void close_column(Search *search, uint32_t column)
{
    VeerAssignWork *work = search->work;
    uint32_t row = work->row_of[column], n = search->count;
    double at = work->distance[column], *offset = &work->columns.offset[column];
    double behind = veer_assign_inner(work, row, column) + *offset;
    work->closed_at[n] = at;
    work->closed_offset[n] = *offset;
    work->distance[column] = HUGE_VAL;
    *offset = HUGE_VAL; // no longer an answer of fill
    if (work->lists.is_used) {
        uint32_t b = column / VEER_LANES_BLOCK;
        veer_lanes_least(work->distance + (size_t)b * VEER_LANES_BLOCK, 1, work->least + b);
    }
    reach_row(search, row, column, at - behind);
}

// Puts the closed columns back, with the prices that keep all costs less prices from being negative
// once the path is taken.
static void settle_prices(Search *search, double length)
{
    VeerAssignWork *work = search->work;
    for (uint32_t n = 1; n < search->count; n++) {
        work->columns.offset[work->via[n]] = work->closed_offset[n] + (length - work->closed_at[n]);
    }
}

// As predecessor, where costs are those of points.
static uint32_t predecessor_of_points(const VeerAssignWork *work, uint32_t column, uint32_t count)
{
    const VeerAssignPoints *rows = &work->rows, *columns = &work->columns;
    double x = columns->x[column], y = columns->y[column];
    double z = work->is_planar ? 0.0 : columns->z[column];
    uint32_t best = 0;
    double least = HUGE_VAL;
    for (uint32_t n = 0; n < count; n++) {
        uint32_t row = work->tree[n];
        double level = rows->x[row] * x + rows->y[row] * y;
        double length = work->base[n] - (level + rows->z[row] * z);
        best = length < least ? n : best;
        least = length < least ? length : least;
    }
    return best;
}

// The row, of the first `count` that were reached, by which a column was reached. It is found again
// rather than remembered, which would double the work of each step.
static uint32_t predecessor(const VeerAssignWork *work, uint32_t column, uint32_t count)
{
    uint32_t best = 0;
    double least = HUGE_VAL;
    if (!work->costs && !work->has_forbidden) {
        return predecessor_of_points(work, column, count);
    }
    for (uint32_t n = 0; n < count; n++) {
        double length = work->base[n] + veer_assign_inner(work, work->tree[n], column);
        if (length < least) {
            least = length;
            best = n;
        }
    }
    return best;
}

static void take_path(Search *search, uint32_t column)
{
    VeerAssignWork *work = search->work;
    uint32_t n = search->count;
    while (column != VEER_NO_SLOT) {
        n = predecessor(work, column, n);
        work->column_of[work->tree[n]] = column;
        work->row_of[column] = work->tree[n];
        column = work->via[n];
    }
}

void veer_assign_row(VeerAssignWork *work, uint32_t row)
{
    uint32_t blocks = work->columns.blocks;
    for (uint32_t j = 0; j < blocks * VEER_LANES_BLOCK; j++) {
        work->distance[j] = HUGE_VAL;
    }
    for (uint32_t b = 0; b < blocks; b++) {
        work->least[b] = HUGE_VAL;
    }
    Search search = {work, 0, HUGE_VAL};
    reach_row(&search, row, VEER_NO_SLOT, 0.0);
    uint32_t column = find_nearest(&search);
    while (work->row_of[column] != VEER_NO_SLOT) {
        close_column(&search, column);
        column = find_nearest(&search);
    }
    settle_prices(&search, work->distance[column]);
    take_path(&search, column);
}

void veer_assign_release(VeerAssignWork *work, uint32_t row)
{
    work->row_of[work->column_of[row]] = VEER_NO_SLOT;
    work->column_of[row] = VEER_NO_SLOT;
}

void veer_assign_drop_forbidden(VeerAssignWork *work)
{
    for (uint32_t j = 0; j < work->columns.count; j++) {
        work->row_of[j] = VEER_NO_SLOT;
    }
    for (uint32_t i = 0; i < work->rows.count; i++) {
        uint32_t j = work->column_of[i];
        if (veer_assign_pair(work, i, j) <= work->limit) {
            work->row_of[j] = i;
        } else {
            work->column_of[i] = VEER_NO_SLOT;
        }
    }
}

// Where many rows lack a column, gets prices near first by bids.
static void come_near(VeerAssignWork *work)
{
    if (!work->lists.counts || work->has_forbidden || !veer_assign_lacks(work, MANY_PART)) {
        return;
    }
    if (work->coarse && !work->columns.is_ordered &&
        veer_assign_groups_count(work->columns.count) > 0u) {
        veer_assign_order(work);
    }
    work->lists.is_used = veer_assign_bid(work);
    if (!work->lists.is_used) {
        veer_assign_reduce(work);
    }
}

// Whether two numbers have no divisor in common.
static bool are_coprime(uint32_t a, uint32_t b)
{
    while (b > 0u) {
        uint32_t rest = a % b;
        a = b;
        b = rest;
    }
    return a == 1u;
}

// From one row to the next, so that all come by. Rows that are near each other are best far apart:
// one after the other they would search the same place again and again.
static uint32_t stride_of(const VeerAssignPoints *rows)
{
    uint32_t stride = rows->is_ordered ? rows->count * 5u / 8u : 1u;
    while (!are_coprime(rows->count, stride)) {
        stride++;
    }
    return stride;
}

void veer_assign_solve_total(VeerAssignWork *work)
{
    come_near(work);
    uint32_t count = work->rows.count, stride = stride_of(&work->rows), row = 0;
    for (uint32_t n = 0; n < count; n++) {
        if (work->column_of[row] == VEER_NO_SLOT) {
            veer_assign_row(work, row);
        }
        row = (row + stride) % count;
    }
    work->lists.is_used = false;
}

// Gives a row the cheapest column that is left. @return what its cheapest of all would cost it
static double assign_quickly(VeerAssignWork *work, uint32_t row)
{
    uint32_t blocks = work->columns.blocks;
    veer_assign_fill_row(work, row, work->fill);
    veer_lanes_least(work->fill, blocks, work->least);
    double cheapest = work->least[veer_lanes_first_block(work->least, blocks)];
    for (uint32_t j = 0; j < blocks * VEER_LANES_BLOCK; j++) {
        work->fill[j] += work->taken[j];
    }
    veer_lanes_least(work->fill, blocks, work->least);
    uint32_t column = veer_lanes_first(work->fill, work->least, blocks);
    work->taken[column] = HUGE_VAL;
    work->column_of[row] = column;
    work->row_of[column] = row;
    return cheapest;
}

double veer_assign_solve_quick(VeerAssignWork *work)
{
    // Weak duality: prices and what is cheapest at them for each row bound every sum from below.
    double bound = 0.0;
    bool is_square = work->rows.count == work->columns.count;
    for (uint32_t j = 0; j < work->columns.blocks * VEER_LANES_BLOCK; j++) {
        work->taken[j] = 0.0;
    }
    for (uint32_t j = 0; j < work->columns.count; j++) {
        bound -= is_square ? work->columns.offset[j] : 0.0;
        work->taken[j] = work->row_of[j] == VEER_NO_SLOT ? 0.0 : HUGE_VAL;
    }
    for (uint32_t i = 0; i < work->rows.count; i++) {
        // Who already has a column got the cheapest, at the price that made it so.
        bound +=
            work->column_of[i] == VEER_NO_SLOT ? assign_quickly(work, i) : -work->rows.offset[i];
    }
    return bound;
}
