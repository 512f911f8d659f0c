/// Ways over graphs: a graph as a space to search.
#include "map/graph.h"
#include "plan/search.h"
#include "veer/plan_graph.h"

#include <math.h>
#include <string.h>

#define COOKIE 0x67717279u

/// What a search over a graph keeps in its room.
typedef struct GraphSpace {
    const VeerGraph *graph;
    uint32_t goal, may_use;
    const float *rooms;
    float radius;
    bool (*is_goal)(void *user, uint32_t node);
    void *user;
} GraphSpace;

_Static_assert(sizeof(GraphSpace) <= VEER_SEARCH_ROOM, "a graph's space fits in the room");

VeerGraphQuery veer_graph_query_default(void)
{
    return (VeerGraphQuery){.may_use = UINT32_MAX, .cookie = COOKIE};
}

static void expand(void *user, VeerSearch *search, uint32_t node, uint64_t cost)
{
    const GraphSpace *space = user;
    const VeerGraph *graph = space->graph;
    for (uint32_t i = graph->step_first[node]; i < graph->step_first[node + 1u]; i++) {
        VeerGraphStep step = graph->steps[i];
        const VeerGraphEdge *edge = &graph->edges[step.edge];
        bool has_room = !space->rooms || space->rooms[step.edge] >= space->radius;
        if (!has_room || graph->edge_blocked[step.edge] || (edge->flags & ~space->may_use) ||
            graph->blocked[step.to] || graph->covered[step.to] > 0) {
            continue;
        }
        double length = ceil((double)edge->cost * (double)VEER_GRAPH_COSTS_PER_METRE);
        veer_search_reach(search, step.to, cost + (uint64_t)length, 0);
    }
}

/// The straight way at the price of the cheapest edge, and a hair less, so that rounding never
/// makes it more than what is left.
static uint32_t estimate(void *user, uint32_t node)
{
    const GraphSpace *space = user;
    const VeerGraph *graph = space->graph;
    if (space->is_goal) {
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
    return space->is_goal ? space->is_goal(space->user, node) : node == space->goal;
}

static bool is_good(const VeerGraphQuery *query)
{
    return query->cookie == COOKIE && query->graph && query->start < query->graph->node_count &&
           (query->is_goal || query->goal < query->graph->node_count);
}

VeerStatus veer_graph_search_begin(VeerSearch *search, const VeerGraphQuery *query)
{
    if (!is_good(query)) {
        return VEER_BAD_VALUE;
    }
    GraphSpace kept = {.graph = query->graph,
                       .goal = query->goal,
                       .may_use = query->may_use,
                       .rooms = query->rooms,
                       .radius = query->radius,
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
    memcpy(search->room.bytes, &kept, sizeof kept);
    return veer_search_begin(search, &space, &query->search, &query->start, 1);
}
