#include "plan_bench.h"

#include "field_bench.h"
#include "lengths.h"
#include "mesh_bench.h"
#include "plan_files.h"
#include "trial/session.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define ASTAR_SAMPLE 200u // problems that plain A* solves as well, evenly over the file
// Distances of fields ÷ ways pulled tight: some of these are not the shortest, and where all turns
// lie within a few cells of each other, fields tell up to a quarter too much.
#define LEAST_FIELD 0.95
#define MAX_FIELD 1.3
#define MAX_ROUNDING 0.0051 // lengths are written to two digits at least

struct VeerPlanBench {
    VeerPlanFiles files;
    VeerPlanKind planner;
    VeerMeshBench mesh; ///< for planners of meshes
    VeerFieldBench field;
    VeerGrid *grid;
    VeerLabels *labels;
    VeerSearch *search;
    VeerCell *cells;  ///< of a route
    VeerVec3 *points; ///< of the same pulled tight
    uint32_t cell_count;
    VeerPlanTally tally;
};

static bool allocate(VeerPlanBench *bench)
{
    VeerGridDef def = veer_grid_def_default();
    def.width = bench->files.map.width;
    def.height = bench->files.map.height;
    def.has_costs = veer_plan_has_costs(&bench->files.map);
    bench->cell_count = def.width * def.height;
    size_t grid_size = veer_grid_size(&def);
    size_t labels_size = veer_labels_size(def.width, def.height);
    void *grid = veer_plan_take(grid_size), *labels = veer_plan_take(labels_size);
    void *search = veer_plan_take(veer_search_size(bench->cell_count));
    bench->grid = grid ? veer_grid_init(grid, &def) : NULL;
    bench->labels = labels ? veer_labels_init(labels, def.width, def.height) : NULL;
    bench->search = search ? veer_search_init(search, bench->cell_count) : NULL;
    bench->cells = veer_plan_take(bench->cell_count * sizeof *bench->cells);
    bench->points = veer_plan_take(bench->cell_count * sizeof *bench->points);
    bench->tally.times = veer_plan_take((bench->files.scene.count + 1u) * sizeof(double));
    bench->tally.bytes = (double)(grid_size + labels_size);
    bench->tally.cells = bench->cell_count;
    return bench->grid && bench->labels && bench->search && bench->cells && bench->points &&
           bench->tally.times;
}

/// @return whether there was memory
static bool prepare(VeerPlanBench *bench)
{
    veer_grid_commit(bench->grid);
    (void)veer_labels_build(bench->labels, bench->grid);
    if (bench->planner.is_field) {
        bool is_there = veer_field_bench_make(&bench->field, bench->grid);
        bench->tally.bytes = (double)bench->field.bytes;
        return is_there;
    }
    if (!bench->planner.is_mesh) {
        return true;
    }
    bool is_made = veer_mesh_bench_make(&bench->mesh, bench->grid);
    bench->tally.bytes = (double)bench->mesh.bytes;
    return is_made;
}

VeerPlanBench *veer_plan_bench_open(const char *map, const char *scene, VeerPlanKind planner,
                                    VeerInputError *error)
{
    VeerPlanBench *bench = calloc(1, sizeof *bench);
    if (!bench || !veer_plan_files_read(&bench->files, map, scene, error)) {
        veer_plan_bench_close(bench);
        return NULL;
    }
    bench->planner = planner;
    if (veer_plan_has_costs(&bench->files.map) &&
        (planner.is_field || planner.is_mesh || planner.grid == VEER_GRID_JUMP)) {
        snprintf(error->text, sizeof error->text,
                 "%.300s: has costs, which %s does not know: use --planner astar", map,
                 veer_plan_kind_name(planner));
        veer_plan_bench_close(bench);
        return NULL;
    }
    if (!allocate(bench)) {
        snprintf(error->text, sizeof error->text, "%.300s: no memory", map);
        veer_plan_bench_close(bench);
        return NULL;
    }
    if (!bench->files.scene.begins_free) {
        veer_map_text_lay(&bench->files.map, bench->grid, (VeerCell){0, 0});
    }
    VeerPlanWatch begin = veer_plan_watch_begin();
    if (!prepare(bench)) {
        snprintf(error->text, sizeof error->text, "%.300s: no memory", map);
        veer_plan_bench_close(bench);
        return NULL;
    }
    bench->tally.preprocess_ms = 1e-3 * veer_plan_watch_end(&begin);
    return bench;
}

