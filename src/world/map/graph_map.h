/// Graphs as maps of worlds.
#ifndef VEER_WORLD_MAP_GRAPH_MAP_H
#define VEER_WORLD_MAP_GRAPH_MAP_H

#include "map/graph/graph.h"
#include "world/base/base.h"

/// Samples along a line so that no cell is left out, with the node that each is over: the one
/// before, a neighbour, or the nearest.
uint32_t veer_graph_map_samples(const VeerGraph *graph, VeerVec3 from, VeerVec3 to);
uint32_t veer_graph_map_next(const VeerGraph *graph, uint32_t node, VeerVec3 at);

#endif
