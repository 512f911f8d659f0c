/// What hangs together of a map that is a graph.
#include "world/map/graph_components.h"
#include "world/base/base.h"

#include "base/union_find.h"

#include <string.h>

/// Who asks, and over what.
typedef struct GraphComponentQuery {
    const VeerWorldMap *map;
    VeerGraphComponents *parts;
} GraphComponentQuery;

/// Whether an edge may be taken, wherever it leads.
static bool is_open(GraphComponentQuery asked, uint32_t edge)
{
    const VeerGraph *graph = asked.map->graph.whole;
    const VeerGraphArea *ground = asked.map->graph.area;
    return !graph->edge_blocked[edge] && !(graph->edges[edge].flags & ~asked.parts->may_use) &&
           (!ground || ground->clearance[edge] >= asked.parts->radius);
}

/// Whether a step may be taken between nodes that are free.
static bool is_free_step(GraphComponentQuery asked, VeerGraphStep step)
{
    return asked.parts->part[step.to] != VEER_NO_SLOT && is_open(asked, step.edge);
}

/// @return whether an edge that may be taken is one-way
static bool make_parts(GraphComponentQuery asked)
{
    const VeerGraph *graph = asked.map->graph.whole;
    uint32_t *part = asked.parts->part;
    bool is_one_way = false;
    for (uint32_t i = 0; i < graph->node_count; i++) {
        part[i] = veer_graph_is_blocked(graph, i) ? VEER_NO_SLOT : i;
    }
    for (uint32_t i = 0; i < graph->edge_count; i++) {
        const VeerGraphEdge *edge = &graph->edges[i];
        if (is_open(asked, i) && part[edge->from] != VEER_NO_SLOT &&
            part[edge->to] != VEER_NO_SLOT) {
            veer_union_find_unite(part, edge->from, edge->to);
            is_one_way = is_one_way || edge->is_one_way;
        }
    }
    for (uint32_t i = 0; i < graph->node_count; i++) {
        part[i] = part[i] == VEER_NO_SLOT ? VEER_NO_SLOT : veer_union_find_root(part, i);
    }
    return is_one_way;
}

// --- Rings: nodes that lead to each other ---
// Source: Kosaraju, after Sharir, "A strong-connectivity algorithm and its applications in data
// flow analysis", Computers and Mathematics with Applications 7, 1981. What is done last from any
// node, going ahead, comes to all before it: from there back is its ring.

/// Goes ahead from a node to all that are not done yet. Those under way lie at the begin of
/// order[nodes], those done at its end, from `done` on.
/// @param next  next[nodes]: of each the step to take next; VEER_NO_SLOT: it was not come to
/// @return where those begin that are done
static uint32_t go_ahead(GraphComponentQuery asked, uint32_t node, uint32_t *order, uint32_t *next,
                         uint32_t done)
{
    const VeerGraph *graph = asked.map->graph.whole;
    uint32_t count = 1;
    order[0] = node;
    next[node] = graph->step_first[node];
    while (count > 0) {
        uint32_t at = order[count - 1u];
        if (next[at] == graph->step_first[at + 1u]) {
            count--;
            order[--done] = at;
            continue;
        }
        VeerGraphStep step = graph->steps[next[at]++];
        if (next[step.to] == VEER_NO_SLOT && is_free_step(asked, step)) {
            order[count++] = step.to;
            next[step.to] = graph->step_first[step.to];
        }
    }
    return done;
}

/// Goes back from a node to all that are of no ring yet: they are of its own.
static void go_back(GraphComponentQuery asked, uint32_t node, uint32_t *stack)
{
    const VeerGraph *graph = asked.map->graph.whole;
    uint32_t *ring = asked.parts->ring, count = 1;
    stack[0] = ring[node] = node;
    while (count > 0) {
        uint32_t at = stack[--count];
        for (uint32_t i = graph->back_first[at]; i < graph->back_first[at + 1u]; i++) {
            VeerGraphStep back = graph->backs[i];
            if (ring[back.to] == VEER_NO_SLOT && is_free_step(asked, back)) {
                ring[back.to] = node;
                stack[count++] = back.to;
            }
        }
    }
}

/// Lends the map's nodes, which have room for two of each.
static void make_rings(GraphComponentQuery asked)
{
    uint32_t nodes = asked.map->graph.whole->node_count, done = nodes;
    uint32_t *order = asked.map->graph.nodes, *next = order + nodes;
    for (uint32_t i = 0; i < nodes; i++) {
        next[i] = asked.parts->ring[i] = VEER_NO_SLOT;
    }
    for (uint32_t i = 0; i < nodes; i++) {
        if (next[i] == VEER_NO_SLOT && asked.parts->part[i] != VEER_NO_SLOT) {
            done = go_ahead(asked, i, order, next, done);
        }
    }
    for (uint32_t i = done; i < nodes; i++) {
        if (asked.parts->ring[order[i]] == VEER_NO_SLOT) {
            go_back(asked, order[i], next);
        }
    }
}

