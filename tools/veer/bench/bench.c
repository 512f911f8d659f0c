#include "bench.h"

#include "cliff_bench.h"
#include "crowd_bench.h"
#include "door_bench.h"
#include "map_bench.h"
#include "query_bench.h"
#include "ranks/ranks.h"

#include <stdio.h>
#include <string.h>

enum {
    TICKS = 200,
    CLIFF_TICKS = 8,
    CLIFF_AGENTS = 1000,
    QUERIES = 2000,
    QUERY_AGENTS = 10000,
    DOOR_AGENTS = 100,
    DOOR_SEEDS = 3
};

static const char *const map_names[VEER_MAP_KIND_COUNT] = {"", "grid", "voxels", "mesh", "graph"};

static json_t *row_of(const char *map, const VeerMapBenchScores *scores)
{
    return json_pack("{ss, ss, ss, si, sf, sf, sf, sf}", "what", scores->name, "map", map, "unit",
                     scores->unit, "count", (int)scores->count, "median", scores->times.median,
                     "p10", scores->times.p10, "p90", scores->times.p90, "p99", scores->times.p99);
}

bool veer_bench_print_rows(json_t *rows, int failures, VeerInputError *error)
{
    json_t *object = veer_json_whole(json_pack("{so}", "rows", rows), failures);
    bool is_printed = veer_json_print(object, error);
    json_decref(object);
    return is_printed;
}

static bool print_json(const char *map, VeerMapBench *bench, VeerInputError *error)
{
    json_t *rows = json_array();
    int failures = 0;
    for (uint32_t row = 0; row < VEER_BENCH_ROW_COUNT; row++) {
        VeerMapBenchScores scores = veer_map_bench_scores(bench, row);
        failures += json_array_append_new(rows, row_of(map, &scores));
    }
    return veer_bench_print_rows(rows, failures, error);
}

static void print_table(const char *map, VeerMapBench *bench)
{
    printf("%s, processor time\n%-10s %10s %10s %10s %10s\n", map, "", "median", "p10", "p90",
           "p99");
    for (uint32_t row = 0; row < VEER_BENCH_ROW_COUNT; row++) {
        VeerMapBenchScores scores = veer_map_bench_scores(bench, row);
        printf("%-10s %10.3f %10.3f %10.3f %10.3f %s  %s\n", scores.name, scores.times.median,
               scores.times.p10, scores.times.p90, scores.times.p99, scores.unit, scores.help);
    }
}

static VeerExit bench_maps(const VeerArgs *args, VeerInputError *error)
{
    uint32_t ticks = args->ticks ? args->ticks : TICKS;
    VeerMapBench *bench =
        veer_map_bench_open(args->inputs[1], ticks, args->seed, &args->limits, error);
    if (!bench) {
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
        is_printed = print_json(map, bench, error);
    } else if (!args->is_quiet) {
        print_table(map, bench);
    }
    veer_map_bench_close(bench);
    return is_printed ? VEER_EXIT_DONE : VEER_EXIT_USAGE;
}

/// A crowd to be timed; 0 agents: as many as the scene has.
typedef struct BenchCrowd {
    const char *scene;
    uint32_t agents;
} BenchCrowd;

static json_t *crowd_row(VeerCrowdBench *bench, const VeerCrowdScores *scores)
{
    const VeerSession *session = &bench->session;
    json_t *stages = json_object();
    int failures = 0;
    for (int stage = 0; stage < VEER_STAGE_COUNT; stage++) {
        failures += json_object_set_new(stages, veer_stage_name((VeerStage)stage),
                                        json_real(scores->stages[stage]));
    }
    VeerWorldStats stats = veer_world_stats(session->world);
    json_t *row = json_pack(
        "{ss, sI, si, ss, sI, ss, sf, sf, sf, sf, so, sI, sI}", "scene", session->info.name,
        "agents", (json_int_t)(bench->agents / bench->count), "dimension",
        session->info.space == VEER_PLANAR ? 2 : 3, "model",
        veer_avoid_model_name(session->info.model), "workers", (json_int_t)session->workers, "isa",
        veer_isa_name(session->isa), "ns_per_agent_tick", scores->ticks.median, "p10",
        scores->ticks.p10, "p90", scores->ticks.p90, "p99", scores->ticks.p99, "stages", stages,
        "bytes_per_agent", (json_int_t)stats.bytes_per_agent, "ticks", (json_int_t)bench->count);
    return veer_json_whole(row, failures);
}

