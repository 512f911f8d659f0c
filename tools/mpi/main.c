/// A scene over the ranks of MPI: runs it, measures it, keeps snapshots of it and goes on from one.
#include "options.h"
#include "veer/mpi.h"
#include "veer/scenario.h"
#include "veer/version.h"
#include "wait.h"

#include <inttypes.h>
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { EXIT_USAGE = 2 };

/// A run, on one rank.
typedef struct RankRun {
    RankOptions options;
    int rank, ranks;
    VeerScenario *scenario;
    VeerWorld *whole; ///< NULL once it is split by regions
    VeerMpi *mpi;
    const char *because; ///< why its world is shared; "": it is split by regions
    float dt;
    uint64_t first; ///< tick that it begins after
} RankRun;

// --- Ends ---

/// All ranks come here together.
static _Noreturn void leave(const RankRun *run, const char *what, const char *why, int status)
{
    if (run->rank == 0) {
        fprintf(stderr, "veer-mpi: %s: %s\n", what, why);
    }
    rank_bound(run->options.def.patience);
    MPI_Finalize();
    exit(status);
}

static double over_all(const RankRun *run, double value, MPI_Op how)
{
    return rank_over_all(value, how, run->options.def.patience);
}

/// Leaves where any rank cannot go on.
static void need(const RankRun *run, bool holds, const char *what, const char *why)
{
    if (over_all(run, holds ? 0.0 : 1.0, MPI_MAX) > 0.0) {
        leave(run, what, why, EXIT_USAGE);
    }
}

// --- Making it ---

static VeerStatus read_scene(const RankOptions *options, VeerScenario **out, VeerInputError *error)
{
    const VeerScenarioOptions *choices = &options->choices;
    const char *text = veer_scene_text(options->scene);
    return text ? veer_scenario_read(options->scene, text, strlen(text), choices, out, error)
                : veer_scenario_read_file(options->scene, choices, out, error);
}

/// Why a scene is not split by regions, whatever its world; NULL: it may be.
static const char *reason_to_share(const RankRun *run)
{
    if (run->options.is_shared) {
        return "--shared";
    }
    if (veer_scenario_info(run->scenario).last_event > 0.0f) {
        return "a timeline, or tours: they change the whole world";
    }
    bool has_leaving = strstr(veer_scenario_text(run->scenario), "\"leaves\"") != NULL;
    return has_leaving ? "agents that leave: they go from the whole world" : NULL;
}

/// By regions where that can be, else shared.
static void spread(RankRun *run)
{
    const VeerMpiDef *def = &run->options.def;
    const char *reason = reason_to_share(run);
    VeerStatus status = VEER_BAD_VALUE;
    run->because = reason ? reason : "";
    // Ranks whose scenes differ go the same way, where they are told so.
    if (over_all(run, reason ? 1.0 : 0.0, MPI_MAX) == 0.0) {
        status = veer_mpi_create(NULL, run->whole, def, &run->mpi, &run->because);
    }
    const char *why = run->because;
    if (status == VEER_BAD_VALUE) {
        status = veer_mpi_share(NULL, run->whole, def, &run->mpi, &why);
    }
    need(run, status == VEER_OK, run->options.scene, why);
}

static void make_world(RankRun *run)
{
    VeerInputError error = {"no room for it"};
    const char *scene = run->options.scene;
    bool is_read = read_scene(&run->options, &run->scenario, &error) == VEER_OK;
    need(run, is_read, scene, error.text);
    bool is_made = veer_scenario_start(run->scenario, NULL, NULL, &run->whole, &error) == VEER_OK &&
                   veer_scenario_update(run->scenario, run->whole) == VEER_OK;
    need(run, is_made, scene, error.text);
}

static bool is_alike(const RankRun *run, double value)
{
    return over_all(run, value, MPI_MAX) == -over_all(run, -value, MPI_MAX);
}

