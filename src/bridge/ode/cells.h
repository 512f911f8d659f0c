/// Sensors over the cells of a graph.
#ifndef VEER_BRIDGE_ODE_CELLS_H
#define VEER_BRIDGE_ODE_CELLS_H

#include "veer/ode.h"

/// Counts what touches them now, and blocks and frees nodes.
void veer_ode_cells_count(VeerOde *bridge);
void veer_ode_cells_free(VeerOde *bridge);

#endif
