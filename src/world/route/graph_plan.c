/// Planning over graphs.
#include "base/arena.h"
#include "math/vec.h"
#include "plan/graph/graph.h"
#include "world/route/route.h"

/// Nodes ahead of which a path may skip those in between, at most.
#define MAX_AHEAD 64u
/// An edge costs its length if its cost is no more than so many times that.
#define SAME_COST 1.001f

/// What an agent needs of edges: all flags of an edge must be its own.
static VeerGraphWalker walker_of(const VeerWorld *world, uint32_t slot)
{
    return (VeerGraphWalker){world->agent.radius[slot], veer_links_allowed(world, slot)};
}

/// The goal's node of a path that begins at a node: the one nearest to a point among those that can
/// be reached.
static uint32_t goal_from(VeerWorld *world, VeerGraphWalker walker, uint32_t start, VeerVec3 point)
{
    const VeerGraph *graph = world->map.graph.whole;
    VeerGraphComponents *components = veer_graph_map_components(world, walker);
    uint32_t goal = veer_graph_nearest(graph, point);
    return veer_graph_map_is_reached(world, components, start, goal)
               ? goal
               : veer_graph_map_reach(world, components, start, point);
}

static bool place(VeerWorld *world, uint32_t slot, VeerPlanJob *job)
{
    uint32_t start = veer_graph_nearest(world->map.graph.whole, job->from);
    job->start.x = (int32_t)start;
    job->goal.x = (int32_t)goal_from(world, walker_of(world, slot), start, job->to);
    return true;
}

static VeerGraphQuery query_of(const VeerWorld *world, VeerGraphWalker walker)
{
    const VeerGraphArea *ground = world->map.graph.area;
    VeerGraphQuery query = veer_graph_query_default();
    query.graph = world->map.graph.whole;
    query.may_use = walker.may_use;
    query.rooms = ground ? ground->clearance : NULL;
    query.radius = walker.radius;
    return query;
}

static bool begin_between(VeerWorld *world, VeerGraphWalker walker, uint32_t start, uint32_t goal)
{
    VeerGraphQuery query = query_of(world, walker);
    query.start = start;
    query.goal = goal;
    return veer_graph_search_begin(world->map.routes.search, &query) == VEER_OK;
}

static bool begin(VeerWorld *world, const VeerPlanJob *job)
{
    return begin_between(world, walker_of(world, job->slot), (uint32_t)job->start.x,
                         (uint32_t)job->goal.x);
}

/// The first edge from one node to another that is not blocked; NULL: there is none.
static const VeerGraphEdge *open_edge(const VeerGraph *graph, uint32_t from, uint32_t to,
                                      bool *is_joined)
{
    *is_joined = false;
    for (uint32_t i = graph->step_first[from]; i < graph->step_first[from + 1u]; i++) {
        VeerGraphStep step = graph->steps[i];
        if (step.to == to && !graph->edge_blocked[step.edge]) {
            return &graph->edges[step.edge];
        }
        *is_joined = *is_joined || step.to == to;
    }
    return NULL;
}

/// Whether bodies of any size may go straight from one node's cell to the next one's, at a cost of
/// no more than the length.
static bool leads_on(const VeerGraph *graph, uint32_t from, uint32_t to)
{
    bool is_joined;
    float length = length3(sub3(graph->nodes[to], graph->nodes[from]));
    const VeerGraphEdge *edge = open_edge(graph, from, to, &is_joined);
    return edge ? edge->flags == 0 && edge->cost <= SAME_COST * length : from == to;
}

/// Whether a body may skip the nodes between two points: the straight leg is over free cells, each
/// connected to the one before.
static bool can_pull(const VeerWorldMap *map, VeerVec3 from, uint32_t node, VeerVec3 to,
                     float radius)
{
    const VeerGraph *graph = map->graph.whole;
    uint32_t looks = veer_graph_map_samples(graph, from, to);
    if (map->graph.area &&
        !veer_graph_area_is_clear(map->graph.area, plane2(from), plane2(to), radius)) {
        return false;
    }
    for (uint32_t i = 0; i <= looks; i++) {
        VeerVec3 at = along3(from, sub3(to, from), (float)i / (float)looks);
        uint32_t next = veer_graph_map_next(graph, node, at);
        if (veer_graph_distance(graph, next, at) > radius || !leads_on(graph, node, next) ||
            (next != node && veer_graph_is_blocked(graph, next))) {
            return false;
        }
        node = next;
    }
    return true;
}

