// Assignment by a matrix, a row at a time, against the least sum by other means.
#include "squad/assign/assign.h"

#include "base/random.h"
#include "squad/assign/hungarian.h"
#include "support/memory.h"

#include <string.h>

enum { SEED = 77 };

typedef struct Bench {
    VeerAssignWork work;
    float *costs;
    void *memory;
    uint32_t rows, columns;
} Bench;

static Bench bench_open(uint32_t rows, uint32_t columns)
{
    Bench bench = {.rows = rows, .columns = columns};
    bench.work.rows.count = bench.work.columns.count = columns;
    VeerArena arena = {NULL, 0};
    veer_assign_lay_out(&bench.work, &arena);
    bench.memory = take(arena.used);
    memset(bench.memory, 0, arena.used);
    arena = (VeerArena){bench.memory, 0};
    veer_assign_lay_out(&bench.work, &arena);
    bench.costs = calloc((size_t)rows * columns, sizeof *bench.costs);
    veer_assign_pose(&bench.work, bench.costs, rows, columns);
    return bench;
}

static void bench_close(Bench *bench)
{
    free(bench->memory);
    free(bench->costs);
}

static float *cost_at(const Bench *bench, uint32_t row, uint32_t column)
{
    return &bench->costs[row * bench->columns + column];
}

/// Squares of lengths along a line, of whole numbers, or any.
static float draw_cost(uint64_t stream, uint32_t row, uint32_t column)
{
    float a = veer_random_unit(SEED, stream, row), b = veer_random_unit(SEED, stream, 999 + column);
    switch (stream % 3) {
    case 0:
        return (a + b) * (a + b);
    case 1:
        return (float)(veer_random_u64(SEED, stream, row * 1000u + column) % 5);
    default:
        return veer_random_unit(SEED, stream, row * 1000u + column);
    }
}

static void fill(Bench *bench, uint64_t stream)
{
    for (uint32_t i = 0; i < bench->rows; i++) {
        for (uint32_t j = 0; j < bench->columns; j++) {
            *cost_at(bench, i, j) = draw_cost(stream, i, j);
        }
    }
}

/// The sum of what is assigned, to each row a column of its own.
static double sum_of(const Bench *bench)
{
    double sum = 0.0;
    for (uint32_t i = 0; i < bench->rows; i++) {
        uint32_t column = bench->work.column_of[i];
        assert_in_range(column, 0, bench->columns - 1);
        assert_int_equal(bench->work.row_of[column], i);
        sum += (double)*cost_at(bench, i, column);
    }
    return sum;
}

static double least_of(const Bench *bench)
{
    double *cost = calloc((size_t)bench->rows * bench->columns, sizeof *cost);
    for (uint32_t i = 0; i < bench->rows; i++) {
        for (uint32_t j = 0; j < bench->columns; j++) {
            cost[i * bench->columns + j] = (double)*cost_at(bench, i, j);
        }
    }
    double least = hungarian_least(cost, bench->rows, bench->columns);
    free(cost);
    return least;
}

static void assign_all(Bench *bench)
{
    for (uint32_t i = 0; i < bench->rows; i++) {
        if (bench->work.column_of[i] == VEER_NO_SLOT) {
            veer_assign_row(&bench->work, i);
        }
    }
}

static void assign_rows_sum_is_least(void **unused)
{
    (void)unused;
    static const uint32_t sizes[][2] = {{1, 1},   {2, 2},   {7, 7},  {5, 9},
                                        {33, 40}, {64, 64}, {90, 97}};
    for (uint64_t stream = 0; stream < 21; stream++) {
        const uint32_t *size = sizes[stream % 7];
        Bench bench = bench_open(size[0], size[1]);
        fill(&bench, stream);
        veer_assign_start(&bench.work);
        assign_all(&bench);
        assert_float_equal(sum_of(&bench), least_of(&bench), 1e-5);
        assert_true(bench.work.looked >= size[0]);
        bench_close(&bench);
    }
}

/// The first dual variables change nothing but the speed.
static void assign_rows_start_where_nothing_differs(void **unused)
{
    (void)unused;
    Bench bench = bench_open(6, 6);
    veer_assign_start(&bench.work);
    assign_all(&bench);
    assert_float_equal(sum_of(&bench), 0.0, 0.0);
    bench_close(&bench);
}

/// Costs of pairs that were taken turn out to be greater, again and again.
static void assign_rows_sum_is_least_after_costs_grow(void **unused)
{
    (void)unused;
    for (uint64_t stream = 0; stream < 12; stream++) {
        Bench bench = bench_open(40, 40);
        fill(&bench, stream);
        veer_assign_start(&bench.work);
        assign_all(&bench);
        for (uint32_t k = 0; k < 100; k++) {
            uint32_t row = (uint32_t)(veer_random_u64(SEED, 50 + stream, k) % 40u);
            *cost_at(&bench, row, bench.work.column_of[row]) +=
                veer_random_unit(SEED, 90 + stream, k);
            veer_assign_release(&bench.work, row);
            veer_assign_row(&bench.work, row);
        }
        assert_float_equal(sum_of(&bench), least_of(&bench), 1e-5);
        bench_close(&bench);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(assign_rows_sum_is_least),
        cmocka_unit_test(assign_rows_start_where_nothing_differs),
        cmocka_unit_test(assign_rows_sum_is_least_after_costs_grow),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
