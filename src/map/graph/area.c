/// The shapes of a graph's walkable area.
#include "map/graph/graph.h"

#include "geom/polygon.h"
#include "geom/segment.h"

#include <string.h>

enum {
    DISC_CORNERS = 16,
    ARC_CORNERS = 3 /* as VEER_GRAPH_SHAPE_CORNERS says */,
    STRIP_CORNERS = 4
};

/// Walls of a shape, at most: so many a side, one more for each edge of its node, and some more.
enum { SIDE_WALLS = 2, MORE_WALLS = 2 };

/// The cosines of multiples of a sixteenth of a turn; backwards, their sines.
static const float cosines[] = {1.0f, 0.92387953f, 0.70710678f, 0.38268343f, 0.0f};

static VeerVec2 on_circle(uint32_t sixteenth)
{
    uint32_t quarter = sixteenth / 4u, rest = sixteenth % 4u;
    VeerVec2 at = vec2(cosines[rest], cosines[4u - rest]);
    for (uint32_t i = 0; i < quarter; i++) {
        at = left2(at);
    }
    return at;
}

static VeerVec2 unit2(VeerVec2 a)
{
    float length = length2(a);
    return length > 0.0f ? scale2(a, 1.0f / length) : vec2(0.0f, 0.0f);
}

static uint32_t cell_corners(const VeerGraph *graph, uint32_t node)
{
    return graph->first[node + 1u] - graph->first[node];
}

/// How many corners the shape of a cell has.
static uint32_t count_corners(const VeerGraph *graph, uint32_t node)
{
    uint32_t count = cell_corners(graph, node);
    if (count == 0) {
        return graph->radii[node] > 0.0f ? DISC_CORNERS : 0;
    }
    return graph->radii[node] > 0.0f ? ARC_CORNERS * count : count;
}

static uint32_t count_all_corners(const VeerGraph *graph)
{
    uint32_t count = STRIP_CORNERS * graph->edge_count;
    for (uint32_t i = 0; i < graph->node_count; i++) {
        count += count_corners(graph, i);
    }
    return count;
}

static VeerFlatBox box_of_edge(const void *context, uint32_t edge)
{
    const VeerGraph *graph = context;
    uint32_t from = graph->edges[edge].from, to = graph->edges[edge].to;
    VeerVec2 a = plane2(graph->nodes[from]), b = plane2(graph->nodes[to]);
    float wide =
        max_f(graph->outer[from] + graph->radii[from], graph->outer[to] + graph->radii[to]);
    return veer_line_box(a, b, wide);
}

static size_t lay_out(void *memory, const VeerGraph *graph, VeerGraphArea *parts)
{
    VeerArena arena = {memory, 0};
    (void)veer_arena_take(&arena, 1, sizeof *parts);
    uint32_t corners = count_all_corners(graph), edges = graph->edge_count;
    uint32_t shapes = graph->node_count + edges;
    *parts = (VeerGraphArea){.graph = graph, .shape_count = shapes};
    parts->first = veer_arena_take(&arena, shapes + 1u, sizeof *parts->first);
    parts->corners = veer_arena_take(&arena, corners, sizeof *parts->corners);
    parts->inner = veer_arena_take(&arena, shapes, sizeof *parts->inner);
    parts->middle = veer_arena_take(&arena, edges, sizeof *parts->middle);
    parts->is_bent = veer_arena_take(&arena, edges, 1);
    parts->clearance = veer_arena_take(&arena, edges, sizeof *parts->clearance);
    size_t walls = SIDE_WALLS * (size_t)corners + MORE_WALLS * (size_t)shapes + 2u * (size_t)edges;
    parts->walls = veer_arena_take(&arena, walls, sizeof *parts->walls);
    parts->wall_first = veer_arena_take(&arena, shapes + 1u, sizeof *parts->wall_first);
    parts->wall_count = veer_arena_take(&arena, shapes, sizeof *parts->wall_count);
    if (edges > 0) {
        parts->edges = veer_buckets_plan(box_of_edge, graph, edges);
        veer_buckets_take(&parts->edges, &arena);
    }
    return arena.used;
}

size_t veer_graph_area_size(const VeerGraph *graph)
{
    VeerGraphArea parts;
    return lay_out(NULL, graph, &parts);
}

/// The outward normal of the side of a cell that begins at a corner.
static VeerVec2 side_normal(const VeerVec2 *corners, uint32_t count, uint32_t at)
{
    VeerVec2 side = sub2(corners[(at + 1u) % count], corners[at]);
    return unit2(vec2(side.y, -side.x));
}