/// Ranks take the same steps together, or none.
static void need_alike(const RankRun *run)
{
    const RankOptions *options = &run->options;
    const double figures[] = {options->ticks, (double)run->dt, options->every,
                              options->snapshot != NULL, options->resume != NULL};
    for (size_t i = 0; i < sizeof figures / sizeof *figures; ++i) {
        need(run, is_alike(run, figures[i]), options->scene,
             "ranks have other ticks, seconds a tick, snapshots, or snapshots to go on from");
    }
}

/// Takes over a snapshot, which must be of this scene.
static void resume(const RankRun *run)
{
    const char *path = run->options.resume, *why = "";
    VeerStatus status = veer_mpi_import(NULL, run->whole, path, &run->options.def, &why);
    need(run, status == VEER_OK, path, why);
}

static void open_run(RankRun *run)
{
    const RankOptions *options = &run->options;
    make_world(run);
    VeerScenarioInfo info = veer_scenario_info(run->scenario);
    double ticks = (double)info.duration / (double)info.dt;
    run->dt = info.dt;
    run->options.ticks = options->ticks ? options->ticks : (uint32_t)(ticks + 0.5);
    need_alike(run);
    if (options->resume) {
        need(run, info.last_event == 0.0f, options->resume,
             "cannot be gone on from: the scene's timeline, or its tours, are not in it");
        resume(run);
    }
    run->first = veer_world_tick(run->whole);
    spread(run);
    if (!*run->because) {
        veer_world_destroy(run->whole); // each rank has its part
        run->whole = NULL;
    }
}

// --- Running it ---

static void keep_snapshot(const RankRun *run)
{
    const char *why = "";
    if (veer_mpi_export(run->mpi, run->options.snapshot, &why) != VEER_OK) {
        leave(run, run->options.snapshot, why, EXIT_FAILURE);
    }
}

static void run_ticks(RankRun *run)
{
    bool is_shared = veer_mpi_stats(run->mpi).is_shared;
    for (uint64_t tick = run->first + 1; tick <= run->options.ticks; ++tick) {
        if (is_shared && veer_scenario_update(run->scenario, run->whole) != VEER_OK) {
            rank_fail(run->options.scene, "its timeline cannot go on");
        }
        if (veer_mpi_step(run->mpi, run->dt) != VEER_OK) {
            leave(run, "step", "was refused", EXIT_USAGE);
        }
        if (run->options.snapshot && tick % run->options.every == 0) {
            keep_snapshot(run);
        }
    }
}

/// What all ranks together cost; by tick and rank where it says so.
typedef struct Costs {
    double ms;                    ///< a tick, of the mean rank
    double waiting, deciding;     ///< parts of that
    double bytes, messages, sums; ///< of all ranks, a tick; sums of one
    double needed;                ///< of these bytes: what the cuts have to carry
    double own, most, ghosts;     ///< agents of all, of the fullest rank; copies of all
    double busiest;               ///< s that the busiest rank worked, over the mean
    double cuts;
} Costs;

static double mean(const RankRun *run, double value)
{
    return over_all(run, value, MPI_SUM) / run->ranks;
}

static Costs costs_of(const RankRun *run)
{
    VeerMpiStats stats = veer_mpi_stats(run->mpi);
    double ticks = stats.ticks > 0 ? (double)stats.ticks : 1.0, work = stats.seconds - stats.waited;
    double seconds = mean(run, stats.seconds), all = seconds > 0.0 ? seconds : 1.0;
    Costs costs = {.ms = 1e3 * seconds / ticks, .cuts = (double)stats.cuts};
    costs.waiting = mean(run, stats.waited) / all;
    costs.deciding = mean(run, stats.decided) / all;
    costs.bytes = over_all(run, (double)stats.bytes, MPI_SUM) / ticks;
    costs.needed = over_all(run, (double)stats.needed, MPI_SUM) / ticks;
    costs.messages = over_all(run, (double)stats.messages, MPI_SUM) / ticks;
    costs.sums = (double)stats.sums / ticks;
    costs.own = over_all(run, stats.own, MPI_SUM);
    costs.most = over_all(run, stats.own, MPI_MAX);
    costs.ghosts = over_all(run, stats.ghosts, MPI_SUM);
    double middle = mean(run, work);
    costs.busiest = middle > 0.0 ? over_all(run, work, MPI_MAX) / middle : 1.0;
    return costs;
}

