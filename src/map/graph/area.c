/// The shapes of a graph's ground.
#include "map/graph/graph.h"

#include "geom/polygon.h"
#include "geom/segment.h"

#include <string.h>

enum { DISC_CORNERS = 16, ARC_CORNERS = 3, STRIP_CORNERS = 4 };

/// Walls that there is room for: so many a side, and some more.
enum { SIDE_WALLS = 2, MORE_WALLS = 2 };

/// A sixteenth of a turn and its multiples: cosines, and as sines backwards.
static const float eighths[] = {1.0f, 0.92387953f, 0.70710678f, 0.38268343f, 0.0f};

static VeerVec2 on_circle(uint32_t sixteenth)
{
    uint32_t quarter = sixteenth / 4u, rest = sixteenth % 4u;
    VeerVec2 at = vec2(eighths[rest], eighths[4u - rest]);
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

static VeerFlatBox box_of_way(const void *context, uint32_t edge)
{
    const VeerGraph *graph = context;
    uint32_t from = graph->edges[edge].from, to = graph->edges[edge].to;
    VeerVec2 a = plane2(graph->nodes[from]), b = plane2(graph->nodes[to]);
    float wide =
        max_f(graph->outer[from] + graph->radii[from], graph->outer[to] + graph->radii[to]);
    return (VeerFlatBox){vec2(min_f(a.x, b.x) - wide, min_f(a.y, b.y) - wide),
                         vec2(max_f(a.x, b.x) + wide, max_f(a.y, b.y) + wide)};
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
    parts->room = veer_arena_take(&arena, edges, sizeof *parts->room);
    parts->walls =
        veer_arena_take(&arena, SIDE_WALLS * corners + MORE_WALLS * shapes, sizeof *parts->walls);
    parts->wall_first = veer_arena_take(&arena, shapes + 1u, sizeof *parts->wall_first);
    parts->wall_count = veer_arena_take(&arena, shapes, sizeof *parts->wall_count);
    if (edges > 0) {
        parts->ways = veer_buckets_plan(box_of_way, graph, edges);
        veer_buckets_take(&parts->ways, &arena);
    }
    return arena.used;
}

size_t veer_graph_area_size(const VeerGraph *graph)
{
    VeerGraphArea parts;
    return lay_out(NULL, graph, &parts);
}

/// Which way is out at the side of a cell that begins at a corner.
static VeerVec2 side_normal(const VeerVec2 *corners, uint32_t count, uint32_t at)
{
    VeerVec2 way = sub2(corners[(at + 1u) % count], corners[at]);
    return unit2(vec2(way.y, -way.x));
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

static void write_cells(VeerGraphArea *ground)
{
    const VeerGraph *graph = ground->graph;
    uint32_t sum = 0;
    for (uint32_t i = 0; i < graph->node_count; i++) {
        ground->first[i] = sum;
        uint32_t count = write_cell(graph, i, &ground->corners[sum]);
        VeerVec2 middle = plane2(graph->nodes[i]);
        ground->inner[i] =
            count > 0 ? -veer_polygon_distance(&ground->corners[sum], count, middle) : 0.0f;
        ground->is_flat = ground->is_flat || !(ground->inner[i] > 0.0f);
        ground->widest = max_f(ground->widest, ground->inner[i]);
        sum += count;
    }
    ground->first[graph->node_count] = sum;
}

/// From the line between two points to a shape, m.
static float line_distance(const VeerGraphArea *ground, uint32_t shape, VeerVec2 a, VeerVec2 b)
{
    const VeerVec2 *corners = &ground->corners[ground->first[shape]];
    uint32_t count = ground->first[shape + 1u] - ground->first[shape];
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
typedef struct Strip {
    const VeerGraphArea *ground;
    const VeerGraphEdge *edge;
    VeerVec2 a, b;
    float half; ///< m
} Strip;

static bool narrow(void *context, uint32_t node)
{
    Strip *strip = context;
    if (node != strip->edge->from && node != strip->edge->to) {
        float gap = line_distance(strip->ground, node, strip->a, strip->b);
        strip->half = gap > 0.0f ? min_f(strip->half, gap) : strip->half;
    }
    return true;
}

/// The longest part of a side of one cell that lies at another one: its middle. @return its length
static float shared_side(const VeerGraphArea *ground, uint32_t one, uint32_t other,
                         VeerVec2 *middle)
{
    float by = 0.01f * min_f(ground->inner[one], ground->inner[other]), longest = 0.0f;
    uint32_t begin = ground->first[one], count = ground->first[one + 1u] - begin;
    for (uint32_t i = 0; i < count; i++) {
        VeerVec2 at = ground->corners[begin + i];
        VeerVec2 way = sub2(ground->corners[begin + (i + 1u) % count], at);
        float from, to, length = length2(way);
        if (veer_graph_area_clip(ground, other, by, at, way, &from, &to) &&
            (to - from) * length > longest) {
            longest = (to - from) * length;
            *middle = add2(at, scale2(way, 0.5f * (from + to)));
        }
    }
    return longest;
}

/// Whether cells lead into each other by themselves: straight sides that lie together.
static bool is_door(const VeerGraphArea *ground, const VeerGraphEdge *edge, VeerVec2 *middle)
{
    const VeerGraph *graph = ground->graph;
    if (cell_corners(graph, edge->from) == 0 || cell_corners(graph, edge->to) == 0) {
        return false;
    }
    float least = min_f(ground->inner[edge->from], ground->inner[edge->to]);
    return shared_side(ground, edge->from, edge->to, middle) > 0.05f * least;
}

/// Whether cells with corners touch, at a corner: nothing leads through there but round it.
static bool is_touch(const VeerGraphArea *ground, const VeerGraphEdge *edge)
{
    float by = 0.01f * min_f(ground->inner[edge->from], ground->inner[edge->to]), from, to;
    uint32_t begin = ground->first[edge->from], count = ground->first[edge->from + 1u] - begin;
    for (uint32_t i = 0; i < count && cell_corners(ground->graph, edge->to) > 0; i++) {
        VeerVec2 at = ground->corners[begin + i];
        VeerVec2 way = sub2(ground->corners[begin + (i + 1u) % count], at);
        if (veer_graph_area_clip(ground, edge->to, by, at, way, &from, &to)) {
            return cell_corners(ground->graph, edge->from) > 0;
        }
    }
    return false;
}

static uint32_t write_strip(const Strip *strip, VeerVec2 *out)
{
    VeerVec2 aside = scale2(left2(unit2(sub2(strip->b, strip->a))), strip->half);
    out[0] = sub2(strip->a, aside);
    out[1] = sub2(strip->b, aside);
    out[2] = add2(strip->b, aside);
    out[3] = add2(strip->a, aside);
    return STRIP_CORNERS;
}

/// The shape of an edge: a strip, if it has any.
static uint32_t write_way(VeerGraphArea *ground, uint32_t number, VeerVec2 *out)
{
    const VeerGraph *graph = ground->graph;
    const VeerGraphEdge *edge = &graph->edges[number];
    VeerVec2 a = plane2(graph->nodes[edge->from]), b = plane2(graph->nodes[edge->to]);
    float half = min_f(ground->inner[edge->from], ground->inner[edge->to]);
    Strip strip = {ground, edge, a, b, half};
    ground->middle[number] = scale2(add2(a, b), 0.5f);
    ground->inner[graph->node_count + number] = 0.0f;
    if (is_door(ground, edge, &ground->middle[number]) || is_touch(ground, edge) ||
        !(length2(sub2(b, a)) > 0.0f)) {
        return 0;
    }
    VeerFlatBox box = {vec2(min_f(a.x, b.x) - half, min_f(a.y, b.y) - half),
                       vec2(max_f(a.x, b.x) + half, max_f(a.y, b.y) + half)};
    (void)veer_buckets_visit(&graph->buckets, box, narrow, &strip);
    ground->inner[graph->node_count + number] = strip.half;
    return write_strip(&strip, out);
}

static void write_ways(VeerGraphArea *ground)
{
    uint32_t nodes = ground->graph->node_count, sum = ground->first[nodes];
    for (uint32_t i = 0; i < ground->graph->edge_count; i++) {
        sum += write_way(ground, i, &ground->corners[sum]);
        ground->first[nodes + i + 1u] = sum;
    }
}

/// Finds room for the walls of all shapes, and makes them.
static void enclose(VeerGraphArea *ground)
{
    uint32_t sum = 0;
    for (uint32_t i = 0; i < ground->shape_count; i++) {
        uint32_t sides = ground->first[i + 1u] - ground->first[i];
        ground->wall_first[i] = sum;
        sum += sides > 0 ? SIDE_WALLS * sides + MORE_WALLS : 0;
    }
    ground->wall_first[ground->shape_count] = sum;
    for (uint32_t i = 0; i < ground->shape_count; i++) {
        veer_graph_area_enclose(ground, i);
    }
    for (uint32_t i = 0; i < ground->graph->edge_count; i++) {
        veer_graph_area_measure(ground, i);
    }
}

VeerGraphArea *veer_graph_area_init(void *memory, const VeerGraph *graph)
{
    VeerGraphArea *ground = memory;
    (void)lay_out(memory, graph, ground);
    if (graph->edge_count > 0) {
        veer_buckets_fill(&ground->ways, box_of_way, graph);
    }
    memset(ground->wall_count, 0, ground->shape_count * sizeof *ground->wall_count);
    memset(ground->wall_first, 0, (ground->shape_count + 1u) * sizeof *ground->wall_first);
    memset(ground->is_bent, 0, graph->edge_count);
    for (uint32_t i = 0; i < graph->edge_count; i++) {
        ground->room[i] = INFINITY;
    }
    write_cells(ground);
    if (!ground->is_flat) {
        write_ways(ground);
        enclose(ground);
    }
    return ground;
}

static bool enclose_cell(void *context, uint32_t node)
{
    veer_graph_area_enclose(context, node);
    return true;
}

static bool enclose_way(void *context, uint32_t edge)
{
    VeerGraphArea *ground = context;
    veer_graph_area_enclose(ground, ground->graph->node_count + edge);
    return true;
}

static bool measure_way(void *context, uint32_t edge)
{
    veer_graph_area_measure(context, edge);
    return true;
}

static VeerFlatBox grown(VeerFlatBox box, float by)
{
    return (VeerFlatBox){sub2(box.lower, vec2(by, by)), add2(box.upper, vec2(by, by))};
}

/// Makes anew what lies about a box, all ways of which are edges of cells that reach so far.
static void update(VeerGraphArea *ground, VeerFlatBox box, float reach)
{
    const VeerGraph *graph = ground->graph;
    (void)veer_buckets_visit(&graph->buckets, box, enclose_cell, ground);
    if (graph->edge_count > 0) {
        (void)veer_buckets_visit(&ground->ways, box, enclose_way, ground);
        (void)veer_buckets_visit(&ground->ways, grown(box, VEER_GROUND_REACH * reach), measure_way,
                                 ground);
    }
}

void veer_graph_area_update_edge(VeerGraphArea *ground, uint32_t edge)
{
    if (!ground->is_flat) {
        update(ground, box_of_way(ground->graph, edge), ground->widest);
    }
}

/// The ways of a node, and all that they and its cell lie in.
typedef struct Reached {
    const VeerGraph *graph;
    uint32_t node;
    VeerFlatBox box;
} Reached;

static bool reach_way(void *context, uint32_t number)
{
    Reached *reached = context;
    const VeerGraphEdge *edge = &reached->graph->edges[number];
    if (edge->from == reached->node || edge->to == reached->node) {
        VeerFlatBox way = box_of_way(reached->graph, number), *box = &reached->box;
        box->lower = vec2(min_f(box->lower.x, way.lower.x), min_f(box->lower.y, way.lower.y));
        box->upper = vec2(max_f(box->upper.x, way.upper.x), max_f(box->upper.y, way.upper.y));
    }
    return true;
}

void veer_graph_area_update_node(VeerGraphArea *ground, uint32_t node)
{
    const VeerGraph *graph = ground->graph;
    VeerVec2 at = plane2(graph->nodes[node]);
    VeerFlatBox cell = grown((VeerFlatBox){at, at}, graph->outer[node] + graph->radii[node]);
    Reached reached = {graph, node, cell};
    if (graph->edge_count > 0) {
        (void)veer_buckets_visit(&ground->ways, cell, reach_way, &reached);
    }
    if (!ground->is_flat) {
        update(ground, reached.box, ground->widest);
    }
}
