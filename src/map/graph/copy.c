/// Copies of graphs: one block, whose pointers lead into itself.
#include "map/graph/graph.h"

#include <string.h>

size_t veer_graph_copy_size(const VeerGraph *graph)
{
    return graph->bytes;
}

/// Where in `copy` lies what `at` is in `graph`.
static void *moved(const VeerGraph *graph, VeerGraph *copy, const void *at)
{
    return (char *)copy + ((const char *)at - (const char *)graph);
}

VeerGraph *veer_graph_copy(void *memory, const VeerGraph *graph)
{
    VeerGraph *copy = memory;
    memcpy(memory, graph, graph->bytes);
#define MOVE(member) copy->member = moved(graph, copy, graph->member)
    MOVE(nodes);
    MOVE(radii);
    MOVE(first);
    MOVE(corners);
    MOVE(inner);
    MOVE(outer);
    MOVE(edges);
    MOVE(edge_blocked);
    MOVE(blocked);
    MOVE(covered);
    MOVE(step_first);
    MOVE(steps);
    MOVE(back_first);
    MOVE(backs);
    MOVE(buckets.first);
    MOVE(buckets.entries);
    MOVE(buckets.corner);
#undef MOVE
    return copy;
}
