/// Connected components of a graph.
#ifndef VEER_WORLD_MAP_GRAPH_COMPONENTS_H
#define VEER_WORLD_MAP_GRAPH_COMPONENTS_H

#include "world/base/base.h"

/// Who goes over a graph.
typedef struct VeerGraphWalker {
    float radius;     ///< m
    uint32_t may_use; ///< flags of edges
} VeerGraphWalker;

/// What hangs together for who goes over it. What is blocked, or covered, is of no part:
/// VEER_NO_SLOT. Valid until the next call. Cost O(1), or O(nodes + edges) after the map has
/// changed.
VeerGraphComponents *veer_graph_map_components(VeerWorld *world, VeerGraphWalker walker);
/// A node of the ring that a point is of: of the nearest node that is of one, the same for all of
/// it. VEER_NO_SLOT: all are blocked.
uint32_t veer_graph_map_strong_component_at(VeerWorld *world, VeerGraphWalker walker,
                                            VeerVec3 point);
/// Whether a node can be reached from another, which may be covered. Cost O(1); O(nodes + edges)
/// where they are of one part but of different rings, and the last question was of another.
bool veer_graph_map_is_reached(VeerWorld *world, VeerGraphComponents *parts, uint32_t from,
                               uint32_t to);
/// The node that can be reached from `from` and is nearest to a point; `from` where there is none.
uint32_t veer_graph_map_reach(VeerWorld *world, VeerGraphComponents *parts, uint32_t from,
                              VeerVec3 point);

#endif
