/// Points on a line: sorting is the whole solution.
///
/// With columns at s = m + t d, -2 x·s is -2 t (x·d) and a term of x alone: what is left is to pair
/// two rows of numbers, and the sum of products is greatest when both are in order (the
/// rearrangement inequality: Hardy, Littlewood, Polya, Inequalities, section 10.2, 1934).
#include "squad/assign/assign.h"

#include "base/sort.h"

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

bool veer_assign_line(VeerAssignWork *work)
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
