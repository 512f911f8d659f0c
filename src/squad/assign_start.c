/// Inner costs and first prices.
///
/// Squared distances make |x - s|² = |x|² - 2 x·s + |s|², of which only the middle term depends on
/// who goes where when all rows and all columns are assigned. So each set may be moved to its
/// centroid and scaled to unit spread without changing the optimum; and any potential of x may be
/// added to a row. The search is short when the potential is near the true one, which is known
/// where both sets are normally distributed: pᵀ T p, T the map from the one distribution onto the
/// other.
#include "squad/assign.h"
#include "squad/potential.h"

#include <math.h>

enum {
    BLOCK = VEER_LANES_BLOCK,
    // First prices are far from right where more rows than one in so many lack a column,
    FAR_PART = 8,
    // or so many of those that were looked at when so many lacked one: then it need not go on.
    SAMPLE_FAR_PART = 4,
    SAMPLE_PART = 32,
    // Costs are not about anything known where no more than one row in so many lacks a column.
    STRANGE_PART = 3,
};

// A point in double precision, and sums of them.
typedef struct Centre {
    double x, y, z;
    double spread; // sum of the squared distances from it
} Centre;

static Centre centre_of(const VeerAssignPoints *points)
{
    Centre c = {0};
    for (uint32_t i = 0; i < points->count; i++) {
        c.x += (double)points->given[i].x;
        c.y += (double)points->given[i].y;
        c.z += (double)points->given[i].z;
    }
    c.x /= points->count;
    c.y /= points->count;
    c.z /= points->count;
    return c;
}

static double squared(double x, double y, double z)
{
    return x * x + y * y + z * z;
}

static double spread_about(const VeerAssignPoints *points, const Centre *c)
{
    double sum = 0.0;
    for (uint32_t i = 0; i < points->count; i++) {
        sum += squared((double)points->given[i].x - c->x, (double)points->given[i].y - c->y,
                       (double)points->given[i].z - c->z);
    }
    return sum;
}

static void move_and_scale(VeerAssignPoints *points, const Centre *c, double scale)
{
    for (uint32_t i = 0; i < points->count; i++) {
        points->x[i] = ((double)points->given[i].x - c->x) * scale;
        points->y[i] = ((double)points->given[i].y - c->y) * scale;
        points->z[i] = ((double)points->given[i].z - c->z) * scale;
    }
}

static bool is_flat(const VeerAssignPoints *points)
{
    bool is_flat = true;
    for (uint32_t i = 0; i < points->count; i++) {
        is_flat = is_flat && points->given[i].z == points->given[0].z;
    }
    return is_flat;
}

static double largest_square(const VeerAssignPoints *points)
{
    double largest = 0.0;
    for (uint32_t i = 0; i < points->count; i++) {
        double square = squared(points->x[i], points->y[i], points->z[i]);
        largest = square > largest ? square : largest;
    }
    return largest;
}

static double unit_scale(double spread, uint32_t count)
{
    return spread > 0.0 ? sqrt(count / spread) : 1.0;
}

// As many rows as columns: each set about its own centroid, at its own scale.
static void start_square(VeerAssignWork *work)
{
    VeerAssignPoints *rows = &work->rows, *columns = &work->columns;
    Centre from = centre_of(rows), to = centre_of(columns);
    double from_spread = spread_about(rows, &from), to_spread = spread_about(columns, &to);
    double from_scale = unit_scale(from_spread, rows->count);
    double to_scale = unit_scale(to_spread, rows->count);
    move_and_scale(rows, &from, from_scale);
    move_and_scale(columns, &to, to_scale);
    work->map = veer_potential_map(
        veer_potential_spread(rows->x, rows->y, rows->z, rows->count),
        veer_potential_spread(columns->x, columns->y, columns->z, columns->count));
    for (uint32_t i = 0; i < rows->count; i++) {
        rows->offset[i] = veer_potential_at(&work->map, rows->x[i], rows->y[i], rows->z[i]);
    }
    work->scale = 1.0 / (from_scale * to_scale);
    work->constant = from_spread + to_spread +
                     rows->count * squared(from.x - to.x, from.y - to.y, from.z - to.z);
}