/// A path that is being read.
typedef struct Reading {
    VeerWorld *world;
    VeerGraphWalker walker;
    VeerVec3 from, to; ///< m, in the plane of a planar world
    uint32_t goal;     ///< node
} Reading;

/// Whether an agent is on the edge between the first two points, and need not go back to the first.
static bool is_begun(const Reading *reading, const VeerVec3 *points)
{
    VeerVec3 edge = sub3(points[1], points[0]);
    VeerVec3 off = sub3(reading->from, points[0]);
    float length = length3(edge), along = dot3(off, unit3(edge, (VeerVec3){0}));
    VeerVec3 aside = sub3(off, scale3(unit3(edge, (VeerVec3){0}), along));
    return along > 0.0f && along <= length && length3(aside) <= reading->walker.radius;
}

/// Writes points[count], from the first that is wanted on, without those that can be skipped. The
/// agent is over the cell of nodes[0]. @return how many are left
static uint32_t pull(const Reading *reading, uint32_t first, uint32_t count)
{
    const VeerWorldMap *map = &reading->world->map;
    const uint32_t *nodes = map->graph.nodes;
    VeerVec3 *points = map->routes.points, from = reading->from;
    float radius = reading->walker.radius;
    uint32_t kept = 0, node = nodes[0];
    for (uint32_t at = first; at < count; at++) {
        uint32_t next = at, limit = at + MAX_AHEAD < count ? at + MAX_AHEAD : count - 1;
        while (next < limit && can_pull(map, from, node, points[next + 1], radius)) {
            next++;
        }
        from = points[kept++] = points[next];
        node = nodes[next];
        at = next;
    }
    return kept;
}

/// The corner between a node and the next one. @return false: the edge is straight
static bool corner_between(const Reading *reading, uint32_t at, VeerVec3 *corner)
{
    const VeerGraph *graph = reading->world->map.graph.whole;
    const VeerGraphArea *ground = reading->world->map.graph.area;
    const uint32_t *nodes = reading->world->map.graph.nodes;
    uint32_t from = nodes[at], to = nodes[at + 1u], best = UINT32_MAX;
    for (uint32_t i = graph->step_first[from]; ground && i < graph->step_first[from + 1u]; i++) {
        uint32_t edge = graph->steps[i].edge;
        bool is_single = graph->steps[i].to == to && !graph->edge_blocked[edge] &&
                         !(graph->edges[edge].flags & ~reading->walker.may_use) &&
                         ground->clearance[edge] >= reading->walker.radius;
        bool is_better = best == UINT32_MAX || graph->edges[edge].cost < graph->edges[best].cost;
        best = is_single && is_better ? edge : best;
    }
    if (best == UINT32_MAX || !ground->is_bent[best]) {
        return false;
    }
    *corner = vec3(ground->middle[best].x, ground->middle[best].y, 0.0f);
    return true;
}

/// Writes the points of the map's nodes[count], with the corners in between, which belong to the
/// nodes before. @return how many there are
static uint32_t write_points(const Reading *reading, uint32_t count)
{
    VeerWorldMap *map = &reading->world->map;
    VeerVec3 corner;
    uint32_t total = count;
    for (uint32_t i = 0; i + 1u < count; i++) {
        total += corner_between(reading, i, &corner) ? 1u : 0u;
    }
    for (uint32_t i = count, at = total; i-- > 0;) {
        if (i + 1u < count && corner_between(reading, i, &corner)) {
            map->routes.points[--at] = corner;
            map->graph.nodes[at] = map->graph.nodes[i];
        }
        map->routes.points[--at] =
            veer_world_flat(reading->world, map->graph.whole->nodes[map->graph.nodes[i]]);
        map->graph.nodes[at] = map->graph.nodes[i];
    }
    return total;
}

