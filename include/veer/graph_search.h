/// Paths over graphs.
#ifndef VEER_GRAPH_SEARCH_H
#define VEER_GRAPH_SEARCH_H

#include "veer/graph.h"
#include "veer/search.h"

/// Costs of paths over graphs are whole multiples of 1/1024 m, rounded up edge by edge.
#define VEER_GRAPH_COSTS_PER_METRE 1024u

/// A path query on a graph. Take it from veer_graph_query_default.
typedef struct VeerGraphQuery {
    const VeerGraph *graph;   ///< must stay as it is until the search is done
    VeerSearchOptions search; ///< the order, and the weight of A*'s estimate
    uint32_t start;           ///< may be blocked: the path leaves it
    uint32_t goal;            ///< a node
    uint32_t may_use;         ///< flags of edges that the path may go over
    /// rooms[edge_count], m: the greatest radius of a body that goes over each edge; kept by the
    /// caller until the search is done. NULL: all have room.
    const float *rooms;
    float radius; ///< m, of the body
    /// Any node that this says is a goal, in place of `goal`: the nearest one that is free, one out
    /// of danger. NULL: one goal.
    bool (*is_goal)(void *user, uint32_t node);
    void *user;      ///< handed to the function
    uint32_t cookie; ///< private, set by veer_graph_query_default
} VeerGraphQuery;

/// A* that may use everything.
VEER_API VeerGraphQuery veer_graph_query_default(void);

/// Begins a search over a graph; go on with veer_search_run, and read the path's nodes with
/// veer_search_nodes.
///
/// Nodes that are blocked or covered are not entered; the search for a goal that is one ends near
/// it.
/// @return VEER_OK; VEER_BAD_VALUE for a query out of range; VEER_FULL for a graph with more nodes
/// than the search has room for. Cost O(1).
VEER_API VeerStatus veer_graph_search_begin(VeerSearch *search, const VeerGraphQuery *query);

#endif
