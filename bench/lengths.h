/// How long ways are, as benches compare them.
#ifndef VEER_TOOLS_LENGTHS_H
#define VEER_TOOLS_LENGTHS_H

#include "veer/grid_search.h"

/// m: of the straight lines through points[count].
double veer_points_length(const VeerVec3 *points, uint32_t count);

/// Cells: of a route as veer_grid_search_route gives it. Whole steps, summed without rounding.
double veer_cells_length(const VeerCell *cells, uint32_t count);

#endif
