#include "entrant_draw.h"

#include "render/render.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define FILM_WIDTH 960u
#define FILM_FPS 30.0f
#define AFTERMATH 1.0 // s, that a film goes on for after the end of the flight

static void fill_cells(const VeerTally *tally, VeerMerged *cells)
{
    const double none = (double)NAN;
    VeerMerged share = tally->survival;
    cells[0] = (VeerMerged){100.0 * share.value, 100.0 * share.low, 100.0 * share.high};
    cells[1] = (VeerMerged){tally->time_ratio, none, none};
    cells[2] = (VeerMerged){tally->us_per_decision, none, none};
}

static void fill_chart(const VeerOdds *odds, VeerChart *chart)
{
    uint32_t models = odds->models.count;
    *chart = (VeerChart){.columns = {{"come through", "%", 100.0},
                                     {"time, of the shortest path's", "", 1.0},
                                     {"a decision", " µs", 0.0}},
                         .column_count = 3,
                         .block_count = odds->classes.count};
    veer_chart_set_models(chart, &odds->models);
    for (uint32_t i = 0; i < odds->count; i++) {
        VeerTally tally = veer_odds_tally(&odds->entrants[i], odds->args->seeds);
        snprintf(chart->blocks[i / models], sizeof *chart->blocks, "%s ships",
                 veer_ship_class_name(odds->entrants[i].ship_class));
        fill_cells(&tally, veer_chart_cells(chart, i / models, i % models));
    }
    snprintf(chart->title, sizeof chart->title, "%s", odds->field.title);
    snprintf(chart->subtitle, sizeof chart->subtitle,
             "the share that comes through without touching anything, of %u seeds, with 95%% "
             "intervals",
             odds->args->seeds);
    snprintf(chart->foot, sizeof chart->foot, "veer  ·  %.40s  ·  seed %.0f", odds->field.scene,
             (double)odds->seed);
}

static bool draw_chart(const VeerOdds *odds, VeerOutputs *outputs, VeerInputError *error)
{
    VeerChart *chart = malloc(sizeof *chart);
    if (!chart) {
        return veer_error_memory(error);
    }
    fill_chart(odds, chart);
    bool is_drawn = veer_chart_save(chart, outputs, "odds", error);
    free(chart);
    return is_drawn;
}

/// "whiskers, usual ship: touched after 7.3 s"
static void describe(const VeerEntrant *entrant, const VeerFlight *flight, char *text, size_t size)
{
    const char *end = flight->has_touched   ? "touched something after"
                      : flight->has_arrived ? "came through in"
                                            : "not there after";
    snprintf(text, size, "%s, %s ship: %s %.1f s", veer_avoid_model_name(entrant->model),
             veer_ship_class_name(entrant->ship_class), end, flight->seconds);
}

/// Keeps the scenario of a session, to be run again.
static bool write_scenario(const VeerSession *session, VeerFile *file, VeerInputError *error)
{
    FILE *stream = veer_file_stream(file);
    if (!stream) {
        return veer_error_memory(error);
    }
    fputs(veer_scenario_text(session->scenario), stream);
    return veer_file_complete(file, error) == VEER_OK;
}

static VeerFile *add_worst(const VeerEntrant *entrant, const char *ending, VeerOutputs *outputs,
                           VeerInputError *error)
{
    char name[100];
    snprintf(name, sizeof name, "worst-%s%s", veer_avoid_model_name(entrant->model), ending);
    return veer_outputs_add_inside(outputs, name, error);
}

static bool film_worst(const VeerOdds *odds, const VeerEntrant *entrant, VeerOutputs *outputs,
                       VeerInputError *error)
{
    uint32_t worst = veer_odds_tally(entrant, odds->args->seeds).worst;
    uint64_t seed = odds->seed + worst;
    const VeerFlight *flight = &entrant->flights[worst];
    VeerSession session;
    if (!veer_session_open(&session, &entrant->args, &seed, error)) {
        return false;
    }
    char title[160];
    describe(entrant, flight, title, sizeof title);
    VeerFile *film = add_worst(entrant, ".mp4", outputs, error);
    VeerFile *file = film ? add_worst(entrant, ".json", outputs, error) : NULL;
    VeerReel reel = {.session = &session,
                     .ticks = (uint64_t)((flight->seconds + AFTERMATH) / (double)session.info.dt),
                     .options = {.width = FILM_WIDTH},
                     .fps = FILM_FPS,
                     .title = title};
    bool is_done = file && write_scenario(&session, file, error) &&
                   veer_reel_write(&reel, VEER_FILM_MP4, film, error);
    veer_session_close(&session);
    return is_done;
}

/// The class that is filmed: the usual one, or else the first.
static uint32_t filmed_class(const VeerOdds *odds)
{
    for (uint32_t i = 0; i < odds->classes.count; i++) {
        if (strcmp(veer_ship_class_name(odds->classes.numbers[i]), "usual") == 0) {
            return i;
        }
    }
    return 0;
}

bool veer_odds_draw(const void *user, VeerOutputs *outputs, VeerInputError *error)
{
    const VeerOdds *odds = user;
    bool is_done = draw_chart(odds, outputs, error);
    const VeerEntrant *filmed = &odds->entrants[(size_t)filmed_class(odds) * odds->models.count];
    for (uint32_t i = 0; is_done && i < odds->models.count; i++) {
        is_done = film_worst(odds, &filmed[i], outputs, error);
    }
    return is_done;
}
