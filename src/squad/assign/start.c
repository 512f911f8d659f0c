/// Inner costs, the first dual variables, and column reduction.
///
/// |x - s|² = |x|² - 2 x·s + |s|², and with as many rows as columns only the middle term depends on
/// the assignment: each set can be moved to its centroid and scaled to unit spread, and any
/// potential of x can be added to a row. The search is short when the potential is near the optimal
/// one, which is known where both sets are normally distributed: pᵀ T p, T being the map from the
/// one distribution onto the other.
#include "squad/assign/assign.h"
#include "squad/assign/blocks.h"

static double squared(double x, double y, double z)
{
    return x * x + y * y + z * z;
}

static AssignVector centre_of(const VeerAssignSide *side)
{
    AssignVector c = {0};
    for (uint32_t i = 0; i < side->count; i++) {
        c.x += (double)side->given[i].x;
        c.y += (double)side->given[i].y;
        c.z += (double)side->given[i].z;
    }
    return (AssignVector){c.x / side->count, c.y / side->count, c.z / side->count};
}

// Moves the centre to the origin. @return the sum of the squared distances from it
static double centre_side(VeerAssignSide *side, AssignVector c)
{
    double spread = 0.0;
    for (uint32_t i = 0; i < side->blocks * VEER_BLOCK; i++) {
        bool is_one = i < side->count;
        side->x[i] = is_one ? (double)side->given[i].x - c.x : 0.0;
        side->y[i] = is_one ? (double)side->given[i].y - c.y : 0.0;
        side->z[i] = is_one ? (double)side->given[i].z - c.z : 0.0;
        spread += squared(side->x[i], side->y[i], side->z[i]);
    }
    return spread;
}

static void scale_side(VeerAssignSide *side, double scale)
{
    for (uint32_t i = 0; i < side->count; i++) {
        side->x[i] *= scale;
        side->y[i] *= scale;
        side->z[i] *= scale;
    }
}

static double unit_scale(double spread, uint32_t count)
{
    return spread > 0.0 ? sqrt(count / spread) : 1.0;
}

static double farthest(const VeerAssignSide *side)
{
    double most = 0.0;
    for (uint32_t i = 0; i < side->count; i++) {
        double square = squared(side->x[i], side->y[i], side->z[i]);
        most = square > most ? square : most;
    }
    return sqrt(most);
}

// As many rows as columns: each set about its own centroid, at its own scale. Columns to spare, so
// that |s|² counts too: both sets about one centre, at one scale.
static void start_points(VeerAssignWork *work)
{
    VeerAssignSide *rows = &work->rows, *columns = &work->columns;
    bool is_square = rows->count == columns->count;
    AssignVector to = centre_of(columns), from = is_square ? centre_of(rows) : to;
    double row_spread = centre_side(rows, from), column_spread = centre_side(columns, to);
    double common = unit_scale(row_spread + column_spread, rows->count + columns->count);
    double row_scale = is_square ? unit_scale(row_spread, rows->count) : common;
    double column_scale = is_square ? unit_scale(column_spread, rows->count) : common;
    scale_side(rows, row_scale);
    scale_side(columns, column_scale);
    work->scale = 1.0 / (row_scale * column_scale);
    work->constant = row_spread;
    if (is_square) {
        veer_gaussian_offsets(rows, columns);
        work->constant += column_spread;
        work->constant += rows->count * squared(from.x - to.x, from.y - to.y, from.z - to.z);
    }
    for (uint32_t j = 0; j < columns->count && !is_square; j++) {
        columns->offset[j] = squared(columns->x[j], columns->y[j], columns->z[j]);
    }
    double reach = farthest(rows) + farthest(columns);
    work->forbidden = (2.0 * rows->count + 1.0) * reach * reach;
    scale_side(rows, 2.0); // the middle term is -2 x·s
}

// distance[columns] = means of columns less the mean of all; offset[rows] = means of rows
static void take_means(VeerAssignWork *work)
{
    uint32_t rows = work->rows.count, columns = work->columns.count;
    double total = 0.0;
    for (uint32_t j = 0; j < columns; j++) {
        work->distance[j] = 0.0;
    }
    for (uint32_t i = 0; i < rows; i++) {
        double sum = 0.0;
        for (uint32_t j = 0; j < columns; j++) {
            double cost = (double)assign_pair(work, i, j);
            sum += cost;
            work->distance[j] += cost / rows;
        }
        work->rows.offset[i] = sum / columns;
        total += work->rows.offset[i];
    }
    for (uint32_t j = 0; j < columns; j++) {
        work->distance[j] -= total / rows;
    }
}

