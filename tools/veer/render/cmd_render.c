#define _POSIX_C_SOURCE 200809L
#include "commands.h"

#include "reel.h"
#include "trial/trails.h"
#include "veer/recording.h"

#include <math.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>

typedef enum Format { FORMAT_SVG, FORMAT_PNG, FORMAT_GIF, FORMAT_MP4, FORMAT_COUNT } Format;

/// What goes without saying about a format.
typedef struct FormatInfo {
    const char *ending;
    uint32_t width;
    float fps; ///< 0: a picture
} FormatInfo;

static const FormatInfo formats[FORMAT_COUNT] = {
    {".svg", 1600, 0.0f}, {".png", 1600, 0.0f}, {".gif", 640, 20.0f}, {".mp4", 1280, 30.0f}};

/// A rendering under way.
typedef struct Render {
    const VeerArgs *args;
    Format format;
    char partial[4096]; ///< where the file is written until it is whole
    VeerRecordedRun run;
    VeerSession session;
    VeerMetrics *metrics;
    VeerTrails *trails;
    VeerReport report;
    VeerProgress progress;
} Render;

static bool fail(VeerInputError *error, const char *what, const char *why)
{
    snprintf(error->text, sizeof error->text, "%.300s: %.150s", what, why);
    return false;
}

static bool find_format(const char *path, Format *out, VeerInputError *error)
{
    const char *ending = strrchr(path, '.');
    for (int i = 0; ending && i < FORMAT_COUNT; i++) {
        if (strcmp(ending, formats[i].ending) == 0) {
            *out = (Format)i;
            return true;
        }
    }
    return fail(error, path, "must end in .svg, .png, .gif or .mp4");
}

/// Reads the recording in the folder that the arguments name, or that is the file they name.
static bool read_run(Render *render, VeerInputError *error)
{
    char path[4096];
    struct stat info;
    const char *input = render->args->input;
    if (stat(input, &info) != 0) {
        return fail(error, input, "no such run; veer run SCENE --out DIR makes one");
    }
    snprintf(path, sizeof path, "%s%s", input, S_ISDIR(info.st_mode) ? "/trajectory.sqlite" : "");
    return veer_recording_read(path, &render->run, error) == VEER_OK &&
           veer_session_repeat(&render->session, path, render->run.scenario, render->args->workers,
                               error);
}

static bool begin_watch(Render *render, VeerInputError *error)
{
    const VeerSession *session = &render->session;
    render->progress = veer_progress_begin("render", render->args->is_quiet);
    render->trails = veer_trails_create(session->scenario, session->world);
    bool is_made = render->trails && veer_metrics_create(session->scenario, session->world,
                                                         &render->metrics) == VEER_OK;
    return is_made || fail(error, "render", "no memory");
}

/// One step of the repetition.
static bool step(Render *render, VeerInputError *error)
{
    VeerSession *session = &render->session;
    if (!veer_session_step(session, error)) {
        return false;
    }
    if (veer_metrics_observe(render->metrics, session->scenario, session->world) != VEER_OK) {
        return fail(error, "render", "no memory");
    }
    veer_progress_show(&render->progress,
                       (double)veer_world_tick(session->world) / (double)render->run.ticks);
    return true;
}

/// A run must repeat bit by bit, or the picture is not of it.
static bool check_repetition(const Render *render, VeerInputError *error)
{
    return veer_world_hash(render->session.world) == render->run.hash ||
           fail(error, render->args->input,
                "was made by another version of veer: it runs "
                "differently now; run it again");
}

static uint32_t width_of(const Render *render)
{
    return render->args->width ? render->args->width : formats[render->format].width;
}

static bool draw_now(Render *render, double begin, VeerInputError *error)
{
    VeerScores scores = veer_metrics_scores(render->metrics, render->session.world);
    render->report = veer_report_make(&render->session, &scores, veer_session_clock() - begin);
    VeerPicture picture = {.session = &render->session,
                           .trails = render->trails,
                           .report = &render->report,
                           .width = width_of(render),
                           .is_still = true,
                           .traced = render->args->trace,
                           .has_fields = render->args->has_fields,
                           .shows_routes = render->args->shows_routes};
    return veer_picture_write(&picture,
                              render->format == FORMAT_SVG ? VEER_PICTURE_SVG : VEER_PICTURE_PNG,
                              render->partial, error);
}

/// The tick that a picture is of.
static uint64_t tick_of_picture(const Render *render)
{
    double at = (double)render->args->at, end = (double)render->run.ticks;
    double tick = floor(at / (double)veer_scenario_info(render->session.scenario).dt + 0.5);
    return at > 0.0 && tick < end ? (uint64_t)tick : render->run.ticks;
}

/// Goes on to the end of the run, which tells whether it repeats, wherever the picture is from.
static bool draw_still(Render *render, VeerInputError *error)
{
    double begin = veer_session_clock();
    uint64_t last = tick_of_picture(render);
    bool is_drawn = last > 0 || draw_now(render, begin, error);
    for (uint64_t tick = 1; is_drawn && tick <= render->run.ticks; tick++) {
        is_drawn = step(render, error);
        if (is_drawn && tick <= last) {
            veer_trails_observe(render->trails, render->session.world);
        }
        if (is_drawn && tick == last) {
            is_drawn = draw_now(render, begin, error);
        }
    }
    return is_drawn && check_repetition(render, error);
}

static bool draw_film(Render *render, VeerInputError *error)
{
    float fps = render->args->fps > 0.0f ? render->args->fps : formats[render->format].fps;
    VeerReel reel = {.session = &render->session,
                     .ticks = render->run.ticks,
                     .width = width_of(render),
                     .fps = fps,
                     .speed = render->args->speed,
                     .progress = &render->progress,
                     .traced = render->args->trace,
                     .has_fields = render->args->has_fields,
                     .shows_routes = render->args->shows_routes};
    return veer_reel_write(&reel, render->format == FORMAT_GIF ? VEER_FILM_GIF : VEER_FILM_MP4,
                           render->partial, error) &&
           check_repetition(render, error);
}

static bool render_file(Render *render, VeerInputError *error)
{
    const char *out = render->args->out;
    snprintf(render->partial, sizeof render->partial, "%s.partial", out);
    if (!find_format(out, &render->format, error)) {
        return false;
    }
    bool is_film = formats[render->format].fps > 0.0f;
    if (is_film && render->args->at > 0.0f) {
        return fail(error, "--at", "is of pictures (.svg, .png), not of films");
    }
    if (!read_run(render, error) || !begin_watch(render, error)) {
        return false;
    }
    bool is_drawn = is_film ? draw_film(render, error) : draw_still(render, error);
    if (is_drawn && rename(render->partial, out) == 0) {
        return true;
    }
    remove(render->partial);
    return is_drawn ? fail(error, out, "cannot be written") : false;
}

int veer_command_render(const VeerArgs *args)
{
    Render render = {.args = args};
    VeerInputError error = {""};
    bool is_done = render_file(&render, &error);
    veer_progress_end(&render.progress);
    veer_metrics_destroy(render.metrics);
    veer_trails_destroy(render.trails);
    veer_session_close(&render.session);
    veer_recorded_run_free(&render.run);
    if (!is_done) {
        fprintf(stderr, "veer: %s\n", error.text);
        return VEER_EXIT_USAGE;
    }
    if (!args->is_quiet) {
        printf("wrote %s\n", args->out);
    }
    return VEER_EXIT_DONE;
}
