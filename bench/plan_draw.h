/// Problems for maps that come without: drawn, and solved by plain A*.
#ifndef VEER_TOOLS_PLAN_DRAW_H
#define VEER_TOOLS_PLAN_DRAW_H

#include "veer/movingai.h"

/// How many problems are drawn.
#define VEER_DRAWN_PROBLEMS 100u

/// A number drawn by lot: the same each time, for the same count.
uint32_t veer_plan_lot(uint64_t count, uint32_t below);

/// Draws pairs of free cells between which there is a way, as many as there are or
/// VEER_DRAWN_PROBLEMS, with the length of the shortest one.
/// @return false: no memory
bool veer_plan_draw(const VeerMapText *map, bool has_costs, VeerMapScene *out);

#endif