/// Extends points[count] from the goal's node to the goal, as far as it is free. @return how many
/// there are
static uint32_t write_goal(const Reading *reading, uint32_t count)
{
    VeerWorldMap *map = &reading->world->map;
    VeerVec3 goal = reading->to, from = map->routes.points[count - 1];
    float radius = reading->walker.radius, length = length3(sub3(goal, from));
    VeerMapSight sight = veer_map_sight(reading->world, NULL, radius);
    if (map->graph.area && !veer_map_is_clear(&sight, from, goal)) {
        VeerVec3 direction = unit3(sub3(goal, from), (VeerVec3){0});
        goal = along3(from, direction, veer_map_free_distance(&sight, from, direction, length));
    }
    // a goal close to its node replaces it
    count -= length <= VEER_REACHED_PART * radius ? 1u : 0u;
    map->graph.nodes[count] = reading->goal;
    map->routes.points[count++] = goal;
    return count;
}

/// From the agent's node to the goal's, over the map's nodes[count], and straight to the goal.
static uint32_t read_on(const Reading *reading, uint32_t count, bool is_whole)
{
    VeerWorldMap *map = &reading->world->map;
    count = write_points(reading, count);
    uint32_t first = count > 1 && is_begun(reading, map->routes.points) ? 1u : 0u;
    if (is_whole && veer_graph_nearest(map->graph.whole, reading->to) == reading->goal) {
        count = write_goal(reading, count);
    }
    return pull(reading, first, count);
}

static uint32_t read_nodes(const Reading *reading)
{
    VeerWorldMap *map = &reading->world->map;
    uint32_t count = 0;
    VeerStatus status =
        veer_search_nodes(map->routes.search, map->graph.nodes, map->routes.room / 2u, &count);
    return read_on(reading, count, status == VEER_OK);
}

static Reading reading_of(VeerWorld *world, const VeerPlanJob *job)
{
    return (Reading){world, walker_of(world, job->slot), veer_world_flat(world, job->from),
                     veer_world_flat(world, job->to), (uint32_t)job->goal.x};
}

static uint32_t read(VeerWorld *world, const VeerPlanJob *job)
{
    Reading reading = reading_of(world, job);
    return read_nodes(&reading);
}

bool veer_graph_plan_path(VeerWorld *world, VeerGraphWalker walker, VeerVec3 from, VeerVec3 to,
                          uint32_t *count)
{
    VeerWorldMap *map = &world->map;
    uint32_t start = veer_graph_nearest(map->graph.whole, from);
    Reading reading = {world, walker, veer_world_flat(world, from), veer_world_flat(world, to),
                       goal_from(world, walker, start, to)};
    *count = 0;
    if (!begin_between(world, walker, start, reading.goal)) {
        return false;
    }
    (void)veer_search_run(map->routes.search, UINT32_MAX);
    *count = read_nodes(&reading);
    VeerVec3 off = sub3(map->routes.points[*count - 1u], reading.to);
    return off.x == 0.0f && off.y == 0.0f && off.z == 0.0f;
}

/// Whether a leg crosses a blocked edge.
static bool crosses_shut(const VeerGraph *graph, VeerVec3 from, VeerVec3 to)
{
    uint32_t looks = veer_graph_map_samples(graph, from, to),
             node = veer_graph_nearest(graph, from);
    for (uint32_t i = 1; i <= looks; i++) {
        VeerVec3 at = along3(from, sub3(to, from), (float)i / (float)looks);
        uint32_t next = veer_graph_map_next(graph, node, at);
        bool is_joined; // and all edges between the two are blocked
        if (next != node && !open_edge(graph, node, next, &is_joined) && is_joined) {
            return true;
        }
        node = next;
    }
    return false;
}

