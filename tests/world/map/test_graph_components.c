// What can be reached over graphs with one-way edges, against a flood fill.
#include "base/random.h"
#include "world/graph_maker.h"
#include "world/map/map.h"
#include "world/world_maker.h"

enum { NODES = 40, EDGES = 60 };

static uint32_t pick(uint64_t seed, uint64_t stream, uint64_t i, uint32_t most)
{
    return (uint32_t)(veer_random_unit(seed, stream, i) * (float)most);
}

// Nodes in a row, joined at random, half of the edges one-way; some blocked.
static VeerWorld *make_random_web(uint64_t seed, bool has_one_way)
{
    VeerVec3 nodes[NODES];
    VeerGraphEdge edges[EDGES];
    for (uint32_t i = 0; i < NODES; i++) {
        nodes[i] = vec3((float)i, 0.0f, 0.0f);
    }
    for (uint32_t i = 0; i < EDGES; i++) {
        edges[i] = (VeerGraphEdge){.from = pick(seed, 1, i, NODES),
                                   .to = pick(seed, 2, i, NODES),
                                   .is_one_way = has_one_way && pick(seed, 3, i, 2) == 0,
                                   .flags = pick(seed, 4, i, 10) == 0 ? 1u : 0u};
    }
    VeerGraphDef graph_def = veer_graph_def_default();
    graph_def.nodes = nodes;
    graph_def.node_count = NODES;
    graph_def.edges = edges;
    graph_def.edge_count = EDGES;
    VeerGraph *graph = make_graph(&graph_def);
    for (uint32_t i = 0; i < NODES; i++) {
        veer_graph_set_blocked(graph, i, pick(seed, 5, i, 10) == 0);
    }
    veer_graph_set_edge_blocked(graph, pick(seed, 6, 0, EDGES), true);
    VeerWorldDef def = veer_world_def_default();
    def.map.kind = VEER_MAP_GRAPH;
    def.map.graph.whole = graph;
    VeerWorld *world = make_world_of(&def);
    free(graph);
    return world;
}

// All nodes that can be reached from one, edge by edge until none is new.
static void flood(const VeerGraph *graph, uint32_t from, bool is_found[NODES])
{
    bool is_new = true;
    for (uint32_t i = 0; i < NODES; i++) {
        is_found[i] = i == from;
    }
    while (is_new) {
        is_new = false;
        for (uint32_t i = 0; i < EDGES; i++) {
            VeerGraphEdge edge = veer_graph_edge(graph, i);
            bool is_open = !veer_graph_is_edge_blocked(graph, i) && edge.flags == 0;
            for (int back = 0; is_open && back <= !edge.is_one_way; back++) {
                uint32_t a = back ? edge.to : edge.from, b = back ? edge.from : edge.to;
                if (is_found[a] && !is_found[b] && !veer_graph_is_blocked(graph, b)) {
                    is_found[b] = is_new = true;
                }
            }
        }
    }
}

static void what_is_reached_is_what_a_flood_reaches(void **unused)
{
    (void)unused;
    uint32_t reached = 0, one_way = 0;
    for (uint64_t seed = 1; seed <= suite_seeds(40); seed++) {
        print_message("seed %u\n", (unsigned)seed);
        VeerWorld *world = make_random_web(seed, seed % 4 != 0);
        const VeerGraph *graph = veer_world_graph(world);
        VeerGraphComponents *parts = veer_graph_map_components(world, (VeerGraphWalker){0.3f, 0});
        bool is_found[NODES][NODES];
        for (uint32_t i = 0; i < NODES; i++) {
            flood(graph, i, is_found[i]);
        }
        for (uint32_t i = 0; i < NODES * NODES; i++) {
            uint32_t from = i / NODES, to = i % NODES;
            assert_int_equal(veer_graph_map_is_reached(world, parts, from, to), is_found[from][to]);
            reached += is_found[from][to];
            one_way += is_found[from][to] && !is_found[to][from];
        }
        veer_world_destroy(world);
    }
    print_message("%u reached, %u of them not back\n", reached, one_way);
    assert_true(reached > 50u * suite_seeds(40) && one_way > 25u * suite_seeds(40));
}

static void what_one_way_edges_lead_away_from_is_known_at_once(void **unused)
{
    (void)unused;
    static const VeerVec3 nodes[] = {{0, 0, 0}, {10, 0, 0}, {20, 0, 0}, {30, 0, 0}};
    static const VeerGraphEdge edges[] = {
        {.from = 0, .to = 1}, {.from = 2, .to = 1, .is_one_way = true}, {.from = 2, .to = 3}};
    VeerGraphDef graph_def = veer_graph_def_default();
    graph_def.nodes = nodes;
    graph_def.node_count = 4;
    graph_def.edges = edges;
    graph_def.edge_count = 3;
    VeerGraph *graph = make_graph(&graph_def);
    VeerWorldDef def = veer_world_def_default();
    def.map.kind = VEER_MAP_GRAPH;
    def.map.graph.whole = graph;
    VeerWorld *world = make_world_of(&def);
    VeerAgentDef body = veer_agent_def_default();
    body.max_speed = 2.0f;
    VeerAgentId against = add_agent(world, &body), along;
    body.position = nodes[3];
    along = add_agent(world, &body);
    assert_int_equal(veer_agent_route_to(world, against, nodes[3], 0.3f), VEER_OK);
    assert_int_equal(veer_agent_route_to(world, along, nodes[0], 0.3f), VEER_OK);
    step_times(world, 1, TICK);
    VeerRouteState route;
    assert_int_equal(veer_agent_route(world, along, &route), VEER_OK);
    assert_int_equal(route.status, VEER_ROUTE_WHOLE);
    // Not to the node beyond, which is nearer to the goal: no edge leads there.
    assert_int_equal(veer_agent_route(world, against, &route), VEER_OK);
    assert_int_equal(route.status, VEER_ROUTE_PARTIAL);
    assert_true(route.target.x == 10.0f);
    assert_true(veer_world_plan_stats(world).expansions <= 6);
    veer_world_destroy(world);
    free(graph);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_is_reached_is_what_a_flood_reaches),
        cmocka_unit_test(what_one_way_edges_lead_away_from_is_known_at_once),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
