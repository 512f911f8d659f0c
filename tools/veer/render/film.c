#define _POSIX_C_SOURCE 200809L
#include "film.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

struct VeerFilm {
    pid_t process;
    int input; ///< where its pictures go
};

static const char palette_filter[] = "split[a][b];[a]palettegen=max_colors=128:stats_mode=diff[p];"
                                     "[b][p]paletteuse=dither=none:diff_mode=rectangle";

/// Becomes ffmpeg, reading pictures from `input`. Never returns.
static void become_ffmpeg(VeerFilmKind kind, const char *path, const VeerScreen *screen, double fps,
                          int input)
{
    char size[40], rate[40];
    snprintf(size, sizeof size, "%.0fx%.0f", screen->width, screen->height);
    snprintf(rate, sizeof rate, "%.6g", fps);
    dup2(input, STDIN_FILENO);
    int silence = open("/dev/null", O_WRONLY);
    dup2(silence, STDOUT_FILENO);
    if (kind == VEER_FILM_MP4) {
        execlp("ffmpeg", "ffmpeg", "-loglevel", "error", "-y", "-f", "rawvideo", "-pix_fmt", "bgr0",
               "-s", size, "-r", rate, "-i", "-", "-c:v", "libx264", "-preset", "veryfast", "-crf",
               "19", "-pix_fmt", "yuv420p", "-movflags", "+faststart", "-f", "mp4", path,
               (char *)NULL);
    } else {
        execlp("ffmpeg", "ffmpeg", "-loglevel", "error", "-y", "-f", "rawvideo", "-pix_fmt", "bgr0",
               "-s", size, "-r", rate, "-i", "-", "-filter_complex", palette_filter, "-f", "gif",
               path, (char *)NULL);
    }
    _exit(127);
}

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
    int ends[2];
    VeerFilm *film = calloc(1, sizeof *film);
    if (!film || pipe(ends) != 0) {
        free(film);
        veer_error_of(error, "ffmpeg", "cannot be started");
        return NULL;
    }
    // A broken pipe is seen as a failed write, not as a signal.
    signal(SIGPIPE, SIG_IGN);
    film->process = fork();
    if (film->process == 0) {
        close(ends[1]);
        become_ffmpeg(kind, path, screen, fps, ends[0]);
    }
    close(ends[0]);
    film->input = ends[1];
    if (film->process < 0) {
        close(ends[1]);
        free(film);
        veer_error_of(error, "ffmpeg", strerror(errno));
        return NULL;
    }
    return film;
}

bool veer_film_add(VeerFilm *film, cairo_surface_t *image, VeerInputError *error)
{
    cairo_surface_flush(image);
    const unsigned char *row = cairo_image_surface_get_data(image);
    size_t left = (size_t)cairo_image_surface_get_stride(image) *
                  (size_t)cairo_image_surface_get_height(image);
    while (left > 0) {
        ssize_t written = write(film->input, row, left);
        if (written < 0 && errno == EINTR) {
            continue;
        }
        if (written <= 0) {
            return veer_error_of(error, "ffmpeg", "takes no more pictures; is it installed?");
        }
        row += written;
        left -= (size_t)written;
    }
    return true;
}

/// Closes the pipe and waits. @return the exit status of ffmpeg, -1 when it was ended by a signal
static int wait_for(VeerFilm *film)
{
    int status;
    close(film->input);
    while (waitpid(film->process, &status, 0) < 0 && errno == EINTR) {
    }
    free(film);
    return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

bool veer_film_end(VeerFilm *film, VeerInputError *error)
{
    int status = wait_for(film);
    if (status == 127) {
        return veer_error_of(error, "ffmpeg", "is not installed");
    }
    return status == 0 || veer_error_of(error, "ffmpeg", "could not write the film");
}

void veer_film_discard(VeerFilm *film)
{
    if (film) {
        wait_for(film);
    }
}
