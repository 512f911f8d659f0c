#include "base/random.h"
#include "veer/graph.h"

#include "support/memory.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static VeerGraph *make(const VeerGraphDef *def)
{
    size_t size = veer_graph_size(def);
    assert_true(size > 0);
    VeerGraph *graph = veer_graph_init(take(size), def);
    assert_non_null(graph);
    return graph;
}

static VeerGraph *make_tiling(const VeerTilingDef *tiling, VeerGraphDef *def, void **scratch)
{
    *scratch = take(veer_tiling_size(tiling));
    assert_int_equal(veer_tiling_graph(*scratch, tiling, def), VEER_OK);
    return make(def);
}

// The source's arrangement: 25 × 25 squares of 3.8 m on a pitch of 4 m.
static VeerTilingDef field(VeerTiling kind)
{
    return (VeerTilingDef){kind, 25, 25, {-48.0f, -48.0f, 0.0f}, 4.0f, 3.8f};
}

// How far the corner hull of a cell is from a point, by all of its sides, in doubles.
static double hull_distance(const VeerVec3 *corners, uint32_t count, VeerVec3 p)
{
    double least = (double)INFINITY;
    bool is_inside = true;
    for (uint32_t i = 0; i < count; i++) {
        VeerVec3 a = corners[i], b = corners[(i + 1) % count];
        double ax = (double)a.x, ay = (double)a.y, wx = (double)b.x - ax, wy = (double)b.y - ay;
        double gx = (double)p.x - ax, gy = (double)p.y - ay;
        double part = fmin(1.0, fmax(0.0, (gx * wx + gy * wy) / (wx * wx + wy * wy)));
        least = fmin(least, hypot(gx - part * wx, gy - part * wy));
        is_inside = is_inside && wx * gy - wy * gx >= 0.0;
    }
    return is_inside ? 0.0 : least;
}

static double cell_distance(const VeerGraphDef *def, uint32_t node, VeerVec3 p)
{
    uint32_t begin = def->first[node], count = def->first[node + 1] - begin;
    VeerVec3 at = def->nodes[node];
    double core =
        count ? hull_distance(&def->corners[begin], count, p)
              : sqrt(pow((double)p.x - (double)at.x, 2) + pow((double)p.y - (double)at.y, 2) +
                     pow((double)p.z - (double)at.z, 2));
    return fmax(0.0, core - (double)def->radii[node]);
}

enum { BODIES = 44 };

static VeerGraphBody body_at(uint64_t seed, uint64_t body, int tick)
{
    float phase = (float)veer_random_unit(seed, 1, body) * 90.0f - 45.0f;
    float drift = (float)tick * 0.31f * (veer_random_unit(seed, 2, body) - 0.5f);
    return (VeerGraphBody){{phase + drift, veer_random_unit(seed, 3, body) * 100.0f - 50.0f, 0.0f},
                           1.08f + 1.34f * veer_random_unit(seed, 4, body)};
}

// Every count against every body; cases within rounding of exact touching are left out.
static void check_counts(const VeerGraph *graph, const VeerGraphDef *def,
                         const VeerGraphBody *bodies)
{
    for (uint32_t node = 0; node < def->node_count; node++) {
        uint32_t least = 0, most = 0;
        for (uint32_t i = 0; i < BODIES; i++) {
            double gap = cell_distance(def, node, bodies[i].position) - (double)bodies[i].radius;
            least += gap < -1e-4;
            most += gap < 1e-4;
        }
        uint32_t covered = veer_graph_covered(graph, node);
        assert_true(covered >= least && covered <= most);
        assert_int_equal(veer_graph_is_blocked(graph, node), covered > 0);
    }
}

static void check_tiling(VeerTiling kind, uint64_t seed)
{
    VeerTilingDef tiling = field(kind);
    VeerGraphDef def;
    void *scratch;
    VeerGraph *graph = make_tiling(&tiling, &def, &scratch);
    VeerGraphBody bodies[BODIES];
    for (uint32_t i = 0; i < BODIES; i++) {
        bodies[i] = body_at(seed, i, 0);
        veer_graph_enter(graph, bodies[i]);
    }
    for (int tick = 1; tick <= 60; tick++) {
        for (uint32_t i = 0; i < BODIES; i++) {
            VeerGraphBody next = body_at(seed, i, tick);
            veer_graph_enter(graph, next);
            veer_graph_leave(graph, bodies[i]);
            bodies[i] = next;
        }
        check_counts(graph, &def, bodies);
    }
    for (uint32_t i = 0; i < BODIES; i++) {
        veer_graph_leave(graph, bodies[i]);
    }
    for (uint32_t node = 0; node < def.node_count; node++) {
        assert_int_equal(veer_graph_covered(graph, node), 0);
    }
    free(graph);
    free(scratch);
}

static void counts_equal_brute_force_at_every_tick(void **state)
{
    (void)state;
    for (int kind = 0; kind < VEER_TILING_COUNT; kind++) {
        print_message("tiling %d, seed %d\n", kind, kind + 1);
        check_tiling((VeerTiling)kind, (uint64_t)kind + 1);
    }
}

