#include "run.h"

#include "check/check.h"
#include "output.h"
#include "ranks/ranks.h"
#include "trial/trial.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

/// Steps to the end. @param output  NULL: nothing is written of this run
static bool run_to_end(VeerTrial *trial, VeerOutput *output, VeerProgress *progress,
                       VeerInputError *error)
{
    while (!veer_trial_is_over(trial)) {
        if (!veer_trial_step(trial, error) ||
            (output && !veer_output_observe(output, &trial->session, error))) {
            return false;
        }
        veer_progress_show(progress, veer_trial_progress(trial));
    }
    return true;
}

static bool print_miss(const char *scene, const VeerExpectation *expected, double value)
{
    bool is_low = expected->at_least > value;
    if (isnan(value)) {
        fprintf(stderr, "veer: %s: %s: expected a number, there is none\n", scene, expected->key);
    } else {
        fprintf(stderr, "veer: %s: %s: expected at %s %g, is %g\n", scene, expected->key,
                is_low ? "least" : "most", is_low ? expected->at_least : expected->at_most, value);
    }
    return false;
}

/// Whether a run was as its scenario expects; prints what was not.
static bool meets_expectations(const VeerTrial *trial)
{
    uint32_t count;
    VeerScores scores = veer_metrics_scores(trial->metrics, trial->session.world);
    const VeerExpectation *expected = veer_scenario_expectations(trial->session.scenario, &count);
    bool is_met = true;
    for (uint32_t i = 0; i < count; i++) {
        double value;
        if (!veer_scores_value(&scores, expected[i].key, &value)) {
            value = (double)NAN;
        }
        if (!(value >= expected[i].at_least && value <= expected[i].at_most)) {
            is_met = print_miss(trial->session.info.name, &expected[i], value);
        }
    }
    return is_met;
}

/// Runs one seed from its beginning to its report.
/// @param is_shown  the first of several: what is odd about its start is told
static bool run_seed(const VeerArgs *args, const uint64_t *seed, bool is_shown, VeerOutput *output,
                     VeerReport *report, bool *is_met, VeerInputError *error)
{
    VeerTrial trial;
    VeerProgress progress = {0};
    bool is_done = veer_trial_open(&trial, args, seed, error);
    if (is_done && is_shown && !args->is_quiet) {
        (void)veer_check_warn(args->input, &trial.session);
    }
    if (is_done) {
        progress = veer_progress_begin(trial.session.info.name, args->is_quiet);
        is_done = (!output || veer_output_begin(output, args, &trial.session, error)) &&
                  run_to_end(&trial, output, &progress, error);
    }
    veer_progress_end(&progress);
    if (is_done) {
        *report = veer_trial_report(&trial);
        *is_met = meets_expectations(&trial) && *is_met;
        is_done = !output || veer_output_finish(output, &trial.session, report, error);
    }
    veer_trial_close(&trial);
    return is_done;
}

/// Prints the reports as the arguments ask for.
static bool print_reports(const VeerArgs *args, const VeerReport *reports, VeerOutput *output,
                          VeerInputError *error)
{
    json_t *json =
        args->seeds > 1 ? veer_report_total_json(reports, args->seeds) : veer_report_json(reports);
    if (!json) {
        return veer_error_memory(error);
    }
    bool is_done = (!output || veer_output_summary(output, json, error)) &&
                   (!args->is_json || veer_json_print(json, error));
    if (is_done && !args->is_json && !args->is_quiet) {
        veer_report_print(reports, args->seeds);
    }
    json_decref(json);
    return is_done;
}

static bool run_seeds(const VeerArgs *args, VeerReport *reports, VeerOutput *output, bool *is_met,
                      VeerInputError *error)
{
    uint64_t first = args->seed;
    for (uint32_t i = 0; i < args->seeds; i++) {
        uint64_t seed = first + i;
        bool is_given = i > 0 || args->has_seed;
        if (!run_seed(args, is_given ? &seed : NULL, i == 0, i == 0 ? output : NULL, &reports[i],
                      is_met, error)) {
            return false;
        }
        first = reports[0].values[VEER_KEY_SEED].whole;
    }
    return print_reports(args, reports, output, error);
}

VeerExit veer_command_run(const VeerArgs *args, VeerOutputs *outputs, VeerInputError *error)
{
    if (args->ranks > 0) {
        return veer_ranks_run(args, error);
    }
    VeerOutput output = {.outputs = outputs};
    bool is_met = true;
    VeerReport *reports = calloc(args->seeds, sizeof *reports);
    bool is_done = reports ? run_seeds(args, reports, args->out || args->record ? &output : NULL,
                                       &is_met, error)
                           : veer_error_memory(error);
    free(reports);
    veer_output_end(&output);
    if (!is_done) {
        return VEER_EXIT_USAGE;
    }
    if (args->out && !args->is_quiet && !args->is_json) {
        printf("  wrote %s/{summary.json,paths.svg,paths.png,trajectory.sqlite}\n", args->out);
    }
    if (args->record && !args->is_quiet && !args->is_json) {
        printf("  recorded in %s\n", args->record);
    }
    return is_met ? VEER_EXIT_DONE : VEER_EXIT_UNEXPECTED;
}