static void print_crowd_head(VeerIsa isa)
{
    printf("ns an agent and tick, %s\n%-16s %8s %7s %9s %9s %9s %9s ", veer_isa_name(isa), "scene",
           "agents", "workers", "median", "p10", "p90", "p99");
    for (int stage = 0; stage < VEER_STAGE_COUNT; stage++) {
        printf(" %7s", veer_stage_name((VeerStage)stage));
    }
    putchar('\n');
}

static void print_crowd(const VeerCrowdBench *bench, const VeerCrowdScores *scores, bool is_first)
{
    if (is_first) {
        print_crowd_head(bench->session.isa);
    }
    printf("%-16s %8.0f %7u %9.0f %9.0f %9.0f %9.0f ", bench->session.info.name,
           bench->agents / bench->count, bench->session.workers, scores->ticks.median,
           scores->ticks.p10, scores->ticks.p90, scores->ticks.p99);
    for (int stage = 0; stage < VEER_STAGE_COUNT; stage++) {
        printf(" %7.0f", scores->stages[stage]);
    }
    putchar('\n');
}

/// Times one crowd, and adds its row to `rows` or the table.
static bool time_crowd(const VeerArgs *args, const BenchCrowd *crowd, bool is_first, json_t *rows,
                       VeerInputError *error)
{
    VeerArgs own = *args;
    own.input = crowd->scene;
    own.agents = args->agents > 0 ? args->agents : crowd->agents;
    VeerCrowdBench bench;
    uint32_t ticks = args->ticks ? args->ticks : TICKS;
    if (!veer_crowd_bench_open(&bench, &own, ticks, error)) {
        return false;
    }
    VeerProgress progress = veer_progress_begin(crowd->scene, args->is_quiet);
    bool is_good = true;
    while (is_good && bench.count < ticks) {
        is_good = veer_crowd_bench_step(&bench, error);
        veer_progress_show(&progress, (double)bench.count / ticks);
    }
    veer_progress_end(&progress);
    VeerCrowdScores scores = veer_crowd_bench_scores(&bench);
    if (is_good && rows) {
        is_good = json_array_append_new(rows, crowd_row(&bench, &scores)) == 0 ||
                  veer_error_memory(error);
    } else if (is_good && !args->is_quiet) {
        print_crowd(&bench, &scores, is_first);
    }
    veer_crowd_bench_close(&bench);
    return is_good;
}

static VeerExit bench_crowds(const VeerArgs *args, const BenchCrowd *crowds, uint32_t count,
                             VeerInputError *error)
{
    json_t *rows = args->is_json ? json_array() : NULL;
    bool is_good = true;
    for (uint32_t i = 0; i < count && is_good; i++) {
        is_good = time_crowd(args, &crowds[i], i == 0, rows, error);
    }
    if (rows && is_good) {
        is_good = veer_bench_print_rows(rows, 0, error);
    } else {
        json_decref(rows);
    }
    return is_good ? VEER_EXIT_DONE : VEER_EXIT_USAGE;
}

