#include "compare.h"

#include "contest.h"

#include <stdio.h>
#include <stdlib.h>

/// The seed that a scene begins with; reads it, so that what is wrong with it shows at once.
static bool find_seed(const VeerArgs *args, uint64_t *seed, VeerInputError *error)
{
    VeerSession session;
    if (!veer_session_open(&session, args, args->has_seed ? &args->seed : NULL, error)) {
        return false;
    }
    *seed = session.info.seed;
    veer_session_close(&session);
    return true;
}

/// Lays the class of ships over a contest, if there is one.
static bool lay_class(const VeerCompare *compare, VeerContest *contest, VeerAvoidModel model,
                      VeerInputError *error)
{
    VeerFieldOfRocks field;
    uint64_t seed;
    return compare->classes.count == 0 ||
           (veer_ships_read(&contest->args, &field, &seed, error) &&
            veer_ships_lay(&contest->args, &field, compare->classes.numbers[0], model,
                           &contest->settings, error));
}

static bool choose_class(VeerCompare *compare, VeerInputError *error)
{
    const char *list = compare->args->classes;
    if (!list) {
        return true;
    }
    if (!veer_choices_read(&compare->classes, list, "--class", "class of ships",
                           veer_ship_class_name, error)) {
        return false;
    }
    return compare->classes.count == 1 ||
           veer_error_set(error, "--class: must be one class, is \"%.60s\"", list);
}

static bool plan_scene(VeerCompare *compare, uint32_t scene, VeerInputError *error)
{
    uint32_t models = compare->models.count;
    uint64_t seed = 0;
    for (uint32_t i = 0; i < models; i++) {
        VeerContest *contest = &compare->contests[scene * models + i];
        contest->reports = &compare->reports[(size_t)compare->args->seeds * (scene * models + i)];
        contest->args = *compare->args;
        contest->args.input = compare->args->inputs[scene];
        VeerAvoidModel model = (VeerAvoidModel)compare->models.numbers[i];
        contest->args.workers = 1;
        if (!lay_class(compare, contest, model, error)) {
            return false;
        }
        contest->args.model = veer_avoid_model_name(model);
        if (i == 0 && !find_seed(&contest->args, &seed, error)) {
            return false;
        }
        contest->seed = seed;
    }
    return true;
}

static bool plan(VeerCompare *compare, VeerInputError *error)
{
    const VeerArgs *args = compare->args;
    if (!veer_models_read(&compare->models, args->models, error) || !choose_class(compare, error)) {
        return false;
    }
    compare->count = args->input_count * compare->models.count;
    compare->contests = calloc(compare->count, sizeof *compare->contests);
    compare->reports = calloc((size_t)compare->count * args->seeds, sizeof *compare->reports);
    if (!compare->contests || !compare->reports) {
        return veer_error_memory(error);
    }
    for (uint32_t scene = 0; scene < args->input_count; scene++) {
        if (!plan_scene(compare, scene, error)) {
            return false;
        }
    }
    return true;
}

/// Runs the first seed of a contest, and keeps it and its paths.
static bool run_shown(VeerContest *contest, VeerInputError *error)
{
    VeerTrial *trial = &contest->shown;
    if (!veer_trial_open(trial, &contest->args, &contest->seed, error)) {
        return false;
    }
    contest->trails = veer_trails_create(trial->session.scenario, trial->session.world);
    if (!contest->trails) {
        return veer_error_memory(error);
    }
    while (!veer_trial_is_over(trial)) {
        if (!veer_trial_step(trial, error)) {
            return false;
        }
        veer_trails_observe(contest->trails, trial->session.world);
    }
    contest->reports[0] = veer_trial_report(trial);
    return true;
}

static bool run_job(void *user, uint32_t job, VeerInputError *error)
{
    const VeerCompare *compare = user;
    VeerContest *contest = &compare->contests[job / compare->args->seeds];
    uint32_t number = job % compare->args->seeds;
    if (number == 0 && compare->args->out) {
        return run_shown(contest, error);
    }
    return veer_trial_run(&contest->args, contest->seed + number, &contest->reports[number], error);
}

static bool run_all(VeerCompare *compare, VeerInputError *error)
{
    VeerBatch batch = {.run = run_job,
                       .user = compare,
                       .count = compare->count * compare->args->seeds,
                       .workers = compare->args->workers,
                       .label = "compare",
                       .is_quiet = compare->args->is_quiet};
    return veer_batch_run(&batch, error);
}

static bool show(const VeerCompare *compare, const VeerResults *results, VeerInputError *error)
{
    json_t *rows = veer_compare_rows(compare);
    json_t *runs = veer_compare_runs(compare);
    json_t *json = rows && runs ? json_pack("{s:O}", "rows", rows) : NULL;
    bool is_done = json ? veer_results_write(results, json, runs, error) : veer_error_memory(error);
    json_decref(json);
    json_decref(rows);
    json_decref(runs);
    if (is_done && !compare->args->is_json && !compare->args->is_quiet) {
        veer_compare_print(compare);
    }
    return is_done;
}

static void clear(VeerCompare *compare)
{
    for (uint32_t i = 0; compare->contests && i < compare->count; i++) {
        veer_trails_destroy(compare->contests[i].trails);
        veer_trial_close(&compare->contests[i].shown);
    }
    free(compare->contests);
    free(compare->reports);
}

VeerExit veer_command_compare(const VeerArgs *args, VeerOutputs *outputs, VeerInputError *error)
{
    VeerCompare compare = {.args = args};
    VeerResults results = {.args = args,
                           .outputs = outputs,
                           .table = "compare.csv",
                           .draw = veer_compare_draw,
                           .user = &compare};
    bool is_done = plan(&compare, error) && veer_results_begin(&results, error) &&
                   run_all(&compare, error) && show(&compare, &results, error);
    clear(&compare);
    return is_done ? VEER_EXIT_DONE : VEER_EXIT_USAGE;
}
