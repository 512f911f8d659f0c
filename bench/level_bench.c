#include "level_bench.h"

#include "plan_draw.h"
#include "trial/mesher.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#define TRIES 64u // pairs that are looked at for each problem

/// From the middle of one polygon to the middle of another.
typedef struct Problem {
    VeerVec3 start, goal;
} Problem;

struct VeerLevelBench {
    const VeerLevelMesher *mesher;
    VeerMesh *mesh;
    VeerMeshSearch *search;
    VeerMeshPlanner planner;
    Problem problems[VEER_DRAWN_PROBLEMS];
    uint32_t count;
    VeerPlanTally tally;
};

static VeerLevelBench *fail(VeerLevelBench *bench, VeerInputError *error, const char *level,
                            const char *what)
{
    snprintf(error->text, sizeof error->text, "%.300s: %s", level, what);
    veer_level_bench_close(bench);
    return NULL;
}

static VeerVec3 middle_of(const VeerMesh *mesh, uint32_t polygon)
{
    enum { MOST = 64 };
    VeerVec3 corners[MOST], sum = {0, 0, 0};
    uint32_t count = veer_mesh_corners(mesh, polygon, corners, MOST);
    count = count < MOST ? count : MOST;
    for (uint32_t i = 0; i < count; i++) {
        sum = (VeerVec3){sum.x + corners[i].x, sum.y + corners[i].y, sum.z + corners[i].z};
    }
    float part = 1.0f / (float)count;
    return (VeerVec3){part * sum.x, part * sum.y, part * sum.z};
}

static void draw_problems(VeerLevelBench *bench)
{
    uint32_t polygons = veer_mesh_polygon_count(bench->mesh);
    for (uint64_t i = 0; i < TRIES * VEER_DRAWN_PROBLEMS && bench->count < VEER_DRAWN_PROBLEMS;
         i++) {
        uint32_t a = veer_plan_lot(2u * i, polygons), b = veer_plan_lot(2u * i + 1u, polygons);
        if (a != b && veer_mesh_part(bench->mesh, a) == veer_mesh_part(bench->mesh, b)) {
            bench->problems[bench->count++] =
                (Problem){middle_of(bench->mesh, a), middle_of(bench->mesh, b)};
        }
    }
}

/// Reads the file and makes its mesh. @return what is wrong; NULL: nothing
static const char *make_mesh(VeerLevelBench *bench, const VeerLevel *level)
{
    VeerWalker walker = {1.8f, 0.4f, 45.0f, 0.2f, 0.1f};
    VeerPlanWatch begin = veer_plan_watch_begin();
    VeerStatus status = bench->mesher->make(level, &walker, &bench->mesh);
    bench->tally.preprocess_ms = 1e-3 * veer_plan_watch_end(&begin);
    if (status != VEER_OK) {
        return status == VEER_FULL        ? "is too large for cells of 0.2 m"
               : status == VEER_BAD_VALUE ? "has nothing to walk on"
                                          : "no memory";
    }
    void *memory = veer_plan_take(veer_mesh_search_size(bench->mesh, 0));
    bench->search = memory ? veer_mesh_search_init(memory, bench->mesh, 0) : NULL;
    bench->tally.times = veer_plan_take(VEER_DRAWN_PROBLEMS * sizeof(double));
    bench->tally.bytes = (double)veer_mesh_copy_size(bench->mesh);
    bench->tally.cells = (double)veer_mesh_polygon_count(bench->mesh);
    return bench->search && bench->tally.times ? NULL : "no memory";
}

VeerLevelBench *veer_level_bench_open(const char *path, VeerMeshPlanner planner,
                                      VeerInputError *error)
{
    VeerLevel level;
    VeerLevelBench *bench = calloc(1, sizeof *bench);
    if (!bench) {
        return fail(bench, error, path, "no memory");
    }
    bench->planner = planner;
    bench->mesher = veer_level_mesher();
    if (!bench->mesher) {
        return fail(bench, error, path,
                    "needs a program built with Recast (librecast-dev), which makes its mesh");
    }
    if (veer_level_read_file(path, &level, error) != VEER_OK) {
        veer_level_bench_close(bench);
        return NULL;
    }
    const char *wrong = make_mesh(bench, &level);
    veer_level_free(&level);
    if (wrong) {
        return fail(bench, error, path, wrong);
    }
    draw_problems(bench);
    return bench;
}

void veer_level_bench_close(VeerLevelBench *bench)
{
    if (bench) {
        if (bench->mesh) {
            bench->mesher->release(bench->mesh);
        }
        free(bench->search);
        free(bench->tally.times);
        free(bench);
    }
}

uint32_t veer_level_bench_count(const VeerLevelBench *bench)
{
    return bench->count;
}

/// One way. @return its length, m; INFINITY: there is none
static double solve(VeerLevelBench *bench, const Problem *problem, VeerMeshPlanner planner,
                    double *us)
{
    VeerMeshQuery query = veer_mesh_query_default();
    query.mesh = bench->mesh;
    query.planner = planner;
    query.start = problem->start;
    query.goal = problem->goal;
    VeerPlanWatch begin = veer_plan_watch_begin();
    (void)veer_mesh_search_begin(bench->search, &query);
    (void)veer_mesh_search_run(bench->search, UINT32_MAX);
    *us = veer_plan_watch_end(&begin);
    return veer_mesh_search_length(bench->search);
}

void veer_level_bench_step(VeerLevelBench *bench, uint32_t line)
{
    const Problem *problem = &bench->problems[line];
    VeerPlanTally *tally = &bench->tally;
    bool is_optimal = bench->planner == VEER_MESH_POLYANYA;
    double us, ignored;
    double length = solve(bench, problem, bench->planner, &us);
    veer_plan_tally_query(tally, us, veer_mesh_search_expansions(bench->search));
    double other =
        solve(bench, problem, is_optimal ? VEER_MESH_CORRIDOR : VEER_MESH_POLYANYA, &ignored);
    if (isinf(length) || isinf(other)) {
        tally->unsolved++;
        return;
    }
    double shortest = is_optimal ? length : other, corridor = is_optimal ? other : length;
    tally->wrong_lengths += shortest > corridor * (1.0 + 1e-6) + 1e-4 ? 1u : 0u;
    if (shortest > 0.0) {
        tally->pulled += length / shortest;
        tally->pulls++;
    }
}

VeerPlanScores veer_level_bench_scores(const VeerLevelBench *bench)
{
    return veer_plan_tally_scores(&bench->tally);
}