/// Writes the corners of a cell: of its hull, of one with arcs for corners, or of a disc.
static uint32_t write_cell(const VeerGraph *graph, uint32_t node, VeerVec2 *out)
{
    const VeerVec2 *corners = &graph->corners[graph->first[node]];
    uint32_t count = cell_corners(graph, node), total = count_corners(graph, node);
    float radius = graph->radii[node];
    for (uint32_t i = 0; i < total; i++) {
        if (count == 0) {
            out[i] = add2(plane2(graph->nodes[node]), scale2(on_circle(i), radius));
        } else if (radius > 0.0f) {
            uint32_t at = i / ARC_CORNERS;
            VeerVec2 in = side_normal(corners, count, (at + count - 1u) % count);
            VeerVec2 next = side_normal(corners, count, at);
            VeerVec2 turned = i % ARC_CORNERS == 0   ? in
                              : i % ARC_CORNERS == 2 ? next
                                                     : unit2(add2(in, next));
            out[i] = add2(corners[at], scale2(turned, radius));
        } else {
            out[i] = corners[i];
        }
    }
    return total;
}

static void write_cells(VeerGraphArea *area)
{
    const VeerGraph *graph = area->graph;
    uint32_t sum = 0;
    for (uint32_t i = 0; i < graph->node_count; i++) {
        area->first[i] = sum;
        uint32_t count = write_cell(graph, i, &area->corners[sum]);
        VeerVec2 middle = plane2(graph->nodes[i]);
        area->inner[i] =
            count > 0 ? -veer_polygon_distance(&area->corners[sum], count, middle) : 0.0f;
        area->is_flat = area->is_flat || !(area->inner[i] > 0.0f);
        area->widest = max_f(area->widest, area->inner[i]);
        sum += count;
    }
    area->first[graph->node_count] = sum;
}

/// From the line between two points to a shape, m.
static float line_distance(const VeerGraphArea *area, uint32_t shape, VeerVec2 a, VeerVec2 b)
{
    const VeerVec2 *corners = &area->corners[area->first[shape]];
    uint32_t count = area->first[shape + 1u] - area->first[shape];
    if (veer_polygon_contains(corners, count, a) || veer_polygon_contains(corners, count, b)) {
        return 0.0f;
    }
    float least = INFINITY;
    for (uint32_t i = 0; i < count; i++) {
        float gap = veer_segment_separation2(a, b, corners[i], corners[(i + 1u) % count]);
        least = min_f(least, gap);
    }
    return least;
}

/// A strip that is made as wide as it can be.
typedef struct AreaStrip {
    const VeerGraphArea *area;
    const VeerGraphEdge *edge;
    VeerVec2 a, b;
    float half; ///< m
} AreaStrip;

static bool narrow(void *context, uint32_t node)
{
    AreaStrip *strip = context;
    if (node != strip->edge->from && node != strip->edge->to) {
        float gap = line_distance(strip->area, node, strip->a, strip->b);
        strip->half = gap > 0.0f ? min_f(strip->half, gap) : strip->half;
    }
    return true;
}

/// Finds the middle of the longest part of a side of one cell that lies at another one.
/// @return the length of that part
static float shared_side(const VeerGraphArea *area, uint32_t one, uint32_t other, VeerVec2 *middle)
{
    float by = 0.01f * min_f(area->inner[one], area->inner[other]), longest = 0.0f;
    uint32_t begin = area->first[one], count = area->first[one + 1u] - begin;
    for (uint32_t i = 0; i < count; i++) {
        VeerVec2 at = area->corners[begin + i];
        VeerVec2 side = sub2(area->corners[begin + (i + 1u) % count], at);
        float from, to, length = length2(side);
        if (veer_graph_area_clip(area, other, by, at, side, &from, &to) &&
            (to - from) * length > longest) {
            longest = (to - from) * length;
            *middle = add2(at, scale2(side, 0.5f * (from + to)));
        }
    }
    return longest;
}

/// Whether cells share a side, or touch at a corner: no strip joins them.
static bool do_touch(const VeerGraphArea *area, const VeerGraphEdge *edge, VeerVec2 *middle)
{
    const VeerGraph *graph = area->graph;
    return cell_corners(graph, edge->from) > 0 && cell_corners(graph, edge->to) > 0 &&
           shared_side(area, edge->from, edge->to, middle) > 0.0f;
}

static uint32_t write_strip(const AreaStrip *strip, VeerVec2 *out)
{
    VeerVec2 aside = scale2(left2(unit2(sub2(strip->b, strip->a))), strip->half);
    out[0] = sub2(strip->a, aside);
    out[1] = sub2(strip->b, aside);
    out[2] = add2(strip->b, aside);
    out[3] = add2(strip->a, aside);
    return STRIP_CORNERS;
}

