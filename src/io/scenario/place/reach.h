/// Whether there is a path over a scenario's map from one point to another.
#ifndef VEER_IO_PLACE_REACH_H
#define VEER_IO_PLACE_REACH_H

#include "io/base/store.h"
#include "veer/grid.h"

#define VEER_REACH_CLASSES 16

/// Connected components of a map, for bodies of several sizes. All NULL but the map: empty.
typedef struct VeerReach {
    const VeerGrid *map; ///< the cells; NULL: none
    VeerLabels *labels[VEER_REACH_CLASSES];
    void *dilated; ///< where the map is dilated
    VeerStore store;
} VeerReach;

/// Whether a body of a radius (m) may get from one point to another. Bodies of more than four
/// cells, and where memory is out: true, as nothing is known.
/// Cost O(1) as a rule; O(cells / 64) for the first body of a size.
bool veer_reach_can(VeerReach *reach, VeerVec3 from, VeerVec3 to, float radius);

/// Gives all memory back.
void veer_reach_clear(VeerReach *reach);

#endif
