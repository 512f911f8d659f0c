/// Graphs: checked, laid out, read, blocked and copied.
#include "map/graph/graph.h"
#include "base/hash.h"

#include "geom/polygon.h"

#include <string.h>

#define COOKIE 0x67727068u
#define MAX_CORNERS 64u // of one cell

VeerGraphDef veer_graph_def_default(void)
{
    return (VeerGraphDef){.cookie = COOKIE};
}

static bool is_edge(const VeerGraphDef *def, const VeerGraphEdge *edge)
{
    return edge->from < def->node_count && edge->to < def->node_count && edge->cost >= 0.0f &&
           edge->cost <= 16.0f * VEER_WORLD_LIMIT;
}

static uint32_t corners_of(const VeerGraphDef *def, uint32_t node)
{
    return def->first ? def->first[node + 1u] - def->first[node] : 0;
}

/// Whether a node has no corners, or a convex cell of them.
static bool is_cell(const VeerGraphDef *def, uint32_t node)
{
    VeerVec2 corners[MAX_CORNERS];
    uint32_t count = corners_of(def, node);
    if (count == 0) {
        return true;
    }
    if (count > MAX_CORNERS || count < 3) {
        return false;
    }
    for (uint32_t i = 0; i < count; i++) {
        VeerVec3 corner = def->corners[def->first[node] + i];
        corners[i] = plane2(corner);
        if (!is_position3(corner)) {
            return false;
        }
    }
    return veer_polygon_is_convex(corners, count);
}

static bool is_node(const VeerGraphDef *def, uint32_t node)
{
    float radius = def->radii ? def->radii[node] : 0.0f;
    return is_position3(def->nodes[node]) && radius >= 0.0f && radius <= VEER_WORLD_LIMIT &&
           is_cell(def, node);
}

/// Whether the corners of all nodes follow each other, so that none lies beyond the last.
static bool is_in_order(const VeerGraphDef *def)
{
    for (uint32_t i = 0; def->first && i < def->node_count; i++) {
        if (def->first[i + 1u] < def->first[i]) {
            return false;
        }
    }
    return !def->first || (def->corners && def->first[0] == 0);
}

static bool is_good(const VeerGraphDef *def)
{
    if (!def || def->cookie != COOKIE || !def->nodes || def->node_count == 0 ||
        def->node_count == UINT32_MAX || def->edge_count > UINT32_MAX / 2u ||
        (def->edge_count > 0 && !def->edges) || !is_in_order(def)) {
        return false;
    }
    for (uint32_t i = 0; i < def->node_count; i++) {
        if (!is_node(def, i)) {
            return false;
        }
    }
    for (uint32_t i = 0; i < def->edge_count; i++) {
        if (!is_edge(def, &def->edges[i])) {
            return false;
        }
    }
    return true;
}

static VeerFlatBox box_of_cell(const void *context, uint32_t node)
{
    const VeerGraphDef *def = context;
    float radius = def->radii ? def->radii[node] : 0.0f;
    VeerVec2 p = plane2(def->nodes[node]);
    uint32_t count = corners_of(def, node);
    VeerFlatBox box = {p, p};
    for (uint32_t i = 0; i < count; i++) {
        p = plane2(def->corners[def->first[node] + i]);
        VeerFlatBox corner = {p, p};
        box = i == 0 ? corner : veer_flat_boxes_join(box, corner);
    }
    return (VeerFlatBox){sub2(box.lower, vec2(radius, radius)),
                         add2(box.upper, vec2(radius, radius))};
}

static uint32_t count_steps(const VeerGraphDef *def)
{
    uint32_t count = 0;
    for (uint32_t i = 0; i < def->edge_count; i++) {
        count += def->edges[i].is_one_way ? 1u : 2u;
    }
    return count;
}

/// A graph without its arrays.
static VeerGraph plan_graph(const VeerGraphDef *def)
{
    return (VeerGraph){.node_count = def->node_count,
                       .edge_count = def->edge_count,
                       .corner_count = def->first ? def->first[def->node_count] : 0,
                       .step_count = count_steps(def),
                       .cheapest = 1.0,
                       .buckets = veer_buckets_plan(box_of_cell, def, def->node_count)};
}

