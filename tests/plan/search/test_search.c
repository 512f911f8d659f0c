#include "base/random.h"
#include "plan/search/search.h"

#include "support/memory.h"

#include <math.h>
#include <stdlib.h>

enum { NODES = 300, EDGES = 4 };

// A random directed graph with costs, and estimates that are consistent by construction.
typedef struct Graph {
    uint32_t to[NODES][EDGES];
    uint32_t cost[NODES][EDGES];
    uint32_t goal;
    uint64_t exact[NODES]; // to the goal; UINT64_MAX: no path
} Graph;

static Graph graph;

static void make_graph(uint64_t seed)
{
    for (uint32_t i = 0; i < NODES; i++) {
        for (uint32_t k = 0; k < EDGES; k++) {
            graph.to[i][k] = (uint32_t)(veer_random_u64(seed, i, k) % NODES);
            graph.cost[i][k] = (uint32_t)(veer_random_u64(seed, i, 100 + k) % 50u);
        }
        graph.exact[i] = UINT64_MAX;
    }
    graph.goal = (uint32_t)(veer_random_u64(seed, 1000, 0) % NODES);
    graph.exact[graph.goal] = 0;
    for (uint32_t round = 0; round < NODES; round++) {
        for (uint32_t i = 0; i < NODES * EDGES; i++) {
            uint64_t beyond = graph.exact[graph.to[i / EDGES][i % EDGES]];
            uint64_t through =
                beyond == UINT64_MAX ? beyond : beyond + graph.cost[i / EDGES][i % EDGES];
            uint64_t *known = &graph.exact[i / EDGES];
            *known = through < *known ? through : *known;
        }
    }
}

static void expand(void *user, VeerSearch *search, uint32_t node, uint64_t cost)
{
    const Graph *g = user;
    for (uint32_t k = 0; k < EDGES; k++) {
        veer_search_reach(search, g->to[node][k], cost + g->cost[node][k]);
    }
}

static uint32_t half_of_exact(void *user, uint32_t node)
{
    const Graph *g = user;
    return g->exact[node] == UINT64_MAX ? 100000u : (uint32_t)(g->exact[node] / 2u);
}

static bool is_goal(void *user, uint32_t node)
{
    return node == ((const Graph *)user)->goal;
}

static VeerSearch *open_search(uint32_t nodes)
{
    return veer_search_init(take(veer_search_size(nodes)), nodes);
}

static VeerSearchSpace space_of(bool has_estimate)
{
    return (VeerSearchSpace){NODES, expand, has_estimate ? half_of_exact : NULL, is_goal, &graph};
}

static void search_equals_relaxation(void **state)
{
    (void)state;
    VeerSearch *search = open_search(NODES);
    for (uint64_t seed = 1; seed <= suite_seeds(60); seed++) {
        print_message("seed %u\n", (unsigned)seed);
        make_graph(seed);
        for (uint32_t kind = 0; kind < 3; kind++) {
            VeerSearchSpace space = space_of(kind != 1);
            VeerSearchOptions options = {kind == 2 ? VEER_SEARCH_DIJKSTRA : VEER_SEARCH_ASTAR, 0};
            uint32_t start = (uint32_t)(veer_random_u64(seed, 2000, kind) % NODES);
            assert_int_equal(veer_search_begin(search, &space, &options, &start, 1), VEER_OK);
            VeerSearchState end = veer_search_run(search, UINT32_MAX);
            bool is_way = graph.exact[start] != UINT64_MAX;
            assert_int_equal(end, is_way ? VEER_SEARCH_FOUND : VEER_SEARCH_EXHAUSTED);
            assert_int_equal(veer_search_state(search), end);
            if (is_way) {
                assert_int_equal(veer_search_cost(search), graph.exact[start]);
                assert_int_equal(veer_search_target(search), graph.goal);
            }
        }
    }
    free(search);
}

