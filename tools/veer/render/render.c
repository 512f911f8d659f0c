#define _POSIX_C_SOURCE 200809L
#include "render.h"

#include "trial/trial.h"

#include <math.h>
#include <stdio.h>
#include <sys/stat.h>

#define MAX_GIF_FPS 50.0f // its delays are whole hundredths of a second, and who shows it doubts 1

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
    VeerFile *file;
    VeerPictureOptions options;
    VeerRecordedRun run;
    VeerTrial trial; ///< the repetition
    VeerTrails *trails;
    VeerProgress progress;
} Render;

static bool find_format(const char *path, Format *out, VeerInputError *error)
{
    for (int i = 0; i < FORMAT_COUNT; i++) {
        if (veer_text_ends_with(path, formats[i].ending)) {
            *out = (Format)i;
            return true;
        }
    }
    return veer_error_of(error, path, "must end in .svg, .png, .gif or .mp4");
}

/// Reads the recording in the folder that the arguments name, or that is the file they name.
static bool read_run(Render *render, VeerInputError *error)
{
    char path[4096];
    struct stat info;
    const char *input = render->args->input;
    if (stat(input, &info) != 0) {
        return veer_error_of(error, input, "no such run; veer run SCENE --out DIR makes one");
    }
    snprintf(path, sizeof path, "%s%s", input, S_ISDIR(info.st_mode) ? "/trajectory.sqlite" : "");
    return veer_recording_read(path, &render->args->limits, &render->run, error) == VEER_OK &&
           veer_trial_repeat(&render->trial, render->args, path, &render->run, error);
}

/// One step of the repetition.
static bool step(Render *render, VeerInputError *error)
{
    bool is_done = veer_trial_step(&render->trial, error);
    veer_progress_show(&render->progress, veer_trial_progress(&render->trial));
    return is_done;
}

/// A run must repeat bit by bit, or the picture is not of it.
static bool check_repetition(const Render *render, VeerInputError *error)
{
    return veer_world_hash(render->trial.session.world) == render->run.hash ||
           veer_error_of(error, render->args->input,
                         "was made by another version of veer: it runs differently now; run it "
                         "again");
}

static bool draw_now(const Render *render, VeerInputError *error)
{
    VeerReport report = veer_trial_report(&render->trial);
    VeerPicture picture = {.session = &render->trial.session,
                           .trails = render->trails,
                           .report = &report,
                           .options = render->options,
                           .is_still = true};
    return veer_picture_write(&picture,
                              render->format == FORMAT_SVG ? VEER_PICTURE_SVG : VEER_PICTURE_PNG,
                              render->file, error);
}

/// The tick that a picture is of.
static uint64_t tick_of_picture(const Render *render)
{
    double at = (double)render->args->at, end = (double)render->run.ticks;
    double tick = floor(at / (double)render->trial.session.info.dt + 0.5);
    return at > 0.0 && tick < end ? (uint64_t)tick : render->run.ticks;
}

/// Goes on to the end of the run, which shows whether it repeats, wherever the picture is from.
static bool draw_still(Render *render, VeerInputError *error)
{
    const VeerSession *session = &render->trial.session;
    render->trails = veer_trails_create(session->scenario, session->world);
    uint64_t last = tick_of_picture(render);
    bool is_drawn = render->trails ? last > 0 || draw_now(render, error) : veer_error_memory(error);
    for (uint64_t tick = 1; is_drawn && tick <= render->run.ticks; tick++) {
        is_drawn = step(render, error);
        if (is_drawn && tick <= last) {
            veer_trails_observe(render->trails, session->world);
        }
        if (is_drawn && tick == last) {
            is_drawn = draw_now(render, error);
        }
    }
    return is_drawn;
}

static bool draw_film(Render *render, VeerInputError *error)
{
    VeerReel reel = {.session = &render->trial.session,
                     .ticks = render->run.ticks,
                     .options = render->options,
                     .fps =
                         render->args->fps > 0.0f ? render->args->fps : formats[render->format].fps,
                     .speed = render->args->speed,
                     .progress = &render->progress};
    return veer_reel_write(&reel, render->format == FORMAT_GIF ? VEER_FILM_GIF : VEER_FILM_MP4,
                           render->file, error);
}

static bool render_file(Render *render, VeerOutputs *outputs, VeerInputError *error)
{
    const VeerArgs *args = render->args;
    if (!find_format(args->out, &render->format, error)) {
        return false;
    }
    const FormatInfo *format = &formats[render->format];
    bool is_film = format->fps > 0.0f;
    if (is_film && args->at > 0.0f) {
        return veer_error_of(error, "--at", "is of pictures (.svg, .png), not of films");
    }
    if (render->format == FORMAT_GIF && args->fps > MAX_GIF_FPS) {
        return veer_error_of(error, "--fps", "a .gif has at most 50 frames a second");
    }
    render->file = veer_outputs_add(outputs, args->out, error);
    if (!render->file || !read_run(render, error)) {
        return false;
    }
    render->options = (VeerPictureOptions){.width = args->width ? args->width : format->width,
                                           .traced = args->trace,
                                           .has_fields = args->has_fields,
                                           .shows_routes = args->shows_routes};
    render->progress = veer_progress_begin("render", args->is_quiet);
    return (is_film ? draw_film(render, error) : draw_still(render, error)) &&
           check_repetition(render, error);
}

VeerExit veer_command_render(const VeerArgs *args, VeerOutputs *outputs, VeerInputError *error)
{
    Render render = {.args = args};
    bool is_done = render_file(&render, outputs, error);
    veer_progress_end(&render.progress);
    veer_trails_destroy(render.trails);
    veer_trial_close(&render.trial);
    veer_recorded_run_free(&render.run);
    if (is_done && !args->is_quiet) {
        printf("wrote %s\n", args->out);
    }
    return is_done ? VEER_EXIT_DONE : VEER_EXIT_USAGE;
}
