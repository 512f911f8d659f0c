/// Connected components of a graph: see graph_components.h.
#include "world/map/graph_components.h"

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

/// Marks all nodes that steps lead to from one, over nodes not marked yet.
/// @param first,steps  of the graph, forward or back
/// @param marks  marks[nodes]; VEER_NO_SLOT: not marked
static void flood(GraphComponentQuery asked, const uint32_t *first, const VeerGraphStep *steps,
                  uint32_t node, uint32_t *marks, uint32_t mark, uint32_t *stack)
{
    uint32_t count = 1;
    stack[0] = node;
    marks[node] = mark;
    while (count > 0) {
        uint32_t at = stack[--count];
        for (uint32_t i = first[at]; i < first[at + 1u]; i++) {
            if (marks[steps[i].to] == VEER_NO_SLOT && is_free_step(asked, steps[i])) {
                marks[steps[i].to] = mark;
                stack[count++] = steps[i].to;
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
            flood(asked, graph->back_first, graph->backs, order[i], components->component, order[i],
                  next);
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

/// Whether a node can be reached from one.
/// @param source  its component; of a covered node, a number that no component has
static bool is_led_to(GraphComponentQuery asked, uint32_t from, uint32_t source, uint32_t to)
{
    const VeerGraph *graph = asked.map->graph.whole;
    VeerGraphComponents *components = asked.components;
    if (components->source != source) {
        memset(components->reached, 0xff, graph->node_count * sizeof *components->reached);
        flood(asked, graph->step_first, graph->steps, from, components->reached, from,
              asked.map->graph.nodes);
        components->source = source;
    }
    return components->reached[to] != VEER_NO_SLOT;
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
           is_led_to(asked, from, is_covered ? graph->node_count + from : own, to);
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
