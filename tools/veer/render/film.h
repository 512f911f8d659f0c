/// Films, by ffmpeg.
#ifndef VEER_TOOLS_FILM_H
#define VEER_TOOLS_FILM_H

#include "picture/picture.h"
#include "veer/file.h"

#include <cairo.h>

typedef enum VeerFilmKind { VEER_FILM_MP4, VEER_FILM_GIF } VeerFilmKind;

/// A film that is being written. Opaque.
typedef struct VeerFilm VeerFilm;

/// Whether ffmpeg is there, to be asked before much work for a film. @return false: `error` says it
bool veer_film_check(VeerInputError *error);

/// Starts ffmpeg, which writes the file. @return NULL: `error` says why
VeerFilm *veer_film_begin(VeerFilmKind kind, VeerFile *file, const VeerScreen *screen, double fps,
                          VeerInputError *error);

/// Adds a picture: an image of the screen's size, CAIRO_FORMAT_RGB24.
bool veer_film_add(VeerFilm *film, cairo_surface_t *image, VeerInputError *error);

/// Waits for ffmpeg, counts the frames in the file, completes it, and frees the film.
bool veer_film_end(VeerFilm *film, VeerInputError *error);

/// Ends ffmpeg and frees the film. NULL is fine.
void veer_film_discard(VeerFilm *film);

#endif
