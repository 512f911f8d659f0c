/// A scene over the ranks of MPI: runs it, measures it, keeps snapshots of it and goes on from one.
#define _POSIX_C_SOURCE 200809L
#include "veer/file.h"
#include "veer/mpi.h"
#include "veer/scenario.h"

#include <inttypes.h>
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { EXIT_USAGE = 2 };

/// What is asked for.
typedef struct Options {
    const char *scene, *snapshot, *resume;
    uint32_t agents, ticks, every;
    uint64_t seed;
    bool has_seed, is_json;
    VeerMpiDef def;
} Options;

/// A run, on one rank.
typedef struct RankRun {
    Options options;
    int rank, ranks;
    VeerScenario *scenario;
    VeerWorld *whole;
    VeerMpi *mpi;
    float dt;
} RankRun;

static const char usage[] =
    "usage: mpirun -n RANKS veer-mpi SCENE|FILE [--agents N] [--seed S] [--ticks N] [--json]\n"
    "                [--snapshot FILE --every TICKS] [--resume FILE] [--period TICKS] [--imbalance "
    "X]\n"
    "\n"
    "Runs a scene over ranks, to the hash of one process, and prints it with what the ranks cost.\n"
    "\n"
    "  --agents N      the scene's size, where it states one\n"
    "  --seed S        of everything random\n"
    "  --ticks N       from the scene's beginning on; else as long as the scene lasts\n"
    "  --snapshot F    a file that is replaced each --every ticks (1000), whole or not at all\n"
    "  --resume F      goes on from such a file, made on any number of ranks\n"
    "  --period N      ticks from one look at the balance to the next (64)\n"
    "  --imbalance X   regions are cut anew where one rank takes X times the mean (1.15)\n"
    "  --json          the result as one JSON object\n"
    "\n"
    "Exit status: 0; 1 where the run failed; 2 where it was not begun.\n";

// --- Ends ---

/// All ranks come here together.
static _Noreturn void leave(const RankRun *run, const char *what, const char *why)
{
    if (run->rank == 0) {
        fprintf(stderr, "veer-mpi: %s: %s\n", what, why);
    }
    MPI_Finalize();
    exit(EXIT_USAGE);
}

/// One rank alone has failed: it ends all.
static _Noreturn void fail(const char *what, const char *why)
{
    fprintf(stderr, "veer-mpi: %s: %s\n", what, why);
    MPI_Abort(MPI_COMM_WORLD, EXIT_FAILURE);
    abort();
}

/// Leaves where any rank cannot go on.
static void need(const RankRun *run, bool holds, const char *what, const char *why)
{
    int fails = !holds;
    MPI_Allreduce(MPI_IN_PLACE, &fails, 1, MPI_INT, MPI_MAX, MPI_COMM_WORLD);
    if (fails) {
        leave(run, what, why);
    }
}

// --- Options ---

static bool read_number(const char *text, uint64_t most, uint64_t *out)
{
    char *end = NULL;
    *out = text && *text >= '0' && *text <= '9' ? strtoull(text, &end, 10) : 0;
    return end && *end == '\0' && *out <= most;
}

static bool read_imbalance(const char *text, float *out)
{
    char *end = NULL;
    *out = text ? strtof(text, &end) : 0.0f;
    return end && end != text && *end == '\0' && (*out == 0.0f || *out >= 1.0f);
}

/// An option with a value. @return whether it is one, and its value is good
static bool read_option(Options *options, const char *name, const char *value)
{
    uint64_t number = 0;
    if (strcmp(name, "--snapshot") == 0 || strcmp(name, "--resume") == 0) {
        *(name[2] == 's' ? &options->snapshot : &options->resume) = value;
        return value != NULL;
    }
    if (strcmp(name, "--imbalance") == 0) {
        return read_imbalance(value, &options->def.imbalance);
    }
    if (strcmp(name, "--seed") == 0) {
        options->has_seed = true;
        return read_number(value, UINT64_MAX, &options->seed);
    }
    const char *const names[] = {"--agents", "--ticks", "--every", "--period"};
    uint32_t *const places[] = {&options->agents, &options->ticks, &options->every,
                                &options->def.period};
    for (int i = 0; i < 4; ++i) {
        if (strcmp(name, names[i]) == 0) {
            bool is_good = read_number(value, UINT32_MAX, &number) && number > 0;
            *places[i] = (uint32_t)number;
            return is_good;
        }
    }
    return false;
}

