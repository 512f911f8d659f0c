/// The inside of a graph, for searches.
#ifndef VEER_MAP_GRAPH_GRAPH_H
#define VEER_MAP_GRAPH_GRAPH_H

#include "geom/buckets.h"
#include "map/graph/area.h"
#include "veer/graph.h"

/// A step from a node: along an edge, or against it.
typedef struct VeerGraphStep {
    uint32_t to, edge;
} VeerGraphStep;

struct VeerGraph {
    size_t bytes;     ///< of the block that it begins
    uint32_t changes; ///< how often something was blocked or freed
    uint32_t node_count, edge_count, corner_count, step_count;
    VeerVec3 *nodes;       ///< nodes[node_count]
    float *radii;          ///< radii[node_count]
    uint32_t *first;       ///< first[node_count + 1]: of the corners
    VeerVec2 *corners;     ///< corners[corner_count]
    float *inner, *outer;  ///< m in plan from a node that its corners' hull holds, and lies within
    VeerGraphEdge *edges;  ///< edges[edge_count], costs settled
    uint8_t *edge_blocked; ///< edge_blocked[edge_count]
    uint8_t *blocked;      ///< blocked[node_count]: for good
    uint32_t *covered;     ///< covered[node_count]: by so many bodies
    uint32_t *step_first;  ///< step_first[node_count + 1]
    VeerGraphStep *steps;  ///< steps[step_count], of each node in the order of the edges
    uint32_t *back_first;  ///< back_first[node_count + 1]
    VeerGraphStep *backs;  ///< backs[step_count]: from where, and how, steps lead to each node
    VeerBuckets buckets;   ///< of the cells
    double cheapest;       ///< the least of an edge's cost ÷ its length, at most 1
};

/// Whether there are edges with flags.
bool veer_graph_has_flags(const VeerGraph *graph);

/// As veer_graph_nearest, of those that a rule says; VEER_NO_GRAPH_NODE: there is none.
typedef bool VeerGraphRule(void *context, uint32_t node);
uint32_t veer_graph_nearest_of(const VeerGraph *graph, VeerVec3 point, VeerGraphRule *is_one,
                               void *context);

/// Bytes of a copy, and the copy itself, in `memory` aligned to 64. Cost O(bytes).
size_t veer_graph_copy_size(const VeerGraph *graph);
VeerGraph *veer_graph_copy(void *memory, const VeerGraph *graph);

#endif
