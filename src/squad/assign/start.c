/// Inner costs, the first dual variables, and column reduction.
///
/// |x - s|² = |x|² - 2 x·s + |s|², and with as many rows as columns only the middle term depends on
/// the assignment: each set can be moved to its centroid and scaled to unit spread, and any
/// potential of x can be added to a row. The search is short when the potential is near the optimal
/// one, which is known where both sets are normally distributed: pᵀ T p, T being the map from the
/// one distribution onto the other.
#include "base/sort.h"
#include "squad/assign/assign.h"
#include "squad/assign/blocks.h"

// A vector in double precision.
typedef struct AssignVector {
    double x, y, z;
} AssignVector;

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

typedef struct Symmetric3 {
    double xx, xy, xz, yy, yz, zz;
} Symmetric3;

// Of the whole spread: enough to invert the spread of points in a plane or on a line, and not so
// much that it hides how they are jittered about it.
static const double FLAT = 1e-10;

enum {
    ROUNDS = 24 // each divides a ratio of the means by four, until they meet quadratically
};

// By L D Lᵀ, which keeps the precision of what is nearly flat.
static Symmetric3 inverse(Symmetric3 m)
{
    double b = m.xy / m.xx, c = m.xz / m.xx, rest = m.yz - b * m.xz;
    double second = m.yy - b * m.xy, e = rest / second, p = b * e - c;
    double i = 1.0 / m.xx, j = 1.0 / second, k = 1.0 / (m.zz - c * m.xz - e * rest);
    return (Symmetric3){
        i + b * b * j + p * p * k, -b * j - p * e * k, p * k, j + e * e * k, -e * k, k,
    };
}

static Symmetric3 mean(Symmetric3 a, Symmetric3 b)
{
    return (Symmetric3){0.5 * (a.xx + b.xx), 0.5 * (a.xy + b.xy), 0.5 * (a.xz + b.xz),
                        0.5 * (a.yy + b.yy), 0.5 * (a.yz + b.yz), 0.5 * (a.zz + b.zz)};
}

// The mean of p pᵀ, made invertible by a little in every direction where the points are in a plane
// or on a line.
static Symmetric3 spread_of(const VeerAssignSide *side)
{
    const double *x = side->x, *y = side->y, *z = side->z;
    Symmetric3 s = {0};
    for (uint32_t i = 0; i < side->count; i++) {
        s.xx += x[i] * x[i];
        s.xy += x[i] * y[i];
        s.xz += x[i] * z[i];
        s.yy += y[i] * y[i];
        s.yz += y[i] * z[i];
        s.zz += z[i] * z[i];
    }
    double k = 1.0 / side->count, round = FLAT * (s.xx + s.yy + s.zz) * k;
    return (Symmetric3){s.xx * k + round, s.xy * k, s.xz * k,
                        s.yy * k + round, s.yz * k, s.zz * k + round};
}

// Sets the rows' offsets to pᵀ T p, T being the symmetric matrix for which p -> T p moves a normal
// distribution with the spread of the rows onto one with that of the columns at the least squared
// distance. Both are centred and of unit spread, with as many rows as columns.
//
// Source: the geometric mean of inverse(from) and to (Olkin and Pukelsheim, Linear Algebra and its
// Applications 48, 1982), here as the limit of arithmetic and harmonic means in turn, which needs
// no eigenvalues.
static void set_gaussian_offsets(VeerAssignSide *rows, const VeerAssignSide *columns)
{
    Symmetric3 map = inverse(spread_of(rows)), below = spread_of(columns);
    for (int i = 0; i < ROUNDS; i++) {
        Symmetric3 harmonic = inverse(mean(inverse(map), inverse(below)));
        map = mean(map, below);
        below = harmonic;
    }
    for (uint32_t i = 0; i < rows->count; i++) {
        double x = rows->x[i], y = rows->y[i], z = rows->z[i];
        rows->offset[i] = x * (map.xx * x + 2.0 * (map.xy * y + map.xz * z)) +
                          y * (map.yy * y + 2.0 * map.yz * z) + z * (map.zz * z);
    }
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
        set_gaussian_offsets(rows, columns);
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
    work->looked += (is_square ? 3ull : 2ull) * work->rows.count;
}

