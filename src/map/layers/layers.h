/// Layers: what is stored for the cells of a grid or the voxels of a map beside whether they are
/// blocked. The door of the room.
#ifndef VEER_MAP_LAYERS_LAYERS_H
#define VEER_MAP_LAYERS_LAYERS_H

#include "map/layers/density.h"
#include "map/layers/narrow.h"
#include "map/layers/roadmap.h"
#include "map/layers/window.h"

#endif
