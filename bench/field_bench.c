#include "field_bench.h"

#include "base/base.h"
#include "tally.h"

#include <math.h>
#include <string.h>

void veer_field_bench_free(VeerFieldBench *bench)
{
    free(bench->field);
    free(bench->solver);
    memset(bench, 0, sizeof *bench);
}

bool veer_field_bench_make(VeerFieldBench *bench, const VeerGrid *grid)
{
    const VeerGridDef *def = veer_grid_def(grid);
    veer_field_bench_free(bench);
    bench->bytes = veer_field_size(def->width, def->height, 1);
    void *memory = veer_memory_take(bench->bytes);
    bench->field = memory ? veer_field_init(memory, def->width, def->height, 1) : NULL;
    memory = veer_memory_take(veer_field_solver_size(def->width, def->height, 1, false));
    bench->solver =
        memory ? veer_field_solver_init(memory, def->width, def->height, 1, false) : NULL;
    return bench->field && bench->solver;
}

double veer_field_bench_solve(VeerFieldBench *bench, const VeerGrid *grid, VeerCell start,
                              VeerCell goal, double *us)
{
    VeerVec3 point = veer_grid_centre(grid, goal);
    VeerFieldQuery query = veer_field_query_default();
    query.goals = &point;
    query.goal_count = 1;
    VeerPlanWatch begin = veer_plan_watch_begin();
    VeerStatus status = veer_field_begin(bench->solver, bench->field, grid, &query);
    if (status == VEER_OK) {
        (void)veer_field_run(bench->solver, bench->field, UINT32_MAX);
    }
    *us = veer_plan_watch_end(&begin);
    return status == VEER_OK ? (double)veer_field_at(bench->field, start) : (double)INFINITY;
}
