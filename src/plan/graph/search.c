/// Paths over graphs: a graph as a space to search.
#include "plan/search/search.h"
#include "map/graph/graph.h"
#include "plan/graph/graph.h"

#include <math.h>
#include <string.h>

#define COOKIE 0x67717279u

/// What a search over a graph keeps in its room.
typedef struct GraphSpace {
    const VeerGraph *graph;
    uint32_t goal, may_use;
    const float *rooms;
    float radius;
    bool is_back;
    bool (*is_goal)(void *user, uint32_t node);
    void *user;
} GraphSpace;

_Static_assert(sizeof(GraphSpace) <= VEER_SEARCH_ROOM, "a graph's space fits in the room");

VeerGraphQuery veer_graph_query_default(void)
{
    return (VeerGraphQuery){.may_use = UINT32_MAX, .cookie = COOKIE};
}

static bool is_shut(const VeerGraph *graph, uint32_t node)
{
    return graph->blocked[node] || graph->covered[node] > 0;
}

static void expand(void *user, VeerSearch *search, uint32_t node, uint64_t cost)
{
    const GraphSpace *space = user;
    const VeerGraph *graph = space->graph;
    const uint32_t *first = space->is_back ? graph->back_first : graph->step_first;
    const VeerGraphStep *steps = space->is_back ? graph->backs : graph->steps;
    if (space->is_back && is_shut(graph, node)) {
        return; // one may come out of it, and not pass through
    }
    for (uint32_t i = first[node]; i < first[node + 1u]; i++) {
        VeerGraphStep step = steps[i];
        const VeerGraphEdge *edge = &graph->edges[step.edge];
        bool has_room = !space->rooms || space->rooms[step.edge] >= space->radius;
        if (!has_room || graph->edge_blocked[step.edge] || (edge->flags & ~space->may_use) ||
            (!space->is_back && is_shut(graph, step.to))) {
            continue;
        }
        double length = ceil((double)edge->cost * (double)VEER_GRAPH_COSTS_PER_METRE);
        veer_search_reach(search, step.to, cost + (uint64_t)length);
    }
}

/// The straight path at the price of the cheapest edge, and a little less, so that rounding never
/// makes it more than what is left.
static uint32_t estimate(void *user, uint32_t node)
{
    const GraphSpace *space = user;
    const VeerGraph *graph = space->graph;
    if (space->is_goal || space->is_back) {
        return 0;
    }
    VeerVec3 a = graph->nodes[node], b = graph->nodes[space->goal];
    double x = (double)b.x - (double)a.x, y = (double)b.y - (double)a.y;
    double z = (double)b.z - (double)a.z;
    double length = sqrt(x * x + y * y + z * z) * graph->cheapest * (1.0 - 1e-6);
    return (uint32_t)(length * (double)VEER_GRAPH_COSTS_PER_METRE);
}

static bool is_goal(void *user, uint32_t node)
{
    const GraphSpace *space = user;
    if (space->is_back) {
        return false;
    }
    return space->is_goal ? space->is_goal(space->user, node) : node == space->goal;
}

static bool is_good(const VeerGraphQuery *query)
{
    return query && query->cookie == COOKIE && query->graph &&
           query->start < query->graph->node_count &&
           (query->is_goal || query->goal < query->graph->node_count);
}

/// Begins a search, ahead or back.
static VeerStatus begin(VeerSearch *search, const VeerGraphQuery *query, bool is_back)
{
    if (!search || !is_good(query)) {
        return VEER_BAD_VALUE;
    }
    GraphSpace kept = {.graph = query->graph,
                       .goal = query->goal,
                       .may_use = query->may_use,
                       .rooms = query->rooms,
                       .radius = query->radius,
                       .is_back = is_back,
                       .is_goal = query->is_goal,
                       .user = query->user};
    VeerSearchSpace space = {.node_count = query->graph->node_count,
                             .expand = expand,
                             .estimate = estimate,
                             .is_goal = is_goal,
                             .user = search->room.bytes};
    if (space.node_count > search->node_capacity) {
        return VEER_FULL;
    }
    GraphSpace before; // a search that is refused leaves the one before as it was
    memcpy(&before, search->room.bytes, sizeof before);
    memcpy(search->room.bytes, &kept, sizeof kept);
    VeerStatus status = veer_search_begin(search, &space, &query->search, &query->start, 1);
    if (status != VEER_OK) {
        memcpy(search->room.bytes, &before, sizeof before);
    }
    return status;
}

VeerStatus veer_graph_search_begin(VeerSearch *search, const VeerGraphQuery *query)
{
    return begin(search, query, false);
}

VeerStatus veer_graph_tree_begin(VeerSearch *search, const VeerGraphQuery *query)
{
    VeerGraphQuery back = *query;
    back.start = query->goal;
    back.is_goal = NULL;
    back.search.order = VEER_SEARCH_DIJKSTRA;
    return is_shut(query->graph, query->goal) ? VEER_BAD_VALUE : begin(search, &back, true);
}

void veer_graph_tree_read(const VeerSearch *search, uint32_t node_count, uint32_t *next)
{
    for (uint32_t node = 0; node < node_count; node++) {
        const VeerSearchNode *known = &search->nodes[node];
        bool is_goal = known->parent == VEER_NO_NODE;
        bool is_known = known->mark >> 8 == search->stamp;
        next[node] = !is_known ? VEER_NO_NODE : is_goal ? node : known->parent;
    }
}
