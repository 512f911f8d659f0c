/// Strings over grids with costs.
#ifndef VEER_PLAN_GRID_PULL_H
#define VEER_PLAN_GRID_PULL_H

#include "veer/plan.h"

/// As veer_grid_pull for a route over a grid with costs: turns only where the route does, and goes
/// straight where that costs no more than the route between. The cells are those of a route.
/// @return how many points there are, also when they do not fit. Cost O(cells on the way)
uint32_t veer_grid_pull_over_costs(const VeerGrid *grid, const VeerCell *cells, uint32_t count,
                                   VeerVec3 *points, uint32_t capacity);

#endif
