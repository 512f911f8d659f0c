#define _POSIX_C_SOURCE 200809L
#include "film.h"

#include "process/process.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#define MAX_WORDS 32

struct VeerFilm {
    VeerFile *file;
    VeerChild ffmpeg;
    uint64_t frames; ///< that it was given
    char name[4300]; ///< of the file, as ffmpeg takes it
};

/// How ffmpeg writes each kind.
static const char *const outputs[][16] = {
    [VEER_FILM_MP4] = {"-c:v", "libx264", "-preset", "veryfast", "-crf", "19", "-pix_fmt",
                       "yuv420p", "-movflags", "+faststart", "-f", "mp4"},
    [VEER_FILM_GIF] = {"-filter_complex",
                       "split[a][b];[a]palettegen=max_colors=128:stats_mode=diff[p];"
                       "[b][p]paletteuse=dither=none:diff_mode=rectangle",
                       "-f", "gif"},
};

bool veer_film_check(VeerInputError *error)
{
    const char *at = getenv("PATH");
    while (at && *at) {
        char path[4096];
        size_t length = strcspn(at, ":");
        snprintf(path, sizeof path, "%.*s/ffmpeg", (int)(length < 4000 ? length : 4000), at);
        if (access(path, X_OK) == 0) {
            return true;
        }
        at += length + (at[length] == ':');
    }
    return veer_error_of(error, "ffmpeg", "is not installed");
}

static bool start_ffmpeg(VeerFilm *film, VeerFilmKind kind, const VeerScreen *screen, double fps)
{
    char size[40], rate[40];
    snprintf(size, sizeof size, "%.0fx%.0f", screen->width, screen->height);
    snprintf(rate, sizeof rate, "%.6g", fps);
    const char *words[MAX_WORDS] = {"ffmpeg", "-loglevel", "error",    "-xerror", "-y",
                                    "-f",     "rawvideo",  "-pix_fmt", "bgr0",    "-s",
                                    size,     "-r",        rate,       "-i",      "pipe:0"};
    size_t count = 15;
    for (size_t i = 0; outputs[kind][i]; i++) {
        words[count++] = outputs[kind][i];
    }
    words[count] = film->name;
    return veer_child_start(&film->ffmpeg, words, VEER_CHILD_READS,
                            veer_file_descriptor(film->file));
}

VeerFilm *veer_film_begin(VeerFilmKind kind, VeerFile *file, const VeerScreen *screen, double fps,
                          VeerInputError *error)
{
    if (!veer_film_check(error)) {
        return NULL;
    }
    VeerFilm *film = calloc(1, sizeof *film);
    if (!film) {
        veer_error_memory(error);
        return NULL;
    }
    film->file = file;
    snprintf(film->name, sizeof film->name, "file:%s", veer_file_name(file));
    if (!start_ffmpeg(film, kind, screen, fps)) {
        veer_error_of(error, "ffmpeg", "cannot be started");
        free(film);
        return NULL;
    }
    return film;
}

/// Fills `error` with what ffmpeg said, if it said something. @return false
static bool fail(const VeerFilm *film, const char *why, VeerInputError *error)
{
    const char *said = film->ffmpeg.why;
    return veer_error_set(error, "%.200s: %s%s%.150s", veer_file_path(film->file), why,
                          *said ? ": " : "", said);
}

bool veer_film_add(VeerFilm *film, cairo_surface_t *image, VeerInputError *error)
{
    cairo_surface_flush(image);
    size_t size = (size_t)cairo_image_surface_get_stride(image) *
                  (size_t)cairo_image_surface_get_height(image);
    film->frames++;
    if (!veer_child_write(&film->ffmpeg, cairo_image_surface_get_data(image), size)) {
        veer_child_kill(&film->ffmpeg);
        return fail(film, "ffmpeg takes no more pictures", error);
    }
    return true;
}

/// The frames that can be read from the file: ffmpeg prints a line for each, after some that begin
/// with '#'. @return false: not all of it could be read
static bool count_frames(VeerFilm *film, uint64_t *frames)
{
    const char *const words[] = {"ffmpeg",   "-nostdin", "-loglevel", "error", "-xerror",
                                 "-i",       film->name, "-map",      "0:v",   "-f",
                                 "framecrc", "pipe:1",   NULL};
    char text[4096], last = '\n';
    size_t count;
    *frames = 0;
    if (!veer_child_start(&film->ffmpeg, words, VEER_CHILD_WRITES,
                          veer_file_descriptor(film->file))) {
        return false;
    }
    while ((count = veer_child_read(&film->ffmpeg, text, sizeof text)) > 0) {
        for (size_t i = 0; i < count; i++) {
            *frames += last == '\n' && text[i] != '#';
            last = text[i];
        }
    }
    return veer_child_end(&film->ffmpeg) && !*film->ffmpeg.why;
}

/// Whether the file holds what ffmpeg was given: it may say that all is well on a full disk.
static bool check_film(VeerFilm *film, VeerInputError *error)
{
    uint64_t frames;
    if (!count_frames(film, &frames)) {
        return fail(film, "the film cannot be read back", error);
    }
    return frames == film->frames ||
           veer_error_set(error, "%.200s: the film has %" PRIu64 " of its %" PRIu64 " frames",
                          veer_file_path(film->file), frames, film->frames);
}

bool veer_film_end(VeerFilm *film, VeerInputError *error)
{
    bool is_whole =
        veer_child_end(&film->ffmpeg) || fail(film, "ffmpeg could not write the film", error);
    is_whole =
        is_whole && check_film(film, error) && veer_file_complete(film->file, error) == VEER_OK;
    free(film);
    return is_whole;
}

void veer_film_discard(VeerFilm *film)
{
    if (film) {
        veer_child_kill(&film->ffmpeg);
        free(film);
    }
}
