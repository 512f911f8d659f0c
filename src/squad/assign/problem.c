/// The memory of an assignment, and its costs.
#include "squad/assign/assign.h"
#include "squad/assign/blocks.h"

#include <float.h>

static uint32_t blocks_of(uint32_t count)
{
    return (count + VEER_BLOCK - 1u) / VEER_BLOCK;
}

static void lay_out_side(VeerAssignSide *side, VeerArena *arena)
{
    side->blocks = blocks_of(side->count);
    size_t padded = (size_t)side->blocks * VEER_BLOCK;
    side->offset = veer_arena_take(arena, padded, sizeof(double));
    side->x = veer_arena_take(arena, padded, sizeof(double));
    side->y = veer_arena_take(arena, padded, sizeof(double));
    side->z = veer_arena_take(arena, padded, sizeof(double));
}

void veer_assign_lay_out(VeerAssignWork *work, VeerArena *arena)
{
    lay_out_side(&work->rows, arena);
    lay_out_side(&work->columns, arena);
    size_t rows = work->rows.count, columns = (size_t)work->columns.blocks * VEER_BLOCK;
    work->column_of = veer_arena_take(arena, rows, sizeof(uint32_t));
    work->row_of = veer_arena_take(arena, columns, sizeof(uint32_t));
    work->kept = veer_arena_take(arena, rows, sizeof(uint32_t));
    work->fill = veer_arena_take(arena, columns, sizeof(double));
    work->distance = veer_arena_take(arena, columns, sizeof(double));
    work->least = veer_arena_take(arena, work->columns.blocks, sizeof(double));
    work->tree = veer_arena_take(arena, rows, sizeof(uint32_t));
    work->via = veer_arena_take(arena, rows, sizeof(uint32_t));
    work->base = veer_arena_take(arena, rows, sizeof(double));
    work->closed_at = veer_arena_take(arena, rows, sizeof(double));
    work->closed_offset = veer_arena_take(arena, rows, sizeof(double));
    work->parent = veer_arena_take(arena, rows, sizeof(uint32_t));
    work->open = veer_arena_take(arena, columns, sizeof(uint32_t));
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
    work->has_forbidden = false;
    work->limit = FLT_MAX;
    work->looked = 0;
}

static void fill_points(const VeerAssignWork *work, uint32_t row, double *restrict out)
{
    const VeerAssignSide *rows = &work->rows, *columns = &work->columns;
    const double *restrict xs = columns->x, *restrict ys = columns->y, *restrict zs = columns->z;
    const double *restrict offset = columns->offset;
    double x = rows->x[row], y = rows->y[row], z = rows->z[row];
    for (uint32_t j = 0; j < columns->blocks * VEER_BLOCK; j++) {
        out[j] = offset[j] - (xs[j] * x + ys[j] * y + zs[j] * z);
    }
    for (uint32_t j = 0; j < columns->count && work->has_forbidden; j++) {
        out[j] += assign_pair(work, row, j) <= work->limit ? 0.0 : work->forbidden;
    }
}

static inline void fill_costs(const VeerAssignWork *work, uint32_t row, size_t stride,
                              double *restrict out)
{
    const VeerAssignSide *columns = &work->columns;
    const float *restrict costs = work->costs + row * work->row_stride;
    const double *restrict offset = columns->offset;
    for (uint32_t j = 0; j < columns->count; j++) {
        float cost = costs[j * stride];
        out[j] = offset[j] + (cost <= work->limit ? (double)cost : work->forbidden);
    }
    for (uint32_t j = columns->count; j < columns->blocks * VEER_BLOCK; j++) {
        out[j] = HUGE_VAL;
    }
}

void veer_assign_fill(const VeerAssignWork *work, uint32_t row, double *out)
{
    if (!work->costs) {
        fill_points(work, row, out);
    } else if (work->column_stride == 1u) {
        fill_costs(work, row, 1u, out); // vectorised
    } else {
        fill_costs(work, row, work->column_stride, out);
    }
}
