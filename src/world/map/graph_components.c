/// Connected components of a graph: see graph_components.h.
#include "world/map/graph_components.h"
#include "world/base/base.h"

#include "base/union_find.h"

#include <string.h>

/// The map, and the components for one kind of agent.
typedef struct GraphComponentQuery {
    const VeerWorldMap *map;
    VeerGraphComponents *components;
} GraphComponentQuery;

/// Whether an edge may be taken, wherever it leads.
static bool is_open(GraphComponentQuery asked, uint32_t edge)
{
    const VeerGraph *graph = asked.map->graph.whole;
    const VeerGraphArea *ground = asked.map->graph.area;
    return !graph->edge_blocked[edge] && !(graph->edges[edge].flags & ~asked.components->may_use) &&
           (!ground || ground->clearance[edge] >= asked.components->radius);
}

/// Whether a step between free nodes may be taken.
static bool is_free_step(GraphComponentQuery asked, VeerGraphStep step)
{
    return asked.components->component[step.to] != VEER_NO_SLOT && is_open(asked, step.edge);
}

/// Weakly connected components. @return whether an edge that may be taken is one-way
static bool find_components(GraphComponentQuery asked)
{
    const VeerGraph *graph = asked.map->graph.whole;
    uint32_t *component = asked.components->component;
    bool is_one_way = false;
    for (uint32_t i = 0; i < graph->node_count; i++) {
        component[i] = veer_graph_is_blocked(graph, i) ? VEER_NO_SLOT : i;
    }
    for (uint32_t i = 0; i < graph->edge_count; i++) {
        const VeerGraphEdge *edge = &graph->edges[i];
        if (is_open(asked, i) && component[edge->from] != VEER_NO_SLOT &&
            component[edge->to] != VEER_NO_SLOT) {
            veer_union_find_unite(component, edge->from, edge->to);
            is_one_way = is_one_way || edge->is_one_way;
        }
    }
    for (uint32_t i = 0; i < graph->node_count; i++) {
        component[i] =
            component[i] == VEER_NO_SLOT ? VEER_NO_SLOT : veer_union_find_root(component, i);
    }
    return is_one_way;
}

// --- Strongly connected components ---
// Source: Kosaraju, after Sharir, "A strong-connectivity algorithm and its applications in data
// flow analysis", Computers and Mathematics with Applications 7, 1981.

/// Depth-first search forward from a node over nodes not reached before. Open nodes are at the
/// beginning of order[nodes], finished ones at its end, from `done` on.
/// @param next  next[nodes]: the step to take next from each; VEER_NO_SLOT: not reached
/// @return where the finished ones begin
static uint32_t search_forward(GraphComponentQuery asked, uint32_t node, uint32_t *order,
                               uint32_t *next, uint32_t done)
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

/// Searches backward from a node: nodes of no component yet are of its own.
static void search_backward(GraphComponentQuery asked, uint32_t node, uint32_t *stack)
{
    const VeerGraph *graph = asked.map->graph.whole;
    uint32_t *strong = asked.components->strong, count = 1;
    stack[0] = strong[node] = node;
    while (count > 0) {
        uint32_t at = stack[--count];
        for (uint32_t i = graph->back_first[at]; i < graph->back_first[at + 1u]; i++) {
            VeerGraphStep back = graph->backs[i];
            if (strong[back.to] == VEER_NO_SLOT && is_free_step(asked, back)) {
                strong[back.to] = node;
                stack[count++] = back.to;
            }
        }
    }
}

/// Uses the map's nodes as scratch: two words for each.
static void find_strong_components(GraphComponentQuery asked)
{
    uint32_t nodes = asked.map->graph.whole->node_count, done = nodes;
    uint32_t *order = asked.map->graph.nodes, *next = order + nodes;
    for (uint32_t i = 0; i < nodes; i++) {
        next[i] = asked.components->strong[i] = VEER_NO_SLOT;
    }
    for (uint32_t i = 0; i < nodes; i++) {
        if (next[i] == VEER_NO_SLOT && asked.components->component[i] != VEER_NO_SLOT) {
            done = search_forward(asked, i, order, next, done);
        }
    }
    for (uint32_t i = done; i < nodes; i++) {
        if (asked.components->strong[order[i]] == VEER_NO_SLOT) {
            search_backward(asked, order[i], next);
        }
    }
}

static void make(GraphComponentQuery asked)
{
    VeerGraphComponents *components = asked.components;
    if (find_components(asked)) {
        find_strong_components(asked);
    } else {
        memcpy(components->strong, components->component,
               asked.map->graph.whole->node_count * sizeof *components->strong);
    }
    components->source = VEER_NO_SLOT;
    components->version = asked.map->graph.whole->changes;
    components->is_made = true;
}

