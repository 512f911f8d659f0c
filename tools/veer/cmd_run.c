#include "commands.h"

#include "output.h"
#include "progress.h"
#include "report.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#define REST_SECONDS 1.0 // that a run goes on for once all have arrived

/// One run and all that watches it.
typedef struct Run {
    VeerSession session;
    VeerMetrics *metrics;
    VeerOutput *output; ///< NULL: nothing is written of this run
    VeerProgress progress;
    double rest_from; ///< s: when all had arrived; INFINITY before
} Run;

static bool fail_memory(VeerInputError *error)
{
    snprintf(error->text, sizeof error->text, "no memory");
    return false;
}

/// Takes one step and has it watched.
static bool step(Run *run, VeerInputError *error)
{
    VeerSession *session = &run->session;
    if (!veer_session_step(session, error)) {
        return false;
    }
    if (veer_metrics_observe(run->metrics, session->scenario, session->world) != VEER_OK) {
        return fail_memory(error);
    }
    if (isinf(run->rest_from) && veer_metrics_is_done(run->metrics)) {
        run->rest_from = veer_world_time(session->world);
    }
    return !run->output || veer_output_observe(run->output, session, error);
}

/// Steps until the time is up, or all have arrived and rested a little.
static bool run_to_end(Run *run, VeerInputError *error)
{
    VeerScenarioInfo info = run->session.info;
    uint64_t ticks = (uint64_t)ceil((double)info.duration / (double)info.dt - 1e-4);
    for (uint64_t tick = 0; tick < ticks; tick++) {
        if (!step(run, error)) {
            return false;
        }
        veer_progress_show(&run->progress, (double)(tick + 1) / (double)ticks);
        if (veer_world_time(run->session.world) >= run->rest_from + REST_SECONDS) {
            break;
        }
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
static bool meets_expectations(const Run *run, const VeerScores *scores)
{
    uint32_t count;
    const VeerExpectation *expected = veer_scenario_expectations(run->session.scenario, &count);
    bool is_met = true;
    for (uint32_t i = 0; i < count; i++) {
        double value;
        if (!veer_scores_value(scores, expected[i].key, &value)) {
            value = (double)NAN;
        }
        if (!(value >= expected[i].at_least && value <= expected[i].at_most)) {
            is_met = print_miss(run->session.info.name, &expected[i], value);
        }
    }
    return is_met;
}

static bool begin_run(Run *run, const VeerArgs *args, const uint64_t *seed, VeerInputError *error)
{
    if (!veer_session_open(&run->session, args, seed, error)) {
        return false;
    }
    if (veer_metrics_create(run->session.scenario, run->session.world, &run->metrics) != VEER_OK) {
        return fail_memory(error);
    }
    run->progress = veer_progress_begin(run->session.info.name, args->is_quiet);
    run->rest_from = HUGE_VAL;
    return !run->output || veer_output_begin(run->output, args, &run->session, error);
}

/// Runs one seed from its beginning to its report.
static bool run_seed(const VeerArgs *args, const uint64_t *seed, VeerOutput *output,
                     VeerReport *report, bool *is_met, VeerInputError *error)
{
    Run run = {.output = output};
    double begin = veer_session_clock();
    bool is_done = begin_run(&run, args, seed, error) && run_to_end(&run, error);
    veer_progress_end(&run.progress);
    if (is_done) {
        VeerScores scores = veer_metrics_scores(run.metrics, run.session.world);
        *report = veer_report_make(&run.session, &scores, veer_session_clock() - begin);
        *is_met = meets_expectations(&run, &scores) && *is_met;
        is_done = !output || veer_output_end(output, &run.session, report, error);
    }
    veer_metrics_destroy(run.metrics);
    veer_session_close(&run.session);
    return is_done;
}

/// Prints the reports as the arguments ask for.
static bool print_reports(const VeerArgs *args, const VeerReport *reports, VeerOutput *output,
                          VeerInputError *error)
{
    json_t *json =
        args->seeds > 1 ? veer_report_total_json(reports, args->seeds) : veer_report_json(reports);
    if (!json) {
        return fail_memory(error);
    }
    bool is_done = !output || veer_output_summary(output, json, error);
    if (is_done && args->is_json) {
        json_dumpf(json, stdout, VEER_JSON_FLAGS);
        putchar('\n');
    } else if (is_done && !args->is_quiet && args->seeds > 1) {
        veer_report_print_total(reports, args->seeds);
    } else if (is_done && !args->is_quiet) {
        veer_report_print(reports);
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
        if (!run_seed(args, is_given ? &seed : NULL, i == 0 ? output : NULL, &reports[i], is_met,
                      error)) {
            return false;
        }
        first = reports[0].values[VEER_KEY_SEED].whole;
    }
    return print_reports(args, reports, output, error);
}

int veer_command_run(const VeerArgs *args)
{
    VeerInputError error = {""};
    VeerOutput output = {0};
    bool is_met = true;
    VeerReport *reports = calloc(args->seeds, sizeof *reports);
    bool is_done = reports ? run_seeds(args, reports, args->out ? &output : NULL, &is_met, &error)
                           : fail_memory(&error);
    free(reports);
    if (!is_done) {
        veer_output_discard(&output);
        fprintf(stderr, "veer: %s\n", error.text);
        return VEER_EXIT_USAGE;
    }
    if (args->out && !args->is_quiet && !args->is_json) {
        printf("  wrote %s/{summary.json,paths.svg,paths.png,trajectory.sqlite}\n", args->out);
    }
    return is_met ? VEER_EXIT_DONE : VEER_EXIT_UNEXPECTED;
}