/// Bytes that are sent, as a multiple of those that the cuts must carry; 1 where there are none.
static double of_needed(const Costs *costs)
{
    return costs->needed > 0.0 ? costs->bytes / costs->needed : 1.0;
}

static void print_json(const RankRun *run, uint64_t hash, const Costs *costs)
{
    printf(
        "{\"scene\": \"%s\", \"ranks\": %d, \"mode\": \"%s\", \"because\": \"%s\", "
        "\"ticks\": %" PRIu32 ", \"hash\": \"%016" PRIx64 "\", \"agents\": %.0f, "
        "\"ms_a_tick\": %.4f, \"waiting\": %.4f, \"deciding\": %.4f, \"busiest\": %.3f, "
        "\"most_agents\": %.0f, \"ghosts\": %.0f, \"bytes_a_tick\": %.0f, \"needed_a_tick\": %.0f, "
        "\"of_needed\": %.3f, "
        "\"messages_a_tick\": %.1f, \"sums_a_tick\": %.1f, \"cuts\": %.0f}\n",
        veer_scenario_info(run->scenario).name, run->ranks, *run->because ? "shared" : "regions",
        run->because, run->options.ticks, hash, costs->own, costs->ms, costs->waiting,
        costs->deciding, costs->busiest, costs->most, costs->ghosts, costs->bytes, costs->needed,
        of_needed(costs), costs->messages, costs->sums, costs->cuts);
}

static void print_words(const RankRun *run, uint64_t hash, const Costs *costs)
{
    printf("%s on %d ranks, tick %" PRIu32 ": hash %016" PRIx64 "\n",
           veer_scenario_info(run->scenario).name, run->ranks, run->options.ticks, hash);
    if (*run->because) {
        printf("every rank has the whole (%s); decisions, which are shared, take a rank %.0f %% of "
               "its time\n",
               run->because, 100.0 * costs->deciding);
    }
    printf("%.0f agents, %.4f ms a tick, of it %.4f waiting; the busiest rank %.3f of the mean\n"
           "most agents of a rank %.0f, copies of all %.0f\n"
           "a tick: %.0f bytes, %.3f of what the cuts must carry, %.1f messages, %.1f sums over "
           "all ranks; cut anew %.0f times\n",
           costs->own, costs->ms, costs->waiting, costs->busiest, costs->most, costs->ghosts,
           costs->bytes, of_needed(costs), costs->messages, costs->sums, costs->cuts);
}

int main(int count, char **arguments)
{
    RankRun run = {.mpi = NULL};
    const char *wrong = rank_options_read(&run.options, count, arguments);
    if (run.options.wants_help) {
        fputs(rank_usage, stdout);
        return 0;
    }
    if (run.options.wants_version) {
        printf("veer-mpi %s, build %s\n", VEER_VERSION_TEXT, veer_mpi_build());
        return 0;
    }
    rank_bound(run.options.def.patience);
    MPI_Init(&count, &arguments);
    rank_bound(0.0f);
    MPI_Comm_rank(MPI_COMM_WORLD, &run.rank);
    MPI_Comm_size(MPI_COMM_WORLD, &run.ranks);
    need(&run, !wrong, wrong ? wrong : "a word of another rank",
         "is missing, no option, or not of this value; see --help");
    open_run(&run);
    run_ticks(&run);
    uint64_t hash = veer_mpi_hash(run.mpi);
    Costs costs = costs_of(&run);
    if (run.rank == 0) {
        (run.options.is_json ? print_json : print_words)(&run, hash, &costs);
    }
    rank_bound(run.options.def.patience);
    veer_mpi_destroy(run.mpi);
    veer_world_destroy(run.whole);
    veer_scenario_destroy(run.scenario);
    MPI_Finalize();
    return 0;
}
