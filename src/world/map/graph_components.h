/// Connected components of a graph.
#ifndef VEER_WORLD_MAP_GRAPH_COMPONENTS_H
#define VEER_WORLD_MAP_GRAPH_COMPONENTS_H

#include "world/base/base.h"

/// What an agent needs of a graph's edges.
typedef struct VeerGraphWalker {
    float radius;     ///< m
    uint32_t may_use; ///< flags of edges
} VeerGraphWalker;

/// Connected components for agents of one kind. Blocked and covered nodes are in none:
/// VEER_NO_SLOT. Valid until the next call. Cost O(1), or O(nodes + edges) after the map has
/// changed.
VeerGraphComponents *veer_graph_map_components(VeerWorld *world, VeerGraphWalker walker);
/// A node that stands for the strongly connected component of the free node nearest to a point.
/// VEER_NO_SLOT: all are blocked.
uint32_t veer_graph_map_strong_component_at(VeerWorld *world, VeerGraphWalker walker,
                                            VeerVec3 point);
/// Whether a node can be reached from another, which may be covered. Cost O(1); O(nodes + edges)
/// where they are only weakly connected, and the last question was about another component.
bool veer_graph_map_is_reached(VeerWorld *world, VeerGraphComponents *components, uint32_t from,
                               uint32_t to);
/// The node nearest to a point that can be reached from `from`, itself at least.
uint32_t veer_graph_map_reach(VeerWorld *world, VeerGraphComponents *components, uint32_t from,
                              VeerVec3 point);

#endif
