/// First prices from a coarser problem: halves of halves of both sets, by count, in place of
/// points.
///
/// The potential of the best transport is convex, and its gradient at x is twice the slot that x
/// goes to. So a solved coarse problem tells value and gradient of it at every cluster; in between,
/// the curvature is taken from the map of normal distributions. The way of multi-scale transport:
/// Merigot, "A multiscale approach to optimal transport", Computer Graphics Forum 30, 2011.
#include "squad/assign.h"
#include "squad/potential.h"

#include <string.h>

enum {
    BLOCK = VEER_LANES_BLOCK,
    LEAST_COUNT = 128, // below that it costs more than it saves
    LEAST_CLUSTER = 3,
    FIRST_DEPTH = 4,
    DEPTH_STEP = 2,
    MAX_DEPTH = 8,
};

uint32_t veer_assign_depth(uint32_t count)
{
    uint32_t depth = FIRST_DEPTH;
    if (count < LEAST_COUNT) {
        return 0;
    }
    while (depth + DEPTH_STEP <= MAX_DEPTH && count >> (depth + DEPTH_STEP) >= LEAST_CLUSTER) {
        depth += DEPTH_STEP;
    }
    return depth;
}

/// Hoare's find: the `nth` of the values comes to its place, what is less before it.
static void select_nth(const double *values, uint32_t *order, uint32_t count, uint32_t nth)
{
    uint32_t low = 0, high = count - 1u;
    while (low < high) {
        double pivot = values[order[nth]];
        uint32_t i = low, j = high;
        while (i <= j) {
            while (values[order[i]] < pivot) {
                i++;
            }
            while (pivot < values[order[j]]) {
                j--;
            }
            if (i <= j) {
                uint32_t held = order[i];
                order[i++] = order[j];
                order[j] = held;
                if (j == 0u) {
                    break;
                }
                j--;
            }
        }
        low = j < nth ? i : low;
        high = nth < i ? j : high;
    }
}

static double range_of(const double *values, const uint32_t *order, uint32_t count)
{
    double least = values[order[0]], most = least;
    for (uint32_t i = 1; i < count; i++) {
        double value = values[order[i]];
        least = value < least ? value : least;
        most = value > most ? value : most;
    }
    return most - least;
}

/// The coordinates along which a part of the points is widest.
static const double *widest(const VeerAssignPoints *points, const uint32_t *order, uint32_t count)
{
    double x = range_of(points->x, order, count), y = range_of(points->y, order, count);
    double z = range_of(points->z, order, count);
    if (z > x && z > y) {
        return points->z;
    }
    return y > x ? points->y : points->x;
}

/// Halves the points, and the halves, `depth` times, each along where it is widest.
static void halve(const VeerAssignPoints *points, uint32_t *order, uint32_t depth)
{
    for (uint32_t i = 0; i < points->count; i++) {
        order[i] = i;
    }
    for (uint32_t level = 0; level < depth; level++) {
        for (uint32_t k = 0; k < 1u << level; k++) {
            uint32_t begin = veer_assign_part(points->count, level, k);
            uint32_t end = veer_assign_part(points->count, level, k + 1u);
            uint32_t middle = veer_assign_part(points->count, level + 1u, 2u * k + 1u);
            select_nth(widest(points, order + begin, end - begin), order + begin, end - begin,
                       middle - begin);
        }
    }
}

/// To the order of the clusters. `held` is room for all.
static void permute(double *values, const uint32_t *order, uint32_t count, double *held)
{
    for (uint32_t i = 0; i < count; i++) {
        held[i] = values[order[i]];
    }
    memcpy(values, held, count * sizeof *values);
}

static void permute_raw(float *values, const uint32_t *order, uint32_t count, double *held)
{
    for (uint32_t i = 0; i < count; i++) {
        held[i] = (double)values[order[i]];
    }
    for (uint32_t i = 0; i < count; i++) {
        values[i] = (float)held[i];
    }
}

/// Halves the points, and puts them in the order of the halves.
static void put_in_order(VeerAssignPoints *points, uint32_t depth, double *held)
{
    const uint32_t *order = points->order;
    halve(points, points->order, depth);
    permute(points->x, order, points->count, held);
    permute(points->y, order, points->count, held);
    permute(points->z, order, points->count, held);
    permute(points->offset, order, points->count, held);
    permute_raw(points->raw_x, order, points->count, held);
    permute_raw(points->raw_y, order, points->count, held);
    permute_raw(points->raw_z, order, points->count, held);
    points->is_ordered = true;
}

static double mean(const double *values, uint32_t begin, uint32_t end)
{
    double sum = 0.0;
    for (uint32_t i = begin; i < end; i++) {
        sum += values[i];
    }
    return sum / (end - begin);
}

/// Sets the points of a coarse side to the middles of clusters.
static void gather(const VeerAssignPoints *from, uint32_t depth, VeerAssignPoints *to)
{
    to->count = 1u << depth;
    to->blocks = (to->count + BLOCK - 1u) / BLOCK;
    for (uint32_t k = 0; k < to->blocks * BLOCK; k++) {
        bool is_one = k < to->count;
        uint32_t begin = is_one ? veer_assign_part(from->count, depth, k) : 0u;
        uint32_t end = is_one ? veer_assign_part(from->count, depth, k + 1u) : 1u;
        to->x[k] = is_one ? mean(from->x, begin, end) : 0.0;
        to->y[k] = is_one ? mean(from->y, begin, end) : 0.0;
        to->z[k] = is_one ? mean(from->z, begin, end) : 0.0;
    }
}

/// The potential near a cluster.
static double near_at(const VeerAssignGuess *guess, const VeerSymmetric *map, double x, double y,
                      double z)
{
    double dx = x - guess->x, dy = y - guess->y, dz = z - guess->z;
    return guess->value + 2.0 * (guess->to_x * dx + guess->to_y * dy + guess->to_z * dz) +
           veer_potential_at(map, dx, dy, dz);
}