// The same potential without points. Squared lengths are nearly a term of the row, one of the
// column, and -2 x·s: with means of rows and columns taken off, the squares of a row sum up to what
// is proportional to |x|².
static void guess_potential(VeerAssignWork *work)
{
    double total = 0.0;
    take_means(work);
    for (uint32_t i = 0; i < work->rows.count; i++) {
        double sum = 0.0;
        for (uint32_t j = 0; j < work->columns.count; j++) {
            double rest =
                (double)assign_pair(work, i, j) - work->distance[j] - work->rows.offset[i];
            sum += rest * rest;
        }
        work->fill[i] = sum;
        total += sum;
    }
    double spread = 2.0 * sqrt(total);
    for (uint32_t i = 0; i < work->rows.count && spread > 0.0; i++) {
        work->rows.offset[i] = work->fill[i] / spread - work->rows.offset[i];
    }
}

static void start_costs(VeerAssignWork *work)
{
    size_t count = (size_t)work->rows.count * work->columns.count;
    float largest = 0.0f;
    for (size_t i = 0; i < count; i++) {
        float cost = work->costs[i];
        largest = cost <= work->limit && cost > largest ? cost : largest;
    }
    work->forbidden = largest > 0.0f ? (work->rows.count + 1.0) * (double)largest : 1.0;
    work->scale = 1.0;
    work->constant = 0.0;
    bool is_square = work->rows.count == work->columns.count;
    if (is_square && !work->has_forbidden) {
        guess_potential(work);
    }
    work->looked += (is_square ? 3u : 2u) * work->rows.count;
}

// Takes what is less in a row, which fill has: in double throughout, so that it is vectorised.
static void take_less(const VeerAssignWork *work, uint32_t i, double *restrict least,
                      double *restrict row)
{
    const double *restrict fill = work->fill;
    double offset = work->rows.offset[i], number = i;
    for (uint32_t j = 0; j < work->columns.count; j++) {
        double cost = fill[j] + offset;
        row[j] = cost < least[j] ? number : row[j];
        least[j] = cost < least[j] ? cost : least[j];
    }
}

// least[columns] = the least cost of each column, row[columns] = the first row that has it
static void find_least(VeerAssignWork *work, double *least, double *row)
{
    for (uint32_t j = 0; j < work->columns.count; j++) {
        least[j] = HUGE_VAL;
    }
    for (uint32_t i = 0; i < work->rows.count; i++) {
        veer_assign_fill(work, i, work->fill);
        take_less(work, i, least, row);
    }
}

// Gives each column the least offset at which it suits a row best, and that row the column, from
// the last to the first, even if the row has another.
static void reduce_columns(VeerAssignWork *work)
{
    double *least = work->distance, *row = work->base;
    find_least(work, least, row);
    for (uint32_t j = work->columns.count; j-- > 0u;) {
        uint32_t *column = &work->column_of[work->row_of[j] = (uint32_t)row[j]];
        work->columns.offset[j] = -least[j];
        if (*column != VEER_NO_SLOT) {
            work->row_of[*column] = VEER_NO_SLOT;
        }
        *column = j;
    }
}

static void clear_offsets(VeerAssignSide *side)
{
    for (uint32_t i = 0; i < side->blocks * VEER_BLOCK; i++) {
        side->offset[i] = i < side->count ? 0.0 : HUGE_VAL;
    }
}

void veer_assign_start(VeerAssignWork *work)
{
    for (uint32_t i = 0; i < work->rows.count; i++) {
        work->column_of[i] = VEER_NO_SLOT;
    }
    for (uint32_t j = 0; j < work->columns.count; j++) {
        work->row_of[j] = VEER_NO_SLOT;
    }
    clear_offsets(&work->rows);
    clear_offsets(&work->columns);
    if (work->costs) {
        start_costs(work);
    } else {
        start_points(work);
    }
    bool is_square = work->rows.count == work->columns.count;
    if (is_square && (work->costs || !veer_assign_line(work))) {
        reduce_columns(work);
    }
}
