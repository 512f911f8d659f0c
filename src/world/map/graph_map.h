/// The map of a world where it is a graph.
#ifndef VEER_WORLD_MAP_GRAPH_MAP_H
#define VEER_WORLD_MAP_GRAPH_MAP_H

#include "map/graph/graph.h"
#include "world/base/base.h"

/// Looks along a line so that no cell is left out, and the node that each look is over: the one
/// before, a neighbour, or the nearest.
uint32_t veer_graph_map_looks(const VeerGraph *graph, VeerVec3 from, VeerVec3 to);
uint32_t veer_graph_map_next(const VeerGraph *graph, uint32_t node, VeerVec3 at);

#endif
