/// Maps that are graphs: what their stages share.
#ifndef VEER_WORLD_WEB_H
#define VEER_WORLD_WEB_H

#include "map/graph.h"
#include "world/map_kind.h"

/// Looks along a line so that no cell is left out, and the node that each look is over: the one
/// before, a neighbour, or the nearest.
uint32_t veer_web_looks(const VeerGraph *graph, VeerVec3 from, VeerVec3 to);
uint32_t veer_web_next(const VeerGraph *graph, uint32_t node, VeerVec3 at);

/// What hangs together for bodies of a radius that may use edges of some flags: two nodes that are
/// free of the same part lead to each other, but where edges are one-way. What is blocked, or
/// covered, is of none: VEER_NO_SLOT. Valid until the next call. Cost O(1), or O(nodes + edges)
/// after the map has changed.
const uint32_t *veer_web_parts(VeerWorld *world, float radius, uint32_t may_use);

/// Whether a node can be reached from another, which may be covered, as parts tell.
bool veer_web_is_reached(const VeerGraph *graph, const uint32_t *parts, uint32_t from, uint32_t to);

/// The node that can be reached from `from` and is nearest to a point; `from` where there is none.
uint32_t veer_web_reach(const VeerGraph *graph, const uint32_t *parts, uint32_t from,
                        VeerVec3 point);

#endif
