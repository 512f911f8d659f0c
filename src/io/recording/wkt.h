/// The ground that agents walk on, as well-known text: a rectangle with holes where static things
/// stand.
#ifndef VEER_IO_WKT_H
#define VEER_IO_WKT_H

#include "veer/obstacle.h"

/// A hole: a closed ring of points.
typedef struct VeerHole {
    VeerVec3 points[64];
    uint32_t count;
    VeerBounds box;
} VeerHole;

typedef struct VeerGround {
    VeerBounds box; ///< grows to hold all that is added
    VeerHole *holes;
    uint32_t hole_count, hole_capacity;
} VeerGround;

void veer_ground_free(VeerGround *ground);

/// Makes the rectangle hold a disc.
void veer_ground_hold(VeerGround *ground, VeerVec3 centre, float radius);

/// Adds the static balls and polygons of a planar world. One whose box meets that of an earlier one
/// is left out, as holes that touch would not be a valid polygon. @return false: no memory
bool veer_ground_read(VeerGround *ground, const VeerWorld *world);

/// The text, "POLYGON ((…), (…))". @return NULL: no memory; else release it with free
char *veer_ground_text(const VeerGround *ground);

#endif