static void nodes_lead_from_start_to_goal(void **state)
{
    (void)state;
    VeerSearch *search = open_search(NODES);
    uint32_t nodes[NODES], count;
    assert_int_equal(veer_search_nodes(search, nodes, NODES, &count), VEER_BAD_VALUE);
    assert_int_equal(veer_search_cost(search), 0);
    make_graph(7);
    VeerSearchSpace space = space_of(true);
    VeerSearchOptions options = {VEER_SEARCH_ASTAR, 1.0f};
    uint32_t start = 0;
    while (graph.exact[start] == UINT64_MAX || start == graph.goal) {
        start++;
    }
    assert_int_equal(veer_search_begin(search, &space, &options, &start, 1), VEER_OK);
    assert_int_equal(veer_search_run(search, UINT32_MAX), VEER_SEARCH_FOUND);
    assert_int_equal(veer_search_nodes(search, nodes, NODES, &count), VEER_OK);
    assert_int_equal(nodes[0], start);
    assert_int_equal(nodes[count - 1], graph.goal);
    uint64_t cost = 0;
    for (uint32_t i = 1; i < count; i++) {
        uint64_t least = UINT64_MAX;
        for (uint32_t k = 0; k < EDGES; k++) {
            if (graph.to[nodes[i - 1]][k] == nodes[i] && graph.cost[nodes[i - 1]][k] < least) {
                least = graph.cost[nodes[i - 1]][k];
            }
        }
        cost += least;
    }
    assert_int_equal(cost, veer_search_cost(search));
    assert_int_equal(veer_search_nodes(search, nodes, count - 1, &count), VEER_FULL);
    free(search);
}

static void several_starts_give_the_nearest(void **state)
{
    (void)state;
    VeerSearch *search = open_search(NODES);
    make_graph(11);
    VeerSearchSpace space = space_of(true);
    VeerSearchOptions options = {VEER_SEARCH_ASTAR, 1.0f};
    const uint32_t starts[5] = {3, 50, 120, 200, 3};
    uint64_t best = UINT64_MAX;
    for (int i = 0; i < 5; i++) {
        best = graph.exact[starts[i]] < best ? graph.exact[starts[i]] : best;
    }
    assert_int_equal(veer_search_begin(search, &space, &options, starts, 5), VEER_OK);
    assert_int_equal(veer_search_run(search, UINT32_MAX), VEER_SEARCH_FOUND);
    assert_int_equal(veer_search_cost(search), best);
    free(search);
}

static void no_start_is_no_way(void **state)
{
    (void)state;
    VeerSearch *search = open_search(NODES);
    VeerSearchSpace space = space_of(false);
    VeerSearchOptions options = {VEER_SEARCH_ASTAR, 1.0f};
    assert_int_equal(veer_search_run(search, 5), VEER_SEARCH_IDLE);
    assert_int_equal(veer_search_begin(search, &space, &options, NULL, 0), VEER_OK);
    assert_int_equal(veer_search_run(search, 5), VEER_SEARCH_EXHAUSTED);
    assert_int_equal(veer_search_target(search), UINT32_MAX);
    free(search);
}

static void bad_begins_are_refused(void **state)
{
    (void)state;
    VeerSearch *search = open_search(NODES - 1);
    VeerSearchSpace good = space_of(true), space = good;
    VeerSearchOptions options = {VEER_SEARCH_ASTAR, 1.0f};
    uint32_t start = 0;
    assert_int_equal(veer_search_begin(search, &space, &options, &start, 1), VEER_FULL);
    space.node_count = good.node_count = NODES - 1;
    start = NODES - 1;
    assert_int_equal(veer_search_begin(search, &space, &options, &start, 1), VEER_BAD_VALUE);
    start = 0;
    space.expand = NULL;
    assert_int_equal(veer_search_begin(search, &space, &options, &start, 1), VEER_BAD_VALUE);
    space = good;
    space.is_goal = NULL;
    assert_int_equal(veer_search_begin(search, &space, &options, &start, 1), VEER_BAD_VALUE);
    space = good;
    options.weight = 65.0f;
    assert_int_equal(veer_search_begin(search, &space, &options, &start, 1), VEER_BAD_VALUE);
    options.weight = NAN;
    assert_int_equal(veer_search_begin(search, &space, &options, &start, 1), VEER_BAD_VALUE);
    options = (VeerSearchOptions){VEER_SEARCH_ORDER_COUNT, 1.0f};
    assert_int_equal(veer_search_begin(search, &space, &options, &start, 1), VEER_BAD_VALUE);
    free(search);
}

