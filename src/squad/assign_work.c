/// The memory of an assignment, and costs as its solvers ask for them.
#include "squad/assign.h"
#include "squad/potential.h"

#include <float.h>
#include <math.h>

enum { BLOCK = VEER_LANES_BLOCK, LEAST_LISTED = 128, MAX_LISTED = 8192 };

static void *take_lanes(VeerArena *arena, uint32_t blocks, size_t size)
{
    return veer_arena_take(arena, (size_t)blocks * BLOCK, size);
}

static uint32_t blocks_of(uint32_t count)
{
    return (count + BLOCK - 1u) / BLOCK;
}

static void lay_out_offsets(VeerAssignPoints *points, VeerArena *arena)
{
    points->blocks = blocks_of(points->count);
    points->offset = take_lanes(arena, points->blocks, sizeof(double));
}

static void lay_out_points(VeerAssignPoints *points, VeerArena *arena)
{
    points->raw_x = take_lanes(arena, points->blocks, sizeof(float));
    points->raw_y = take_lanes(arena, points->blocks, sizeof(float));
    points->raw_z = take_lanes(arena, points->blocks, sizeof(float));
    points->x = take_lanes(arena, points->blocks, sizeof(double));
    points->y = take_lanes(arena, points->blocks, sizeof(double));
    points->z = take_lanes(arena, points->blocks, sizeof(double));
}

void veer_assign_lay_out_costs(VeerAssignWork *work, VeerArena *arena)
{
    lay_out_offsets(&work->rows, arena);
    lay_out_offsets(&work->columns, arena);
    size_t rows = work->rows.count;
    uint32_t blocks = work->columns.blocks;
    work->column_of = veer_arena_take(arena, rows, sizeof(uint32_t));
    work->row_of = take_lanes(arena, blocks, sizeof(uint32_t));
    work->fill = take_lanes(arena, blocks, sizeof(double));
    work->distance = take_lanes(arena, blocks, sizeof(double));
    work->least = veer_arena_take(arena, blocks, sizeof(double));
    work->tree = veer_arena_take(arena, rows, sizeof(uint32_t));
    work->via = veer_arena_take(arena, rows, sizeof(uint32_t));
    work->base = veer_arena_take(arena, rows, sizeof(double));
    work->closed_at = veer_arena_take(arena, rows, sizeof(double));
    work->closed_offset = veer_arena_take(arena, rows, sizeof(double));
}

static void lay_out_own(VeerAssignWork *work, VeerArena *arena)
{
    veer_assign_lay_out_costs(work, arena);
    lay_out_points(&work->rows, arena);
    lay_out_points(&work->columns, arena);
    size_t rows = work->rows.count;
    uint32_t blocks = work->columns.blocks;
    work->kept = veer_arena_take(arena, rows, sizeof(uint32_t));
    work->far = take_lanes(arena, blocks, sizeof(float));
    work->taken = take_lanes(arena, blocks, sizeof(double));
    work->parent = veer_arena_take(arena, rows, sizeof(uint32_t));
    work->open = veer_arena_take(arena, blocks, sizeof(uint32_t));
    work->vacant = veer_arena_take(arena, blocks, sizeof(uint32_t));
}

/// Lists, where they are worth while and not beyond all memory.
static void lay_out_lists(VeerAssignWork *work, VeerArena *arena)
{
    uint32_t count = work->rows.count;
    bool is_square = count == work->columns.count;
    work->lists = (VeerAssignLists){0};
    if (is_square && count >= LEAST_LISTED && count <= MAX_LISTED) {
        veer_assign_lists_lay_out(&work->lists, count, work->columns.blocks, arena);
    }
}

