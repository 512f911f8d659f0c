#include "commands.h"

#include "map_bench.h"
#include "output.h"
#include "progress.h"

#include <jansson.h>
#include <stdio.h>
#include <string.h>

enum { TICKS = 200 };

static json_t *row_of(const char *map, const VeerMapBenchScores *scores)
{
    return json_pack("{ss, ss, ss, si, sf, sf, sf, sf}", "what", scores->name, "map", map, "unit",
                     scores->unit, "count", (int)scores->count, "median", scores->median, "p10",
                     scores->p10, "p90", scores->p90, "p99", scores->p99);
}

static bool print_json(const char *map, VeerMapBench *bench)
{
    json_t *rows = json_array();
    int failures = 0;
    for (uint32_t row = 0; row < VEER_BENCH_ROW_COUNT; row++) {
        VeerMapBenchScores scores = veer_map_bench_scores(bench, row);
        failures += json_array_append_new(rows, row_of(map, &scores));
    }
    json_t *object = json_pack("{so}", "rows", rows);
    bool is_whole = failures == 0 && object;
    if (is_whole) {
        json_dumpf(object, stdout, VEER_JSON_FLAGS);
        putchar('\n');
    } else {
        fputs("veer: bench: no memory\n", stderr);
    }
    json_decref(object);
    return is_whole;
}

static void print_table(const char *map, VeerMapBench *bench)
{
    printf("%s, processor time\n%-10s %10s %10s %10s %10s\n", map, "", "median", "p10", "p90",
           "p99");
    for (uint32_t row = 0; row < VEER_BENCH_ROW_COUNT; row++) {
        VeerMapBenchScores scores = veer_map_bench_scores(bench, row);
        printf("%-10s %10.3f %10.3f %10.3f %10.3f %s  %s\n", scores.name, scores.median, scores.p10,
               scores.p90, scores.p99, scores.unit, scores.help);
    }
}

int veer_command_bench(const VeerArgs *args)
{
    VeerInputError error = {""};
    if (strcmp(args->input, "maps") != 0) {
        fprintf(stderr, "veer: bench: there is no '%s'; there is maps\n", args->input);
        return VEER_EXIT_USAGE;
    }
    uint32_t ticks = args->ticks ? args->ticks : TICKS;
    VeerMapBench *bench = veer_map_bench_open(args->inputs[1], ticks, args->seed, &error);
    if (!bench) {
        fprintf(stderr, "veer: %s\n", error.text);
        return VEER_EXIT_USAGE;
    }
    VeerProgress progress = veer_progress_begin("bench", args->is_quiet);
    for (uint32_t tick = 0; tick < ticks; tick++) {
        veer_map_bench_step(bench);
        veer_progress_show(&progress, (double)(tick + 1u) / ticks);
    }
    veer_progress_end(&progress);
    const char *map = args->inputs[1] ? args->inputs[1] : "empty, 1024 x 1024 cells";
    bool is_printed = true;
    if (args->is_json) {
        is_printed = print_json(map, bench);
    } else if (!args->is_quiet) {
        print_table(map, bench);
    }
    veer_map_bench_close(bench);
    return is_printed ? VEER_EXIT_DONE : VEER_EXIT_USAGE;
}