// Everything leads everywhere, and each path found is better than the one before: the heap fills
// with what is past and must be swept.
static void expand_ever_cheaper(void *user, VeerSearch *search, uint32_t node, uint64_t cost)
{
    (void)user;
    for (uint32_t to = node + 1; to < NODES; to++) {
        veer_search_reach(search, to, cost + (to - node) * (uint64_t)(to - node));
    }
}

static bool is_last(void *user, uint32_t node)
{
    (void)user;
    return node == NODES - 1;
}

static void heap_sweeps_out_what_is_past(void **state)
{
    (void)state;
    VeerSearch *search = open_search(NODES);
    VeerSearchSpace space = {NODES, expand_ever_cheaper, NULL, is_last, NULL};
    for (int order = 0; order <= VEER_SEARCH_DEPTH_FIRST; order++) {
        VeerSearchOptions options = {(VeerSearchOrder)order, 1.0f};
        uint32_t start = 0;
        assert_int_equal(veer_search_begin(search, &space, &options, &start, 1), VEER_OK);
        assert_int_equal(veer_search_run(search, UINT32_MAX), VEER_SEARCH_FOUND);
        if (order <= VEER_SEARCH_DIJKSTRA) {
            assert_int_equal(veer_search_cost(search), NODES - 1); // by steps of one
        }
    }
    free(search);
}

static void expand_beyond(void *user, VeerSearch *search, uint32_t node, uint64_t cost)
{
    (void)user;
    veer_search_reach(search, NODES, cost + 1);         // no such node
    veer_search_reach(search, node + 1, VEER_MAX_COST); // no such cost
    veer_search_reach(search, (node + 2) % NODES, cost);
}

static void what_is_out_of_range_is_not_reached(void **state)
{
    (void)state;
    VeerSearch *search = open_search(NODES);
    VeerSearchSpace space = {NODES, expand_beyond, NULL, is_last, NULL};
    VeerSearchOptions options = {VEER_SEARCH_ASTAR, 1.0f};
    uint32_t start = 0;
    assert_int_equal(veer_search_begin(search, &space, &options, &start, 1), VEER_OK);
    assert_int_equal(veer_search_run(search, UINT32_MAX), VEER_SEARCH_EXHAUSTED);
    assert_int_equal(veer_search_expansions(search), NODES / 2); // the even ones
    free(search);
}

static void expand_nothing(void *user, VeerSearch *search, uint32_t node, uint64_t cost)
{
    (void)user, (void)search, (void)node, (void)cost;
}

// Stamps tell one search from the next; they must outlast their 24 bits.
static void search_can_begin_any_number_of_times(void **state)
{
    (void)state;
    VeerSearch *search = open_search(2);
    VeerSearchSpace space = {2, expand_nothing, NULL, is_last, NULL};
    VeerSearchOptions options = {VEER_SEARCH_ASTAR, 1.0f};
    uint32_t start = 1;
    for (uint32_t i = 0; i < (1u << 24) + 5u; i++) {
        veer_search_begin(search, &space, &options, &start, 1);
    }
    start = 0;
    assert_int_equal(veer_search_begin(search, &space, &options, &start, 1), VEER_OK);
    assert_int_equal(veer_search_run(search, 10), VEER_SEARCH_EXHAUSTED);
    assert_int_equal(veer_search_expansions(search), 1);
    free(search);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(search_equals_relaxation),
        cmocka_unit_test(nodes_lead_from_start_to_goal),
        cmocka_unit_test(several_starts_give_the_nearest),
        cmocka_unit_test(no_start_is_no_way),
        cmocka_unit_test(bad_begins_are_refused),
        cmocka_unit_test(heap_sweeps_out_what_is_past),
        cmocka_unit_test(what_is_out_of_range_is_not_reached),
        cmocka_unit_test(search_can_begin_any_number_of_times),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