/// A coarse problem, as large as the finest of them.
static void lay_out_coarse(VeerAssignWork *work, VeerArena *arena)
{
    bool is_square = work->rows.count == work->columns.count;
    uint32_t depth = is_square && !work->costs ? veer_assign_depth(work->rows.count) : 0u;
    VeerAssignPoints side = {.count = 1u << depth};
    VeerAssignWork coarse = {.rows = side, .columns = side, .limit = work->limit};
    work->coarse = NULL;
    if (depth == 0u) {
        return;
    }
    work->coarse = veer_arena_take(arena, 1, sizeof coarse);
    work->guesses = veer_arena_take(arena, side.count, sizeof *work->guesses);
    work->rows.order = veer_arena_take(arena, work->rows.count, sizeof(uint32_t));
    work->columns.order = veer_arena_take(arena, work->columns.count, sizeof(uint32_t));
    lay_out_own(&coarse, arena);
    lay_out_lists(&coarse, arena);
    if (work->coarse) {
        *work->coarse = coarse;
    }
}

void veer_assign_lay_out(VeerAssignWork *work, VeerArena *arena)
{
    lay_out_own(work, arena);
    lay_out_lists(work, arena);
    lay_out_coarse(work, arena);
}

void veer_assign_pose(VeerAssignWork *work, const float *costs, uint32_t rows, uint32_t columns)
{
    work->rows.count = rows;
    work->rows.blocks = blocks_of(rows);
    work->columns.count = columns;
    work->columns.blocks = blocks_of(columns);
    work->costs = costs;
    work->row_stride = columns;
    work->column_stride = 1;
    work->limit = FLT_MAX;
    work->is_of_lengths = true;
    work->looked = 0;
}

static void load_points(VeerAssignPoints *points)
{
    for (uint32_t i = 0; i < points->count; i++) {
        points->raw_x[i] = points->given[i].x;
        points->raw_y[i] = points->given[i].y;
        points->raw_z[i] = points->given[i].z;
    }
    for (uint32_t i = points->count; i < points->blocks * BLOCK; i++) {
        points->raw_x[i] = INFINITY; // no pair of the padding is within any limit
        points->raw_y[i] = points->raw_z[i] = 0.0f;
        points->x[i] = points->y[i] = points->z[i] = 0.0;
    }
}

static bool has_infinite(const VeerAssignWork *work)
{
    size_t count = (size_t)work->rows.count * work->columns.count;
    for (size_t i = 0; i < count; i++) {
        if (work->costs[i] == INFINITY) {
            return true;
        }
    }
    return false;
}

void veer_assign_load(VeerAssignWork *work)
{
    if (work->costs) {
        work->has_forbidden = has_infinite(work);
        return;
    }
    load_points(&work->rows);
    load_points(&work->columns);
}

static inline float squared_distance(float x, float y, float z)
{
    return x * x + y * y + z * z;
}

float veer_assign_pair(const VeerAssignWork *work, uint32_t row, uint32_t column)
{
    const VeerAssignPoints *r = &work->rows, *c = &work->columns;
    if (work->costs) {
        return work->costs[row * work->row_stride + column * work->column_stride];
    }
    return squared_distance(c->raw_x[column] - r->raw_x[row], c->raw_y[column] - r->raw_y[row],
                            c->raw_z[column] - r->raw_z[row]);
}

double veer_assign_inner(const VeerAssignWork *work, uint32_t row, uint32_t column)
{
    const VeerAssignPoints *r = &work->rows, *c = &work->columns;
    bool is_forbidden =
        work->has_forbidden && !(veer_assign_pair(work, row, column) <= work->limit);
    if (work->costs) {
        return is_forbidden ? work->forbidden : (double)veer_assign_pair(work, row, column);
    }
    double product = r->x[row] * c->x[column] + r->y[row] * c->y[column];
    product = work->is_planar ? product : product + r->z[row] * c->z[column];
    return (is_forbidden ? work->forbidden : 0.0) - product;
}

// out = offset - the product with the point (x, y)
static void fill_planar(const VeerAssignPoints *points, double x, double y, double *restrict out)
{
    const double *restrict xs = points->x, *restrict ys = points->y,
                           *restrict offset = points->offset;
    for (uint32_t i = 0; i < points->blocks * BLOCK; i++) {
        out[i] = offset[i] - (xs[i] * x + ys[i] * y);
    }
}

