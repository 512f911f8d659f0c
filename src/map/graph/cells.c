/// Points and bodies over the cells of a graph.
#include "map/graph/graph.h"

#include "geom/polygon.h"

#include <math.h>

/// From a point to a cell without its radius: to its corners' hull, or to its position.
static float core_distance(const VeerGraph *graph, uint32_t node, VeerVec3 point)
{
    uint32_t begin = graph->first[node], count = graph->first[node + 1u] - begin;
    if (count == 0) {
        return length3(sub3(point, graph->nodes[node]));
    }
    float distance = veer_polygon_distance(&graph->corners[begin], count, plane2(point));
    return distance > 0.0f ? distance : 0.0f;
}

float veer_graph_distance(const VeerGraph *graph, uint32_t node, VeerVec3 point)
{
    if (!graph || node >= graph->node_count) {
        return INFINITY;
    }
    float distance = core_distance(graph, node, point) - graph->radii[node];
    return distance > 0.0f ? distance : 0.0f;
}

/// Two formulas for one distance differ by less than this factor.
#define SLACK 1.001f

static bool covers(const VeerGraph *graph, uint32_t node, VeerGraphBody body)
{
    float reach = graph->radii[node] + body.radius;
    uint32_t begin = graph->first[node], count = graph->first[node + 1u] - begin;
    float middle = length2(sub2(plane2(body.position), plane2(graph->nodes[node])));
    if (count > 0 && middle > SLACK * (graph->outer[node] + reach)) {
        return false;
    }
    if (count > 0 && reach > 0.0f && SLACK * middle < graph->inner[node] + reach) {
        return true;
    }
    // A body without a radius covers the cells that it lies within.
    return core_distance(graph, node, body.position) < reach ||
           (count > 0 && reach == 0.0f &&
            veer_polygon_distance(&graph->corners[begin], count, plane2(body.position)) < 0.0f);
}

/// A body that comes or goes.
typedef struct CellCount {
    VeerGraph *graph;
    VeerGraphBody body;
    uint32_t change;
} CellCount;

static bool count_cell(void *context, uint32_t node)
{
    const CellCount *count = context;
    VeerGraph *graph = count->graph;
    if (covers(graph, node, count->body)) {
        graph->covered[node] += count->change;
        graph->changes += graph->covered[node] == (count->change == 1u ? 1u : 0u);
    }
    return true;
}

static void count_body(VeerGraph *graph, VeerGraphBody body, uint32_t change)
{
    if (!graph || !is_finite3(body.position) || !(body.radius >= 0.0f)) {
        return;
    }
    CellCount count = {graph, body, change};
    VeerVec2 at = plane2(body.position), reach = vec2(body.radius, body.radius);
    VeerFlatBox box = {sub2(at, reach), add2(at, reach)};
    (void)veer_buckets_visit(&graph->buckets, box, count_cell, &count);
}

void veer_graph_enter(VeerGraph *graph, VeerGraphBody body)
{
    count_body(graph, body, 1u);
}

void veer_graph_leave(VeerGraph *graph, VeerGraphBody body)
{
    count_body(graph, body, UINT32_MAX); // one less
}

/// The best so far of a search for the nearest cell.
typedef struct NearestCell {
    const VeerGraph *graph;
    VeerVec3 point;
    float distance, middle;
    uint32_t node;
    VeerGraphRule *is_one; ///< NULL: all are
    void *context;
} NearestCell;

static void offer(void *context, uint32_t node)
{
    NearestCell *nearest = context;
    const VeerGraph *graph = nearest->graph;
    VeerVec2 off = sub2(plane2(graph->nodes[node]), plane2(nearest->point));
    if (length2(off) > SLACK * (nearest->distance + graph->outer[node] + graph->radii[node])) {
        return;
    }
    float distance = veer_graph_distance(nearest->graph, node, nearest->point);
    if (distance > nearest->distance ||
        (nearest->is_one && !nearest->is_one(nearest->context, node))) {
        return;
    }
    float middle = length3(sub3(nearest->graph->nodes[node], nearest->point));
    bool is_tie = distance == nearest->distance;
    if (is_tie &&
        (middle > nearest->middle || (middle == nearest->middle && node >= nearest->node))) {
        return;
    }
    nearest->distance = distance;
    nearest->middle = middle;
    nearest->node = node;
}

static float farthest(const void *context)
{
    return ((const NearestCell *)context)->distance;
}

uint32_t veer_graph_nearest(const VeerGraph *graph, VeerVec3 point)
{
    return graph ? veer_graph_nearest_of(graph, point, NULL, NULL) : VEER_NO_GRAPH_NODE;
}

uint32_t veer_graph_nearest_of(const VeerGraph *graph, VeerVec3 point, VeerGraphRule *is_one,
                               void *context)
{
    NearestCell nearest = {graph, point, INFINITY, INFINITY, VEER_NO_GRAPH_NODE, is_one, context};
    if (!is_finite3(point)) {
        return VEER_NO_GRAPH_NODE;
    }
    veer_buckets_search(&graph->buckets, plane2(point), offer, farthest, &nearest);
    return nearest.node;
}
