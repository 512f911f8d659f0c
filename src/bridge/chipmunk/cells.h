/// Sensors over the cells of a graph.
#ifndef VEER_BRIDGE_CHIPMUNK_CELLS_H
#define VEER_BRIDGE_CHIPMUNK_CELLS_H

#include "veer/chipmunk.h"

/// Takes the sensors out of the space.
void veer_cells_free(VeerChipmunk *bridge);

#endif