// A triangle, a pentagon with round corners, and a ball.
static const VeerVec3 odd_nodes[3] = {{0, 0, 0}, {10, 0, 0}, {5, 5, 0}};
static const uint32_t odd_first[4] = {0, 3, 8, 8};
static const VeerVec3 odd_corners[8] = {{-1, -1, 0}, {2, -1, 0}, {-1, 2, 0}, {9, -1, 0},
                                        {11, -1, 0}, {12, 1, 0}, {10, 2, 0}, {8, 1, 0}};
static const float odd_radii[3] = {0.0f, 0.5f, 1.0f};
static const VeerGraphEdge odd_edges[2] = {{0, 1, 0.0f, 0, false}, {1, 2, 3.0f, 4, true}};

static VeerGraphDef odd(void)
{
    VeerGraphDef def = veer_graph_def_default();
    def.nodes = odd_nodes;
    def.node_count = 3;
    def.first = odd_first;
    def.corners = odd_corners;
    def.radii = odd_radii;
    def.edges = odd_edges;
    def.edge_count = 2;
    return def;
}

static void cells_of_any_shape_are_covered_exactly(void **state)
{
    (void)state;
    VeerGraphDef def = odd();
    VeerGraph *graph = make(&def);
    for (uint64_t i = 0; i < 4000; i++) {
        VeerGraphBody body = {{veer_random_unit(7, 1, i) * 18.0f - 4.0f,
                               veer_random_unit(7, 2, i) * 14.0f - 4.0f, 0.0f},
                              veer_random_unit(7, 3, i) * 3.0f};
        veer_graph_enter(graph, body);
        for (uint32_t node = 0; node < 3; node++) {
            double gap = cell_distance(&def, node, body.position);
            if (fabs(gap - (double)body.radius) > 1e-5) {
                assert_int_equal(veer_graph_covered(graph, node), gap < (double)body.radius);
            }
            assert_true(fabs((double)veer_graph_distance(graph, node, body.position) - gap) < 1e-5);
        }
        veer_graph_leave(graph, body);
    }
    free(graph);
}

static void touching_is_not_covering(void **state)
{
    (void)state;
    VeerTilingDef tiling = field(VEER_TILING_SQUARES);
    VeerGraphDef def;
    void *scratch;
    VeerGraph *graph = make_tiling(&tiling, &def, &scratch);
    // In the middle of the gap of 0.2 m between the cells at ±2, as wide as it.
    VeerGraphBody body = {{2.0f, 0.0f, 0.0f}, 0.09f};
    veer_graph_enter(graph, body);
    assert_int_equal(veer_graph_covered(graph, 12 * 25 + 12), 0);
    assert_int_equal(veer_graph_covered(graph, 12 * 25 + 13), 0);
    veer_graph_leave(graph, body);
    body.radius = 0.11f;
    veer_graph_enter(graph, body);
    assert_int_equal(veer_graph_covered(graph, 12 * 25 + 12), 1);
    assert_int_equal(veer_graph_covered(graph, 12 * 25 + 13), 1);
    veer_graph_leave(graph, body);
    // A mere point covers the cell that it lies in.
    veer_graph_enter(graph, (VeerGraphBody){{0.5f, 0.5f, 0.0f}, 0.0f});
    assert_int_equal(veer_graph_covered(graph, 12 * 25 + 12), 1);
    free(graph);
    free(scratch);
}

static void tilings_have_their_neighbours(void **state)
{
    (void)state;
    // Of n × m cells: edges along rows, to the next row, and across.
    const uint32_t edges[VEER_TILING_COUNT] = {24 * 25 + 24 * 25 + 2 * 24 * 24, 24 * 25 + 24 * 49,
                                               24 * 25 + 24 * 49};
    for (int kind = 0; kind < VEER_TILING_COUNT; kind++) {
        VeerTilingDef tiling = field((VeerTiling)kind);
        VeerGraphDef def;
        void *scratch;
        VeerGraph *graph = make_tiling(&tiling, &def, &scratch);
        assert_int_equal(veer_graph_node_count(graph), 625);
        assert_int_equal(veer_graph_edge_count(graph), edges[kind]);
        for (uint32_t i = 0; i < veer_graph_edge_count(graph); i++) {
            float cost = veer_graph_edge(graph, i).cost;
            bool is_across = kind == VEER_TILING_SQUARES && cost > 5.0f;
            assert_true(fabsf(cost - (is_across ? 5.656854f : 4.0f)) < 1e-4f);
        }
        free(graph);
        free(scratch);
    }
}

