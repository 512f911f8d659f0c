/// Shortest augmenting paths on a dense matrix (Jonker and Volgenant), a row at a time.
#include "squad/augment.h"

#include <math.h>

enum { BLOCK = VEER_LANES_BLOCK, WIDE = 4 };

void veer_augment_lay_out(VeerAugment *augment, VeerArena *arena, uint32_t most)
{
    size_t padded = veer_augment_stride(most);
    augment->cost = veer_arena_take(arena, most * padded, sizeof *augment->cost);
    augment->column_of = veer_arena_take(arena, most, sizeof *augment->column_of);
    augment->row_of = veer_arena_take(arena, most, sizeof *augment->row_of);
    augment->offset = veer_arena_take(arena, padded, sizeof *augment->offset);
    augment->distance = veer_arena_take(arena, padded, sizeof *augment->distance);
    augment->least = veer_arena_take(arena, padded / BLOCK, sizeof *augment->least);
    augment->tree = veer_arena_take(arena, most + 1u, sizeof *augment->tree);
    augment->via = veer_arena_take(arena, most + 1u, sizeof *augment->via);
    augment->base = veer_arena_take(arena, most + 1u, sizeof *augment->base);
    augment->closed_at = veer_arena_take(arena, most + 1u, sizeof *augment->closed_at);
    augment->closed_offset = veer_arena_take(arena, most + 1u, sizeof *augment->closed_offset);
}

void veer_augment_begin(VeerAugment *augment, uint32_t rows, uint32_t columns)
{
    augment->rows = rows;
    augment->columns = columns;
    augment->blocks = veer_augment_stride(columns) / BLOCK;
    augment->work = 0;
    for (uint32_t i = 0; i < rows; i++) {
        augment->column_of[i] = VEER_NO_SLOT;
    }
    for (uint32_t j = 0; j < augment->blocks * BLOCK; j++) {
        augment->offset[j] = j < columns ? 0.0 : HUGE_VAL;
    }
    for (uint32_t j = 0; j < columns; j++) {
        augment->row_of[j] = VEER_NO_SLOT;
    }
}

/// The means of rows and columns, less half of the mean of all.
static void find_means(VeerAugment *augment)
{
    double *row_mean = augment->base, *column_mean = augment->distance, all = 0.0;
    uint32_t count = augment->columns;
    for (uint32_t j = 0; j < count; j++) {
        column_mean[j] = 0.0;
    }
    for (uint32_t i = 0; i < augment->rows; i++) {
        const float *cost = veer_augment_cost(augment, i);
        row_mean[i] = 0.0;
        for (uint32_t j = 0; j < count; j++) {
            row_mean[i] += (double)cost[j];
            column_mean[j] += (double)cost[j];
        }
        all += row_mean[i];
    }
    all *= 0.5 / ((double)count * count);
    for (uint32_t j = 0; j < count; j++) {
        row_mean[j] = row_mean[j] / count - all;
        column_mean[j] = column_mean[j] / count - all;
    }
}

/// closed_at = the sum of the squares of what is left of each row. @return the sum of all
static double find_squares(VeerAugment *augment)
{
    double all = 0.0;
    for (uint32_t i = 0; i < augment->rows; i++) {
        const float *cost = veer_augment_cost(augment, i);
        double sum = 0.0;
        for (uint32_t j = 0; j < augment->columns; j++) {
            double left = (double)cost[j] - augment->base[i] - augment->distance[j];
            sum += left * left;
        }
        augment->closed_at[i] = sum;
        all += sum;
    }
    return all;
}

void veer_augment_start(VeerAugment *augment)
{
    find_means(augment);
    double all = find_squares(augment);
    // Were lengths those along a line, and both sides spread evenly, what is left of a row would be
    // -2 x y, and this its potential, x² times the ratio of the spreads.
    double scale = all > 0.0 ? 0.5 / sqrt(all) : 0.0;
    for (uint32_t j = 0; j < augment->columns; j++) {
        augment->distance[j] = HUGE_VAL;
    }
    for (uint32_t i = 0; i < augment->rows; i++) {
        const float *cost = veer_augment_cost(augment, i);
        double own = augment->base[i] - scale * augment->closed_at[i];
        for (uint32_t j = 0; j < augment->columns; j++) {
            double at = (double)cost[j] - own;
            augment->distance[j] = at < augment->distance[j] ? at : augment->distance[j];
        }
    }
    for (uint32_t j = 0; j < augment->columns; j++) {
        augment->offset[j] = -augment->distance[j];
    }
    augment->work += 3u * augment->rows;
}

