#include "commands.h"

#include "names.h"
#include "output.h"
#include "plan_bench.h"
#include "progress.h"

#include <jansson.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

static bool find_planner(const char *name, VeerPlanner *out)
{
    VeerNearest nearest = {.name = name};
    for (int i = 0; i < VEER_PLANNER_COUNT; i++) {
        const char *candidate = veer_planner_name((VeerPlanner)i);
        if (strcmp(name, candidate) == 0) {
            *out = (VeerPlanner)i;
            return true;
        }
        veer_nearest_offer(&nearest, candidate);
    }
    fprintf(stderr, "veer: --planner: there is no '%s'; %s%s\n", name,
            nearest.nearest ? "did you mean " : "see veer plan --help",
            nearest.nearest ? nearest.nearest : "");
    return false;
}

static json_t *number(double value)
{
    return isfinite(value) ? json_real(value) : json_null();
}

static int print_json(const char *map, VeerPlanner planner, const VeerPlanScores *scores)
{
    json_t *object = json_object();
    int failures = json_object_set_new(object, "map", json_string(map));
    failures += json_object_set_new(object, "planner", json_string(veer_planner_name(planner)));
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

static void print_table(const char *map, VeerPlanner planner, const VeerPlanScores *scores)
{
    printf("%s, %s: %u problems, %u wrong lengths, %u unsolved\n", map, veer_planner_name(planner),
           scores->problems, scores->wrong_lengths, scores->unsolved);
    printf("  query          %10.2f us mean, %.2f median, %.2f p99\n", scores->mean_us,
           scores->median_us, scores->p99_us);
    printf("  expansions     %10.1f mean\n", scores->expansions_mean);
    printf("  plain A*       %10.2f us mean, %.1f times as long\n", scores->astar_mean_us,
           scores->speedup_over_astar);
    printf("  pulled tight   %10.2f us mean, %.4f of the length\n", scores->pull_mean_us,
           scores->pulled_ratio);
    printf("  preprocessing  %10.3f ms, %.2f bytes a cell\n", scores->preprocess_ms,
           scores->bytes_per_cell);
}

int veer_command_plan(const VeerArgs *args)
{
    VeerInputError error = {""};
    VeerPlanner planner = VEER_PLANNER_JUMP;
    if (args->planner && !find_planner(args->planner, &planner)) {
        return VEER_EXIT_USAGE;
    }
    VeerPlanBench *bench = veer_plan_bench_open(args->input, args->inputs[1], planner, &error);
    if (!bench) {
        fprintf(stderr, "veer: %s\n", error.text);
        return VEER_EXIT_USAGE;
    }
    VeerProgress progress = veer_progress_begin("plan", args->is_quiet);
    uint32_t count = veer_plan_bench_count(bench);
    for (uint32_t line = 0; line < count; line++) {
        veer_plan_bench_step(bench, line);
        veer_progress_show(&progress, (double)(line + 1u) / count);
    }
    veer_progress_end(&progress);
    VeerPlanScores scores = veer_plan_bench_scores(bench);
    veer_plan_bench_close(bench);
    int failures = 0;
    if (args->is_json) {
        failures = print_json(args->input, planner, &scores);
    } else if (!args->is_quiet) {
        print_table(args->input, planner, &scores);
    }
    if (failures) {
        return VEER_EXIT_USAGE;
    }
    // Orders that promise no shortest way are not held to it.
    bool is_optimal = planner <= VEER_PLANNER_DIJKSTRA;
    bool is_right = scores.unsolved == 0 && (scores.wrong_lengths == 0 || !is_optimal);
    return is_right ? VEER_EXIT_DONE : VEER_EXIT_UNEXPECTED;
}
