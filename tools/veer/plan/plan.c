#include "plan.h"

#include "plan_bench.h"

#include <math.h>
#include <stdio.h>

static bool print_json(const char *map, const char *planner, const VeerPlanScores *scores,
                       VeerInputError *error)
{
    json_t *object = json_pack("{ss, ss, si, si, si}", "map", map, "planner", planner, "problems",
                               (int)scores->problems, "wrong_lengths", (int)scores->wrong_lengths,
                               "unsolved", (int)scores->unsolved);
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
    int failures = object == NULL;
    for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++) {
        failures += json_object_set_new(object, numbers[i].key, veer_json_number(numbers[i].value));
    }
    object = veer_json_whole(object, failures);
    bool is_printed = veer_json_print(object, error);
    json_decref(object);
    return is_printed;
}

static void print_table(const char *map, const char *planner, const VeerPlanScores *scores)
{
    printf("%s, %s: %u problems, %u wrong lengths, %u unsolved\n", map, planner, scores->problems,
           scores->wrong_lengths, scores->unsolved);
    if (scores->problems > 0) {
        printf("  query          %10.2f us mean, %.2f median, %.2f p99\n", scores->mean_us,
               scores->median_us, scores->p99_us);
        printf("  expansions     %10.1f mean\n", scores->expansions_mean);
    } else {
        puts("  no problems: none in the file, or no free cell to draw some from");
    }
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

VeerExit veer_command_plan(const VeerArgs *args, VeerOutputs *outputs, VeerInputError *error)
{
    (void)outputs;
    VeerPlanBench *bench =
        veer_plan_bench_open(args->input, args->inputs[1], args->planner, &args->limits, error);
    if (!bench) {
        return VEER_EXIT_USAGE;
    }
    VeerProgress progress = veer_progress_begin("plan", args->is_quiet);
    for (uint32_t line = 0; line < bench->count; line++) {
        bench->step(bench, line);
        veer_progress_show(&progress, (double)(line + 1u) / bench->count);
    }
    veer_progress_end(&progress);
    VeerPlanScores scores = veer_plan_tally_scores(&bench->tally);
    bool is_right = scores.unsolved == 0 && (scores.wrong_lengths == 0 || !bench->is_optimal);
    bool is_printed = true;
    if (args->is_json) {
        is_printed = print_json(args->input, bench->planner, &scores, error);
    } else if (!args->is_quiet) {
        print_table(args->input, bench->planner, &scores);
    }
    veer_plan_bench_close(bench);
    return !is_printed ? VEER_EXIT_USAGE : is_right ? VEER_EXIT_DONE : VEER_EXIT_UNEXPECTED;
}