/// Writes the strip of an edge, if it has one. @return how many corners that has
static uint32_t write_strip_of(VeerGraphArea *area, uint32_t number, VeerVec2 *out)
{
    const VeerGraph *graph = area->graph;
    const VeerGraphEdge *edge = &graph->edges[number];
    VeerVec2 a = plane2(graph->nodes[edge->from]), b = plane2(graph->nodes[edge->to]);
    float half = min_f(area->inner[edge->from], area->inner[edge->to]);
    AreaStrip strip = {area, edge, a, b, half};
    area->middle[number] = scale2(add2(a, b), 0.5f);
    area->inner[graph->node_count + number] = 0.0f;
    if (do_touch(area, edge, &area->middle[number]) || !(length2(sub2(b, a)) > 0.0f)) {
        return 0;
    }
    (void)veer_buckets_visit(&graph->buckets, veer_line_box(a, b, half), narrow, &strip);
    area->inner[graph->node_count + number] = strip.half;
    return write_strip(&strip, out);
}

static void write_strips(VeerGraphArea *area)
{
    uint32_t nodes = area->graph->node_count, sum = area->first[nodes];
    for (uint32_t i = 0; i < area->graph->edge_count; i++) {
        sum += write_strip_of(area, i, &area->corners[sum]);
        area->first[nodes + i + 1u] = sum;
    }
}

/// Finds a place for the walls of all shapes, and makes them.
static void enclose(VeerGraphArea *area)
{
    uint32_t sum = 0;
    for (uint32_t i = 0; i < area->graph->edge_count; i++) {
        area->wall_first[area->graph->edges[i].from]++;
        area->wall_first[area->graph->edges[i].to]++;
    }
    for (uint32_t i = 0; i < area->shape_count; i++) {
        uint32_t sides = area->first[i + 1u] - area->first[i], edges = area->wall_first[i];
        area->wall_first[i] = sum;
        sum += sides > 0 ? SIDE_WALLS * sides + MORE_WALLS + edges : 0;
    }
    area->wall_first[area->shape_count] = sum;
    for (uint32_t i = 0; i < area->shape_count; i++) {
        veer_graph_area_enclose(area, i);
    }
    for (uint32_t i = 0; i < area->graph->edge_count; i++) {
        veer_graph_area_measure(area, i);
    }
}

VeerGraphArea *veer_graph_area_init(void *memory, const VeerGraph *graph)
{
    VeerGraphArea *area = memory;
    (void)lay_out(memory, graph, area);
    if (graph->edge_count > 0) {
        veer_buckets_fill(&area->edges, box_of_edge, graph);
    }
    memset(area->wall_count, 0, area->shape_count * sizeof *area->wall_count);
    memset(area->wall_first, 0, (area->shape_count + 1u) * sizeof *area->wall_first);
    memset(area->is_bent, 0, graph->edge_count);
    for (uint32_t i = 0; i < graph->edge_count; i++) {
        area->clearance[i] = INFINITY;
    }
    write_cells(area);
    if (!area->is_flat) {
        write_strips(area);
        enclose(area);
    }
    return area;
}

static bool enclose_shape(void *context, uint32_t shape)
{
    veer_graph_area_enclose(context, shape);
    return true;
}

static bool measure_edge(void *context, uint32_t edge)
{
    veer_graph_area_measure(context, edge);
    return true;
}

static VeerFlatBox grown(VeerFlatBox box, float by)
{
    return (VeerFlatBox){sub2(box.lower, vec2(by, by)), add2(box.upper, vec2(by, by))};
}

/// Makes the walls of the shapes in a box anew, and the clearances of all edges in reach of it.
static void update(VeerGraphArea *area, VeerFlatBox box)
{
    float reach = VEER_GRAPH_AREA_REACH * area->widest;
    (void)veer_graph_area_visit(area, box, enclose_shape, area);
    if (area->graph->edge_count > 0) {
        (void)veer_buckets_visit(&area->edges, grown(box, reach), measure_edge, area);
    }
}

void veer_graph_area_update_edge(VeerGraphArea *area, uint32_t edge)
{
    if (!area->is_flat) {
        update(area, box_of_edge(area->graph, edge));
    }
}

/// The box of a node's cell and edges.
typedef struct AreaReach {
    const VeerGraph *graph;
    uint32_t node;
    VeerFlatBox box;
} AreaReach;

static bool reach_edge(void *context, uint32_t number)
{
    AreaReach *reach = context;
    const VeerGraphEdge *edge = &reach->graph->edges[number];
    if (edge->from == reach->node || edge->to == reach->node) {
        reach->box = veer_flat_boxes_join(reach->box, box_of_edge(reach->graph, number));
    }
    return true;
}

void veer_graph_area_update_node(VeerGraphArea *area, uint32_t node)
{
    const VeerGraph *graph = area->graph;
    VeerVec2 at = plane2(graph->nodes[node]);
    VeerFlatBox cell = grown((VeerFlatBox){at, at}, graph->outer[node] + graph->radii[node]);
    AreaReach reach = {graph, node, cell};
    if (graph->edge_count > 0) {
        (void)veer_buckets_visit(&area->edges, cell, reach_edge, &reach);
    }
    if (!area->is_flat) {
        update(area, reach.box);
    }
}
