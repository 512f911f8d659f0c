/// Where two cannot pass each other.
#ifndef VEER_WORLD_TRAFFIC_WIDTH_H
#define VEER_WORLD_TRAFFIC_WIDTH_H

#include "world/base/base.h"

/// The class of a radius, with its narrow cells up to date. Cost O(1) while the map stands.
const VeerMapClass *veer_width_class(VeerWorld *world, float radius);
/// Cells of the side of a square in which two of a class pass each other, and doors are so deep.
float veer_width_side(const VeerWorld *world, const VeerMapClass *class);

#endif
