/// Paths over a graph from all of its nodes to one.
#ifndef VEER_PLAN_GRAPH_H
#define VEER_PLAN_GRAPH_H

#include "veer/graph_search.h"

/// Begins a search back from the query's goal, whose start does not count: it ends when it has come
/// to all nodes from which there is a path. From what is blocked or covered one comes out.
/// @return as veer_graph_search_begin; VEER_BAD_VALUE where the goal is blocked or covered
VeerStatus veer_graph_tree_begin(VeerSearch *search, const VeerGraphQuery *query);
/// Of each node the next on its path: of the goal itself, UINT32_MAX where there is none.
/// @param next  next[node_count]
void veer_graph_tree_read(const VeerSearch *search, uint32_t node_count, uint32_t *next);

#endif