static void fill_spatial(const VeerAssignPoints *points, double x, double y, double z,
                         double *restrict out)
{
    const double *restrict xs = points->x, *restrict ys = points->y, *restrict zs = points->z,
                           *restrict offset = points->offset;
    for (uint32_t i = 0; i < points->blocks * BLOCK; i++) {
        out[i] = offset[i] - (xs[i] * x + ys[i] * y + zs[i] * z);
    }
}

// Adds to the pairs of this point that are forbidden.
static void forbid(const VeerAssignWork *work, const VeerAssignPoints *points, VeerVec3 point,
                   double *restrict out)
{
    for (uint32_t i = 0; i < points->count; i++) {
        float cost = squared_distance(points->raw_x[i] - point.x, points->raw_y[i] - point.y,
                                      points->raw_z[i] - point.z);
        out[i] += cost <= work->limit ? 0.0 : work->forbidden;
    }
}

// The products of one point of `from` with all of `points`.
static void fill_points(const VeerAssignWork *work, const VeerAssignPoints *from, uint32_t i,
                        const VeerAssignPoints *points, double *out)
{
    if (work->is_planar) {
        fill_planar(points, from->x[i], from->y[i], out);
    } else {
        fill_spatial(points, from->x[i], from->y[i], from->z[i], out);
    }
    if (work->has_forbidden) {
        forbid(work, points, veer_assign_place(from, i), out);
    }
}

// out = offset + costs, which lie side by side.
static void fill_adjacent(const VeerAssignWork *work, const float *restrict costs,
                          const VeerAssignPoints *points, double *restrict out)
{
    const double *restrict offset = points->offset;
    for (uint32_t i = 0; i < points->count; i++) {
        out[i] = offset[i] + (costs[i] <= work->limit ? (double)costs[i] : work->forbidden);
    }
}

// Likewise, which lie a stride apart.
static void fill_apart(const VeerAssignWork *work, const float *costs, size_t stride,
                       const VeerAssignPoints *points, double *restrict out)
{
    const double *restrict offset = points->offset;
    for (uint32_t i = 0; i < points->count; i++) {
        float cost = costs[i * stride];
        out[i] = offset[i] + (cost <= work->limit ? (double)cost : work->forbidden);
    }
}

static void fill_costs(const VeerAssignWork *work, const float *costs, size_t stride,
                       const VeerAssignPoints *points, double *out)
{
    if (stride == 1u) {
        fill_adjacent(work, costs, points, out);
    } else {
        fill_apart(work, costs, stride, points, out);
    }
    for (uint32_t i = points->count; i < points->blocks * BLOCK; i++) {
        out[i] = HUGE_VAL;
    }
}

void veer_assign_fill_row(const VeerAssignWork *work, uint32_t row, double *out)
{
    if (work->costs) {
        fill_costs(work, work->costs + row * work->row_stride, work->column_stride, &work->columns,
                   out);
    } else {
        fill_points(work, &work->rows, row, &work->columns, out);
    }
}

void veer_assign_fill_column(const VeerAssignWork *work, uint32_t column, double *out)
{
    if (work->costs) {
        fill_costs(work, work->costs + column * work->column_stride, work->row_stride, &work->rows,
                   out);
    } else {
        fill_points(work, &work->columns, column, &work->rows, out);
    }
}

void veer_assign_fill_pairs(const VeerAssignWork *work, uint32_t row, double *out)
{
    const VeerAssignPoints *c = &work->columns;
    for (uint32_t i = 0; work->costs && i < c->count; i++) {
        out[i] = (double)veer_assign_pair(work, row, i);
    }
    for (uint32_t i = work->costs ? c->count : 0u; i < c->blocks * BLOCK; i++) {
        out[i] = HUGE_VAL;
    }
    if (work->costs) {
        return;
    }
    VeerVec3 p = veer_assign_place(&work->rows, row);
    const float *restrict x = c->raw_x, *restrict y = c->raw_y, *restrict z = c->raw_z;
    for (uint32_t i = 0; i < c->blocks * BLOCK; i++) {
        out[i] = (double)squared_distance(x[i] - p.x, y[i] - p.y, z[i] - p.z);
    }
}
