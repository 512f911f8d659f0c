/// `veer bench rollback`: what going back in time costs.
#include "bench.h"

#include "rollback_bench.h"

#include <stdio.h>

enum { ROUNDS = 20, AGENTS = 1000, KINDS = 5 };

static const char *const names[KINDS] = {"save", "restore", "ticks", "rollback", "extra"};

static json_t *row_of(const VeerRollbackScores *scores, const VeerQuantiles *times, uint32_t kind,
                      uint32_t rounds)
{
    return veer_json_whole(json_pack("{ss, sI, sI, sI, sb, ss, sI, sf, sf, sf}", "what",
                                     names[kind], "agents", (json_int_t)scores->agents, "back",
                                     (json_int_t)VEER_ROLLBACK_TICKS, "bytes",
                                     (json_int_t)scores->bytes, "is_same", scores->is_same, "unit",
                                     "ms", "count", (json_int_t)rounds, "median", times->median,
                                     "p10", times->p10, "p90", times->p90),
                           0);
}

static void print_table(const VeerRollbackScores *scores, const VeerQuantiles *const *times)
{
    printf("ms, %u agents, %d ticks back, %zu bytes; %s\n%-10s %10s %10s %10s\n", scores->agents,
           VEER_ROLLBACK_TICKS, scores->bytes, scores->is_same ? "the same hashes" : "OTHER HASHES",
           "", "median", "p10", "p90");
    for (uint32_t i = 0; i < KINDS; i++) {
        printf("%-10s %10.3f %10.3f %10.3f\n", names[i], times[i]->median, times[i]->p10,
               times[i]->p90);
    }
}

static bool print_json(const VeerRollbackScores *scores, const VeerQuantiles *const *times,
                       uint32_t rounds, VeerInputError *error)
{
    json_t *rows = json_array();
    int failures = 0;
    for (uint32_t i = 0; i < KINDS; i++) {
        failures += json_array_append_new(rows, row_of(scores, times[i], i, rounds));
    }
    return veer_bench_print_rows(rows, failures, error);
}

VeerExit veer_bench_rollback(const VeerArgs *args, VeerInputError *error)
{
    VeerArgs own = *args;
    own.input = args->inputs[1] ? args->inputs[1] : "crossing";
    own.agents = args->agents || args->inputs[1] ? args->agents : AGENTS;
    uint32_t rounds = args->ticks ? args->ticks : ROUNDS;
    VeerRollbackScores scores;
    if (!veer_rollback_bench_run(&own, rounds, &scores, error)) {
        return VEER_EXIT_USAGE;
    }
    const VeerQuantiles *const times[KINDS] = {&scores.save, &scores.restore, &scores.ticks,
                                               &scores.rollback, &scores.extra};
    if (args->is_json && !print_json(&scores, times, rounds, error)) {
        return VEER_EXIT_USAGE;
    }
    if (!args->is_json && !args->is_quiet) {
        print_table(&scores, times);
    }
    return scores.is_same ? VEER_EXIT_DONE : VEER_EXIT_UNEXPECTED;
}
