#include "base/base.h"
#include "plan_bench.h"
#include "veer/movingai.h"

#include <math.h>
#include <stdio.h>

#define ASTAR_SAMPLE 200u // problems that plain A* solves as well, evenly over the file
#define GREAT_SAMPLE 40u  // and on maps of so many voxels, where it takes a second each
#define GREAT_VOXELS 16e6
#define MAX_ASTAR_NODES (1u << 24) // that it may see
#define MAX_REGIONS (1u << 20)     // that searches at any angle may see
#define MAX_LENGTH 1.02            // times the stated length

typedef struct VoxelBench {
    VeerPlanBench base;
    VeerVoxelText map;
    VeerVoxelScene scene;
    VeerVoxelPlanner planner;
    VeerVoxels *voxels;
    VeerVoxelLabels *labels;
    VeerVoxelSearch *search, *astar;
    VeerVoxel *route; ///< route[room]
    uint32_t room;
} VoxelBench;

const char *veer_voxel_bench_planner(uint32_t number)
{
    return number < VEER_VOXEL_PLANNER_COUNT ? veer_voxel_planner_name((VeerVoxelPlanner)number)
                                             : NULL;
}

static uint32_t at_most(double value, uint32_t most)
{
    return value < most ? (uint32_t)value : most;
}

static VeerVoxelSearch *open_search(uint32_t node_count)
{
    void *memory = veer_memory_take(veer_voxel_search_size(node_count));
    return memory ? veer_voxel_search_init(memory, node_count) : NULL;
}

/// From what is blocked to what searches need.
static bool prepare(VoxelBench *bench, const VeerVoxelsDef *def)
{
    bench->voxels = veer_voxels_init(bench->voxels, def);
    double begin = veer_clock_thread();
    veer_voxel_text_lay(&bench->map, bench->voxels, (VeerVoxel){0, 0, 0});
    veer_voxels_commit(bench->voxels);
    uint32_t runs = veer_voxel_labels_runs(bench->voxels);
    size_t size = veer_voxel_labels_size(def, runs);
    void *labels = veer_memory_take(size);
    if (!labels) {
        return false;
    }
    bench->labels = veer_voxel_labels_init(labels, def, runs);
    (void)veer_voxel_labels_build(bench->labels, bench->voxels);
    bench->base.tally.preprocess_ms = 1e3 * (veer_clock_thread() - begin);
    bench->base.tally.bytes = (double)(veer_voxels_size(def) + size);
    return true;
}

static bool allocate(VoxelBench *bench)
{
    VeerVoxelsDef def = veer_voxels_def_default();
    def.cells = bench->map.cells;
    double cells = (double)def.cells.x * def.cells.y * def.cells.z;
    bench->base.tally.cells = cells;
    bench->voxels = veer_memory_take(veer_voxels_size(&def));
    if (!veer_plan_bench_begin(&bench->base, bench->scene.count) || !bench->voxels ||
        !prepare(bench, &def)) {
        return false;
    }
    bench->room = at_most(cells, MAX_ASTAR_NODES);
    bench->route = veer_memory_take(bench->room * sizeof *bench->route);
    bench->search = open_search(at_most(cells, MAX_REGIONS));
    bench->astar = open_search(bench->room);
    return bench->route && bench->search && bench->astar;
}

static bool read_files(VoxelBench *bench, const char *map, const char *scene,
                       const VeerInputLimits *limits, VeerInputError *error)
{
    char beside[4096];
    snprintf(beside, sizeof beside, "%s.3dscen", map);
    return veer_voxel_text_read_file(map, limits, &bench->map, error) == VEER_OK &&
           veer_voxel_scene_read_file(scene ? scene : beside, bench->map.cells, limits,
                                      &bench->scene, error) == VEER_OK;
}

static void close_voxels(VeerPlanBench *base)
{
    VoxelBench *bench = (VoxelBench *)base;
    veer_voxel_text_free(&bench->map);
    veer_voxel_scene_free(&bench->scene);
    free(bench->voxels);
    free(bench->labels);
    free(bench->search);
    free(bench->astar);
    free(bench->route);
    free(bench);
}

