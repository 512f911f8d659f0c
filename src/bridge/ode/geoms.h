/// Geoms as obstacles.
#ifndef VEER_BRIDGE_ODE_GEOMS_H
#define VEER_BRIDGE_ODE_GEOMS_H

#include "veer/ode.h"

/// Sets obstacles to where the engine has their geoms.
void veer_geoms_move(VeerOde *bridge);

#endif