void veer_plan_bench_close(VeerPlanBench *bench)
{
    if (bench) {
        veer_plan_files_free(&bench->files);
        veer_mesh_bench_free(&bench->mesh);
        veer_field_bench_free(&bench->field);
        free(bench->grid);
        free(bench->labels);
        free(bench->search);
        free(bench->cells);
        free(bench->points);
        free(bench->tally.times);
        free(bench);
    }
}

uint32_t veer_plan_bench_count(const VeerPlanBench *bench)
{
    return bench->files.scene.count;
}

/// One query from cells to route. @return how many cells the route has; 0: no way to the goal
static uint32_t solve_once(VeerPlanBench *bench, const VeerGridQuery *query)
{
    uint32_t count = 0;
    (void)veer_grid_search_begin(bench->search, query);
    (void)veer_search_run(bench->search, UINT32_MAX);
    VeerStatus status =
        veer_grid_search_route(bench->search, bench->cells, bench->cell_count, &count);
    return status == VEER_OK ? count : 0;
}

static VeerGridQuery query_of(const VeerPlanBench *bench, const VeerMapProblem *problem,
                              VeerGridPlanner planner)
{
    VeerGridQuery query = veer_grid_query_default();
    query.grid = bench->grid;
    query.labels = bench->labels;
    query.planner = planner;
    query.start = problem->start;
    query.goal = problem->goal;
    return query;
}

/// One query from cells to points. @return how many points the way has; 0: no way to the goal
static uint32_t plan_once(VeerPlanBench *bench, const VeerGridQuery *query)
{
    uint32_t count = 0;
    VeerStatus status =
        veer_grid_plan(bench->search, query, bench->points, bench->cell_count, &count);
    return status == VEER_OK ? count : 0;
}

/// Asks, and tells how long it takes: short ones several times over, as looks at a clock take time.
/// @return what was answered
static uint32_t time_query(VeerPlanBench *bench, const VeerGridQuery *query,
                           uint32_t (*ask)(VeerPlanBench *bench, const VeerGridQuery *query),
                           double *us)
{
    VeerPlanWatch begin = veer_plan_watch_begin();
    uint32_t count = ask(bench, query);
    *us = veer_plan_watch_end(&begin);
    if (*us < VEER_PLAN_SHORT_US) {
        begin = veer_plan_watch_begin();
        for (int i = 0; i < VEER_PLAN_TIMES_OVER; i++) {
            (void)ask(bench, query);
        }
        *us = veer_plan_watch_end(&begin) / VEER_PLAN_TIMES_OVER;
    }
    return count;
}

/// Solves a problem. @return how many cells the route has; 0: no way to the goal
static uint32_t solve(VeerPlanBench *bench, const VeerMapProblem *problem, VeerGridPlanner planner,
                      double *us)
{
    VeerGridQuery query = query_of(bench, problem, planner);
    return time_query(bench, &query, solve_once, us);
}

static void check_length(VeerPlanBench *bench, const VeerMapProblem *problem, uint32_t count)
{
    double tolerance = 1e-5 + fmin(problem->rounded, MAX_ROUNDING);
    if (count == 0) {
        bench->tally.unsolved++;
        return;
    }
    // Over a map with costs, what the way costs is its length.
    bool is_uniform = !veer_grid_def(bench->grid)->has_costs;
    double length = is_uniform ? veer_cells_length(bench->cells, count)
                               : (double)veer_search_cost(bench->search) / VEER_COST_STRAIGHT;
    bench->tally.wrong_lengths += fabs(length - problem->length) > tolerance ? 1u : 0u;
}

/// The length of a route pulled tight, and how long pulling takes.
static double pull_route(VeerPlanBench *bench, uint32_t count, double *us)
{
    uint32_t point_count;
    VeerPlanWatch begin = veer_plan_watch_begin();
    (void)veer_grid_pull(bench->grid, bench->cells, count, bench->points, bench->cell_count,
                         &point_count);
    *us = veer_plan_watch_end(&begin);
    return veer_points_length(bench->points, point_count);
}

/// What points cost beyond a route, and how much shorter the way through them is. Where searches
/// are short, the points are asked for at once, and their cost is what that takes longer.
static void pull(VeerPlanBench *bench, const VeerMapProblem *problem, uint32_t count, double us)
{
    double before = veer_cells_length(bench->cells, count), pulled_us;
    double pulled = pull_route(bench, count, &pulled_us);
    if (us < VEER_PLAN_SHORT_US) {
        VeerGridQuery query = query_of(bench, problem, bench->planner.grid);
        (void)time_query(bench, &query, plan_once, &pulled_us);
        pulled_us -= us;
    }
    bench->tally.pull_us += pulled_us;
    if (before > 0.0) {
        bench->tally.pulled += pulled / before;
        bench->tally.pulls++;
    }
}

