/// The walkable area of a planar world as well-known text: one polygon, which PedPy reads.
#ifndef VEER_IO_WALKABLE_H
#define VEER_IO_WALKABLE_H

#include "veer/obstacle.h"

#include <geos_c.h>

/// Polygons that take ground away.
typedef struct VeerBarriers {
    GEOSGeometry **at; ///< at[count]
    uint32_t count, capacity;
} VeerBarriers;

/// All zero: nothing yet.
typedef struct VeerWalkableArea {
    VeerBounds box; ///< grows to hold all that is added
    GEOSContextHandle_t geos;
    VeerBarriers solids; ///< balls and polygons
    VeerBarriers walls;  ///< chains, and cells of a grid, which may part the area
} VeerWalkableArea;

void veer_walkable_free(VeerWalkableArea *area);

/// Adds the static balls, the polygons, the chains and the grid of a world; in space, nothing.
/// @return false: no memory
bool veer_walkable_read(VeerWalkableArea *area, const VeerWorld *world);

/// The part of the rectangle without barriers that has all of points[count] but those within
/// barriers: "POLYGON ((…), (…))". Where several parts have some, walls are left out.
/// @return NULL: no memory; else release it with GEOSFree_r
char *veer_walkable_text(VeerWalkableArea *area, const VeerVec3 *points, uint32_t count);

#endif
