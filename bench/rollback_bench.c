#include "rollback_bench.h"

enum { KINDS = 5 }; ///< of times, in the order of VeerRollbackScores

typedef struct Rollback {
    VeerSession session;
    unsigned char *state; ///< state[size]
    size_t size;
    double *times; ///< ms: times[KINDS * rounds]
    uint32_t rounds;
    bool is_same;
} Rollback;

static bool step_all(Rollback *run, VeerInputError *error)
{
    for (uint32_t tick = 0; tick < VEER_ROLLBACK_TICKS; tick++) {
        if (!veer_session_step(&run->session, error)) {
            return false;
        }
    }
    return true;
}

/// ms since then.
static double since(const VeerPlanWatch *begin)
{
    return 1e-3 * veer_plan_watch_end(begin);
}

static bool go_back(Rollback *run, uint32_t round, VeerInputError *error)
{
    VeerWorld *world = run->session.world;
    double *save = run->times + round, *restore = save + run->rounds;
    double *ticks = restore + run->rounds, *back = ticks + run->rounds;
    double *extra = back + run->rounds;
    VeerPlanWatch watch = veer_plan_watch_begin();
    VeerStatus status = veer_world_save(world, run->state, run->size);
    *save = since(&watch);
    watch = veer_plan_watch_begin();
    if (status != VEER_OK || !step_all(run, error)) {
        return status == VEER_OK || veer_error_of(error, "rollback", veer_status_name(status));
    }
    *ticks = since(&watch);
    uint64_t hash = veer_world_hash(world);
    watch = veer_plan_watch_begin();
    status = veer_world_restore(world, run->state, run->size);
    *restore = since(&watch);
    if (status != VEER_OK) {
        return veer_error_of(error, "rollback", veer_status_name(status));
    }
    bool is_good = step_all(run, error);
    *back = since(&watch);
    *extra = *back - *ticks;
    run->is_same &= veer_world_hash(world) == hash;
    return is_good;
}

static VeerRollbackScores scores_of(const Rollback *run)
{
    VeerQuantiles quantiles[KINDS];
    for (uint32_t i = 0; i < KINDS; i++) {
        quantiles[i] = veer_quantiles(run->times + (size_t)i * run->rounds, run->rounds, 1.0);
    }
    return (VeerRollbackScores){.agents = veer_agent_count(run->session.world),
                                .bytes = run->size,
                                .save = quantiles[0],
                                .restore = quantiles[1],
                                .ticks = quantiles[2],
                                .rollback = quantiles[3],
                                .extra = quantiles[4],
                                .is_same = run->is_same};
}

static bool run_rounds(Rollback *run, VeerRollbackScores *out, VeerInputError *error)
{
    if (!run->state || !run->times) {
        return veer_error_memory(error);
    }
    bool is_good = step_all(run, error); // warm
    for (uint32_t round = 0; is_good && round < run->rounds; round++) {
        is_good = go_back(run, round, error);
    }
    if (is_good) {
        *out = scores_of(run);
    }
    return is_good;
}

bool veer_rollback_bench_run(const VeerArgs *args, uint32_t rounds, VeerRollbackScores *out,
                             VeerInputError *error)
{
    Rollback run = {.rounds = rounds, .is_same = true};
    if (!veer_session_open(&run.session, args, args->has_seed ? &args->seed : NULL, error)) {
        return false;
    }
    run.size = veer_world_save_size(run.session.world);
    run.state = malloc(run.size);
    run.times = calloc((size_t)rounds * KINDS, sizeof *run.times);
    bool is_good = run_rounds(&run, out, error);
    free(run.state);
    free(run.times);
    veer_session_close(&run.session);
    return is_good;
}
