/// Shapes as obstacles.
#ifndef VEER_BRIDGE_CHIPMUNK_SHAPES_H
#define VEER_BRIDGE_CHIPMUNK_SHAPES_H

#include "veer/chipmunk.h"

/// Sets obstacles to where the engine has their shapes.
void veer_shapes_move(VeerChipmunk *bridge);

#endif
