#include "commands.h"

#include "base/names.h"
#include "base/progress.h"
#include "level_bench.h"
#include "plan_bench.h"
#include "run/output.h"
#include "voxel_bench.h"

#include <jansson.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

/// What came out of the problems of a map of any kind.
typedef struct Outcome {
    const char *planner;
    VeerPlanScores scores;
    bool is_right; ///< all solved, and as long as they should be
} Outcome;

/// The number of a planner's name; the first where none is named.
static bool find_planner(const char *name, VeerNameFn *name_of, uint32_t *out)
{
    VeerInputError error;
    *out = 0;
    if (!name || veer_name_find(name, name_of, "--planner", "planner", out, &error)) {
        return true;
    }
    fprintf(stderr, "veer: %s\n", error.text);
    return false;
}

static json_t *number(double value)
{
    return isfinite(value) ? json_real(value) : json_null();
}

static int print_json(const char *map, const Outcome *outcome)
{
    const VeerPlanScores *scores = &outcome->scores;
    json_t *object = json_object();
    int failures = json_object_set_new(object, "map", json_string(map));
    failures += json_object_set_new(object, "planner", json_string(outcome->planner));
    failures += json_object_set_new(object, "problems", json_integer(scores->problems));
    failures += json_object_set_new(object, "wrong_lengths", json_integer(scores->wrong_lengths));
    failures += json_object_set_new(object, "unsolved", json_integer(scores->unsolved));
    const struct {
        const char *key;
        double value;
    } numbers[] = {
        {"mean_us", scores->mean_us},
        {"median_us", scores->median_us},
        {"p99_us", scores->p99_us},
        {"expansions_mean", scores->expansions_mean},
        {"preprocess_ms", scores->preprocess_ms},
        {"bytes_per_cell", scores->bytes_per_cell},
        {"astar_mean_us", scores->astar_mean_us},
        {"speedup_over_astar", scores->speedup_over_astar},
        {"pull_mean_us", scores->pull_mean_us},
        {"pulled_ratio", scores->pulled_ratio},
    };
    for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++) {
        failures += json_object_set_new(object, numbers[i].key, number(numbers[i].value));
    }
    if (failures == 0) {
        json_dumpf(object, stdout, VEER_JSON_FLAGS);
        putchar('\n');
    } else {
        fputs("veer: plan: no memory\n", stderr);
    }
    json_decref(object);
    return failures;
}

static void print_table(const char *map, const Outcome *outcome)
{
    const VeerPlanScores *scores = &outcome->scores;
    printf("%s, %s: %u problems, %u wrong lengths, %u unsolved\n", map, outcome->planner,
           scores->problems, scores->wrong_lengths, scores->unsolved);
    printf("  query          %10.2f us mean, %.2f median, %.2f p99\n", scores->mean_us,
           scores->median_us, scores->p99_us);
    printf("  expansions     %10.1f mean\n", scores->expansions_mean);
    if (isfinite(scores->astar_mean_us)) {
        printf("  plain A*       %10.2f us mean, %.1f times as long\n", scores->astar_mean_us,
               scores->speedup_over_astar);
    }
    if (isfinite(scores->pull_mean_us)) {
        printf("  pulled tight   %10.2f us mean, %.4f of the length\n", scores->pull_mean_us,
               scores->pulled_ratio);
    } else if (isfinite(scores->pulled_ratio)) {
        printf("  pulled tight   %10s         %.4f of the length\n", "", scores->pulled_ratio);
    }
    printf("  preprocessing  %10.3f ms, %.2f bytes a cell\n", scores->preprocess_ms,
           scores->bytes_per_cell);
}

