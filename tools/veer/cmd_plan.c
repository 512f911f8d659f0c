#include "commands.h"

#include "names.h"
#include "output.h"
#include "plan_bench.h"
#include "progress.h"
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
    printf("  plain A*       %10.2f us mean, %.1f times as long\n", scores->astar_mean_us,
           scores->speedup_over_astar);
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
    bool is_optimal = planner.is_field || planner.is_mesh || planner.grid <= VEER_PLANNER_DIJKSTRA;
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

int veer_command_plan(const VeerArgs *args)
{
    static const char ending[] = ".3dmap";
    size_t length = strlen(args->input), tail = sizeof ending - 1;
    bool is_voxels = length >= tail && strcmp(args->input + length - tail, ending) == 0;
    Outcome outcome;
    if (!(is_voxels ? run_voxels(args, &outcome) : run_grid(args, &outcome))) {
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
