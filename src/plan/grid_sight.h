/// Lines of sight beside a route.
#ifndef VEER_PLAN_GRID_SIGHT_H
#define VEER_PLAN_GRID_SIGHT_H

#include "veer/plan.h"

/// Whether nothing is blocked on a route that goes straight and then diagonally, or the other way
/// round, on the straight line between its ends, and all that lies between both: then that line is
/// the route pulled tight. The cells lie on the grid. A route of another shape: false.
///
/// @param cells  cells[count]: where it begins, turns, and ends
/// Cost O(the lesser of both distances in cells).
bool veer_grid_sees_along(const VeerGrid *grid, const VeerCell *cells, uint32_t count);

#endif
