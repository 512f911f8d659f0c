#include "base/base.h"
#include "field_bench.h"
#include "mesh_bench.h"
#include "plan_bench.h"
#include "problems.h"

#include <math.h>

#define ASTAR_SAMPLE 200u // problems that plain A* solves as well, evenly over the file
// Distances of fields ÷ paths pulled tight: some of these are not the shortest, and where all turns
// are within a few cells of each other, the distances of fields are up to a quarter too long.
#define LEAST_FIELD 0.95
#define MAX_FIELD 1.3
#define FIELD_SLOP 3e-3     // cells: fields keep their goals' places in odd 512ths of a cell
#define MAX_ROUNDING 0.0051 // lengths are written to two digits at least

/// Of fields: behind the planners of grids and those of meshes.
enum { FIELD_NUMBER = VEER_GRID_PLANNER_COUNT + VEER_MESH_PLANNER_COUNT };

typedef struct GridBench {
    VeerPlanBench base;
    VeerPlanFiles files;
    bool is_field, is_mesh; ///< neither: `planner` counts
    VeerGridPlanner planner;
    VeerMeshPlanner mesh_planner;
    VeerMeshBench mesh; ///< for planners of meshes
    VeerFieldBench field;
    VeerGrid *grid;
    VeerLabels *labels;
    VeerSearch *search;
    VeerCell *cells;  ///< of a route
    VeerVec3 *points; ///< of the same pulled tight
    uint32_t cell_count;
    uint32_t answered; ///< cells or points of the last query; 0: no path to the goal
} GridBench;

const char *veer_grid_bench_planner(uint32_t number)
{
    return number < VEER_GRID_PLANNER_COUNT ? veer_grid_planner_name((VeerGridPlanner)number)
           : number < FIELD_NUMBER
               ? veer_mesh_planner_name((VeerMeshPlanner)(number - VEER_GRID_PLANNER_COUNT))
           : number == FIELD_NUMBER ? "field"
                                    : NULL;
}

static void close_grid(VeerPlanBench *base)
{
    GridBench *bench = (GridBench *)base;
    veer_plan_files_free(&bench->files);
    veer_mesh_bench_free(&bench->mesh);
    veer_field_bench_free(&bench->field);
    free(bench->grid);
    free(bench->labels);
    free(bench->search);
    free(bench->cells);
    free(bench->points);
    free(bench);
}

static bool allocate(GridBench *bench)
{
    VeerGridDef def = veer_grid_def_default();
    def.width = bench->files.map.width;
    def.height = bench->files.map.height;
    def.has_costs = veer_plan_has_costs(&bench->files.map);
    bench->cell_count = def.width * def.height;
    size_t grid_size = veer_grid_size(&def);
    size_t labels_size = veer_labels_size(def.width, def.height);
    void *grid = veer_memory_take(grid_size), *labels = veer_memory_take(labels_size);
    void *search = veer_memory_take(veer_search_size(bench->cell_count));
    bench->grid = grid ? veer_grid_init(grid, &def) : NULL;
    bench->labels = labels ? veer_labels_init(labels, def.width, def.height) : NULL;
    bench->search = search ? veer_search_init(search, bench->cell_count) : NULL;
    bench->cells = veer_memory_take(bench->cell_count * sizeof *bench->cells);
    bench->points = veer_memory_take(bench->cell_count * sizeof *bench->points);
    bench->base.tally.bytes = (double)(grid_size + labels_size);
    bench->base.tally.cells = bench->cell_count;
    return bench->grid && bench->labels && bench->search && bench->cells && bench->points &&
           veer_plan_bench_begin(&bench->base, bench->files.scene.count);
}

/// @return whether there was memory
static bool prepare(GridBench *bench)
{
    veer_grid_commit(bench->grid);
    (void)veer_labels_build(bench->labels, bench->grid);
    if (bench->is_field) {
        bool is_there = veer_field_bench_make(&bench->field, bench->grid);
        bench->base.tally.bytes = (double)bench->field.bytes;
        return is_there;
    }
    if (!bench->is_mesh) {
        return true;
    }
    bool is_made = veer_mesh_bench_make(&bench->mesh, bench->grid);
    bench->base.tally.bytes = (double)bench->mesh.bytes;
    return is_made;
}

/// @return whether there was memory
static bool set_up(GridBench *bench)
{
    if (!allocate(bench)) {
        return false;
    }
    if (!bench->files.scene.begins_free) {
        veer_map_text_lay(&bench->files.map, bench->grid, (VeerCell){0, 0});
    }
    VeerPlanWatch begin = veer_plan_watch_begin();
    bool is_ready = prepare(bench);
    bench->base.tally.preprocess_ms = 1e-3 * veer_plan_watch_end(&begin);
    return is_ready;
}