/// Lays the arrays of a graph out behind it. @return bytes of all
static size_t lay_out(void *memory, VeerGraph *graph)
{
    VeerArena arena = {memory, 0};
    (void)veer_arena_take(&arena, 1, sizeof *graph);
    size_t nodes = graph->node_count, edges = graph->edge_count, steps = graph->step_count;
    graph->nodes = veer_arena_take(&arena, nodes, sizeof *graph->nodes);
    graph->radii = veer_arena_take(&arena, nodes, sizeof *graph->radii);
    graph->first = veer_arena_take(&arena, nodes + 1u, sizeof *graph->first);
    graph->corners = veer_arena_take(&arena, graph->corner_count, sizeof *graph->corners);
    graph->inner = veer_arena_take(&arena, nodes, sizeof *graph->inner);
    graph->outer = veer_arena_take(&arena, nodes, sizeof *graph->outer);
    graph->edges = veer_arena_take(&arena, edges, sizeof *graph->edges);
    graph->edge_blocked = veer_arena_take(&arena, edges, sizeof *graph->edge_blocked);
    graph->blocked = veer_arena_take(&arena, nodes, sizeof *graph->blocked);
    graph->covered = veer_arena_take(&arena, nodes, sizeof *graph->covered);
    graph->step_first = veer_arena_take(&arena, nodes + 1u, sizeof *graph->step_first);
    graph->steps = veer_arena_take(&arena, steps, sizeof *graph->steps);
    graph->back_first = veer_arena_take(&arena, nodes + 1u, sizeof *graph->back_first);
    graph->backs = veer_arena_take(&arena, steps, sizeof *graph->backs);
    veer_buckets_take(&graph->buckets, &arena);
    return arena.used;
}

size_t veer_graph_size(const VeerGraphDef *def)
{
    if (!is_good(def)) {
        return 0;
    }
    VeerGraph parts = plan_graph(def);
    return lay_out(NULL, &parts);
}

static void copy_cells(VeerGraph *graph, const VeerGraphDef *def)
{
    memcpy(graph->nodes, def->nodes, graph->node_count * sizeof *graph->nodes);
    memset(graph->blocked, 0, graph->node_count);
    memset(graph->covered, 0, graph->node_count * sizeof *graph->covered);
    for (uint32_t i = 0; i < graph->node_count; i++) {
        graph->radii[i] = def->radii ? def->radii[i] : 0.0f;
        graph->first[i] = def->first ? def->first[i] : 0;
    }
    graph->first[graph->node_count] = graph->corner_count;
    for (uint32_t i = 0; i < graph->corner_count; i++) {
        graph->corners[i] = plane2(def->corners[i]);
    }
}

/// How far a cell's hull reaches round its node at least, and at most: what is nearer, or further,
/// need not be measured.
static void measure_cells(VeerGraph *graph)
{
    for (uint32_t i = 0; i < graph->node_count; i++) {
        const VeerVec2 *corners = &graph->corners[graph->first[i]];
        uint32_t count = graph->first[i + 1u] - graph->first[i];
        VeerVec2 middle = plane2(graph->nodes[i]);
        graph->inner[i] = count > 0 ? -veer_polygon_distance(corners, count, middle) : 0.0f;
        graph->outer[i] = 0.0f;
        for (uint32_t k = 0; k < count; k++) {
            graph->outer[i] = max_f(graph->outer[i], length2(sub2(corners[k], middle)));
        }
    }
}

static void settle_edges(VeerGraph *graph, const VeerGraphDef *def)
{
    memset(graph->edge_blocked, 0, graph->edge_count);
    for (uint32_t i = 0; i < graph->edge_count; i++) {
        VeerGraphEdge *edge = &graph->edges[i];
        *edge = def->edges[i];
        float length = length3(sub3(graph->nodes[edge->to], graph->nodes[edge->from]));
        if (edge->cost == 0.0f) {
            edge->cost = length;
        }
        if (edge->cost < length) {
            double share = (double)edge->cost / (double)length;
            graph->cheapest = share < graph->cheapest ? share : graph->cheapest;
        }
    }
}

/// Lists the steps by where they begin, or else by where they lead to.
static void list_steps(const VeerGraph *graph, uint32_t *first, VeerGraphStep *steps, bool is_back)
{
    memset(first, 0, ((size_t)graph->node_count + 1u) * sizeof *first);
    for (uint32_t i = 0; i < graph->edge_count; i++) {
        const VeerGraphEdge *edge = &graph->edges[i];
        first[edge->from] += !is_back || !edge->is_one_way;
        first[edge->to] += is_back || !edge->is_one_way;
    }
    uint32_t sum = 0;
    for (uint32_t i = 0; i <= graph->node_count; i++) {
        sum += first[i];
        first[i] = sum;
    }
    for (uint32_t i = graph->edge_count; i-- > 0;) {
        const VeerGraphEdge *edge = &graph->edges[i];
        uint32_t from = is_back ? edge->to : edge->from, to = is_back ? edge->from : edge->to;
        if (!edge->is_one_way) {
            steps[--first[to]] = (VeerGraphStep){from, i};
        }
        steps[--first[from]] = (VeerGraphStep){to, i};
    }
}