// --- Points on a line ---

// The greatest distance from a line, of its length: rounding of doubles, not of floats.
static const double OFF_LINE = 1e-13;

static AssignVector from_first(const VeerAssignSide *side, uint32_t to)
{
    return (AssignVector){side->x[to] - side->x[0], side->y[to] - side->y[0],
                          side->z[to] - side->z[0]};
}

static double dot(AssignVector a, AssignVector b)
{
    return a.x * b.x + a.y * b.y + a.z * b.z;
}

static AssignVector cross(AssignVector a, AssignVector b)
{
    return (AssignVector){a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x};
}

// Whether all points are on the line from the first to the one farthest from it.
static bool find_line(const VeerAssignSide *side, AssignVector *out)
{
    AssignVector direction = {0.0, 0.0, 0.0};
    for (uint32_t i = 1; i < side->count; i++) {
        AssignVector v = from_first(side, i);
        direction = dot(v, v) > dot(direction, direction) ? v : direction;
    }
    double most = OFF_LINE * dot(direction, direction);
    for (uint32_t i = 1; i < side->count; i++) {
        AssignVector off = cross(from_first(side, i), direction);
        if (dot(off, off) > most * most) {
            return false;
        }
    }
    *out = direction;
    return true;
}

static bool comes_before(const void *context, const void *a, const void *b)
{
    const double *along = context;
    uint32_t i = *(const uint32_t *)a, j = *(const uint32_t *)b;
    return along[i] < along[j] || (along[i] == along[j] && i < j);
}

// order = the points as they come along a direction; of those abreast the first first.
static void sort_along(const VeerAssignSide *side, AssignVector d, double *along, uint32_t *order)
{
    for (uint32_t i = 0; i < side->count; i++) {
        order[i] = i;
        along[i] = side->x[i] * d.x + side->y[i] * d.y + side->z[i] * d.z;
    }
    veer_sort(order, side->count, sizeof *order, comes_before, along);
}

// From one column to the next in order, offsets change by the mean of what lets neither of their
// rows gain by the other's.
static void set_offsets(VeerAssignWork *work, const uint32_t *rows, const uint32_t *columns)
{
    double *offset = work->columns.offset;
    offset[columns[0]] = 0.0;
    for (uint32_t k = 1; k < work->rows.count; k++) {
        uint32_t i = rows[k - 1u], next_i = rows[k], j = columns[k - 1u], next_j = columns[k];
        double first = assign_inner(work, i, j) - assign_inner(work, i, next_j);
        double then = assign_inner(work, next_i, j) - assign_inner(work, next_i, next_j);
        offset[next_j] = offset[j] + 0.5 * (first + then);
    }
}

// Where the points of one side are on a line, assigns all rows by sorting, with dual variables:
// with columns at s = m + t d, -2 x·s is -2 t (x·d) and a term of x alone. What is left is to pair
// two rows of numbers, and the sum of products is greatest when both are in order (the
// rearrangement inequality: Hardy, Littlewood, Polya, Inequalities, section 10.2, 1934). As many
// rows as columns.
// @return false: they are not, and nothing was done
static bool sort_line(VeerAssignWork *work)
{
    AssignVector d;
    if (!find_line(&work->columns, &d) && !find_line(&work->rows, &d)) {
        return false;
    }
    uint32_t *rows = work->tree, *columns = work->via;
    sort_along(&work->rows, d, work->fill, rows);
    sort_along(&work->columns, d, work->fill, columns);
    set_offsets(work, rows, columns);
    for (uint32_t k = 0; k < work->rows.count; k++) {
        uint32_t i = rows[k], j = columns[k];
        work->column_of[i] = j;
        work->row_of[j] = i;
        work->rows.offset[i] = -(assign_inner(work, i, j) + work->columns.offset[j]);
    }
    return true;
}

// --- Column reduction ---

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
    if (is_square && (work->costs || !sort_line(work))) {
        reduce_columns(work);
    }
}
