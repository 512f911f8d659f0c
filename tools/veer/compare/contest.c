#include "contest.h"

#include "render/render.h"

#include <ctype.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

json_t *veer_compare_rows(const VeerCompare *compare)
{
    json_t *rows = json_array();
    int failures = 0;
    for (uint32_t i = 0; i < compare->count; i++) {
        json_t *row = veer_report_merged_json(compare->contests[i].reports, compare->args->seeds);
        failures += json_array_append_new(rows, row);
    }
    return veer_json_whole(rows, failures);
}

json_t *veer_compare_runs(const VeerCompare *compare)
{
    json_t *rows = json_array();
    int failures = 0;
    for (uint32_t i = 0; i < compare->count * compare->args->seeds; i++) {
        failures += json_array_append_new(rows, veer_report_json(&compare->reports[i]));
    }
    return veer_json_whole(rows, failures);
}

static double mean_of(const VeerContest *contest, uint32_t seeds, VeerKey key)
{
    return veer_report_merge(contest->reports, seeds, key).value;
}

static double worst_overlap(const VeerContest *contest, uint32_t seeds)
{
    double worst = 0.0;
    for (uint32_t i = 0; i < seeds; i++) {
        worst = fmax(worst, veer_report_number(&contest->reports[i], VEER_KEY_WORST_PENETRATION));
    }
    return worst;
}

static void print_row(const VeerContest *contest, uint32_t seeds)
{
    char arrived[48];
    snprintf(arrived, sizeof arrived, "%.0f / %.0f", mean_of(contest, seeds, VEER_KEY_ARRIVED),
             mean_of(contest, seeds, VEER_KEY_AGENTS));
    printf("  %-12s %13s %9s %7s %9.0f %9.0f %8.2f%% %8s %6.0f %9s\n",
           veer_avoid_model_name(contest->reports->model), arrived,
           veer_text_brief(mean_of(contest, seeds, VEER_KEY_TIME)).text,
           veer_text_brief(mean_of(contest, seeds, VEER_KEY_TIME_RATIO)).text,
           mean_of(contest, seeds, VEER_KEY_TOUCHES),
           mean_of(contest, seeds, VEER_KEY_OBSTACLE_TOUCHES),
           100.0 * worst_overlap(contest, seeds),
           veer_text_brief(mean_of(contest, seeds, VEER_KEY_TURNING)).text,
           mean_of(contest, seeds, VEER_KEY_STUCK),
           veer_text_brief(mean_of(contest, seeds, VEER_KEY_NS)).text);
}

void veer_compare_print(const VeerCompare *compare)
{
    uint32_t seeds = compare->args->seeds;
    for (uint32_t i = 0; i < compare->count; i++) {
        const VeerReport *report = compare->contests[i].reports;
        if (i % compare->models.count == 0) {
            printf("%s%s: %s (%u seed%s)\n", i == 0 ? "" : "\n", report->scene, report->title,
                   seeds, seeds == 1 ? "" : "s");
            printf("  %-12s %13s %9s %7s %9s %9s %9s %8s %6s %9s\n", "model", "arrived", "time s",
                   "ratio", "touches", "obstacles", "overlap", "rad/s", "stuck", "ns/agent");
        }
        print_row(&compare->contests[i], seeds);
    }
}

/// What the chart shows of a contest: arrived of all, touches a run, time and turning.
static void fill_cells(const VeerContest *contest, uint32_t seeds, VeerMerged *cells)
{
    VeerMerger arrived = {0}, touches = {0};
    for (uint32_t i = 0; i < seeds; i++) {
        const VeerReport *report = &contest->reports[i];
        double agents = veer_report_number(report, VEER_KEY_AGENTS);
        veer_merger_add(&arrived, 100.0 * veer_report_number(report, VEER_KEY_ARRIVED) / agents);
        veer_merger_add(&touches, veer_report_number(report, VEER_KEY_TOUCHES) +
                                      veer_report_number(report, VEER_KEY_OBSTACLE_TOUCHES));
    }
    cells[0] = veer_merger_mean(&arrived);
    cells[1] = veer_merger_mean(&touches);
    cells[2] = veer_report_merge(contest->reports, seeds, VEER_KEY_TIME_RATIO);
    cells[3] = veer_report_merge(contest->reports, seeds, VEER_KEY_TURNING);
}

