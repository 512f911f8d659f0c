/// Where the points of a world are on a picture.
#ifndef VEER_TOOLS_SCREEN_H
#define VEER_TOOLS_SCREEN_H

#include "trial/trial.h"

/// Planar worlds are seen from above; spatial ones from the side and a little above, without
/// perspective, so that equal lengths stay equal.
typedef struct VeerScreen {
    double width, height;            ///< pixels, whole and even
    double unit;                     ///< pixels that a size of 1 on a picture 1600 wide has
    double text_unit;                ///< likewise for text, which must stay legible
    double left, top, right, bottom; ///< pixels: the frame that the world is seen in
    double scale;                    ///< pixels for a metre
    bool is_spatial;
    VeerBounds box;                     ///< what is seen, m
    double across[3], up[3], toward[3]; ///< unit vectors of the picture in the world
    double origin_x, origin_y;          ///< pixels
} VeerScreen;

typedef struct VeerPoint {
    double x, y;  ///< pixels
    double depth; ///< m towards the eye
} VeerPoint;

/// A screen `width` pixels wide that shows the session's viewport, starts and goals.
VeerScreen veer_screen_make(const VeerSession *session, uint32_t width);

VeerPoint veer_screen_point(const VeerScreen *screen, VeerVec3 point);

#endif
