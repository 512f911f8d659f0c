/// Maps that are graphs: what their stages share.
#ifndef VEER_WORLD_WEB_H
#define VEER_WORLD_WEB_H

#include "map/graph/graph.h"
#include "world/map/kind.h"

extern const VeerTreeKind veer_trees_web;

/// Looks along a line so that no cell is left out, and the node that each look is over: the one
/// before, a neighbour, or the nearest.
uint32_t veer_web_looks(const VeerGraph *graph, VeerVec3 from, VeerVec3 to);
uint32_t veer_web_next(const VeerGraph *graph, uint32_t node, VeerVec3 at);

/// Who goes over a graph.
typedef struct VeerWebWalker {
    float radius;     ///< m
    uint32_t may_use; ///< flags of edges
} VeerWebWalker;

/// Writes the way of a walker to the map's points, without the first, `from`, and lends the map's
/// search for that. @return whether it leads to the end
bool veer_web_way(VeerWorld *world, VeerWebWalker walker, VeerVec3 from, VeerVec3 to,
                  uint32_t *count);

/// What hangs together for who goes over it. What is blocked, or covered, is of no part:
/// VEER_NO_SLOT. Valid until the next call. Cost O(1), or O(nodes + edges) after the map has
/// changed.
VeerWebParts *veer_web_parts(VeerWorld *world, VeerWebWalker walker);

/// A node of the ring that a point is of: of the nearest node that is of one, the same for all of
/// it. VEER_NO_SLOT: all are blocked.
uint32_t veer_web_ring_at(VeerWorld *world, VeerWebWalker walker, VeerVec3 point);

/// Whether a node can be reached from another, which may be covered. Cost O(1); O(nodes + edges)
/// where they are of one part but of different rings, and the last question was of another.
bool veer_web_is_reached(VeerWorld *world, VeerWebParts *parts, uint32_t from, uint32_t to);

/// The node that can be reached from `from` and is nearest to a point; `from` where there is none.
uint32_t veer_web_reach(VeerWorld *world, VeerWebParts *parts, uint32_t from, VeerVec3 point);

#endif
