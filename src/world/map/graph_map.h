/// Maps that are graphs: what their stages share.
#ifndef VEER_WORLD_WEB_H
#define VEER_WORLD_WEB_H

#include "map/graph/graph.h"
#include "world/map/traits.h"

extern const VeerTreeTraits veer_tree_traits_graph;

/// Looks along a line so that no cell is left out, and the node that each look is over: the one
/// before, a neighbour, or the nearest.
uint32_t veer_graph_map_looks(const VeerGraph *graph, VeerVec3 from, VeerVec3 to);
uint32_t veer_graph_map_next(const VeerGraph *graph, uint32_t node, VeerVec3 at);

/// Who goes over a graph.
typedef struct VeerGraphWalker {
    float radius;     ///< m
    uint32_t may_use; ///< flags of edges
} VeerGraphWalker;

/// Writes the way of a walker to the map's points, without the first, `from`, and lends the map's
/// search for that. @return whether it leads to the end
bool veer_graph_plan_path(VeerWorld *world, VeerGraphWalker walker, VeerVec3 from, VeerVec3 to,
                  uint32_t *count);

/// What hangs together for who goes over it. What is blocked, or covered, is of no part:
/// VEER_NO_SLOT. Valid until the next call. Cost O(1), or O(nodes + edges) after the map has
/// changed.
VeerGraphComponents *veer_graph_map_components(VeerWorld *world, VeerGraphWalker walker);

/// A node of the ring that a point is of: of the nearest node that is of one, the same for all of
/// it. VEER_NO_SLOT: all are blocked.
uint32_t veer_graph_map_strong_component_at(VeerWorld *world, VeerGraphWalker walker, VeerVec3 point);

/// Whether a node can be reached from another, which may be covered. Cost O(1); O(nodes + edges)
/// where they are of one part but of different rings, and the last question was of another.
bool veer_graph_map_is_reached(VeerWorld *world, VeerGraphComponents *parts, uint32_t from, uint32_t to);

/// The node that can be reached from `from` and is nearest to a point; `from` where there is none.
uint32_t veer_graph_map_reach(VeerWorld *world, VeerGraphComponents *parts, uint32_t from, VeerVec3 point);

#endif