static json_t *cliff_row(const VeerCliffScores *scores)
{
    json_t *stages = json_object();
    int failures = 0;
    for (int stage = 0; stage < VEER_STAGE_COUNT; stage++) {
        failures += json_object_set_new(stages, veer_stage_name((VeerStage)stage),
                                        json_real(scores->stages[stage]));
    }
    json_t *row =
        json_pack("{ss, ss, ss, sI, sf, sf, so}", "crowd", scores->name, "beside", scores->beside,
                  "map", map_names[scores->map], "agents", (json_int_t)scores->agents, "median_ms",
                  scores->median, "worst_ms", scores->worst, "stages", stages);
    return veer_json_whole(row, failures);
}

static void print_cliff(const VeerCliffScores *scores, const VeerCliffScores *beside)
{
    printf("%-7s %-20s %7u %9.2f %6.1f %9.2f %6.1f ", map_names[scores->map], scores->name,
           scores->agents, scores->median, scores->median / beside->median, scores->worst,
           scores->worst / beside->worst);
    for (int stage = 0; stage < VEER_STAGE_COUNT; stage++) {
        printf(" %s %.1f", veer_stage_name((VeerStage)stage), scores->stages[stage]);
    }
    putchar('\n');
}

/// Times hostile crowds beside ordinary ones, which come first of those that name them.
static VeerExit bench_cliffs(const VeerArgs *args, VeerInputError *error)
{
    json_t *rows = args->is_json ? json_array() : NULL;
    uint32_t agents = args->agents > 0 ? args->agents : CLIFF_AGENTS;
    uint32_t ticks = args->ticks ? args->ticks : CLIFF_TICKS;
    VeerCliffScores scores, beside = {0};
    if (!rows && !args->is_quiet) {
        printf("ms a tick, processor time: median and worst, and beside ordinary ones\n");
    }
    int failures = 0;
    for (uint32_t i = 0; veer_cliff_bench_run(i, agents, ticks, &scores); i++) {
        if (strcmp(scores.name, scores.beside) == 0) {
            beside = scores;
        }
        if (rows) {
            failures += json_array_append_new(rows, cliff_row(&scores));
        } else if (!args->is_quiet) {
            print_cliff(&scores, &beside);
        }
    }
    return !rows || veer_bench_print_rows(rows, failures, error) ? VEER_EXIT_DONE : VEER_EXIT_USAGE;
}

static json_t *door_row(const VeerDoorScores *scores)
{
    return veer_json_whole(
        json_pack("{sf, sb, sI, sI, sf, sf, sf, sf, sf, sf, sf}", "width", (double)scores->width,
                  "has_map", scores->has_map, "agents", (json_int_t)scores->agents, "arrived",
                  (json_int_t)scores->arrived, "turning_rad_s", scores->turn, "reversals_per_s",
                  scores->reversals, "waste", scores->waste, "flow_per_s", scores->flow, "last_s",
                  scores->last, "worst_penetration", scores->penetration, "swept_m", scores->swept),
        0);
}

static void print_door(const VeerDoorScores *scores)
{
    printf("%4.1f %-4s %4u of %4u %9.2f %11.3f %7.2f %7.2f %7.1f %11.4f %7.1f\n",
           (double)scores->width, scores->has_map ? "map" : "-", scores->arrived, scores->agents,
           scores->turn, scores->reversals, scores->waste, scores->flow, scores->last,
           scores->penetration, scores->swept);
}

/// Measures how crowds move before doors.
static VeerExit bench_doors(const VeerArgs *args, VeerInputError *error)
{
    json_t *rows = args->is_json ? json_array() : NULL;
    uint32_t agents = args->agents > 0 ? args->agents : DOOR_AGENTS;
    uint64_t seed = args->has_seed ? args->seed : 1;
    VeerDoorCase given = {agents, DOOR_SEEDS, seed, args->dt};
    if (!rows && !args->is_quiet) {
        printf("door, m        arrived turn rad/s reversals/s   waste  flow/s  last, s penetration "
               "swept, m\n");
    }
    int failures = 0;
    VeerDoorScores scores;
    for (uint32_t i = 0; veer_door_bench_run(i, &given, &scores); i++) {
        if (rows) {
            failures += json_array_append_new(rows, door_row(&scores));
        } else if (!args->is_quiet) {
            print_door(&scores);
        }
    }
    return !rows || veer_bench_print_rows(rows, failures, error) ? VEER_EXIT_DONE : VEER_EXIT_USAGE;
}

