/// Pictures of a world and the paths through it.
#ifndef VEER_TOOLS_PICTURE_H
#define VEER_TOOLS_PICTURE_H

#include "canvas.h"
#include "ink.h"
#include "screen.h"
#include "trial/trial.h"
#include "veer/explain.h"

/// What is shown beside the world and its agents.
typedef struct VeerPictureOptions {
    uint32_t width;            ///< of the picture, pixels
    uint32_t traced;           ///< id of the agent whose decision is drawn; 0: none
    bool has_fields;           ///< the fields that agents share are drawn, and how crowded it is
    bool shows_routes;         ///< the routes ahead, the cells that they lead round, passages held
    const VeerReason *reasons; ///< reasons[reason_count] of that agent, to be drawn as well
    uint32_t reason_count;
} VeerPictureOptions;

/// What a picture shows.
typedef struct VeerPicture {
    const VeerSession *session;
    const VeerTrails *trails;
    const VeerReport *report; ///< NULL: no scores are shown
    const char *title;        ///< NULL: the scenario's
    VeerPictureOptions options;
    bool is_still; ///< whole paths; else the last `tail` seconds of them, as in a film
    double tail;   ///< s, simulated
} VeerPicture;

/// Draws to a surface of the screen's size.
void veer_picture_draw(const VeerPicture *picture, const VeerScreen *screen, cairo_t *cairo);

/// Draws to a file. @return false: `error` says why
bool veer_picture_write(const VeerPicture *picture, VeerPictureKind kind, VeerFile *file,
                        VeerInputError *error);

#endif