// Columns to spare, so that |s|² counts too: both sets about one centre, at one scale.
static void start_rectangle(VeerAssignWork *work)
{
    VeerAssignPoints *rows = &work->rows, *columns = &work->columns;
    Centre centre = centre_of(columns);
    double row_spread = spread_about(rows, &centre), spread = spread_about(columns, &centre);
    double scale = unit_scale(spread + row_spread, rows->count + columns->count);
    move_and_scale(rows, &centre, scale);
    move_and_scale(columns, &centre, scale);
    for (uint32_t i = 0; i < rows->count; i++) {
        rows->offset[i] = 0.0;
    }
    for (uint32_t j = 0; j < columns->count; j++) {
        columns->offset[j] = squared(columns->x[j], columns->y[j], columns->z[j]);
    }
    work->scale = 1.0 / (scale * scale);
    work->constant = row_spread;
}

static void start_points(VeerAssignWork *work)
{
    VeerAssignPoints *rows = &work->rows, *columns = &work->columns;
    bool is_square = rows->count == columns->count;
    work->is_planar = is_flat(rows) && is_flat(columns);
    if (is_square) {
        start_square(work);
    } else {
        start_rectangle(work);
    }
    double row = sqrt(largest_square(rows)), column = sqrt(largest_square(columns));
    work->forbidden = (2.0 * rows->count + 1.0) * (row + column) * (row + column);
}

static void scale_rows(VeerAssignPoints *rows, double scale)
{
    for (uint32_t i = 0; i < rows->count; i++) {
        rows->x[i] *= scale;
        rows->y[i] *= scale;
        rows->z[i] *= scale;
    }
}

static void start_costs(VeerAssignWork *work)
{
    VeerAssignPoints *rows = &work->rows, *columns = &work->columns;
    size_t count = (size_t)rows->count * columns->count;
    float largest = 0.0f;
    for (size_t i = 0; i < count; i++) {
        float cost = work->costs[i];
        largest = cost <= work->limit && cost > largest ? cost : largest;
    }
    work->forbidden = largest > 0.0f ? (rows->count + 1.0) * (double)largest : 1.0;
    work->scale = 1.0;
    work->constant = 0.0;
    for (uint32_t j = 0; j < columns->count; j++) {
        columns->offset[j] = 0.0;
    }
    for (uint32_t i = 0; i < rows->count; i++) {
        veer_assign_fill_row(work, i, work->fill);
        veer_lanes_least(work->fill, columns->blocks, work->least);
        rows->offset[i] = -work->least[veer_lanes_first_block(work->least, columns->blocks)];
    }
}

// Gives a column to a row, whoever had it. @return whether that row had one, which is free now
static bool hand_over(VeerAssignWork *work, uint32_t row, uint32_t column)
{
    uint32_t before = work->column_of[row];
    if (before != VEER_NO_SLOT) {
        work->row_of[before] = VEER_NO_SLOT;
    }
    work->column_of[row] = column;
    work->row_of[column] = row;
    return before != VEER_NO_SLOT;
}

// The row that a column suits best. @return what that costs, with the row's offset
static double best_row(VeerAssignWork *work, uint32_t column, uint32_t *row)
{
    const VeerAssignPoints *rows = &work->rows, *columns = &work->columns;
    VeerAssignGroups *groups = &work->lists.groups;
    if (groups->of == rows && groups->count > 0u) {
        VeerAssignAsker asker = {columns->x[column], columns->y[column], columns->z[column]};
        veer_assign_groups_bound(groups, asker);
        double least = veer_assign_groups_fill(groups, rows, asker, work->fill, HUGE_VAL, 0.0);
        *row = veer_assign_groups_first(groups, rows->count, work->fill, least);
        return least;
    }
    veer_assign_fill_column(work, column, work->fill);
    veer_lanes_least(work->fill, rows->blocks, work->least);
    *row = veer_lanes_first(work->fill, work->least, rows->blocks);
    return work->fill[*row];
}

