/// Connected components of a graph: see graph_components.h.
#include "world/map/graph_components.h"
#include "world/base/base.h"

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

/// Whether a step may be taken, and leads to a free node.
static bool is_free_step(GraphComponentQuery asked, VeerGraphStep step)
{
    return !veer_graph_is_blocked(asked.map->graph.whole, step.to) && is_open(asked, step.edge);
}

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
    uint32_t *component = asked.components->component, count = 1;
    stack[0] = component[node] = node;
    while (count > 0) {
        uint32_t at = stack[--count];
        for (uint32_t i = graph->back_first[at]; i < graph->back_first[at + 1u]; i++) {
            VeerGraphStep back = graph->backs[i];
            if (component[back.to] == VEER_NO_SLOT && is_free_step(asked, back)) {
                component[back.to] = node;
                stack[count++] = back.to;
            }
        }
    }
}

/// Uses the map's nodes as scratch: two words for each.
static void make(GraphComponentQuery asked)
{
    const VeerGraph *graph = asked.map->graph.whole;
    VeerGraphComponents *components = asked.components;
    uint32_t nodes = graph->node_count, done = nodes;
    uint32_t *order = asked.map->graph.nodes, *next = order + nodes;
    for (uint32_t i = 0; i < nodes; i++) {
        next[i] = components->component[i] = VEER_NO_SLOT;
    }
    for (uint32_t i = 0; i < nodes; i++) {
        if (next[i] == VEER_NO_SLOT && !veer_graph_is_blocked(graph, i)) {
            done = search_forward(asked, i, order, next, done);
        }
    }
    for (uint32_t i = done; i < nodes; i++) {
        if (components->component[order[i]] == VEER_NO_SLOT) {
            search_backward(asked, order[i], next);
        }
    }
    components->has_one_way = false;
    for (uint32_t i = 0; i < graph->edge_count; i++) {
        components->has_one_way |= graph->edges[i].is_one_way && is_open(asked, i);
    }
    components->source = VEER_NO_SLOT;
    components->version = graph->changes;
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
/// @param source  its component; of a covered node, a number that no component has
static const uint8_t *mark_reachable(GraphComponentQuery asked, uint32_t from, uint32_t source)
{
    const VeerGraph *graph = asked.map->graph.whole;
    VeerGraphComponents *components = asked.components;
    uint32_t *stack = asked.map->graph.nodes, count = components->source == source ? 0 : 1;
    if (count > 0) {
        memset(components->is_reachable, 0, graph->node_count);
        components->source = source;
        components->is_reachable[from] = 1;
        stack[0] = from;
    }
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
    return components->is_reachable;
}

bool veer_graph_map_is_reached(VeerWorld *world, VeerGraphComponents *components, uint32_t from,
                               uint32_t to)
{
    GraphComponentQuery asked = {&world->map, components};
    const VeerGraph *graph = world->map.graph.whole;
    uint32_t own = components->component[from], wanted = components->component[to];
    if (from == to || own == wanted || wanted == VEER_NO_SLOT) {
        return from == to || wanted != VEER_NO_SLOT;
    }
    // agents may leave a covered node
    bool is_covered = own == VEER_NO_SLOT;
    for (uint32_t i = graph->step_first[from]; is_covered && i < graph->step_first[from + 1u];
         i++) {
        VeerGraphStep step = graph->steps[i];
        if (components->component[step.to] == wanted && is_free_step(asked, step)) {
            return true;
        }
    }
    return components->has_one_way &&
           mark_reachable(asked, from, is_covered ? graph->node_count + from : own)[to];
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
    return node == VEER_NO_GRAPH_NODE ? VEER_NO_SLOT : components->component[node];
}
