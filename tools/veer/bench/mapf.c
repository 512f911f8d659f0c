/// `veer bench mapf`: crowds on maps of the multi-agent path finding kind.
#include "bench.h"

#include "mapf_bench.h"
#include "veer/mapfile.h"

#include <stdio.h>
#include <string.h>

static json_t *row_of(const char *map, uint64_t seed, const VeerMapfScores *scores)
{
    return veer_json_whole(
        json_pack("{ss, sI, sI, sI, sf, sf, sf, sI, sf, sf, sf}", "map", map, "seed",
                  (json_int_t)seed, "agents", (json_int_t)scores->agents, "arrived",
                  (json_int_t)scores->arrived, "makespan_s", scores->makespan, "longest_free_s",
                  scores->longest, "time_ratio", scores->ratio, "contacts",
                  (json_int_t)scores->contacts, "worst_penetration", scores->penetration,
                  "worst_tick_ms", scores->worst, "mean_tick_ms", scores->mean),
        0);
}

static void print_head(void)
{
    printf("%-14s %4s %13s %12s %10s %6s %8s %11s %9s %8s\n", "map", "seed", "arrived",
           "makespan, s", "longest, s", "ratio", "contacts", "penetration", "worst, ms",
           "mean, ms");
}

static void print_row(const char *map, uint64_t seed, const VeerMapfScores *scores)
{
    printf("%-14s %4u %5u of %4u %12.1f %10.1f %6.2f %8u %11.4f %9.2f %8.3f\n", map, (unsigned)seed,
           scores->arrived, scores->agents, scores->makespan, scores->longest, scores->ratio,
           scores->contacts, scores->penetration, scores->worst, scores->mean);
    (void)fflush(stdout);
}

/// Runs one map over all seeds. @return false: no memory
static bool run_seeds(const VeerArgs *args, uint32_t number, const VeerMapText *map, json_t *rows)
{
    const VeerMapfCase *info = veer_mapf_case(number);
    const char *name = map ? args->inputs[1] : info->name;
    uint64_t first = args->has_seed ? args->seed : 1;
    for (uint64_t seed = first; seed < first + args->seeds; seed++) {
        VeerMapfScores scores;
        VeerMapfGiven given = {args->agents, seed, args->dt};
        if (!veer_mapf_bench_run(number, map, &given, &scores)) {
            return false;
        }
        if (rows && json_array_append_new(rows, row_of(name, seed, &scores))) {
            return false;
        }
        if (!rows && !args->is_quiet) {
            print_row(name, seed, &scores);
        }
    }
    return true;
}

static bool is_made(const char *name)
{
    const VeerMapfCase *info = NULL;
    for (uint32_t i = 0; name && (info = veer_mapf_case(i)) && strcmp(info->name, name) != 0; i++) {
    }
    return !name || info;
}

/// Runs the made maps of that name, or all.
static bool run_made(const VeerArgs *args, json_t *rows)
{
    const char *wanted = args->inputs[1];
    const VeerMapfCase *info;
    bool is_good = true;
    for (uint32_t i = 0; is_good && (info = veer_mapf_case(i)); i++) {
        if (!wanted || strcmp(wanted, info->name) == 0) {
            is_good = run_seeds(args, i, NULL, rows);
        }
    }
    return is_good;
}

VeerExit veer_bench_mapf(const VeerArgs *args, VeerInputError *error)
{
    bool is_of_file = !is_made(args->inputs[1]);
    VeerMapText map = {0};
    if (is_of_file && veer_map_read_file(args->inputs[1], &args->limits, &map, error) != VEER_OK) {
        return VEER_EXIT_USAGE;
    }
    json_t *rows = args->is_json ? json_array() : NULL;
    if (!rows && !args->is_quiet) {
        print_head();
    }
    bool is_good = is_of_file ? run_seeds(args, 0, &map, rows) : run_made(args, rows);
    veer_map_text_free(&map);
    if (!is_good) {
        veer_error_memory(error);
        json_decref(rows);
        return VEER_EXIT_USAGE;
    }
    return !rows || veer_bench_print_rows(rows, 0, error) ? VEER_EXIT_DONE : VEER_EXIT_USAGE;
}
