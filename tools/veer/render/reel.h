/// The film of a run from its start.
#ifndef VEER_TOOLS_REEL_H
#define VEER_TOOLS_REEL_H

#include "base/base.h"
#include "film.h"
#include "picture/picture.h"

/// What is filmed, and how.
typedef struct VeerReel {
    VeerSession *session; ///< at its start
    uint64_t ticks;       ///< that it runs for
    float fps;
    float speed;       ///< simulated seconds for one of film; 0: such that it lasts 20 s at most
    const char *title; ///< NULL: the scenario's
    VeerProgress *progress; ///< NULL: not shown
    VeerPictureOptions options;
} VeerReel;

/// Runs the session to its last tick and films it. @return false: `error` says why
bool veer_reel_write(const VeerReel *reel, VeerFilmKind kind, VeerFile *file,
                     VeerInputError *error);

#endif