static json_t *query_row(const VeerQueryScores *scores, uint32_t agents, uint32_t count)
{
    return veer_json_whole(json_pack("{ss, sI, ss, sI, sf, sf, sf, sf}", "query", scores->name,
                                     "agents", (json_int_t)agents, "unit", "us", "count",
                                     (json_int_t)count, "median", scores->times.median, "p10",
                                     scores->times.p10, "p90", scores->times.p90, "p99",
                                     scores->times.p99),
                           0);
}

/// Times questions to a world, kind by kind.
static VeerExit bench_queries(const VeerArgs *args, VeerInputError *error)
{
    uint32_t agents = args->agents > 0 ? args->agents : QUERY_AGENTS;
    uint32_t count = args->ticks ? args->ticks : QUERIES;
    VeerQueryBench *bench = veer_query_bench_open(agents, args->seed);
    if (!bench) {
        veer_error_memory(error);
        return VEER_EXIT_USAGE;
    }
    json_t *rows = args->is_json ? json_array() : NULL;
    if (!rows && !args->is_quiet) {
        printf("us a question to a world of %u agents\n%-10s %10s %10s %10s %10s\n", agents, "",
               "median", "p10", "p90", "p99");
    }
    int failures = 0;
    VeerQueryScores scores;
    for (uint32_t i = 0; veer_query_bench_run(bench, i, count, &scores); i++) {
        if (rows) {
            failures += json_array_append_new(rows, query_row(&scores, agents, count));
        } else if (!args->is_quiet) {
            printf("%-10s %10.3f %10.3f %10.3f %10.3f  %s\n", scores.name, scores.times.median,
                   scores.times.p10, scores.times.p90, scores.times.p99, scores.help);
        }
    }
    veer_query_bench_close(bench);
    return !rows || veer_bench_print_rows(rows, failures, error) ? VEER_EXIT_DONE : VEER_EXIT_USAGE;
}

VeerExit veer_command_bench(const VeerArgs *args, VeerOutputs *outputs, VeerInputError *error)
{
    (void)outputs;
    static const BenchCrowd crowds[] = {
        {"crossing", 1000}, {"crossing", 10000}, {"circle", 250},    {"circle", 1000},
        {"sphere", 1000},   {"dense", 10000},    {"dense-3d", 0},    {"jam", 0},
        {"bottleneck", 0},  {"plan", 0},         {"squads-open", 0},
    };
    if (args->ranks > 0) {
        return veer_ranks_bench(args, error);
    }
    if (args->input && strcmp(args->input, "maps") == 0) {
        return bench_maps(args, error);
    }
    if (args->input && strcmp(args->input, "cliffs") == 0 && args->input_count == 1) {
        return bench_cliffs(args, error);
    }
    if (args->input && strcmp(args->input, "doors") == 0 && args->input_count == 1) {
        return bench_doors(args, error);
    }
    if (args->input && strcmp(args->input, "mapf") == 0) {
        return veer_bench_mapf(args, error);
    }
    if (args->input && strcmp(args->input, "rollback") == 0) {
        return veer_bench_rollback(args, error);
    }
    if (args->input && strcmp(args->input, "queries") == 0 && args->input_count == 1) {
        return bench_queries(args, error);
    }
    if (args->input_count > 1) {
        veer_error_set(error, "bench: '%s': one word too many", args->inputs[1]);
        return VEER_EXIT_USAGE;
    }
    if (!args->input || strcmp(args->input, "crowds") == 0) {
        return bench_crowds(args, crowds, sizeof crowds / sizeof *crowds, error);
    }
    return bench_crowds(args, &(BenchCrowd){args->input, 0}, 1, error);
}