static void read_options(RankRun *run, int count, char **arguments)
{
    Options *options = &run->options;
    *options = (Options){.every = 1000, .def = veer_mpi_def_default()};
    for (int i = 1; i < count; ++i) {
        if (strcmp(arguments[i], "--json") == 0) {
            options->is_json = true;
        } else if (arguments[i][0] != '-' && !options->scene) {
            options->scene = arguments[i];
        } else if (read_option(options, arguments[i], arguments[i + 1])) {
            ++i;
        } else {
            leave(run, arguments[i], "no option, or not of this value; --help lists them");
        }
    }
    if (!options->scene) {
        leave(run, "no scene is named", "see --help");
    }
}

// --- Making it ---

static VeerStatus read_scene(const Options *options, VeerScenario **out, VeerInputError *error)
{
    VeerScenarioOptions choices = veer_scenario_options_default();
    const char *text = veer_scene_text(options->scene);
    choices.agents = options->agents;
    choices.has_seed = options->has_seed;
    choices.seed = options->seed;
    return text ? veer_scenario_read(options->scene, text, strlen(text), &choices, out, error)
                : veer_scenario_read_file(options->scene, &choices, out, error);
}

static bool read_whole(const char *path, unsigned char **out, size_t *size)
{
    FILE *file = fopen(path, "rb");
    bool is_read = file && fseek(file, 0, SEEK_END) == 0 && ftell(file) > 0;
    *size = is_read ? (size_t)ftell(file) : 0;
    *out = is_read ? malloc(*size) : NULL;
    is_read = *out && fseek(file, 0, SEEK_SET) == 0 && fread(*out, 1, *size, file) == *size;
    if (file) {
        fclose(file);
    }
    return is_read;
}

/// Takes over a snapshot, which must be of this scene.
static bool resume(VeerWorld *whole, const char *path)
{
    unsigned char *bytes = NULL;
    size_t size;
    bool is_good =
        read_whole(path, &bytes, &size) && veer_world_import(whole, bytes, size, NULL) == VEER_OK;
    free(bytes);
    return is_good;
}

static void open_run(RankRun *run)
{
    VeerInputError error = {"no room for it"};
    const char *why = "ranks differ", *scene = run->options.scene;
    bool is_read = read_scene(&run->options, &run->scenario, &error) == VEER_OK;
    need(run, is_read, scene, error.text);
    VeerScenarioInfo info = veer_scenario_info(run->scenario);
    bool changes =
        info.last_event > 0.0f || strstr(veer_scenario_text(run->scenario), "\"leaves\"");
    need(run, !changes, scene, "has a timeline, a tour or agents that leave: not over ranks");
    bool is_made = veer_scenario_start(run->scenario, NULL, NULL, &run->whole, &error) == VEER_OK &&
                   veer_scenario_update(run->scenario, run->whole) == VEER_OK;
    need(run, is_made, scene, error.text);
    if (run->options.resume) {
        need(run, resume(run->whole, run->options.resume), run->options.resume,
             "is no snapshot of this scene, size and seed, or is damaged");
    }
    VeerStatus status = veer_mpi_create(NULL, run->whole, &run->options.def, &run->mpi, &why);
    need(run, status == VEER_OK, scene, why);
    run->dt = info.dt;
    double ticks = (double)info.duration / (double)info.dt;
    run->options.ticks = run->options.ticks ? run->options.ticks : (uint32_t)ticks;
}

// --- Running it ---

static void write_snapshot(const RankRun *run)
{
    VeerInputError error = {"no memory for a snapshot"};
    VeerFile *file = NULL;
    size_t size = veer_world_packed_size(run->whole);
    void *bytes = malloc(size);
    const char *path = run->options.snapshot;
    bool is_written = bytes && veer_world_pack(run->whole, bytes, size) == VEER_OK &&
                      veer_file_create(path, &file, &error) == VEER_OK;
    FILE *stream = is_written ? veer_file_stream(file) : NULL;
    is_written = stream && fwrite(bytes, 1, size, stream) == size &&
                 veer_file_complete(file, &error) == VEER_OK &&
                 veer_file_publish(&file, 1, &error) == VEER_OK;
    if (!is_written) {
        fail(path, error.text);
    }
    veer_file_destroy(file);
    free(bytes);
}

static void keep_snapshot(RankRun *run)
{
    if (veer_mpi_gather(run->mpi, 0, run->whole) != VEER_OK) {
        fail("gather", "the world is another one");
    }
    if (run->rank == 0) {
        write_snapshot(run);
    }
    MPI_Barrier(MPI_COMM_WORLD); // none runs ahead of what is kept
}

