#include "base/random.h"
#include "veer/graph_search.h"

#include "support/memory.h"

#include <math.h>
#include <stdlib.h>

enum { NODES = 120, EDGES = 400, ROOM = 4000 };

static uint32_t path[ROOM];
static uint32_t path_count;

typedef struct Net {
    VeerVec3 nodes[NODES];
    VeerGraphEdge edges[EDGES];
    VeerGraph *graph;
    VeerSearch *search;
} Net;

// Waypoints in space and edges between them at random; some are one-path, some for few, some
// cheaper than they are long.
static void net_open(Net *net, uint64_t seed)
{
    for (uint64_t i = 0; i < NODES; i++) {
        net->nodes[i] =
            (VeerVec3){100.0f * veer_random_unit(seed, 1, i), 100.0f * veer_random_unit(seed, 2, i),
                       20.0f * veer_random_unit(seed, 3, i)};
    }
    for (uint64_t i = 0; i < EDGES; i++) {
        uint64_t dice = veer_random_u64(seed, 4, i);
        bool has_cost = dice >> 40 & 1u;
        net->edges[i] =
            (VeerGraphEdge){(uint32_t)(dice % NODES), (uint32_t)((dice >> 16) % NODES),
                            has_cost ? 1.0f + 90.0f * veer_random_unit(seed, 5, i) : 0.0f,
                            (uint32_t)(dice >> 44 & 3u), dice >> 43 & 1u};
    }
    VeerGraphDef def = veer_graph_def_default();
    def.nodes = net->nodes;
    def.node_count = NODES;
    def.edges = net->edges;
    def.edge_count = EDGES;
    net->graph = veer_graph_init(take(veer_graph_size(&def)), &def);
    net->search = veer_search_init(take(veer_search_size(NODES)), NODES);
    assert_non_null(net->graph);
}

static void net_close(Net *net)
{
    free(net->graph);
    free(net->search);
}

static bool is_passable(const Net *net, uint32_t edge, uint32_t to, uint32_t may_use)
{
    return (net->edges[edge].flags & ~may_use) == 0 && !veer_graph_is_blocked(net->graph, to) &&
           !veer_graph_is_edge_blocked(net->graph, edge);
}

static uint64_t cost_of(const Net *net, uint32_t edge)
{
    return (uint64_t)ceil((double)veer_graph_edge(net->graph, edge).cost * 1024.0);
}

// Relaxes all edges until nothing changes any more.
static void flood(const Net *net, uint32_t start, uint32_t may_use, uint64_t *costs)
{
    for (uint32_t i = 0; i < NODES; i++) {
        costs[i] = i == start ? 0 : UINT64_MAX;
    }
    for (bool changes = true; changes;) {
        changes = false;
        for (uint32_t i = 0; i < 2 * EDGES; i++) {
            const VeerGraphEdge *edge = &net->edges[i / 2];
            uint32_t from = i % 2 ? edge->to : edge->from, to = i % 2 ? edge->from : edge->to;
            if ((i % 2 && edge->is_one_way) || costs[from] == UINT64_MAX ||
                !is_passable(net, i / 2, to, may_use) ||
                costs[from] + cost_of(net, i / 2) >= costs[to]) {
                continue;
            }
            costs[to] = costs[from] + cost_of(net, i / 2);
            changes = true;
        }
    }
}

static VeerStatus plan(const Net *net, VeerGraphQuery query)
{
    query.graph = net->graph;
    assert_int_equal(veer_graph_search_begin(net->search, &query), VEER_OK);
    (void)veer_search_run(net->search, UINT32_MAX);
    return veer_search_nodes(net->search, path, ROOM, &path_count);
}

// Each step of the path must be an edge that may be used.
static void check_path(const Net *net, uint32_t may_use)
{
    for (uint32_t i = 1; i < path_count; i++) {
        bool is_edge = false;
        for (uint32_t k = 0; k < EDGES; k++) {
            const VeerGraphEdge *edge = &net->edges[k];
            bool is_along = edge->from == path[i - 1] && edge->to == path[i];
            bool is_against = !edge->is_one_way && edge->to == path[i - 1] && edge->from == path[i];
            is_edge =
                is_edge || ((is_along || is_against) && is_passable(net, k, path[i], may_use));
        }
        assert_true(is_edge);
    }
}

static void check_order(VeerSearchOrder order)
{
    Net net;
    for (uint64_t seed = 1; seed <= suite_seeds(30); seed++) {
        print_message("seed %u\n", (unsigned)seed);
        net_open(&net, seed);
        VeerGraphQuery query = veer_graph_query_default();
        query.search.order = order;
        query.may_use = (uint32_t)seed % 4u;
        query.start = 0;
        for (uint32_t i = 0; i < 12; i++) {
            veer_graph_set_blocked(net.graph, (uint32_t)(veer_random_u64(seed, 6, i) % NODES),
                                   seed % 2);
            veer_graph_set_edge_blocked(net.graph, (uint32_t)(veer_random_u64(seed, 7, i) % EDGES),
                                        true);
        }
        uint64_t costs[NODES];
        flood(&net, query.start, query.may_use, costs);
        for (query.goal = 0; query.goal < NODES; query.goal += 7) {
            bool is_reachable = costs[query.goal] != UINT64_MAX;
            assert_int_equal(plan(&net, query), is_reachable ? VEER_OK : VEER_PARTIAL);
            check_path(&net, query.may_use);
            if (is_reachable && order <= VEER_SEARCH_DIJKSTRA) {
                assert_int_equal(veer_search_cost(net.search), costs[query.goal]);
            }
        }
        net_close(&net);
    }
}