/// One query from voxels to route. @return how many voxels the route has; 0: no path to the goal
static uint32_t solve(const VoxelBench *bench, const VeerVoxelProblem *problem,
                      VeerVoxelPlanner planner, double *us)
{
    VeerVoxelSearch *search = planner == VEER_VOXEL_ASTAR ? bench->astar : bench->search;
    VeerVoxelQuery query = veer_voxel_query_default();
    query.voxels = bench->voxels;
    query.labels = bench->labels;
    query.planner = planner;
    query.weight = planner == VEER_VOXEL_ASTAR ? 1.0f : query.weight;
    query.start = problem->start;
    query.goal = problem->goal;
    uint32_t count = 0;
    double begin = veer_clock_thread();
    (void)veer_voxel_search_begin(search, &query);
    (void)veer_voxel_search_run(search, UINT32_MAX);
    VeerStatus status = veer_voxel_search_route(search, bench->route, bench->room, &count);
    *us = 1e6 * (veer_clock_thread() - begin);
    return status == VEER_OK ? count : 0;
}

static double length_of(const VeerVoxel *route, uint32_t count)
{
    double length = 0.0;
    for (uint32_t i = 1; i < count; i++) {
        double x = route[i].x - route[i - 1].x, y = route[i].y - route[i - 1].y;
        double z = route[i].z - route[i - 1].z;
        length += sqrt(x * x + y * y + z * z);
    }
    return length;
}

static void check_length(VoxelBench *bench, const VeerVoxelProblem *problem, uint32_t count)
{
    // Lengths are written to eight digits, and plain A* counts in whole units.
    double length = length_of(bench->route, count), tolerance = 1e-4;
    bool is_astar = bench->planner == VEER_VOXEL_ASTAR;
    if (count == 0) {
        bench->base.tally.unsolved++;
        return;
    }
    if (length > (is_astar ? 1.0 : MAX_LENGTH) * problem->length + tolerance ||
        (is_astar && length < problem->length - tolerance)) {
        bench->base.tally.wrong_lengths++;
    }
    veer_plan_tally_ratio(&bench->base.tally, length, problem->length);
}

static void step_voxels(VeerPlanBench *base, uint32_t line)
{
    VoxelBench *bench = (VoxelBench *)base;
    const VeerVoxelProblem *problem = &bench->scene.problems[line];
    const VeerVoxelSearch *search =
        bench->planner == VEER_VOXEL_ASTAR ? bench->astar : bench->search;
    double us, astar_us;
    uint32_t count = solve(bench, problem, bench->planner, &us);
    veer_plan_tally_query(&bench->base.tally, us, veer_voxel_search_expansions(search));
    check_length(bench, problem, count);
    uint32_t sample = bench->base.tally.cells >= GREAT_VOXELS ? GREAT_SAMPLE : ASTAR_SAMPLE;
    if (veer_plan_tally_is_sampled(line, bench->scene.count, sample)) {
        (void)solve(bench, problem, VEER_VOXEL_ASTAR, &astar_us);
        veer_plan_tally_sample(&bench->base.tally, us, astar_us);
    }
}

VeerPlanBench *veer_voxel_bench_open(const char *map, const char *scene, uint32_t planner,
                                     const VeerInputLimits *limits, VeerInputError *error)
{
    VoxelBench *bench = calloc(1, sizeof *bench);
    if (!bench) {
        veer_error_of(error, map, "no memory");
        return NULL;
    }
    bench->base = (VeerPlanBench){.step = step_voxels, .close = close_voxels, .is_optimal = true};
    bench->planner = (VeerVoxelPlanner)planner;
    if (!read_files(bench, map, scene, limits, error) ||
        !(allocate(bench) || veer_error_of(error, map, "no memory"))) {
        veer_plan_bench_close(&bench->base);
        return NULL;
    }
    return &bench->base;
}
