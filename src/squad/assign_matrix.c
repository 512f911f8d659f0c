/// First prices for costs that are a matrix.
///
/// Squared lengths are nearly a term of the row, one of the column, and a product. With means of
/// rows and columns taken off, squared straight distances are -2 x·s, each about its centroid, and
/// the squares of a row sum up to what is proportional to |x|²: the potential that is right for
/// normal distributions. So no points are needed for it.
#include "squad/assign.h"

#include <math.h>

// Of the products of two sums of squares, that is how many directions there are.
static const double DIRECTIONS = 1.0;

static double cost_at(const VeerAssignWork *work, uint32_t row, uint32_t column)
{
    return (double)work->costs[row * work->row_stride + column * work->column_stride];
}

// offset[rows] = means of rows, distance[columns] = those of columns. @return that of all
static double take_means(VeerAssignWork *work)
{
    uint32_t rows = work->rows.count, columns = work->columns.count;
    double total = 0.0;
    for (uint32_t j = 0; j < columns; j++) {
        work->distance[j] = 0.0;
    }
    for (uint32_t i = 0; i < rows; i++) {
        double sum = 0.0;
        for (uint32_t j = 0; j < columns; j++) {
            double cost = cost_at(work, i, j);
            sum += cost;
            work->distance[j] += cost / rows;
        }
        work->rows.offset[i] = sum / columns;
        total += work->rows.offset[i];
    }
    return total / rows;
}

// fill[rows] = sums of squares of what is left. @return their sum
static double take_squares(VeerAssignWork *work, double mean)
{
    double total = 0.0;
    for (uint32_t i = 0; i < work->rows.count; i++) {
        double sum = 0.0, off = mean - work->rows.offset[i];
        for (uint32_t j = 0; j < work->columns.count; j++) {
            double rest = cost_at(work, i, j) - work->distance[j] + off;
            sum += rest * rest;
        }
        work->fill[i] = sum;
        total += sum;
    }
    return total;
}

void veer_assign_guess_costs(VeerAssignWork *work)
{
    double mean = take_means(work), squares = take_squares(work, mean);
    double spread = 2.0 * sqrt(squares / DIRECTIONS);
    work->lists.unit = spread > 0.0 ? spread / (2.0 * work->rows.count) : 1.0;
    for (uint32_t i = 0; i < work->rows.count && spread > 0.0; i++) {
        work->rows.offset[i] = work->fill[i] / spread - work->rows.offset[i];
    }
    for (uint32_t j = 0; j < work->columns.count; j++) {
        work->columns.offset[j] = 0.0;
    }
}
