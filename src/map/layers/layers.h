/// Layers over the cells of grids and voxels: labels, occupancy, clearance, density, narrow cells,
/// roadmaps, space-time windows. The door of the room.
#ifndef VEER_MAP_LAYERS_LAYERS_H
#define VEER_MAP_LAYERS_LAYERS_H

#include "map/layers/density.h"
#include "map/layers/narrow.h"
#include "map/layers/roadmap.h"
#include "map/layers/window.h"
#include "veer/voxels.h"

/// Whether labels are of maps of the same size.
bool veer_labels_fit(const VeerLabels *labels, uint32_t width, uint32_t height);
bool veer_voxel_labels_fit(const VeerVoxelLabels *labels, const VeerVoxels *voxels);

#endif