/// Maps with costs are for planners that know them.
static bool check_costs(const GridBench *bench, const char *map, uint32_t planner,
                        VeerInputError *error)
{
    bool knows = planner < VEER_GRID_PLANNER_COUNT && bench->planner != VEER_GRID_JUMP;
    return knows || !veer_plan_has_costs(&bench->files.map) ||
           veer_error_set(error, "%.300s: has costs, which %s does not know: use --planner astar",
                          map, veer_grid_bench_planner(planner));
}

static VeerGridQuery query_of(const GridBench *bench, const VeerMapProblem *problem,
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

/// A query and the bench that answers it.
typedef struct GridAsk {
    GridBench *bench;
    VeerGridQuery query;
} GridAsk;

/// One query from cells to route.
static void ask_cells(void *user)
{
    const GridAsk *ask = user;
    GridBench *bench = ask->bench;
    (void)veer_grid_search_begin(bench->search, &ask->query);
    (void)veer_search_run(bench->search, UINT32_MAX);
    if (veer_grid_search_route(bench->search, bench->cells, bench->cell_count, &bench->answered) !=
        VEER_OK) {
        bench->answered = 0;
    }
}

/// One query from cells to points.
static void ask_points(void *user)
{
    const GridAsk *ask = user;
    GridBench *bench = ask->bench;
    if (veer_grid_plan(bench->search, &ask->query, bench->points, bench->cell_count,
                       &bench->answered) != VEER_OK) {
        bench->answered = 0;
    }
}

/// Solves a problem. @return how many cells the route has; 0: no path to the goal
static uint32_t solve(GridBench *bench, const VeerMapProblem *problem, VeerGridPlanner planner,
                      double *us)
{
    GridAsk ask = {bench, query_of(bench, problem, planner)};
    *us = veer_plan_watch_time(ask_cells, &ask);
    return bench->answered;
}

static void check_length(GridBench *bench, const VeerMapProblem *problem, uint32_t count)
{
    double tolerance = 1e-5 + fmin(problem->rounded, MAX_ROUNDING);
    if (count == 0) {
        bench->base.tally.unsolved++;
        return;
    }
    // Over a map with costs, what the path costs is its length.
    bool is_uniform = !veer_grid_def(bench->grid)->has_costs;
    double length = is_uniform ? veer_cells_length(bench->cells, count)
                               : (double)veer_search_cost(bench->search) / VEER_COST_STRAIGHT;
    bench->base.tally.wrong_lengths += fabs(length - problem->length) > tolerance ? 1u : 0u;
}

/// The length of a route pulled tight, and how long pulling takes.
static double pull_route(GridBench *bench, uint32_t count, double *us)
{
    uint32_t point_count;
    VeerPlanWatch begin = veer_plan_watch_begin();
    (void)veer_grid_pull(bench->grid, bench->cells, count, bench->points, bench->cell_count,
                         &point_count);
    *us = veer_plan_watch_end(&begin);
    return veer_points_length(bench->points, point_count);
}

/// What points cost beyond a route, and how much shorter the path through them is. Where searches
/// are short, the points are asked for at once, and their cost is what that takes longer.
static void pull(GridBench *bench, const VeerMapProblem *problem, uint32_t count, double us)
{
    double before = veer_cells_length(bench->cells, count), pulled_us;
    double pulled = pull_route(bench, count, &pulled_us);
    if (us < VEER_TALLY_SHORT_US) {
        GridAsk ask = {bench, query_of(bench, problem, bench->planner)};
        pulled_us = veer_plan_watch_time(ask_points, &ask) - us;
    }
    bench->base.tally.pull_us += pulled_us;
    veer_plan_tally_ratio(&bench->base.tally, pulled, before);
}

/// The path over the grid, as a yardstick: its length in steps, and pulled tight.
typedef struct GridYardstick {
    bool is_there;
    double octile, pulled;
} GridYardstick;

static GridYardstick measure(GridBench *bench, const VeerMapProblem *problem)
{
    GridAsk ask = {bench, query_of(bench, problem, VEER_GRID_JUMP)};
    double ignored;
    ask_cells(&ask);
    double octile = veer_cells_length(bench->cells, bench->answered);
    return (GridYardstick){bench->answered > 0, octile,
                           pull_route(bench, bench->answered, &ignored)};
}

/// Solves a problem over the mesh; the path over the grid is its yardstick. @return microseconds
static double solve_mesh(GridBench *bench, const VeerMapProblem *problem)
{
    VeerPlanTally *tally = &bench->base.tally;
    const VeerMeshSearch *search = bench->mesh.search;
    double us;
    double length = veer_mesh_bench_solve(&bench->mesh, bench->grid, bench->mesh_planner,
                                          problem->start, problem->goal, &us);
    veer_plan_tally_query(tally, us, search ? veer_mesh_search_expansions(search) : 0);
    GridYardstick grid = measure(bench, problem);
    if (bench->mesh.point_count == 0 || !grid.is_there) {
        tally->unsolved++;
        return us;
    }
    bool is_optimal = bench->mesh_planner == VEER_MESH_POLYANYA;
    // A corridor promises no length, but none is shorter than the shortest.
    double least = is_optimal ? length
                              : veer_mesh_bench_solve(&bench->mesh, bench->grid, VEER_MESH_POLYANYA,
                                                      problem->start, problem->goal, &(double){0});
    double most = is_optimal ? grid.pulled : HUGE_VAL;
    double slop = 1e-4 + 1e-6 * grid.pulled;
    tally->wrong_lengths += length > most + slop || length < least - slop ? 1u : 0u;
    veer_plan_tally_ratio(tally, length, grid.octile);
    return us;
}

/// Makes the field of a problem's goal; the path over the grid, pulled tight and not, is the
/// yardstick of its distance. @return microseconds
static double solve_field(GridBench *bench, const VeerMapProblem *problem)
{
    VeerPlanTally *tally = &bench->base.tally;
    double us;
    double length =
        veer_field_bench_solve(&bench->field, bench->grid, problem->start, problem->goal, &us);
    veer_plan_tally_query(tally, us, veer_field_work(bench->field.solver));
    GridYardstick grid = measure(bench, problem);
    if (isinf(length) || !grid.is_there) {
        tally->unsolved++;
        return us;
    }
    bool is_near = length > LEAST_FIELD * grid.pulled - FIELD_SLOP &&
                   length < MAX_FIELD * grid.pulled + FIELD_SLOP;
    tally->wrong_lengths += is_near ? 0u : 1u;
    veer_plan_tally_ratio(tally, length, grid.octile);
    return us;
}

static double solve_grid(GridBench *bench, const VeerMapProblem *problem)
{
    double us;
    uint32_t count = solve(bench, problem, bench->planner, &us);
    veer_plan_tally_query(&bench->base.tally, us, veer_search_expansions(bench->search));
    check_length(bench, problem, count);
    if (!veer_grid_def(bench->grid)->has_costs) {
        pull(bench, problem, count, us);
    }
    return us;
}

static void step_grid(VeerPlanBench *base, uint32_t line)
{
    GridBench *bench = (GridBench *)base;
    const VeerMapProblem *problem = &bench->files.scene.problems[line];
    if (problem->patch != UINT32_MAX) {
        veer_map_text_lay(&bench->files.scene.patches[problem->patch], bench->grid, problem->start);
        return;
    }
    if (!veer_grid_is_committed(bench->grid)) {
        (void)prepare(bench); // without memory for a mesh, problems stay unsolved
    }
    bool is_sampled = veer_plan_tally_is_sampled(line, bench->files.scene.count, ASTAR_SAMPLE);
    if (bench->is_field && !is_sampled) {
        return; // a field costs as much for any problem
    }
    double us = bench->is_field  ? solve_field(bench, problem)
                : bench->is_mesh ? solve_mesh(bench, problem)
                                 : solve_grid(bench, problem);
    if (is_sampled) {
        double astar_us;
        (void)solve(bench, problem, VEER_GRID_ASTAR, &astar_us);
        veer_plan_tally_sample(&bench->base.tally, us, astar_us);
    }
}

VeerPlanBench *veer_grid_bench_open(const char *map, const char *scene, uint32_t planner,
                                    const VeerInputLimits *limits, VeerInputError *error)
{
    GridBench *bench = calloc(1, sizeof *bench);
    if (!bench) {
        veer_error_of(error, map, "no memory");
        return NULL;
    }
    bench->base = (VeerPlanBench){.step = step_grid, .close = close_grid};
    bench->is_field = planner == FIELD_NUMBER;
    bench->is_mesh = planner >= VEER_GRID_PLANNER_COUNT && !bench->is_field;
    bench->planner = (VeerGridPlanner)planner;
    bench->mesh_planner = (VeerMeshPlanner)(planner - VEER_GRID_PLANNER_COUNT);
    // Orders that promise no shortest path are not held to it.
    bench->base.is_optimal = planner <= VEER_GRID_DIJKSTRA || planner >= VEER_GRID_PLANNER_COUNT;
    if (!veer_plan_files_read(&bench->files, map, scene, limits, error) ||
        !check_costs(bench, map, planner, error) ||
        !(set_up(bench) || veer_error_of(error, map, "no memory"))) {
        veer_plan_bench_close(&bench->base);
        return NULL;
    }
    return &bench->base;
}
