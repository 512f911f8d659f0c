#include "trial.h"

#include <math.h>
#include <stdio.h>

static bool watch(VeerTrial *trial, VeerInputError *error)
{
    return veer_metrics_create(trial->session.scenario, trial->session.world, &trial->metrics) ==
               VEER_OK ||
           veer_error_memory(error);
}

static uint64_t ticks_of(const VeerScenarioInfo *info)
{
    return (uint64_t)ceil((double)info->duration / (double)info->dt - 1e-4);
}

bool veer_trial_open(VeerTrial *trial, const VeerArgs *args, const uint64_t *seed,
                     VeerInputError *error)
{
    *trial = (VeerTrial){.begin = veer_clock_wall(), .rest_from = HUGE_VAL};
    if (!veer_session_open(&trial->session, args, seed, error)) {
        return false;
    }
    trial->ticks = ticks_of(&trial->session.info);
    return watch(trial, error);
}

/// Whether a recording has no more ticks than its scenario, which is all that stops a repetition.
static bool check_ticks(const VeerTrial *trial, const char *name, VeerInputError *error)
{
    unsigned long long most = ticks_of(&trial->session.info), stated = trial->ticks;
    char what[120];
    snprintf(what, sizeof what, "its metadata have %llu veer_ticks; its scenario lasts for %llu",
             stated, most);
    return stated <= most || veer_error_of(error, name, what);
}

bool veer_trial_repeat(VeerTrial *trial, const VeerArgs *args, const char *name,
                       const VeerRecordedRun *run, VeerInputError *error)
{
    *trial = (VeerTrial){.begin = veer_clock_wall(), .rest_from = HUGE_VAL, .ticks = run->ticks};
    return veer_session_repeat(&trial->session, args, name, run->scenario, error) &&
           check_ticks(trial, name, error) && watch(trial, error);
}

void veer_trial_close(VeerTrial *trial)
{
    veer_metrics_destroy(trial->metrics);
    veer_session_close(&trial->session);
    trial->metrics = NULL;
}

bool veer_trial_step(VeerTrial *trial, VeerInputError *error)
{
    VeerSession *session = &trial->session;
    if (!veer_session_step(session, error)) {
        return false;
    }
    if (veer_metrics_observe(trial->metrics, session->scenario, session->world) != VEER_OK) {
        return veer_error_memory(error);
    }
    if (isinf(trial->rest_from) && veer_metrics_is_done(trial->metrics)) {
        trial->rest_from = veer_world_time(session->world);
    }
    return true;
}

bool veer_trial_is_over(const VeerTrial *trial)
{
    const VeerWorld *world = trial->session.world;
    return veer_world_tick(world) >= trial->ticks ||
           veer_world_time(world) >= trial->rest_from + (double)trial->session.info.rest;
}

double veer_trial_progress(const VeerTrial *trial)
{
    return (double)veer_world_tick(trial->session.world) / (double)trial->ticks;
}

VeerReport veer_trial_report(const VeerTrial *trial)
{
    VeerScores scores = veer_metrics_scores(trial->metrics, trial->session.world);
    return veer_report_make(&trial->session, &scores, veer_clock_wall() - trial->begin);
}

bool veer_trial_run(const VeerArgs *args, uint64_t seed, VeerReport *report, VeerInputError *error)
{
    VeerTrial trial;
    bool is_fine = veer_trial_open(&trial, args, &seed, error);
    while (is_fine && !veer_trial_is_over(&trial)) {
        is_fine = veer_trial_step(&trial, error);
    }
    if (is_fine) {
        *report = veer_trial_report(&trial);
    }
    veer_trial_close(&trial);
    return is_fine;
}