static void nearest_equals_brute_force(void **state)
{
    (void)state;
    VeerTilingDef tiling = field(VEER_TILING_HEXES);
    VeerGraphDef def;
    void *scratch;
    VeerGraph *graph = make_tiling(&tiling, &def, &scratch);
    for (uint64_t i = 0; i < 500; i++) {
        float spread = i % 5 == 0 ? 900.0f : 60.0f;
        VeerVec3 point = {(veer_random_unit(3, 1, i) - 0.5f) * 2.0f * spread,
                          (veer_random_unit(3, 2, i) - 0.5f) * 2.0f * spread, 0.0f};
        float least = INFINITY;
        for (uint32_t node = 0; node < def.node_count; node++) {
            least = fminf(least, veer_graph_distance(graph, node, point));
        }
        uint32_t node = veer_graph_nearest(graph, point);
        assert_true(veer_graph_distance(graph, node, point) == least);
    }
    assert_int_equal(veer_graph_nearest(graph, (VeerVec3){NAN, 0, 0}), VEER_NO_GRAPH_NODE);
    free(graph);
    free(scratch);
}

static void blocked_and_covered_are_independent(void **state)
{
    (void)state;
    VeerGraphDef def = odd();
    VeerGraph *graph = make(&def);
    veer_graph_set_blocked(graph, 1, true);
    veer_graph_set_edge_blocked(graph, 1, true);
    assert_true(veer_graph_is_blocked(graph, 1));
    assert_false(veer_graph_is_blocked(graph, 0));
    assert_true(veer_graph_is_edge_blocked(graph, 1));
    assert_false(veer_graph_is_edge_blocked(graph, 0));
    veer_graph_set_blocked(graph, 1, false);
    veer_graph_set_edge_blocked(graph, 1, false);
    assert_false(veer_graph_is_blocked(graph, 1));
    assert_false(veer_graph_is_edge_blocked(graph, 1));
    // Where there is none, nothing happens.
    veer_graph_set_blocked(graph, 3, false);
    veer_graph_set_edge_blocked(graph, 2, false);
    assert_true(veer_graph_is_blocked(graph, 3));
    assert_true(veer_graph_is_edge_blocked(graph, 2));
    assert_int_equal(veer_graph_covered(graph, 3), 0);
    assert_true(veer_graph_position(graph, 3).x == 0.0f);
    assert_true(veer_graph_position(graph, 1).x == 10.0f);
    assert_true(veer_graph_edge(graph, 2).cost == 0.0f);
    assert_true(veer_graph_distance(graph, 3, odd_nodes[0]) == INFINITY);
    free(graph);
}

static void bad_defs_are_refused(void **state)
{
    (void)state;
    VeerVec3 nodes[3], corners[8];
    uint32_t first[4];
    float radii[3];
    VeerGraphEdge edges[2];
    for (int i = 0; i < 17; i++) {
        memcpy(nodes, odd_nodes, sizeof nodes);
        memcpy(corners, odd_corners, sizeof corners);
        memcpy(first, odd_first, sizeof first);
        memcpy(radii, odd_radii, sizeof radii);
        memcpy(edges, odd_edges, sizeof edges);
        VeerGraphDef def = odd();
        def.nodes = nodes;
        def.corners = corners;
        def.first = first;
        def.radii = radii;
        def.edges = edges;
        def.cookie = i == 0 ? 0 : def.cookie;
        def.node_count = i == 1 ? 0 : 3;
        nodes[1].x = i == 2 ? NAN : nodes[1].x;
        corners[4].y = i == 3 ? INFINITY : corners[4].y;
        corners[1].x = i == 4 ? -5.0f : corners[1].x;  // turns the other way
        first[1] = i == 5 ? 2 : i == 6 ? 9 : first[1]; // two corners; falls
        radii[2] = i == 7 ? -1.0f : radii[2];
        edges[0].to = i == 8 ? 3 : edges[0].to;
        edges[1].cost = i == 9 ? NAN : edges[1].cost;
        first[0] = i == 10 ? 1 : first[0];
        def.corners = i == 11 ? NULL : def.corners;
        edges[1].cost = i == 12 ? 4e7f : edges[1].cost;
        def.nodes = i == 13 ? NULL : def.nodes;
        def.edges = i == 14 ? NULL : def.edges;
        def.node_count = i == 15 ? UINT32_MAX : def.node_count;
        def.edge_count = i == 16 ? UINT32_MAX : def.edge_count;
        assert_int_equal(veer_graph_size(&def), 0);
        assert_null(veer_graph_init(nodes, &def));
    }
    VeerTilingDef tiling = field(VEER_TILING_HEXES);
    tiling.pitch = 0.0f;
    VeerGraphDef def;
    assert_int_equal(veer_tiling_size(&tiling), 0);
    assert_int_equal(veer_tiling_graph(nodes, &tiling, &def), VEER_BAD_VALUE);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(counts_equal_brute_force_at_every_tick),
        cmocka_unit_test(cells_of_any_shape_are_covered_exactly),
        cmocka_unit_test(touching_is_not_covering),
        cmocka_unit_test(tilings_have_their_neighbours),
        cmocka_unit_test(nearest_equals_brute_force),
        cmocka_unit_test(blocked_and_covered_are_independent),
        cmocka_unit_test(bad_defs_are_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
