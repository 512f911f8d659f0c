#include "reel.h"

#include "trial/trial.h"

#include <math.h>
#include <stdio.h>

#define MAX_FILM_SECONDS 20.0 // where no speed is asked for
#define TAIL_SECONDS 1.5      // of film that an agent's path is seen for

/// The times of a film: how many frames there are, and how many seconds are simulated for each.
typedef struct FilmPace {
    double fps, seconds; ///< seconds: simulated, for a frame
    uint64_t frames;
} FilmPace;

/// A film under way.
typedef struct Filming {
    const VeerReel *reel;
    FilmPace pace;
    VeerScreen screen;
    VeerTrails *trails;
    cairo_surface_t *image;
} Filming;

static FilmPace choose_pace(const VeerReel *reel)
{
    double length = (double)reel->ticks * (double)reel->session->info.dt;
    double speed = (double)reel->speed, fps = (double)reel->fps;
    if (speed <= 0.0) {
        speed = fmax(1.0, ceil(length / MAX_FILM_SECONDS));
    }
    return (FilmPace){fps, speed / fps, (uint64_t)fmax(ceil(length * fps / speed), 1.0)};
}

/// Steps up to a tick.
static bool step_to(const VeerReel *reel, uint64_t tick, VeerInputError *error)
{
    const VeerWorld *world = reel->session->world;
    while (veer_world_tick(world) < tick) {
        if (!veer_session_step(reel->session, error)) {
            return false;
        }
        if (reel->progress) {
            veer_progress_show(reel->progress,
                               (double)veer_world_tick(world) / (double)reel->ticks);
        }
    }
    return true;
}

/// Steps to the tick that is nearest to the time of a frame, and draws it.
static bool draw_frame(const Filming *filming, uint64_t frame, VeerInputError *error)
{
    const VeerReel *reel = filming->reel;
    double dt = (double)reel->session->info.dt;
    uint64_t tick = (uint64_t)((double)frame * filming->pace.seconds / dt + 0.5);
    tick = frame == filming->pace.frames || tick > reel->ticks ? reel->ticks : tick;
    if (!step_to(reel, tick, error)) {
        return false;
    }
    if (frame > 0) {
        veer_trails_observe(filming->trails, reel->session->world);
    }
    VeerPicture picture = {.session = reel->session,
                           .trails = filming->trails,
                           .title = reel->title,
                           .options = reel->options,
                           .tail = TAIL_SECONDS * filming->pace.seconds * filming->pace.fps};
    cairo_t *cairo = cairo_create(filming->image);
    veer_picture_draw(&picture, &filming->screen, cairo);
    cairo_destroy(cairo);
    return true;
}

static bool draw_frames(const Filming *filming, VeerFilm *film, VeerInputError *error)
{
    for (uint64_t frame = 0; frame <= filming->pace.frames; frame++) {
        if (!draw_frame(filming, frame, error) || !veer_film_add(film, filming->image, error)) {
            return false;
        }
    }
    return true;
}

static bool shoot(const Filming *filming, VeerFilmKind kind, VeerFile *file, VeerInputError *error)
{
    if (!filming->trails || cairo_surface_status(filming->image) != CAIRO_STATUS_SUCCESS ||
        !veer_canvas_has_font_room()) {
        return veer_error_set(error, "no memory for the pictures");
    }
    VeerFilm *film = veer_film_begin(kind, file, &filming->screen, filming->pace.fps, error);
    if (!film) {
        return false;
    }
    if (!draw_frames(filming, film, error)) {
        veer_film_discard(film);
        return false;
    }
    return veer_film_end(film, error);
}

bool veer_reel_write(const VeerReel *reel, VeerFilmKind kind, VeerFile *file, VeerInputError *error)
{
    const VeerSession *session = reel->session;
    Filming filming = {.reel = reel,
                       .pace = choose_pace(reel),
                       .screen = veer_screen_make(session, reel->options.width),
                       .trails = veer_trails_create(session->scenario, session->world)};
    filming.image = cairo_image_surface_create(CAIRO_FORMAT_RGB24, (int)filming.screen.width,
                                               (int)filming.screen.height);
    bool is_done = shoot(&filming, kind, file, error);
    cairo_surface_destroy(filming.image);
    veer_trails_destroy(filming.trails);
    return is_done;
}
