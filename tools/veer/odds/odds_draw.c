#include "odds.h"
#include "render/chart.h"
#include "render/reel.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define COLUMNS 3u
#define FILM_WIDTH 960u
#define FILM_FPS 30.0f
#define AFTERMATH 1.0 // s, that a film goes on for after the end of the flight

/// The texts and numbers of a chart.
typedef struct Figures {
    VeerChartRow rows[VEER_MAX_CHOICES];
    const char *blocks[VEER_MAX_CHOICES];
    char titles[VEER_MAX_CHOICES][80];
    char subtitle[160], foot[120];
    VeerMerged cells[VEER_MAX_CHOICES * VEER_MAX_CHOICES * COLUMNS];
} Figures;

static void fill_cells(const VeerOdds *odds, Figures *figures)
{
    const double none = (double)NAN;
    for (uint32_t i = 0; i < odds->count; i++) {
        VeerTally tally = veer_odds_tally(&odds->entrants[i], odds->args->seeds);
        VeerMerged share = tally.survival, *cells = &figures->cells[COLUMNS * i];
        cells[0] = (VeerMerged){100.0 * share.value, 100.0 * share.low, 100.0 * share.high};
        cells[1] = (VeerMerged){tally.time_ratio, none, none};
        cells[2] = (VeerMerged){tally.us_per_decision, none, none};
    }
}

static VeerChart fill_figures(const VeerOdds *odds, Figures *figures)
{
    for (uint32_t i = 0; i < odds->models.count; i++) {
        VeerAvoidModel model = (VeerAvoidModel)odds->models.numbers[i];
        figures->rows[i] =
            (VeerChartRow){veer_avoid_model_name(model), veer_chart_model_colour(model)};
    }
    for (uint32_t i = 0; i < odds->classes.count; i++) {
        snprintf(figures->titles[i], sizeof figures->titles[i], "%s ships",
                 veer_ship_class_name(odds->classes.numbers[i]));
        figures->blocks[i] = figures->titles[i];
    }
    fill_cells(odds, figures);
    snprintf(figures->subtitle, sizeof figures->subtitle,
             "the share that comes through without touching anything, of %u seeds, with 95%% "
             "intervals",
             odds->args->seeds);
    snprintf(figures->foot, sizeof figures->foot, "veer  ·  %.40s  ·  seed %.0f", odds->field.scene,
             (double)odds->seed);
    return (VeerChart){.title = odds->field.title,
                       .subtitle = figures->subtitle,
                       .foot = figures->foot,
                       .columns = {{"come through", "%", 100.0},
                                   {"time, of the straight way's", "", 1.0},
                                   {"a decision", " µs", 0.0}},
                       .column_count = COLUMNS,
                       .rows = figures->rows,
                       .row_count = odds->models.count,
                       .blocks = figures->blocks,
                       .block_count = odds->classes.count,
                       .cells = figures->cells};
}

static bool draw_chart(const VeerOdds *odds, VeerFolder *folder, VeerInputError *error)
{
    Figures *figures = calloc(1, sizeof *figures);
    if (!figures) {
        return veer_folder_fail(error, folder->path, "no memory");
    }
    VeerChart chart = fill_figures(odds, figures);
    bool is_drawn = veer_chart_save(&chart, folder, "odds", error);
    free(figures);
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

/// Keeps the scenario of a session, for who wants to run it again.
static bool write_scenario(const VeerSession *session, const char *path, VeerInputError *error)
{
    FILE *file = fopen(path, "w");
    if (!file) {
        return veer_folder_fail(error, path, "no such place");
    }
    bool is_whole = fputs(veer_scenario_text(session->scenario), file) >= 0;
    is_whole = fclose(file) == 0 && is_whole;
    return is_whole || veer_folder_fail(error, path, "the disk does not take it");
}

static VeerPath add_worst(const VeerEntrant *entrant, const char *ending, VeerFolder *folder)
{
    char name[100];
    snprintf(name, sizeof name, "worst-%s%s", veer_avoid_model_name(entrant->model), ending);
    return veer_folder_add(folder, name);
}

static bool film_worst(const VeerOdds *odds, const VeerEntrant *entrant, VeerFolder *folder,
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
    VeerPath film = add_worst(entrant, ".mp4", folder), file = add_worst(entrant, ".json", folder);
    VeerReel reel = {.session = &session,
                     .ticks = (uint64_t)((flight->seconds + AFTERMATH) / (double)session.info.dt),
                     .width = FILM_WIDTH,
                     .fps = FILM_FPS,
                     .title = title};
    bool is_done = write_scenario(&session, file.text, error) &&
                   veer_reel_write(&reel, VEER_FILM_MP4, film.text, error);
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

bool veer_odds_draw(const VeerOdds *odds, VeerFolder *folder, VeerInputError *error)
{
    bool is_done = draw_chart(odds, folder, error);
    const VeerEntrant *filmed = &odds->entrants[filmed_class(odds) * odds->models.count];
    for (uint32_t i = 0; is_done && i < odds->models.count; i++) {
        is_done = film_worst(odds, &filmed[i], folder, error);
    }
    return is_done;
}
