#include "mesh_bench.h"

#include "base/base.h"
#include "tally.h"

#include <string.h>

void veer_mesh_bench_free(VeerMeshBench *bench)
{
    free(bench->mesh);
    free(bench->search);
    free(bench->points);
    memset(bench, 0, sizeof *bench);
}

static bool make_search(VeerMeshBench *bench, const VeerMeshDef *def)
{
    bench->bytes = veer_mesh_size(def);
    void *memory = veer_memory_take(bench->bytes);
    bench->mesh = memory ? veer_mesh_init(memory, def, NULL, NULL) : NULL;
    if (!bench->mesh) {
        free(memory);
        return false;
    }
    memory = veer_memory_take(veer_mesh_search_size(bench->mesh, 0));
    bench->search = memory ? veer_mesh_search_init(memory, bench->mesh, 0) : NULL;
    bench->capacity = veer_mesh_vertex_count(bench->mesh) + 2u;
    bench->points = veer_memory_take(bench->capacity * sizeof *bench->points);
    return bench->search && bench->points;
}

bool veer_mesh_bench_make(VeerMeshBench *bench, const VeerGrid *grid)
{
    veer_mesh_bench_free(bench);
    void *scratch = veer_memory_take(veer_grid_mesh_size(grid));
    VeerMeshDef def;
    if (!scratch) {
        return false;
    }
    bool is_made = true;
    if (veer_grid_mesh(scratch, grid, &def) == VEER_OK) {
        is_made = make_search(bench, &def);
    }
    free(scratch);
    return is_made;
}

/// A query and the bench that answers it.
typedef struct MeshAsk {
    VeerMeshBench *bench;
    VeerMeshQuery query;
} MeshAsk;

static void ask_points(void *user)
{
    const MeshAsk *ask = user;
    VeerMeshBench *bench = ask->bench;
    (void)veer_mesh_search_begin(bench->search, &ask->query);
    (void)veer_mesh_search_run(bench->search, UINT32_MAX);
    if (veer_mesh_search_route(bench->search, bench->points, bench->capacity,
                               &bench->point_count) != VEER_OK) {
        bench->point_count = 0;
    }
}

double veer_mesh_bench_solve(VeerMeshBench *bench, const VeerGrid *grid, VeerMeshPlanner planner,
                             VeerCell start, VeerCell goal, double *us)
{
    bench->point_count = 0;
    *us = 0.0;
    if (!bench->search) {
        return 0.0;
    }
    MeshAsk ask = {bench, veer_mesh_query_default()};
    ask.query.mesh = bench->mesh;
    ask.query.planner = planner;
    ask.query.start = veer_grid_centre(grid, start);
    ask.query.goal = veer_grid_centre(grid, goal);
    *us = veer_plan_watch_time(ask_points, &ask);
    return veer_points_length(bench->points, bench->point_count);
}
