/// The map of a scenario as bodies of several radii have it.
#ifndef VEER_IO_SCENARIO_CLASSES_H
#define VEER_IO_SCENARIO_CLASSES_H

#include "io/base/store.h"
#include "veer/grid.h"
#include "veer/voxels.h"

/// The map for bodies of about one size, as they share one in a world: by quarters of a cell.
typedef struct VeerClassMap {
    float radius;       ///< m: that of the largest of them
    VeerGrid *grid;     ///< dilated by it
    VeerLabels *labels; ///< of the grid
    VeerVoxels *voxels; ///< instead
    struct VeerClassMap *next;
} VeerClassMap;

/// All that were asked for. All NULL but the map: none yet.
typedef struct VeerClassMaps {
    const VeerGrid *map;
    const VeerVoxels *voxels; ///< instead; neither: there is no map
    VeerClassMap *first;
    VeerStore store; ///< the caller's to clear
} VeerClassMaps;

/// The map for bodies of a radius, m. Cost O(cells / 64) for the first of a class.
/// @return NULL: no memory
const VeerClassMap *veer_class_map(VeerClassMaps *maps, float radius);

/// The cell nearest to a point that has a label; VEER_NO_LABEL: any free cell.
VeerCell veer_class_cell(const VeerClassMap *class, VeerVec3 point, uint32_t label);

#endif