/// Reads the potential, and where the clusters go, off a solved coarse problem.
static void read_guesses(const VeerAssignWork *coarse, VeerAssignGuess *guesses)
{
    const VeerAssignPoints *rows = &coarse->rows, *columns = &coarse->columns;
    for (uint32_t k = 0; k < rows->count; k++) {
        uint32_t j = coarse->column_of[k];
        guesses[k] = (VeerAssignGuess){
            .x = 0.5 * rows->x[k],
            .y = 0.5 * rows->y[k],
            .z = 0.5 * rows->z[k],
            .to_x = columns->x[j],
            .to_y = columns->y[j],
            .to_z = columns->z[j],
            .value = -(veer_assign_inner(coarse, k, j) + columns->offset[j]),
        };
    }
}

/// Solves the problem of one depth, from the guesses of the one before or, the first, from the map.
static void solve_level(VeerAssignWork *work, uint32_t depth)
{
    const VeerSymmetric *map = &work->map;
    VeerAssignWork *coarse = work->coarse;
    VeerAssignPoints *rows = &coarse->rows, *columns = &coarse->columns;
    gather(&work->rows, depth, rows);
    gather(&work->columns, depth, columns);
    for (uint32_t k = 0; k < rows->count; k++) {
        double x = rows->x[k], y = rows->y[k], z = rows->z[k];
        rows->offset[k] = depth == FIRST_DEPTH
                              ? veer_potential_at(map, x, y, z)
                              : near_at(&work->guesses[k >> DEPTH_STEP], map, x, y, z);
    }
    coarse->is_planar = work->is_planar;
    columns->is_ordered = true; // as clusters are
    veer_assign_begin(coarse);
    veer_assign_solve_total(coarse);
    read_guesses(coarse, work->guesses);
}

/// Tells the rows that columns have by their new numbers.
static void rename_rows(VeerAssignWork *work)
{
    uint32_t count = work->rows.count, *number_of = work->tree, *row_of = work->kept;
    for (uint32_t n = 0; n < count; n++) {
        number_of[work->rows.order[n]] = n;
        work->column_of[n] = VEER_NO_SLOT;
    }
    for (uint32_t n = 0; n < count; n++) {
        uint32_t row = work->row_of[work->columns.order[n]];
        row_of[n] = row == VEER_NO_SLOT ? row : number_of[row];
    }
    for (uint32_t n = 0; n < count; n++) {
        work->row_of[n] = row_of[n];
        if (row_of[n] != VEER_NO_SLOT) {
            work->column_of[row_of[n]] = n;
        }
    }
}

void veer_assign_order(VeerAssignWork *work)
{
    uint32_t depth = veer_assign_depth(work->rows.count);
    put_in_order(&work->rows, depth, work->fill);
    put_in_order(&work->columns, depth, work->fill);
    rename_rows(work);
}

static void transform(const VeerSymmetric *map, VeerAssignPoints *points)
{
    for (uint32_t i = 0; i < points->count; i++) {
        double x = points->x[i], y = points->y[i], z = points->z[i];
        points->x[i] = map->xx * x + map->xy * y + map->xz * z;
        points->y[i] = map->xy * x + map->yy * y + map->yz * z;
        points->z[i] = map->xz * x + map->yz * y + map->zz * z;
    }
}

/// With R R = T, x·s = (R x)·(R⁻¹ s): all costs stay, and both sets get the same spread, so that
/// clusters that are compact where they are, are compact where they go too. The map becomes 1.
static void balance(VeerAssignWork *work)
{
    const VeerSymmetric one = {1.0, 0.0, 0.0, 1.0, 0.0, 1.0};
    VeerSymmetric there = veer_potential_map(one, work->map);
    VeerSymmetric back = veer_potential_map(work->map, one);
    transform(&there, &work->rows);
    transform(&back, &work->columns);
    work->map = one;
}

/// Groups of rows by the guesses. Their offsets change by where they go, as they will be doubled.
static void group_rows(VeerAssignWork *work, uint32_t depth)
{
    VeerAssignGroups *groups = &work->lists.groups;
    veer_assign_groups_begin(groups, &work->rows);
    for (uint32_t g = 0; g < groups->count; g++) {
        uint32_t middle = (uint32_t)((((uint64_t)2 * g + 1u) << depth) >> (groups->depth + 1u));
        const VeerAssignGuess *guess = &work->guesses[middle];
        groups->slope_x[g] = guess->to_x;
        groups->slope_y[g] = guess->to_y;
        groups->slope_z[g] = guess->to_z;
    }
    veer_assign_groups_rest(groups, &work->rows);
}

void veer_assign_guess(VeerAssignWork *work)
{
    uint32_t count = work->rows.count, depth = veer_assign_depth(count);
    balance(work);
    veer_assign_order(work);
    for (uint32_t level = FIRST_DEPTH; level <= depth; level += DEPTH_STEP) {
        solve_level(work, level);
    }
    for (uint32_t k = 0; k < 1u << depth; k++) {
        for (uint32_t i = veer_assign_part(count, depth, k);
             i < veer_assign_part(count, depth, k + 1u); i++) {
            work->rows.offset[i] = near_at(&work->guesses[k], &work->map, work->rows.x[i],
                                           work->rows.y[i], work->rows.z[i]);
        }
    }
    for (uint32_t i = 0; i < count; i++) {
        work->rows.x[i] *= 2.0; // the middle term is -2 x·s
        work->rows.y[i] *= 2.0;
        work->rows.z[i] *= 2.0;
    }
    if (work->lists.counts) {
        group_rows(work, depth);
    }
}
