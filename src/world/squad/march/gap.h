/// Gaps: what stands in the way of a formation, and which squad goes through first.
#ifndef VEER_WORLD_SQUAD_MARCH_GAP_H
#define VEER_WORLD_SQUAD_MARCH_GAP_H

#include "world/base/base.h"
#include "world/squad/march/march.h"

/// Looks at the path, and decides on the shape to go on in: how many abreast, 0: the formation.
/// Sets hold.
uint32_t veer_march_choose(VeerMarch *march);
/// Moves a slot aside where something stands in it or before it. @return whether it had to
bool veer_march_shift(const VeerMarch *march, uint32_t rider, VeerVec3 *offset);

#endif
