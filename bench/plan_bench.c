#include "plan_bench.h"

#include "base/base.h"

static const char *mesh_planner(uint32_t number)
{
    bool is_one = number < VEER_MESH_PLANNER_COUNT;
    return is_one ? veer_mesh_planner_name((VeerMeshPlanner)number) : NULL;
}

VeerPlanBench *veer_plan_bench_open(const char *map, const char *scene, const char *planner,
                                    const VeerInputLimits *limits, VeerInputError *error)
{
    bool is_voxels = veer_text_ends_with(map, ".3dmap"),
         is_level = veer_text_ends_with(map, ".obj");
    VeerNameFn *names = is_voxels  ? veer_voxel_bench_planner
                        : is_level ? mesh_planner
                                   : veer_grid_bench_planner;
    uint32_t number = 0;
    if (planner && !veer_name_find(planner, names, "--planner", "planner", &number, error)) {
        return NULL;
    }
    if (is_level && scene) {
        veer_error_set(error,
                       "plan: the problems of a level are drawn, so only the level is named");
        return NULL;
    }
    VeerPlanBench *bench = is_voxels  ? veer_voxel_bench_open(map, scene, number, limits, error)
                           : is_level ? veer_level_bench_open(map, number, limits, error)
                                      : veer_grid_bench_open(map, scene, number, limits, error);
    if (bench) {
        bench->planner = names(number);
    }
    return bench;
}

void veer_plan_bench_close(VeerPlanBench *bench)
{
    free(bench->tally.times);
    bench->close(bench);
}

bool veer_plan_bench_begin(VeerPlanBench *bench, uint32_t count)
{
    bench->count = count;
    bench->tally.times = malloc((count + 1u) * sizeof *bench->tally.times);
    return bench->tally.times != NULL;
}
