/// The layers of a map of the Tiled editor.
#ifndef VEER_IO_MAP_TILED_LAYERS_H
#define VEER_IO_MAP_TILED_LAYERS_H

#include "io/maps/tiled.h"

/// Lays the tiles of a layer over the map; the objects.
bool veer_tiled_tiles(VeerTiled *tiled, const VeerNode *layer);
bool veer_tiled_objects(VeerTiled *tiled, const VeerNode *layer);

#endif