/// The way over the grid, as a yardstick: its length in steps, and pulled tight.
typedef struct Yardstick {
    bool is_there;
    double octile, pulled;
} Yardstick;

static Yardstick measure(VeerPlanBench *bench, const VeerMapProblem *problem)
{
    VeerGridQuery query = query_of(bench, problem, VEER_GRID_JUMP);
    double ignored;
    uint32_t count = solve_once(bench, &query);
    double octile = veer_cells_length(bench->cells, count);
    return (Yardstick){count > 0, octile, pull_route(bench, count, &ignored)};
}

/// Solves a problem over the mesh; the way over the grid is its yardstick. @return microseconds
static double solve_mesh(VeerPlanBench *bench, const VeerMapProblem *problem)
{
    VeerPlanTally *tally = &bench->tally;
    const VeerMeshSearch *search = bench->mesh.search;
    double us;
    double length = veer_mesh_bench_solve(&bench->mesh, bench->grid, bench->planner.mesh,
                                          problem->start, problem->goal, &us);
    veer_plan_tally_query(tally, us, search ? veer_mesh_search_expansions(search) : 0);
    Yardstick grid = measure(bench, problem);
    if (bench->mesh.point_count == 0 || !grid.is_there) {
        tally->unsolved++;
        return us;
    }
    bool is_optimal = bench->planner.mesh == VEER_MESH_POLYANYA;
    double most = (is_optimal ? grid.pulled : grid.octile) + 1e-4 + 1e-6 * grid.pulled;
    tally->wrong_lengths += length > most ? 1u : 0u;
    if (grid.octile > 0.0) {
        tally->pulled += length / grid.octile;
        tally->pulls++;
    }
    return us;
}

/// Makes the field of a problem's goal; the way over the grid, pulled tight and not, is the
/// yardstick of its distance. @return microseconds
static double solve_field(VeerPlanBench *bench, const VeerMapProblem *problem)
{
    VeerPlanTally *tally = &bench->tally;
    double us;
    double length =
        veer_field_bench_solve(&bench->field, bench->grid, problem->start, problem->goal, &us);
    veer_plan_tally_query(tally, us, veer_field_work(bench->field.solver));
    Yardstick grid = measure(bench, problem);
    if (isinf(length) || !grid.is_there) {
        tally->unsolved++;
        return us;
    }
    bool is_near =
        length > LEAST_FIELD * grid.pulled - 1e-4 && length < MAX_FIELD * grid.pulled + 1e-4;
    tally->wrong_lengths += is_near ? 0u : 1u;
    if (grid.octile > 0.0) {
        tally->pulled += length / grid.octile;
        tally->pulls++;
    }
    return us;
}

static double solve_grid(VeerPlanBench *bench, const VeerMapProblem *problem)
{
    double us;
    uint32_t count = solve(bench, problem, bench->planner.grid, &us);
    veer_plan_tally_query(&bench->tally, us, veer_search_expansions(bench->search));
    check_length(bench, problem, count);
    if (!veer_grid_def(bench->grid)->has_costs) {
        pull(bench, problem, count, us);
    }
    return us;
}

void veer_plan_bench_step(VeerPlanBench *bench, uint32_t line)
{
    const VeerMapProblem *problem = &bench->files.scene.problems[line];
    if (problem->patch != UINT32_MAX) {
        veer_map_text_lay(&bench->files.scene.patches[problem->patch], bench->grid, problem->start);
        return;
    }
    if (!veer_grid_is_committed(bench->grid)) {
        (void)prepare(bench); // without memory for a mesh, problems stay unsolved
    }
    bool is_sampled = veer_plan_tally_is_sampled(line, bench->files.scene.count, ASTAR_SAMPLE);
    if (bench->planner.is_field && !is_sampled) {
        return; // a field costs as much for any problem
    }
    double us = bench->planner.is_field  ? solve_field(bench, problem)
                : bench->planner.is_mesh ? solve_mesh(bench, problem)
                                         : solve_grid(bench, problem);
    if (is_sampled) {
        double astar_us;
        (void)solve(bench, problem, VEER_GRID_ASTAR, &astar_us);
        veer_plan_tally_sample(&bench->tally, us, astar_us);
    }
}

VeerPlanScores veer_plan_bench_scores(const VeerPlanBench *bench)
{
    return veer_plan_tally_scores(&bench->tally);
}