static bool run_grid(const VeerArgs *args, Outcome *out)
{
    VeerInputError error = {""};
    uint32_t number;
    if (!find_planner(args->planner, veer_flat_planner_name, &number)) {
        return false;
    }
    VeerPlanKind planner = veer_plan_kind((int)number);
    VeerPlanBench *bench = veer_plan_bench_open(args->input, args->inputs[1], planner, &error);
    if (!bench) {
        fprintf(stderr, "veer: %s\n", error.text);
        return false;
    }
    VeerProgress progress = veer_progress_begin("plan", args->is_quiet);
    uint32_t count = veer_plan_bench_count(bench);
    for (uint32_t line = 0; line < count; line++) {
        veer_plan_bench_step(bench, line);
        veer_progress_show(&progress, (double)(line + 1u) / count);
    }
    veer_progress_end(&progress);
    out->planner = veer_flat_planner_name(number);
    out->scores = veer_plan_bench_scores(bench);
    veer_plan_bench_close(bench);
    // Orders that promise no shortest way are not held to it.
    bool is_optimal = planner.is_field || planner.is_mesh || planner.grid <= VEER_GRID_DIJKSTRA;
    out->is_right = out->scores.unsolved == 0 && (out->scores.wrong_lengths == 0 || !is_optimal);
    return true;
}

static bool run_voxels(const VeerArgs *args, Outcome *out)
{
    VeerInputError error = {""};
    uint32_t planner;
    if (!find_planner(args->planner, veer_solid_planner_name, &planner)) {
        return false;
    }
    VeerVoxelBench *bench =
        veer_voxel_bench_open(args->input, args->inputs[1], (VeerVoxelPlanner)planner, &error);
    if (!bench) {
        fprintf(stderr, "veer: %s\n", error.text);
        return false;
    }
    VeerProgress progress = veer_progress_begin("plan", args->is_quiet);
    uint32_t count = veer_voxel_bench_count(bench);
    for (uint32_t line = 0; line < count; line++) {
        veer_voxel_bench_step(bench, line);
        veer_progress_show(&progress, (double)(line + 1u) / count);
    }
    veer_progress_end(&progress);
    out->planner = veer_solid_planner_name(planner);
    out->scores = veer_voxel_bench_scores(bench);
    veer_voxel_bench_close(bench);
    out->is_right = out->scores.unsolved == 0 && out->scores.wrong_lengths == 0;
    return true;
}

static const char *mesh_planner(uint32_t number)
{
    bool is_one = number < VEER_MESH_PLANNER_COUNT;
    return is_one ? veer_mesh_planner_name((VeerMeshPlanner)number) : NULL;
}

static bool run_level(const VeerArgs *args, Outcome *out)
{
    VeerInputError error = {""};
    uint32_t planner;
    if (!find_planner(args->planner, mesh_planner, &planner)) {
        return false;
    }
    VeerLevelBench *bench =
        args->inputs[1] ? NULL
                        : veer_level_bench_open(args->input, (VeerMeshPlanner)planner, &error);
    if (!bench) {
        fprintf(stderr, "veer: %s\n",
                args->inputs[1] ? "plan: the problems of a level are drawn, so only the level is "
                                  "named"
                                : error.text);
        return false;
    }
    uint32_t count = veer_level_bench_count(bench);
    for (uint32_t line = 0; line < count; line++) {
        veer_level_bench_step(bench, line);
    }
    out->planner = mesh_planner(planner);
    out->scores = veer_level_bench_scores(bench);
    veer_level_bench_close(bench);
    out->is_right = out->scores.unsolved == 0 && out->scores.wrong_lengths == 0;
    return true;
}

static bool ends_with(const char *text, const char *end)
{
    size_t length = strlen(text), tail = strlen(end);
    return length >= tail && strcmp(text + length - tail, end) == 0;
}

int veer_command_plan(const VeerArgs *args)
{
    Outcome outcome;
    bool is_done = ends_with(args->input, ".3dmap") ? run_voxels(args, &outcome)
                   : ends_with(args->input, ".obj") ? run_level(args, &outcome)
                                                    : run_grid(args, &outcome);
    if (!is_done) {
        return VEER_EXIT_USAGE;
    }
    if (args->is_json) {
        if (print_json(args->input, &outcome)) {
            return VEER_EXIT_USAGE;
        }
    } else if (!args->is_quiet) {
        print_table(args->input, &outcome);
    }
    return outcome.is_right ? VEER_EXIT_DONE : VEER_EXIT_UNEXPECTED;
}
