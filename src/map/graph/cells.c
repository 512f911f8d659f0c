/// Points and bodies over the cells of a graph.
#include "map/graph/graph.h"

#include "geom/polygon.h"

#include <math.h>

/// From a point to what a cell is without its radius: its corners' hull, or its position.
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
    if (node >= graph->node_count) {
        return INFINITY;
    }
    float distance = core_distance(graph, node, point) - graph->radii[node];
    return distance > 0.0f ? distance : 0.0f;
}

/// Leaves room for what rounding may do to two ways of measuring one distance.
#define SURE 1.001f

static bool covers(const VeerGraph *graph, uint32_t node, VeerGraphBody body)
{
    float reach = graph->radii[node] + body.radius;
    uint32_t begin = graph->first[node], count = graph->first[node + 1u] - begin;
    float middle = length2(sub2(plane2(body.position), plane2(graph->nodes[node])));
    if (count > 0 && middle > SURE * (graph->outer[node] + reach)) {
        return false;
    }
    if (count > 0 && reach > 0.0f && SURE * middle < graph->inner[node] + reach) {
        return true;
    }
    // A body without a radius covers the cells that it lies within.
    return core_distance(graph, node, body.position) < reach ||
           (count > 0 && reach == 0.0f &&
            veer_polygon_distance(&graph->corners[begin], count, plane2(body.position)) < 0.0f);
}

static void count_body(VeerGraph *graph, VeerGraphBody body, uint32_t change)
{
    const VeerBuckets *buckets = &graph->buckets;
    VeerVec2 at = plane2(body.position), reach = vec2(body.radius, body.radius);
    VeerBucketRange range =
        veer_buckets_range(buckets, (VeerFlatBox){sub2(at, reach), add2(at, reach)});
    for (int32_t y = range.begin_y; y < range.end_y; y++) {
        for (int32_t x = range.begin_x; x < range.end_x; x++) {
            uint32_t bucket = veer_bucket_at(buckets, x, y);
            for (uint32_t i = buckets->first[bucket]; i < buckets->first[bucket + 1u]; i++) {
                uint32_t node = buckets->entries[i];
                if (covers(graph, node, body) &&
                    veer_buckets_is_first(buckets, range, x, y, node)) {
                    graph->covered[node] += change;
                    graph->changes += graph->covered[node] == (change == 1u ? 1u : 0u);
                }
            }
        }
    }
}

void veer_graph_enter(VeerGraph *graph, VeerGraphBody body)
{
    count_body(graph, body, 1u);
}

void veer_graph_leave(VeerGraph *graph, VeerGraphBody body)
{
    count_body(graph, body, UINT32_MAX); // one less
}

void veer_graph_move(VeerGraph *graph, VeerGraphBody from, VeerGraphBody to)
{
    count_body(graph, to, 1u);
    count_body(graph, from, UINT32_MAX);
}

/// The best so far of a search for the nearest cell.
typedef struct Nearest {
    const VeerGraph *graph;
    VeerVec3 point;
    float distance, middle;
    uint32_t node;
    VeerGraphRule *is_one; ///< NULL: all are
    void *context;
} Nearest;

static void offer(void *context, uint32_t node)
{
    Nearest *nearest = context;
    const VeerGraph *graph = nearest->graph;
    VeerVec2 off = sub2(plane2(graph->nodes[node]), plane2(nearest->point));
    if (length2(off) > SURE * (nearest->distance + graph->outer[node] + graph->radii[node])) {
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
    return ((const Nearest *)context)->distance;
}

uint32_t veer_graph_nearest(const VeerGraph *graph, VeerVec3 point)
{
    return veer_graph_nearest_of(graph, point, NULL, NULL);
}

uint32_t veer_graph_nearest_of(const VeerGraph *graph, VeerVec3 point, VeerGraphRule *is_one,
                               void *context)
{
    Nearest nearest = {graph, point, INFINITY, INFINITY, VEER_NO_GRAPH_NODE, is_one, context};
    if (!is_finite3(point)) {
        return VEER_NO_GRAPH_NODE;
    }
    veer_buckets_search(&graph->buckets, plane2(point), offer, farthest, &nearest);
    return nearest.node;
}