static void run_ticks(RankRun *run)
{
    uint64_t first = veer_world_tick(run->whole);
    for (uint64_t tick = first + 1; tick <= run->options.ticks; ++tick) {
        if (veer_mpi_step(run->mpi, run->dt) != VEER_OK) {
            leave(run, "step", "was refused");
        }
        if (run->options.snapshot && tick % run->options.every == 0) {
            keep_snapshot(run);
        }
    }
}

/// What all ranks together cost; by tick and rank where it says so.
typedef struct Costs {
    double ticks, seconds, waited; ///< the last two of the mean rank
    double bytes, messages, sums;  ///< of all ranks, a tick; sums of one
    double own, most, ghosts;      ///< agents of all, of the fullest rank; copies of all
    double busiest;                ///< s that the busiest rank worked, over the mean
    double cuts;
} Costs;

static double over_all(double value, MPI_Op how)
{
    MPI_Allreduce(MPI_IN_PLACE, &value, 1, MPI_DOUBLE, how, MPI_COMM_WORLD);
    return value;
}

static Costs costs_of(const RankRun *run)
{
    VeerMpiStats stats = veer_mpi_stats(run->mpi);
    double ticks = stats.ticks > 0 ? (double)stats.ticks : 1.0, work = stats.seconds - stats.waited;
    Costs costs = {.ticks = (double)stats.ticks, .cuts = (double)stats.cuts};
    costs.seconds = over_all(stats.seconds, MPI_SUM) / run->ranks;
    costs.waited = over_all(stats.waited, MPI_SUM) / run->ranks;
    costs.bytes = over_all((double)stats.bytes, MPI_SUM) / ticks;
    costs.messages = over_all((double)stats.messages, MPI_SUM) / ticks;
    costs.sums = (double)stats.sums / ticks;
    costs.own = over_all(stats.own, MPI_SUM);
    costs.most = over_all(stats.own, MPI_MAX);
    costs.ghosts = over_all(stats.ghosts, MPI_SUM);
    double mean = over_all(work, MPI_SUM) / run->ranks;
    costs.busiest = mean > 0.0 ? over_all(work, MPI_MAX) / mean : 1.0;
    return costs;
}

static void print(const RankRun *run, uint64_t hash, const Costs *costs)
{
    double ticks = costs->ticks > 0.0 ? costs->ticks : 1.0;
    const char *form =
        run->options.is_json
            ? "{\"scene\": \"%s\", \"ranks\": %d, \"ticks\": %" PRIu32 ", \"hash\": \"%016" PRIx64
              "\", \"agents\": %.0f, \"ms_a_tick\": %.4f, "
              "\"waiting\": %.4f, \"busiest\": %.3f, \"most_agents\": %.0f, \"ghosts\": %.0f, "
              "\"bytes_a_tick\": %.0f, \"messages_a_tick\": %.1f, \"sums_a_tick\": %.1f, "
              "\"cuts\": %.0f}\n"
            : "%s on %d ranks, tick %" PRIu32 ": hash %016" PRIx64
              "\n%.0f agents, %.4f ms a tick, of it %.4f waiting; the busiest rank %.3f of the "
              "mean\nmost agents of a rank %.0f, copies of all %.0f\n"
              "a tick: %.0f bytes, %.1f messages, %.1f sums over all ranks; cut anew %.0f times\n";
    printf(form, veer_scenario_info(run->scenario).name, run->ranks, run->options.ticks, hash,
           costs->own, 1e3 * costs->seconds / ticks,
           costs->seconds > 0.0 ? costs->waited / costs->seconds : 0.0, costs->busiest, costs->most,
           costs->ghosts, costs->bytes, costs->messages, costs->sums, costs->cuts);
}

static bool asks_for_help(int count, char **arguments)
{
    bool asks = false;
    for (int i = 1; i < count; ++i) {
        asks = asks || strcmp(arguments[i], "--help") == 0 || strcmp(arguments[i], "-h") == 0;
    }
    return asks;
}

int main(int count, char **arguments)
{
    RankRun run = {.mpi = NULL};
    if (asks_for_help(count, arguments)) {
        fputs(usage, stdout);
        return 0;
    }
    MPI_Init(&count, &arguments);
    MPI_Comm_rank(MPI_COMM_WORLD, &run.rank);
    MPI_Comm_size(MPI_COMM_WORLD, &run.ranks);
    read_options(&run, count, arguments);
    open_run(&run);
    run_ticks(&run);
    uint64_t hash = veer_mpi_hash(run.mpi);
    Costs costs = costs_of(&run);
    if (run.rank == 0) {
        print(&run, hash, &costs);
    }
    veer_mpi_destroy(run.mpi);
    veer_world_destroy(run.whole);
    veer_scenario_destroy(run.scenario);
    MPI_Finalize();
    return 0;
}