static void astar_equals_flood(void **state)
{
    (void)state;
    check_order(VEER_SEARCH_ASTAR);
}

static void dijkstra_equals_flood(void **state)
{
    (void)state;
    check_order(VEER_SEARCH_DIJKSTRA);
}

static void breadth_first_finds_a_path(void **state)
{
    (void)state;
    check_order(VEER_SEARCH_BREADTH_FIRST);
}

static void depth_first_finds_a_path(void **state)
{
    (void)state;
    check_order(VEER_SEARCH_DEPTH_FIRST);
}

static VeerGraph *field(void **scratch)
{
    VeerTilingDef tiling = {VEER_TILING_HEXES, 20, 20, {0, 0, 0}, 4.0f, 3.8f};
    VeerGraphDef def;
    *scratch = take(veer_tiling_size(&tiling));
    assert_int_equal(veer_tiling_graph(*scratch, &tiling, &def), VEER_OK);
    return veer_graph_init(take(veer_graph_size(&def)), &def);
}

static bool is_free(void *user, uint32_t node)
{
    return !veer_graph_is_blocked(user, node);
}

static void a_covered_start_is_left_for_the_nearest_free_cell(void **state)
{
    (void)state;
    void *scratch;
    VeerGraph *graph = field(&scratch);
    VeerSearch *search = veer_search_init(take(veer_search_size(400)), 400);
    VeerGraphQuery query = veer_graph_query_default();
    query.graph = graph;
    query.start = 10 * 20 + 10;
    query.is_goal = is_free;
    query.user = graph;
    veer_graph_enter(graph, (VeerGraphBody){veer_graph_position(graph, query.start), 1.0f});
    assert_true(veer_graph_is_blocked(graph, query.start));
    assert_int_equal(veer_graph_search_begin(search, &query), VEER_OK);
    assert_int_equal(veer_search_run(search, UINT32_MAX), VEER_SEARCH_FOUND);
    assert_int_equal(veer_search_nodes(search, path, ROOM, &path_count), VEER_OK);
    assert_int_equal(path_count, 2);
    assert_int_equal(path[0], query.start);
    assert_false(veer_graph_is_blocked(graph, path[1]));
    free(search);
    free(graph);
    free(scratch);
}

static void a_covered_goal_is_approached(void **state)
{
    (void)state;
    void *scratch;
    VeerGraph *graph = field(&scratch);
    VeerSearch *search = veer_search_init(take(veer_search_size(400)), 400);
    VeerGraphQuery query = veer_graph_query_default();
    query.graph = graph;
    query.start = 0;
    query.goal = 399;
    veer_graph_enter(graph, (VeerGraphBody){veer_graph_position(graph, query.goal), 1.0f});
    assert_int_equal(veer_graph_search_begin(search, &query), VEER_OK);
    assert_int_equal(veer_search_run(search, UINT32_MAX), VEER_SEARCH_EXHAUSTED);
    assert_int_equal(veer_search_nodes(search, path, ROOM, &path_count), VEER_PARTIAL);
    VeerVec3 end = veer_graph_position(graph, path[path_count - 1]);
    VeerVec3 goal = veer_graph_position(graph, query.goal);
    assert_true(fabsf(hypotf(end.x - goal.x, end.y - goal.y) - 4.0f) < 1e-4f); // next to it
    free(search);
    free(graph);
    free(scratch);
}

static void bad_queries_are_refused(void **state)
{
    (void)state;
    Net net;
    net_open(&net, 1);
    VeerGraphQuery good = veer_graph_query_default(), query;
    good.graph = net.graph;
    for (int i = 0; i < 5; i++) {
        query = good;
        query.cookie = i == 0 ? 0 : query.cookie;
        query.graph = i == 1 ? NULL : query.graph;
        query.start = i == 2 ? NODES : 0;
        query.goal = i == 3 ? NODES : 0;
        query.search.weight = i == 4 ? -1.0f : 0.0f;
        assert_int_equal(veer_graph_search_begin(net.search, &query), VEER_BAD_VALUE);
    }
    VeerSearch *small = veer_search_init(take(veer_search_size(10)), 10);
    assert_int_equal(veer_graph_search_begin(small, &good), VEER_FULL);
    free(small);
    net_close(&net);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(astar_equals_flood),
        cmocka_unit_test(dijkstra_equals_flood),
        cmocka_unit_test(breadth_first_finds_a_path),
        cmocka_unit_test(depth_first_finds_a_path),
        cmocka_unit_test(a_covered_start_is_left_for_the_nearest_free_cell),
        cmocka_unit_test(a_covered_goal_is_approached),
        cmocka_unit_test(bad_queries_are_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
