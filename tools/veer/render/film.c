#define _POSIX_C_SOURCE 200809L
#include "film.h"

#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

struct VeerFilm {
    FILE *input; ///< of ffmpeg
};

static const char *const outputs[] = {
    [VEER_FILM_MP4] =
        "-c:v libx264 -preset veryfast -crf 19 -pix_fmt yuv420p -movflags +faststart -f mp4",
    [VEER_FILM_GIF] =
        "-filter_complex 'split[a][b];[a]palettegen=max_colors=128:stats_mode=diff[p];"
        "[b][p]paletteuse=dither=none:diff_mode=rectangle' -f gif",
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

VeerFilm *veer_film_begin(VeerFilmKind kind, const char *path, const VeerScreen *screen, double fps,
                          VeerInputError *error)
{
    char command[600];
    VeerFilm *film = calloc(1, sizeof *film);
    if (!film || !veer_film_check(error)) {
        free(film);
        return NULL;
    }
    snprintf(
        command, sizeof command,
        "exec ffmpeg -loglevel error -y -f rawvideo -pix_fmt bgr0 -s %.0fx%.0f -r %.6g -i - %s "
        "\"$VEER_FILM\" >/dev/null",
        screen->width, screen->height, fps, outputs[kind]);
    // A broken pipe is seen as a failed write, not as a signal.
    signal(SIGPIPE, SIG_IGN);
    setenv("VEER_FILM", path, true); // quoted so, whatever is in it
    film->input = popen(command, "w");
    if (!film->input) {
        veer_error_of(error, "ffmpeg", "cannot be started");
        free(film);
        return NULL;
    }
    return film;
}

bool veer_film_add(VeerFilm *film, cairo_surface_t *image, VeerInputError *error)
{
    cairo_surface_flush(image);
    size_t size = (size_t)cairo_image_surface_get_stride(image) *
                  (size_t)cairo_image_surface_get_height(image);
    return fwrite(cairo_image_surface_get_data(image), 1, size, film->input) == size ||
           veer_error_of(error, "ffmpeg", "takes no more pictures");
}

bool veer_film_end(VeerFilm *film, VeerInputError *error)
{
    int status = pclose(film->input);
    free(film);
    return (WIFEXITED(status) && WEXITSTATUS(status) == 0) ||
           veer_error_of(error, "ffmpeg", "could not write the film");
}

void veer_film_discard(VeerFilm *film)
{
    if (film) {
        pclose(film->input);
        free(film);
    }
}
