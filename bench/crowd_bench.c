#include "crowd_bench.h"

#include "crowd_scenes.h"

/// Ticks that are not counted.
enum { COLD_TICKS = 5 };

static double *times_of(VeerCrowdBench *bench, uint32_t row)
{
    return bench->times + (size_t)row * bench->most;
}

static void note_stage(void *user, VeerStage stage)
{
    VeerCrowdBench *bench = user;
    double now = veer_clock_wall();
    double begin = stage == VEER_STAGE_SENSE ? bench->session.step_begin : bench->mark;
    times_of(bench, 1u + (uint32_t)stage)[bench->count] = now - begin;
    bench->mark = now;
}

/// A crowd of the bench's own, or a scene or file.
static bool open_scene(VeerSession *session, const VeerArgs *args, VeerInputError *error)
{
    if (!veer_crowd_scene_is_there(args->input)) {
        return veer_session_open(session, args, args->has_seed ? &args->seed : NULL, error);
    }
    char *text = veer_crowd_scene_text(args->input, args->agents);
    bool is_open = text ? veer_session_open_text(session, args, args->input, text, error)
                        : veer_error_of(error, "bench", "no memory");
    free(text);
    return is_open;
}

bool veer_crowd_bench_open(VeerCrowdBench *bench, const VeerArgs *args, uint32_t most,
                           VeerInputError *error)
{
    *bench = (VeerCrowdBench){.most = most};
    if (!open_scene(&bench->session, args, error)) {
        return false;
    }
    bench->times = calloc((size_t)most * (1u + VEER_STAGE_COUNT), sizeof *bench->times);
    if (!bench->times) {
        veer_error_of(error, "bench", "no memory");
        veer_crowd_bench_close(bench);
        return false;
    }
    for (int tick = 0; tick < COLD_TICKS; tick++) {
        if (!veer_session_step(&bench->session, error)) {
            veer_crowd_bench_close(bench);
            return false;
        }
    }
    veer_world_set_stage_callback(bench->session.world, note_stage, bench);
    return true;
}

void veer_crowd_bench_close(VeerCrowdBench *bench)
{
    veer_session_close(&bench->session);
    free(bench->times);
    *bench = (VeerCrowdBench){0};
}

bool veer_crowd_bench_step(VeerCrowdBench *bench, VeerInputError *error)
{
    double before = bench->session.step_seconds;
    if (!veer_session_step(&bench->session, error)) {
        return false;
    }
    bench->times[bench->count++] = bench->session.step_seconds - before;
    bench->agents += veer_agent_count(bench->session.world);
    return true;
}

VeerCrowdScores veer_crowd_bench_scores(VeerCrowdBench *bench)
{
    uint32_t n = bench->count;
    double scale = bench->agents > 0.0 ? 1e9 * n / bench->agents : 0.0;
    VeerCrowdScores scores = {.ticks = veer_quantiles(bench->times, n, scale)};
    for (uint32_t stage = 0; stage < VEER_STAGE_COUNT; stage++) {
        scores.stages[stage] = veer_quantiles(times_of(bench, 1u + stage), n, scale).median;
    }
    return scores;
}