VeerGraph *veer_graph_init(void *memory, const VeerGraphDef *def)
{
    VeerGraph *graph = memory;
    if (!graph || !is_good(def)) {
        return NULL;
    }
    *graph = plan_graph(def);
    graph->bytes = lay_out(memory, graph);
    copy_cells(graph, def);
    measure_cells(graph);
    settle_edges(graph, def);
    list_steps(graph, graph->step_first, graph->steps, false);
    list_steps(graph, graph->back_first, graph->backs, true);
    veer_buckets_fill(&graph->buckets, box_of_cell, def);
    return graph;
}

uint32_t veer_graph_node_count(const VeerGraph *graph)
{
    return graph ? graph->node_count : 0;
}

uint32_t veer_graph_edge_count(const VeerGraph *graph)
{
    return graph ? graph->edge_count : 0;
}

static bool has_node(const VeerGraph *graph, uint32_t node)
{
    return graph && node < graph->node_count;
}

static bool has_edge(const VeerGraph *graph, uint32_t edge)
{
    return graph && edge < graph->edge_count;
}

VeerVec3 veer_graph_position(const VeerGraph *graph, uint32_t node)
{
    return has_node(graph, node) ? graph->nodes[node] : vec3(0.0f, 0.0f, 0.0f);
}

uint32_t veer_graph_corners(const VeerGraph *graph, uint32_t node, VeerVec3 *corners,
                            uint32_t capacity)
{
    if (!has_node(graph, node)) {
        return 0;
    }
    uint32_t begin = graph->first[node], count = graph->first[node + 1u] - begin;
    for (uint32_t i = 0; corners && i < count && i < capacity; i++) {
        VeerVec2 corner = graph->corners[begin + i];
        corners[i] = vec3(corner.x, corner.y, graph->nodes[node].z);
    }
    return count;
}

float veer_graph_radius(const VeerGraph *graph, uint32_t node)
{
    return has_node(graph, node) ? graph->radii[node] : 0.0f;
}

VeerGraphEdge veer_graph_edge(const VeerGraph *graph, uint32_t edge)
{
    return has_edge(graph, edge) ? graph->edges[edge] : (VeerGraphEdge){.from = 0};
}

bool veer_graph_has_flags(const VeerGraph *graph)
{
    uint32_t flags = 0;
    for (uint32_t i = 0; i < graph->edge_count; i++) {
        flags |= graph->edges[i].flags;
    }
    return flags != 0;
}

void veer_graph_set_blocked(VeerGraph *graph, uint32_t node, bool is_blocked)
{
    if (has_node(graph, node) && graph->blocked[node] != is_blocked) {
        graph->blocked[node] = is_blocked;
        graph->changes++;
    }
}

void veer_graph_set_edge_blocked(VeerGraph *graph, uint32_t edge, bool is_blocked)
{
    if (has_edge(graph, edge) && graph->edge_blocked[edge] != is_blocked) {
        graph->edge_blocked[edge] = is_blocked;
        graph->changes++;
    }
}

bool veer_graph_is_blocked(const VeerGraph *graph, uint32_t node)
{
    return !has_node(graph, node) || graph->blocked[node] || graph->covered[node] > 0;
}

bool veer_graph_is_edge_blocked(const VeerGraph *graph, uint32_t edge)
{
    return !has_edge(graph, edge) || graph->edge_blocked[edge];
}

uint32_t veer_graph_covered(const VeerGraph *graph, uint32_t node)
{
    return has_node(graph, node) ? graph->covered[node] : 0;
}

// --- Copies: one block ---

size_t veer_graph_copy_size(const VeerGraph *graph)
{
    return graph->bytes;
}

VeerGraph *veer_graph_copy(void *memory, const VeerGraph *graph)
{
    memcpy(memory, graph, graph->bytes);
    (void)lay_out(memory, memory);
    return memory;
}

uint64_t veer_graph_hash(const VeerGraph *graph, uint64_t hash)
{
    uint32_t nodes = graph->node_count;
    const uint32_t counts[] = {nodes, graph->edge_count, graph->corner_count};
    hash = veer_hash_words(hash, counts, sizeof counts);
    hash = veer_hash_words(hash, graph->nodes, nodes * sizeof *graph->nodes);
    hash = veer_hash_words(hash, graph->radii, nodes * sizeof *graph->radii);
    hash = veer_hash_words(hash, graph->first, (nodes + 1u) * sizeof *graph->first);
    hash = veer_hash_words(hash, graph->corners, graph->corner_count * sizeof *graph->corners);
    for (uint32_t i = 0; i < graph->edge_count; i++) {
        const VeerGraphEdge *edge = &graph->edges[i];
        hash = veer_hash_add(hash, (uint64_t)edge->from << 32 | edge->to);
        hash = veer_hash_words(hash, &edge->cost, sizeof edge->cost);
        hash = veer_hash_add(hash, (uint64_t)edge->flags << 1 | edge->is_one_way);
    }
    return hash;
}