VeerGraphComponents *veer_graph_map_components(VeerWorld *world, VeerGraphWalker walker)
{
    VeerWorldMap *map = &world->map;
    VeerGraphComponents *components = NULL;
    float radius = map->graph.area ? walker.radius : 0.0f;
    for (uint32_t i = 0; i < VEER_GRAPH_COMPONENT_SETS; i++) {
        VeerGraphComponents *each = &map->graph.components[i];
        if (each->is_made && each->radius == radius && each->may_use == walker.may_use) {
            components = each;
        }
    }
    if (!components) {
        components =
            &map->graph.components[map->graph.next_components++ % VEER_GRAPH_COMPONENT_SETS];
        components->radius = radius;
        components->may_use = walker.may_use;
        components->is_made = false;
    }
    if (!components->is_made || components->version != map->graph.whole->changes) {
        make((GraphComponentQuery){map, components});
    }
    return components;
}

/// Marks all nodes that can be reached from one, unless it was the last asked for.
/// @param source  its strong component; of a covered node, a number that no component has
static void mark_reachable(GraphComponentQuery asked, uint32_t from, uint32_t source)
{
    const VeerGraph *graph = asked.map->graph.whole;
    VeerGraphComponents *components = asked.components;
    uint32_t *stack = asked.map->graph.nodes, count = 1;
    if (components->source == source) {
        return;
    }
    memset(components->is_reachable, 0, graph->node_count);
    components->source = source;
    components->is_reachable[from] = 1;
    stack[0] = from;
    while (count > 0) {
        uint32_t at = stack[--count];
        for (uint32_t i = graph->step_first[at]; i < graph->step_first[at + 1u]; i++) {
            VeerGraphStep step = graph->steps[i];
            if (!components->is_reachable[step.to] && is_free_step(asked, step)) {
                components->is_reachable[step.to] = 1;
                stack[count++] = step.to;
            }
        }
    }
}

/// Whether a free node can be reached from another free one.
static bool is_reachable(GraphComponentQuery asked, uint32_t from, uint32_t to)
{
    const VeerGraphComponents *components = asked.components;
    if (components->strong[from] == components->strong[to] ||
        components->component[from] != components->component[to]) {
        return components->strong[from] == components->strong[to];
    }
    mark_reachable(asked, from, components->strong[from]);
    return components->is_reachable[to];
}

/// The same from a covered node: agents may leave it.
static bool is_reachable_from_covered(GraphComponentQuery asked, uint32_t from, uint32_t to)
{
    const VeerGraph *graph = asked.map->graph.whole;
    const VeerGraphComponents *components = asked.components;
    bool is_near = false;
    for (uint32_t i = graph->step_first[from]; i < graph->step_first[from + 1u]; i++) {
        VeerGraphStep step = graph->steps[i];
        bool is_out = is_free_step(asked, step) &&
                      components->component[step.to] == components->component[to];
        if (is_out && components->strong[step.to] == components->strong[to]) {
            return true;
        }
        is_near = is_near || is_out;
    }
    if (is_near) {
        mark_reachable(asked, from, graph->node_count + from);
    }
    return is_near && components->is_reachable[to];
}

bool veer_graph_map_is_reached(VeerWorld *world, VeerGraphComponents *components, uint32_t from,
                               uint32_t to)
{
    GraphComponentQuery asked = {&world->map, components};
    if (from == to || components->component[to] == VEER_NO_SLOT) {
        return from == to;
    }
    return components->component[from] == VEER_NO_SLOT ? is_reachable_from_covered(asked, from, to)
                                                       : is_reachable(asked, from, to);
}

/// A search for the nearest node that can be reached.
typedef struct GraphReach {
    VeerWorld *world;
    VeerGraphComponents *components;
    uint32_t from;
} GraphReach;

static bool is_reached(void *context, uint32_t node)
{
    const GraphReach *reach = context;
    return veer_graph_map_is_reached(reach->world, reach->components, reach->from, node);
}

uint32_t veer_graph_map_reach(VeerWorld *world, VeerGraphComponents *components, uint32_t from,
                              VeerVec3 point)
{
    GraphReach reach = {world, components, from};
    return veer_graph_nearest_of(world->map.graph.whole, point, is_reached, &reach);
}

static bool has_component(void *context, uint32_t node)
{
    return ((const uint32_t *)context)[node] != VEER_NO_SLOT;
}

uint32_t veer_graph_map_strong_component_at(VeerWorld *world, VeerGraphWalker walker,
                                            VeerVec3 point)
{
    const VeerGraphComponents *components = veer_graph_map_components(world, walker);
    uint32_t node =
        veer_graph_nearest_of(world->map.graph.whole, point, has_component, components->component);
    return node == VEER_NO_GRAPH_NODE ? VEER_NO_SLOT : components->strong[node];
}
