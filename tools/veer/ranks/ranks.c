#include "ranks.h"

#include "job.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#define SCENE "dense"
enum { AGENTS = 20000, TICKS = 100, TEXT = 4096 };

VeerExit veer_ranks_run(const VeerArgs *args, VeerInputError *error)
{
    const VeerRankJob job = {args->input, args->ranks, args->agents, args->ticks, args->is_json};
    char text[TEXT];
    if (!veer_rank_job_check(args, error) ||
        !veer_rank_job_run(&job, args, text, sizeof text, error)) {
        return VEER_EXIT_USAGE;
    }
    if (args->is_json || !args->is_quiet) {
        fputs(text, stdout);
    }
    return VEER_EXIT_DONE;
}

// --- Scaling ---

/// Rows of one kind: strong, as many agents on any number of ranks; weak, as many on each rank.
typedef struct Scaling {
    const VeerArgs *args;
    const char *kind, *scene;
    uint32_t agents; ///< 0: as the scene has it
    double alone;    ///< ms a tick of one rank
    json_t *rows;    ///< NULL: a table
    bool is_begun;   ///< the table
    char hash[20];   ///< strong: of the first
} Scaling;

static double number(const json_t *object, const char *key)
{
    return json_number_value(json_object_get(object, key));
}

static void print_head(void)
{
    printf("%-7s %5s %9s %-8s %10s %9s %7s %8s %7s %11s %9s %8s %8s\n", "scaling", "ranks",
           "agents", "mode", "ms a tick", "of linear", "waiting", "deciding", "busiest", "bytes",
           "of needed", "messages", "sums");
}

static void print_row(const json_t *row)
{
    printf("%-7s %5.0f %9.0f %-8s %10.3f %9.2f %7.2f %8.2f %7.2f %11.0f %9.3f %8.1f %8.1f\n",
           json_string_value(json_object_get(row, "scaling")), number(row, "ranks"),
           number(row, "agents"), json_string_value(json_object_get(row, "mode")),
           number(row, "ms_a_tick"), number(row, "of_linear"), number(row, "waiting"),
           number(row, "deciding"), number(row, "busiest"), number(row, "bytes_a_tick"),
           number(row, "of_needed"), number(row, "messages_a_tick"), number(row, "sums_a_tick"));
}

/// Whether as many agents came to the same bits.
static bool has_same_hash(Scaling *scaling, const json_t *row, VeerInputError *error)
{
    const char *hash = json_string_value(json_object_get(row, "hash"));
    if (!hash || (scaling->hash[0] && strcmp(hash, scaling->hash) != 0)) {
        return veer_error_of(error, scaling->scene, "ranks came to another hash");
    }
    snprintf(scaling->hash, sizeof scaling->hash, "%s", strcmp(scaling->kind, "weak") ? hash : "");
    return true;
}

static bool keep_row(Scaling *scaling, uint32_t ranks, json_t *row, VeerInputError *error)
{
    double ms = number(row, "ms_a_tick");
    scaling->alone = ranks == 1 ? ms : scaling->alone;
    double linear = strcmp(scaling->kind, "weak") == 0 ? ms : ms * ranks;
    json_t *of_linear = veer_json_number(linear > 0.0 ? scaling->alone / linear : (double)NAN);
    bool is_good = json_object_set_new(row, "scaling", json_string(scaling->kind)) == 0 &&
                   json_object_set_new(row, "of_linear", of_linear) == 0;
    if (!is_good) {
        return veer_error_memory(error);
    }
    if (scaling->rows) {
        is_good = json_array_append(scaling->rows, row) == 0 || veer_error_memory(error);
    } else if (!scaling->args->is_quiet) {
        if (!scaling->is_begun) {
            print_head();
        }
        print_row(row);
        scaling->is_begun = true;
    }
    return is_good;
}

static bool run_one(Scaling *scaling, uint32_t ranks, VeerInputError *error)
{
    const VeerArgs *args = scaling->args;
    bool is_weak = strcmp(scaling->kind, "weak") == 0;
    VeerRankJob job = {scaling->scene, ranks, scaling->agents * (is_weak ? ranks : 1u),
                       args->ticks ? args->ticks : TICKS, true};
    char text[TEXT];
    if (!veer_rank_job_run(&job, args, text, sizeof text, error)) {
        return false;
    }
    json_t *row = json_loads(text, 0, NULL);
    bool is_good = row ? has_same_hash(scaling, row, error) && keep_row(scaling, ranks, row, error)
                       : veer_error_of(error, "veer-mpi", "what it printed is no JSON");
    json_decref(row);
    return is_good;
}

/// On 1, 2, 4, ... ranks, and on as many as are asked for.
static bool run_scaling(Scaling *scaling, VeerInputError *error)
{
    uint32_t last = scaling->args->ranks, ranks = 1;
    bool is_good = run_one(scaling, ranks, error);
    while (is_good && ranks < last) {
        ranks = 2 * ranks < last ? 2 * ranks : last;
        is_good = run_one(scaling, ranks, error);
    }
    return is_good;
}

VeerExit veer_ranks_bench(const VeerArgs *args, VeerInputError *error)
{
    bool has_size = args->agents > 0 || !args->input; // else the scene has its own
    uint32_t agents = args->agents > 0 || args->input ? args->agents : AGENTS;
    Scaling scaling = {.args = args,
                       .kind = "strong",
                       .scene = args->input ? args->input : SCENE,
                       .agents = agents,
                       .rows = args->is_json ? json_array() : NULL};
    bool is_good = veer_rank_job_check(args, error) && run_scaling(&scaling, error);
    scaling.kind = "weak";
    scaling.hash[0] = '\0';
    is_good = is_good && (!has_size || run_scaling(&scaling, error));
    if (is_good && scaling.rows) {
        json_t *object = json_pack("{sO}", "rows", scaling.rows);
        is_good = veer_json_print(object, error);
        json_decref(object);
    }
    json_decref(scaling.rows);
    return is_good ? VEER_EXIT_DONE : VEER_EXIT_USAGE;
}