static void fill_chart(const VeerCompare *compare, VeerChart *chart)
{
    uint32_t models = compare->models.count, seeds = compare->args->seeds;
    *chart = (VeerChart){.title = "Models side by side",
                         .columns = {{"arrived", "%", 100.0},
                                     {"touches in a run", "", 1.0},
                                     {"time, of the shortest path's", "", 1.0},
                                     {"turning", " rad/s", 0.0}},
                         .column_count = 4,
                         .block_count = compare->count / models};
    veer_chart_set_models(chart, &compare->models);
    for (uint32_t i = 0; i < compare->count; i++) {
        const VeerContest *contest = &compare->contests[i];
        snprintf(chart->blocks[i / models], sizeof *chart->blocks, "%s: %s",
                 contest->reports->scene, contest->reports->title);
        fill_cells(contest, seeds, veer_chart_cells(chart, i / models, i % models));
    }
    snprintf(chart->subtitle, sizeof chart->subtitle, "%u model%s, %u seed%s each%s", models,
             models == 1 ? "" : "s", seeds, seeds == 1 ? "" : "s",
             seeds > 1 ? ": means with their 95% intervals" : "");
    snprintf(chart->foot, sizeof chart->foot, "veer  ·  seed %.0f",
             (double)compare->contests->seed);
}

static bool draw_chart(const VeerCompare *compare, VeerOutputs *outputs, VeerInputError *error)
{
    VeerChart *chart = malloc(sizeof *chart);
    if (!chart) {
        return veer_error_memory(error);
    }
    fill_chart(compare, chart);
    bool is_drawn = veer_chart_save(chart, outputs, "compare", error);
    free(chart);
    return is_drawn;
}

/// "paths-e5.svg"; scenes of one name have numbers.
static VeerFile *add_paths_file(const VeerCompare *compare, uint32_t scene, const char *ending,
                                VeerOutputs *outputs, VeerInputError *error)
{
    uint32_t models = compare->models.count, same = 0;
    const char *name = compare->contests[(size_t)scene * models].reports->scene;
    char safe[64], number[16] = "", file[100];
    snprintf(safe, sizeof safe, "%.60s", name);
    for (char *letter = safe; *letter; letter++) {
        *letter = isalnum((unsigned char)*letter) || *letter == '-' ? *letter : '_';
    }
    for (uint32_t i = 0; i < scene; i++) {
        same += strcmp(compare->contests[(size_t)i * models].reports->scene, name) == 0;
    }
    if (same > 0) {
        snprintf(number, sizeof number, "-%u", same + 1);
    }
    snprintf(file, sizeof file, "paths-%s%s%s", safe, number, ending);
    return veer_outputs_add_inside(outputs, file, error);
}

static bool draw_paths(const VeerCompare *compare, uint32_t scene, VeerOutputs *outputs,
                       VeerInputError *error)
{
    VeerPicture pictures[VEER_MAX_CHOICES];
    uint32_t models = compare->models.count;
    for (uint32_t i = 0; i < models; i++) {
        const VeerContest *contest = &compare->contests[scene * models + i];
        pictures[i] = (VeerPicture){.session = &contest->shown.session,
                                    .trails = contest->trails,
                                    .report = contest->reports,
                                    .title = veer_avoid_model_name(contest->reports->model),
                                    .is_still = true};
    }
    VeerFile *svg = add_paths_file(compare, scene, ".svg", outputs, error);
    VeerFile *png = svg ? add_paths_file(compare, scene, ".png", outputs, error) : NULL;
    return png && veer_panels_write(pictures, models, VEER_PICTURE_SVG, svg, error) &&
           veer_panels_write(pictures, models, VEER_PICTURE_PNG, png, error);
}

bool veer_compare_draw(const void *user, VeerOutputs *outputs, VeerInputError *error)
{
    const VeerCompare *compare = user;
    bool is_drawn = draw_chart(compare, outputs, error);
    for (uint32_t i = 0; is_drawn && i < compare->count / compare->models.count; i++) {
        is_drawn = draw_paths(compare, i, outputs, error);
    }
    return is_drawn;
}
