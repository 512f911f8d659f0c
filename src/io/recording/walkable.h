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
    VeerBarriers solids;  ///< balls and polygons
    VeerBarriers walls;   ///< chains, and cells of a grid, which may part the area
    VeerBarriers links;   ///< links that are open, which join what walls part
    GEOSGeometry *ground; ///< of a mesh or a graph; NULL: all of the box
} VeerWalkableArea;

void veer_walkable_free(VeerWalkableArea *area);

/// Adds the static balls, the polygons, the chains, the map and the links of a world; in space,
/// nothing.
/// @return false: no memory
bool veer_walkable_read(VeerWalkableArea *area, const VeerWorld *world);

/// The part of the rectangle without barriers that has all of points[count] but those within
/// barriers: "POLYGON ((…), (…))". Where several parts have some, walls are left out.
/// @return NULL: no memory; else release it with GEOSFree_r
char *veer_walkable_text(VeerWalkableArea *area, const VeerVec3 *points, uint32_t count);

// --- Within the room ---

/// Adds a polygon, which is the list's from then on. @return false: it is NULL, or no memory
bool veer_barriers_add(GEOSContextHandle_t geos, VeerBarriers *list, GEOSGeometry *polygon);
/// Gives up what is in a list.
void veer_barriers_free(GEOSContextHandle_t geos, VeerBarriers *list);
/// All polygons of a list as one geometry, which ends them. @return NULL: no memory
GEOSGeometry *veer_barriers_unite(GEOSContextHandle_t geos, VeerBarriers *list);
/// A line over points[count]. @return NULL: no memory
GEOSGeometry *veer_walkable_line(GEOSContextHandle_t geos, const VeerVec3 *points, uint32_t count,
                                 bool is_closed);
/// A line with the thickness of a chain; the line is given up. @return NULL: no memory
GEOSGeometry *veer_walkable_thicken(GEOSContextHandle_t geos, GEOSGeometry *line);

#endif
