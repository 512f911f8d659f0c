/// The width of a map, in sizes of the bodies that ask: where two cannot pass each other.
#ifndef VEER_WORLD_TRAFFIC_WIDTH_H
#define VEER_WORLD_TRAFFIC_WIDTH_H

#include "world/base/base.h"

/// The class of a radius, with its narrow cells up to date. Cost O(1) unless the map has changed.
const VeerMapClass *veer_width_class(VeerWorld *world, float radius);
/// Cells along the side of a square in which two bodies of a class pass each other; also the depth
/// of the court before a gate.
float veer_width_side(const VeerWorld *world, const VeerMapClass *class);

#endif