static void make(GraphComponentQuery asked)
{
    VeerGraphComponents *parts = asked.parts;
    if (make_parts(asked)) {
        make_rings(asked);
    } else {
        memcpy(parts->ring, parts->part, asked.map->graph.whole->node_count * sizeof *parts->ring);
    }
    parts->source = VEER_NO_SLOT;
    parts->version = asked.map->graph.whole->changes;
    parts->is_made = true;
}

VeerGraphComponents *veer_graph_map_components(VeerWorld *world, VeerGraphWalker walker)
{
    VeerWorldMap *map = &world->map;
    VeerGraphComponents *parts = NULL;
    float radius = map->graph.area ? walker.radius : 0.0f;
    for (uint32_t i = 0; i < VEER_GRAPH_COMPONENT_SETS; i++) {
        VeerGraphComponents *each = &map->graph.components[i];
        if (each->is_made && each->radius == radius && each->may_use == walker.may_use) {
            parts = each;
        }
    }
    if (!parts) {
        parts = &map->graph.components[map->graph.next_components++ % VEER_GRAPH_COMPONENT_SETS];
        parts->radius = radius;
        parts->may_use = walker.may_use;
        parts->is_made = false;
    }
    if (!parts->is_made || parts->version != map->graph.whole->changes) {
        make((GraphComponentQuery){map, parts});
    }
    return parts;
}

/// Marks all that can be reached from a node, if it is not what was asked for last.
/// @param source  the number of its ring; of a node that is covered, one that no ring has
static void look_ahead(GraphComponentQuery asked, uint32_t from, uint32_t source)
{
    const VeerGraph *graph = asked.map->graph.whole;
    VeerGraphComponents *parts = asked.parts;
    uint32_t *stack = asked.map->graph.nodes, count = 1;
    if (parts->source == source) {
        return;
    }
    memset(parts->is_ahead, 0, graph->node_count);
    parts->source = source;
    parts->is_ahead[from] = 1;
    stack[0] = from;
    while (count > 0) {
        uint32_t at = stack[--count];
        for (uint32_t i = graph->step_first[at]; i < graph->step_first[at + 1u]; i++) {
            VeerGraphStep step = graph->steps[i];
            if (!parts->is_ahead[step.to] && is_free_step(asked, step)) {
                parts->is_ahead[step.to] = 1;
                stack[count++] = step.to;
            }
        }
    }
}

/// Whether a node that is free can be reached from another that is.
static bool leads_to(GraphComponentQuery asked, uint32_t from, uint32_t to)
{
    const VeerGraphComponents *parts = asked.parts;
    if (parts->ring[from] == parts->ring[to] || parts->part[from] != parts->part[to]) {
        return parts->ring[from] == parts->ring[to];
    }
    look_ahead(asked, from, parts->ring[from]);
    return parts->is_ahead[to];
}

/// The same from one that is covered: one may come out.
static bool leads_out_to(GraphComponentQuery asked, uint32_t from, uint32_t to)
{
    const VeerGraph *graph = asked.map->graph.whole;
    const VeerGraphComponents *parts = asked.parts;
    bool is_near = false;
    for (uint32_t i = graph->step_first[from]; i < graph->step_first[from + 1u]; i++) {
        VeerGraphStep step = graph->steps[i];
        bool is_out = is_free_step(asked, step) && parts->part[step.to] == parts->part[to];
        if (is_out && parts->ring[step.to] == parts->ring[to]) {
            return true;
        }
        is_near = is_near || is_out;
    }
    if (is_near) {
        look_ahead(asked, from, graph->node_count + from);
    }
    return is_near && parts->is_ahead[to];
}

bool veer_graph_map_is_reached(VeerWorld *world, VeerGraphComponents *parts, uint32_t from,
                               uint32_t to)
{
    GraphComponentQuery asked = {&world->map, parts};
    if (from == to || parts->part[to] == VEER_NO_SLOT) {
        return from == to;
    }
    return parts->part[from] == VEER_NO_SLOT ? leads_out_to(asked, from, to)
                                             : leads_to(asked, from, to);
}

/// Who looks for what can be reached.
typedef struct GraphReach {
    VeerWorld *world;
    VeerGraphComponents *parts;
    uint32_t from;
} GraphReach;

static bool is_reached(void *context, uint32_t node)
{
    const GraphReach *reach = context;
    return veer_graph_map_is_reached(reach->world, reach->parts, reach->from, node);
}

uint32_t veer_graph_map_reach(VeerWorld *world, VeerGraphComponents *parts, uint32_t from,
                              VeerVec3 point)
{
    GraphReach reach = {world, parts, from};
    return veer_graph_nearest_of(world->map.graph.whole, point, is_reached, &reach);
}

static bool has_part(void *context, uint32_t node)
{
    return ((const uint32_t *)context)[node] != VEER_NO_SLOT;
}

uint32_t veer_graph_map_strong_component_at(VeerWorld *world, VeerGraphWalker walker,
                                            VeerVec3 point)
{
    const VeerGraphComponents *parts = veer_graph_map_components(world, walker);
    uint32_t node = veer_graph_nearest_of(world->map.graph.whole, point, has_part, parts->part);
    return node == VEER_NO_GRAPH_NODE ? VEER_NO_SLOT : parts->ring[node];
}
