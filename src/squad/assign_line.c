/// Where the points of one side lie on a line, sorting is the whole solution.
///
/// With the slots at s = m + t d, -2 x·s is -2 t (x·d) and a term of x alone: what is left is to
/// pair two rows of numbers, and the sum of products is greatest when both are in order (the
/// rearrangement inequality: Hardy, Littlewood, Polya, Inequalities, section 10.2, 1934).
#include "squad/assign.h"

#include "base/sort.h"

// Of the length of a line, so far may points lie off it: rounding of doubles, not of floats.
static const double OFF_LINE = 1e-13;

typedef struct Vector {
    double x, y, z;
} Vector;

static Vector between(const VeerAssignPoints *points, uint32_t from, uint32_t to)
{
    return (Vector){points->x[to] - points->x[from], points->y[to] - points->y[from],
                    points->z[to] - points->z[from]};
}

static double dot(Vector a, Vector b)
{
    return a.x * b.x + a.y * b.y + a.z * b.z;
}

static Vector cross(Vector a, Vector b)
{
    return (Vector){a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x};
}

// From the first point to the one farthest from it.
static Vector direction_of(const VeerAssignPoints *points)
{
    Vector longest = {0.0, 0.0, 0.0};
    for (uint32_t i = 1; i < points->count; i++) {
        Vector v = between(points, 0, i);
        longest = dot(v, v) > dot(longest, longest) ? v : longest;
    }
    return longest;
}

// Points that are all in one place lie on any line.
static bool is_line(const VeerAssignPoints *points, Vector direction)
{
    double most = OFF_LINE * dot(direction, direction);
    for (uint32_t i = 1; i < points->count; i++) {
        Vector off = cross(between(points, 0, i), direction);
        if (dot(off, off) > most * most) {
            return false;
        }
    }
    return true;
}

static bool comes_before(const void *context, const void *a, const void *b)
{
    const double *along = context;
    uint32_t i = *(const uint32_t *)a, j = *(const uint32_t *)b;
    return along[i] < along[j] || (along[i] == along[j] && i < j);
}

// order = the points as they come along a direction; of those abreast the first first.
static void sort_along(const VeerAssignPoints *points, Vector d, double *along, uint32_t *order)
{
    for (uint32_t i = 0; i < points->count; i++) {
        order[i] = i;
        along[i] = points->x[i] * d.x + points->y[i] * d.y + points->z[i] * d.z;
    }
    veer_sort(order, points->count, sizeof *order, comes_before, along);
}

// From one column to the next in order, prices change by the mean of what lets neither of their
// rows gain by the other's.
static void set_prices(VeerAssignWork *work, const uint32_t *rows, const uint32_t *columns)
{
    double *offset = work->columns.offset;
    offset[columns[0]] = 0.0;
    for (uint32_t k = 1; k < work->rows.count; k++) {
        uint32_t i = rows[k - 1u], next_i = rows[k], j = columns[k - 1u], next_j = columns[k];
        double first = veer_assign_inner(work, i, j) - veer_assign_inner(work, i, next_j);
        double then = veer_assign_inner(work, next_i, j) - veer_assign_inner(work, next_i, next_j);
        offset[next_j] = offset[j] + 0.5 * (first + then);
    }
}

static void pair_up(VeerAssignWork *work, const uint32_t *rows, const uint32_t *columns)
{
    for (uint32_t k = 0; k < work->rows.count; k++) {
        uint32_t i = rows[k], j = columns[k];
        work->column_of[i] = j;
        work->row_of[j] = i;
        work->rows.offset[i] = -(veer_assign_inner(work, i, j) + work->columns.offset[j]);
    }
}

bool veer_assign_line(VeerAssignWork *work)
{
    Vector d = direction_of(&work->columns);
    if (!is_line(&work->columns, d)) {
        d = direction_of(&work->rows);
        if (!is_line(&work->rows, d)) {
            return false;
        }
    }
    sort_along(&work->rows, d, work->fill, work->tree);
    sort_along(&work->columns, d, work->fill, work->via);
    set_prices(work, work->tree, work->via);
    pair_up(work, work->tree, work->via);
    return true;
}