// The lowest price at which a column suits a row best, for each; who it suits so well gets it.
// @return false: it ended early, for more rows lack a column than is worth to go on with
static bool reduce_columns(VeerAssignWork *work, bool is_trial)
{
    uint32_t lacking = 0, count = work->columns.count, row = 0;
    for (uint32_t j = count; j-- > 0u;) {
        work->columns.offset[j] = -best_row(work, j, &row);
        lacking += hand_over(work, row, j);
        bool is_far = lacking > (count - j) / SAMPLE_FAR_PART && lacking > count / SAMPLE_PART;
        if (is_trial && (is_far || lacking > count / FAR_PART)) {
            return false;
        }
    }
    return true;
}

static void pad(VeerAssignPoints *points)
{
    for (uint32_t i = points->count; i < points->blocks * BLOCK; i++) {
        points->offset[i] = HUGE_VAL;
    }
}

static void clear(VeerAssignWork *work)
{
    for (uint32_t i = 0; i < work->rows.count; i++) {
        work->column_of[i] = VEER_NO_SLOT;
    }
    for (uint32_t j = 0; j < work->columns.count; j++) {
        work->row_of[j] = VEER_NO_SLOT;
    }
    pad(&work->rows);
    pad(&work->columns);
}

void veer_assign_reduce(VeerAssignWork *work)
{
    clear(work);
    (void)reduce_columns(work, false);
}

void veer_assign_begin(VeerAssignWork *work)
{
    scale_rows(&work->rows, 2.0); // the middle term is -2 x·s
    veer_assign_reduce(work);
}

bool veer_assign_lacks(const VeerAssignWork *work, uint32_t part)
{
    uint32_t count = 0;
    for (uint32_t i = 0; i < work->rows.count; i++) {
        count += work->column_of[i] == VEER_NO_SLOT;
    }
    return count > work->rows.count / part;
}

static void begin_square(VeerAssignWork *work)
{
    scale_rows(&work->rows, 2.0);
    if (veer_assign_line(work)) {
        return;
    }
    if (!reduce_columns(work, work->coarse != NULL)) {
        scale_rows(&work->rows, 0.5);
        veer_assign_guess(work);
        veer_assign_reduce(work);
    }
}

static void start_by_points(VeerAssignWork *work)
{
    start_points(work);
    if (work->rows.count == work->columns.count) {
        begin_square(work);
    } else {
        scale_rows(&work->rows, 2.0);
    }
}

// First prices of costs that are about nothing known.
// @return false: they may be about squares of lengths, for these leave too many without a column
static bool begin_strange(VeerAssignWork *work)
{
    (void)reduce_columns(work, false);
    work->looked += work->rows.count;
    return work->has_forbidden || !veer_assign_lacks(work, STRANGE_PART);
}

// Bids need to know what costs differ by, which the guess finds.
static bool is_to_guess(VeerAssignWork *work)
{
    bool is_for_bids = work->lists.counts && !work->has_forbidden;
    return is_for_bids || work->is_of_lengths || !begin_strange(work);
}

static void start_by_costs(VeerAssignWork *work)
{
    bool is_square = work->rows.count == work->columns.count;
    if (!is_square || !work->is_of_lengths) {
        start_costs(work);
        work->looked += 2u * work->rows.count;
    }
    if (is_square && is_to_guess(work)) {
        veer_assign_guess_costs(work);
        veer_assign_reduce(work);
        work->looked += 3u * work->rows.count;
    }
}

void veer_assign_start(VeerAssignWork *work)
{
    clear(work);
    if (work->costs) {
        start_by_costs(work);
    } else {
        start_by_points(work);
    }
}