/// distance = min(distance, cost + offset + base), and the least by block.
static void relax(VeerAugment *augment, uint32_t row, double base)
{
    const float *restrict cost = veer_augment_cost(augment, row);
    const double *restrict offset = augment->offset;
    double *restrict distance = augment->distance;
    for (uint32_t b = 0; b < augment->blocks; b++) {
        double lanes[WIDE] = {HUGE_VAL, HUGE_VAL, HUGE_VAL, HUGE_VAL};
        for (uint32_t j = b * BLOCK; j < (b + 1u) * BLOCK; j += WIDE) {
            for (uint32_t k = 0; k < WIDE; k++) {
                double at = (double)cost[j + k] + offset[j + k] + base;
                at = at < distance[j + k] ? at : distance[j + k];
                distance[j + k] = at;
                lanes[k] = at < lanes[k] ? at : lanes[k];
            }
        }
        double left = lanes[0] < lanes[1] ? lanes[0] : lanes[1];
        double right = lanes[2] < lanes[3] ? lanes[2] : lanes[3];
        augment->least[b] = left < right ? left : right;
    }
    augment->work++;
}

static void forget_distances(VeerAugment *augment)
{
    for (uint32_t j = 0; j < augment->blocks * BLOCK; j++) {
        augment->distance[j] = HUGE_VAL;
    }
}

static uint32_t nearest(const VeerAugment *augment)
{
    return veer_lanes_first(augment->distance, augment->least, augment->blocks);
}

static void reach_row(VeerAugment *augment, uint32_t n, uint32_t row, double base)
{
    augment->tree[n] = row;
    augment->base[n] = base;
    relax(augment, row, base);
}

/// Takes a column out of the search, and reaches its row by it, the n-th.
static void close_column(VeerAugment *augment, uint32_t column, uint32_t n)
{
    uint32_t row = augment->row_of[column];
    double at = augment->distance[column], *offset = &augment->offset[column];
    double behind = (double)veer_augment_cost(augment, row)[column] + *offset;
    augment->via[n] = column;
    augment->closed_at[n] = at;
    augment->closed_offset[n] = *offset;
    augment->distance[column] = HUGE_VAL;
    *offset = HUGE_VAL; // no longer reached
    reach_row(augment, n, row, at - behind);
}

/// The row, of the first n that were reached, by which a column was: found again rather than
/// remembered, which would double the work of each step.
static uint32_t predecessor(const VeerAugment *augment, uint32_t column, uint32_t n)
{
    uint32_t best = 0;
    double least = HUGE_VAL;
    for (uint32_t i = 0; i < n; i++) {
        double cost = (double)veer_augment_cost(augment, augment->tree[i])[column];
        double length = cost + augment->offset[column] + augment->base[i];
        if (length < least) {
            least = length;
            best = i;
        }
    }
    return best;
}

static void take_path(VeerAugment *augment, uint32_t column, uint32_t n)
{
    for (;;) {
        n = predecessor(augment, column, n);
        uint32_t row = augment->tree[n];
        augment->column_of[row] = column;
        augment->row_of[column] = row;
        if (n == 0) {
            return;
        }
        column = augment->via[n];
    }
}

void veer_augment_row(VeerAugment *augment, uint32_t row)
{
    uint32_t n = 0;
    forget_distances(augment);
    reach_row(augment, n++, row, 0.0);
    uint32_t column = nearest(augment);
    while (augment->row_of[column] != VEER_NO_SLOT) {
        close_column(augment, column, n++);
        column = nearest(augment);
    }
    double length = augment->distance[column];
    for (uint32_t i = 1; i < n; i++) {
        augment->offset[augment->via[i]] = augment->closed_offset[i];
    }
    take_path(augment, column, n);
    // Prices that leave no cost below its row's: what was reached becomes dearer.
    for (uint32_t i = 1; i < n; i++) {
        augment->offset[augment->via[i]] += length - augment->closed_at[i];
    }
}

void veer_augment_release(VeerAugment *augment, uint32_t row)
{
    augment->row_of[augment->column_of[row]] = VEER_NO_SLOT;
    augment->column_of[row] = VEER_NO_SLOT;
}
