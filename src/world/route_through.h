/// Ways through those who stand and would make way.
#ifndef VEER_WORLD_ROUTE_THROUGH_H
#define VEER_WORLD_ROUTE_THROUGH_H

#include "world/stages.h"

/// The class of a job without the agents that cover the map: its grid and labels, and nothing else.
/// Cost O(obstacles), and as veer_grid_dilate and veer_labels_build where it shows another class,
/// or what covers the map has changed.
const VeerMapClass *veer_through_class(VeerWorld *world, uint32_t class);

/// Whether nothing but agents that cover the map keeps who is at `from` from `to`. A class that
/// another agent's search is on is not looked at.
/// @param class  a number whose class is up to date
bool veer_through_leads(VeerWorld *world, uint32_t class, VeerCell from, VeerCell to);

#endif