static bool is_leg_cut(const VeerWorld *world, const VeerRouteLeg *leg, const void *context)
{
    VeerMapSight sight = *(const VeerMapSight *)context;
    return !veer_map_is_clear(&sight, leg->from, leg->to) ||
           crosses_shut(world->map.graph.whole, leg->from, leg->to);
}

static bool is_cut_off(VeerWorld *world, uint32_t slot, float limit)
{
    VeerMapSight sight = veer_map_sight(world, NULL, VEER_SIGHT_RADII * world->agent.radius[slot]);
    return veer_route_is_cut(world, slot, limit, is_leg_cut, &sight);
}

/// Whether the goal's node can be reached now, and the path does not lead there.
static bool has_opened(VeerWorld *world, uint32_t slot)
{
    const VeerGraph *graph = world->map.graph.whole;
    uint32_t goal = veer_graph_nearest(graph, world->agent.goal_point[slot]);
    uint32_t at = veer_graph_nearest(graph, world->agent.position[slot]);
    return veer_graph_distance(graph, goal, world->map.routes.all[slot].target) > 0.0f &&
           veer_graph_map_is_reached(
               world, veer_graph_map_components(world, walker_of(world, slot)), at, goal);
}

const VeerPlanTraits veer_plan_traits_graph = {
    .place = place,
    .begin = begin,
    .search_on = veer_plan_search_on,
    .expansions = veer_plan_expansions,
    .read = read,
    .is_cut_off = is_cut_off,
    .has_opened = has_opened,
    .trees = &veer_tree_traits_graph,
};

// --- Trees ---

static void lay_out_trees(VeerWorld *world, VeerArena *arena)
{
    uint32_t nodes = veer_graph_node_count(world->def.map.graph.whole);
    size_t trees = (size_t)world->def.map.max_fields + 1u;
    VeerMapTrees *made = &world->map.fields.trees;
    void *search = veer_arena_take(arena, 1, veer_search_size(nodes));
    made->next = veer_arena_take(arena, trees * nodes, sizeof *made->next);
    made->search = arena->base ? veer_search_init(search, nodes) : NULL;
}

static uint32_t cost_of_tree(const VeerWorldMap *map)
{
    return map->graph.whole->node_count;
}

static bool begin_tree(VeerWorld *world, const VeerSharedField *shared, uint32_t memory)
{
    (void)memory;
    VeerGraphWalker walker = {shared->radius, shared->may_use};
    VeerGraphQuery query = query_of(world, walker);
    query.goal = (uint32_t)shared->goal.x;
    return veer_graph_tree_begin(world->map.fields.trees.search, &query) == VEER_OK;
}

static bool run_tree(VeerWorldMap *map, uint32_t budget, uint32_t *spent)
{
    VeerSearch *search = map->fields.trees.search;
    uint64_t before = veer_search_expansions(search);
    VeerSearchState state = veer_search_run(search, budget);
    *spent = (uint32_t)(veer_search_expansions(search) - before);
    return state != VEER_SEARCH_RUNNING;
}

static bool finish_tree(VeerWorldMap *map, uint32_t memory)
{
    uint32_t nodes = map->graph.whole->node_count;
    veer_graph_tree_read(map->fields.trees.search, nodes,
                         map->fields.trees.next + (size_t)memory * nodes);
    return true;
}

static uint32_t read_tree(VeerWorld *world, const VeerPlanJob *job, uint32_t memory)
{
    VeerWorldMap *map = &world->map;
    const uint32_t *next = map->fields.trees.next + (size_t)memory * map->graph.whole->node_count;
    uint32_t node = (uint32_t)job->start.x, count = 0;
    if (next[node] == VEER_NO_SLOT) {
        return 0;
    }
    map->graph.nodes[count++] = node;
    while (next[node] != node) {
        node = map->graph.nodes[count++] = next[node];
    }
    Reading reading = reading_of(world, job);
    return read_on(&reading, count, true);
}

const VeerTreeTraits veer_tree_traits_graph = {lay_out_trees, cost_of_tree, begin_tree,
                                               run_tree,      finish_tree,  read_tree};
