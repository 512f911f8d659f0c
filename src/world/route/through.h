/// Ways through those who stand and would make way.
#ifndef VEER_WORLD_ROUTE_THROUGH_H
#define VEER_WORLD_ROUTE_THROUGH_H

#include "world/tick/stages.h"

/// The grid of a class without the agents that cover the map. Each class has its own.
/// Cost O(1); a pass over bodies for the first of a tick, and as veer_grid_dilate and
/// veer_labels_build where what else covers the map has changed since the class was last asked for.
const VeerGrid *veer_through_grid(VeerWorld *world, uint32_t number);

/// Whether nothing but agents that cover the map keeps who is at `from` from `to`.
/// @param number  of a class that is up to date
bool veer_through_leads(VeerWorld *world, uint32_t number, VeerCell from, VeerCell to);

#endif
