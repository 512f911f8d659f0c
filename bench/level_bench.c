#include "base/base.h"
#include "plan_bench.h"
#include "problems.h"
#include "trial/trial.h"

#include <math.h>

#define TRIES 64u // pairs that are looked at for each problem

/// From the middle of one polygon to the middle of another.
typedef struct LevelProblem {
    VeerVec3 start, goal;
} LevelProblem;

typedef struct LevelBench {
    VeerPlanBench base;
    VeerMesh *mesh;
    VeerMeshSearch *search;
    VeerMeshPlanner planner;
    LevelProblem problems[VEER_DRAWN_PROBLEMS];
} LevelBench;

static VeerVec3 middle_of(const VeerMesh *mesh, uint32_t polygon)
{
    enum { MAX_POLYGON_CORNERS = 64 };
    VeerVec3 corners[MAX_POLYGON_CORNERS], sum = {0, 0, 0};
    uint32_t count = veer_mesh_corners(mesh, polygon, corners, MAX_POLYGON_CORNERS);
    count = count < MAX_POLYGON_CORNERS ? count : MAX_POLYGON_CORNERS;
    for (uint32_t i = 0; i < count; i++) {
        sum = (VeerVec3){sum.x + corners[i].x, sum.y + corners[i].y, sum.z + corners[i].z};
    }
    float part = 1.0f / (float)count;
    return (VeerVec3){part * sum.x, part * sum.y, part * sum.z};
}

static void draw_problems(LevelBench *bench)
{
    uint32_t polygons = veer_mesh_polygon_count(bench->mesh), count = 0;
    uint64_t state = 0;
    for (uint32_t i = 0; i < TRIES * VEER_DRAWN_PROBLEMS && count < VEER_DRAWN_PROBLEMS; i++) {
        uint32_t a = veer_bench_draw(&state, polygons), b = veer_bench_draw(&state, polygons);
        if (a != b && veer_mesh_component(bench->mesh, a) == veer_mesh_component(bench->mesh, b)) {
            bench->problems[count++] =
                (LevelProblem){middle_of(bench->mesh, a), middle_of(bench->mesh, b)};
        }
    }
    bench->base.count = count;
}

/// Reads the file and makes its mesh. @return what is wrong; NULL: nothing
static const char *make_mesh(LevelBench *bench, const VeerLevelMesher *mesher,
                             const VeerLevel *level)
{
    VeerWalker walker = {1.8f, 0.4f, 45.0f, 0.2f, 0.1f};
    VeerPlanWatch begin = veer_plan_watch_begin();
    VeerMeshDef def = veer_mesh_def_default();
    VeerStatus status = mesher->make(level, &walker, &def);
    if (status == VEER_OK) {
        void *block = veer_memory_take(veer_mesh_size(&def));
        bench->mesh = block ? veer_mesh_init(block, &def, NULL, NULL) : NULL;
        mesher->release(&def);
        status = bench->mesh ? VEER_OK : VEER_OUT_OF_MEMORY;
    }
    bench->base.tally.preprocess_ms = 1e-3 * veer_plan_watch_end(&begin);
    if (status != VEER_OK) {
        return status == VEER_FULL        ? "is too large for cells of 0.2 m"
               : status == VEER_BAD_VALUE ? "has nothing to walk on"
                                          : "no memory";
    }
    void *memory = veer_memory_take(veer_mesh_search_size(bench->mesh, 0));
    bench->search = memory ? veer_mesh_search_init(memory, bench->mesh, 0) : NULL;
    bench->base.tally.bytes = (double)veer_mesh_copy_size(bench->mesh);
    bench->base.tally.cells = (double)veer_mesh_polygon_count(bench->mesh);
    return bench->search && veer_plan_bench_begin(&bench->base, VEER_DRAWN_PROBLEMS) ? NULL
                                                                                     : "no memory";
}

/// @return what is wrong; NULL: nothing, or what *error says
static const char *set_up(LevelBench *bench, const char *path, const VeerInputLimits *limits,
                          VeerInputError *error)
{
    VeerLevel level;
    const VeerLevelMesher *mesher = veer_level_mesher();
    if (!mesher) {
        return "needs a program built with Recast (librecast-dev), which makes its mesh";
    }
    if (veer_level_read_file(path, limits, &level, error) != VEER_OK) {
        return "";
    }
    const char *wrong = make_mesh(bench, mesher, &level);
    veer_level_free(&level);
    return wrong;
}

static void close_level(VeerPlanBench *base)
{
    LevelBench *bench = (LevelBench *)base;
    free(bench->mesh);
    free(bench->search);
    free(bench);
}

/// One path. @return its length, m; INFINITY: there is none
static double solve(LevelBench *bench, const LevelProblem *problem, VeerMeshPlanner planner,
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

static void step_level(VeerPlanBench *base, uint32_t line)
{
    LevelBench *bench = (LevelBench *)base;
    const LevelProblem *problem = &bench->problems[line];
    VeerPlanTally *tally = &base->tally;
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
    veer_plan_tally_ratio(tally, length, shortest);
}

VeerPlanBench *veer_level_bench_open(const char *path, uint32_t planner,
                                     const VeerInputLimits *limits, VeerInputError *error)
{
    LevelBench *bench = calloc(1, sizeof *bench);
    const char *wrong = "no memory";
    if (bench) {
        bench->base = (VeerPlanBench){.step = step_level, .close = close_level, .is_optimal = true};
        bench->planner = (VeerMeshPlanner)planner;
        wrong = set_up(bench, path, limits, error);
    }
    if (wrong && *wrong) {
        veer_error_of(error, path, wrong);
    }
    if (wrong && bench) {
        veer_plan_bench_close(&bench->base);
    }
    if (wrong) {
        return NULL;
    }
    draw_problems(bench);
    return &bench->base;
}
