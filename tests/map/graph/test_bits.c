/// Graphs of any cells and their walkable areas, bit by bit, on every compiler, level and machine:
/// discs, polygons and round ones at random, that overlap, touch or leave gaps. A change that means
/// to change answers changes the hash, and says so.
#include "map/graph/graph.h"
#include "map/rolls.h"

#include <math.h>
#include <string.h>

enum { GRAPHS = 16, WIDE = 6, HIGH = 5, NODES = WIDE * HIGH, EDGES = 4 * NODES, LOOKS = 50 };

/// A def and its arrays.
typedef struct Rolled {
    VeerVec3 nodes[NODES], corners[8 * NODES];
    uint32_t first[NODES + 1];
    float radii[NODES];
    VeerGraphEdge edges[EDGES];
    uint32_t edge_count;
} Rolled;

/// A convex polygon round a node, on an ellipse; or none: a disc.
static void roll_cell(Rolled *out, uint64_t seed, uint32_t node)
{
    static const float cosines[8] = {1.0f, 0.7f, 0.0f, -0.7f, -1.0f, -0.7f, 0.0f, 0.7f};
    uint32_t count = 0, first = out->first[node], kind = (uint32_t)(seed + node) % 5;
    float wide = roll(seed, 20, node, 0.8f, 2.6f), high = roll(seed, 21, node, 0.8f, 2.6f);
    // In tilings of squares sides meet exactly, and run along one another.
    bool is_square = seed % 3 == 0;
    for (uint32_t i = 0; i < 8 && kind > 0; i++) {
        if (is_square ? i % 2 == 1 : kind > 2 || i % 2 == kind % 2) {
            VeerVec3 at = out->nodes[node];
            float x = is_square ? 2.0f * (cosines[i] > 0.0f ? 1.0f : -1.0f) : wide * cosines[i];
            float y = is_square ? 2.0f * (cosines[(i + 6) % 8] > 0.0f ? 1.0f : -1.0f)
                                : high * cosines[(i + 6) % 8];
            out->corners[first + count++] = (VeerVec3){at.x + x, at.y + y, 0.0f};
        }
    }
    out->radii[node] = kind == 0 || kind == 3 ? roll(seed, 22, node, 0.3f, 1.5f) : 0.0f;
    out->first[node + 1] = first + count;
}

static void join(Rolled *out, uint64_t seed, uint32_t from, uint32_t to)
{
    uint32_t number = out->edge_count;
    if (veer_random_unit(seed, 23, number + 7 * from) < 0.3f) {
        return;
    }
    out->edges[out->edge_count++] = (VeerGraphEdge){
        .from = from, .to = to, .cost = number % 4 == 0 ? 9.0f : 0.0f, .is_one_way = from % 5 == 0};
}

static void roll_graph(Rolled *out, uint64_t seed)
{
    out->edge_count = out->first[0] = 0;
    for (uint32_t i = 0; i < NODES; i++) {
        float off = seed % 3 == 0 ? 0.0f : 1.0f;
        out->nodes[i] = (VeerVec3){4.0f * (float)(i % WIDE) + roll(seed, 24, i, -off, off),
                                   4.0f * (float)(i / WIDE) + roll(seed, 25, i, -off, off), 0.0f};
        roll_cell(out, seed, i);
    }
    for (uint32_t i = 0; i < NODES; i++) {
        uint32_t x = i % WIDE, y = i / WIDE;
        if (x + 1 < WIDE) {
            join(out, seed, i, i + 1);
        }
        if (y + 1 < HIGH) {
            join(out, seed, i, i + WIDE);
        }
        if (x + 2 < WIDE && y + 1 < HIGH && i % 3 == 0) {
            join(out, seed, i + WIDE, i + 2);
        }
        if (x + 1 < WIDE && y > 0 && i % 4 == 0) {
            join(out, seed, i + 1, i - WIDE);
        }
    }
}

static VeerGraph *open_graph(uint64_t seed)
{
    Rolled *rolled = take(sizeof *rolled);
    roll_graph(rolled, seed);
    VeerGraphDef def = veer_graph_def_default();
    def.nodes = rolled->nodes;
    def.node_count = NODES;
    def.first = rolled->first;
    def.corners = rolled->corners;
    def.radii = rolled->radii;
    def.edges = rolled->edges;
    def.edge_count = rolled->edge_count;
    VeerGraph *graph = veer_graph_init(take(veer_graph_size(&def)), &def);
    assert_non_null(graph);
    free(rolled);
    return graph;
}

static VeerVec3 place(uint64_t seed, uint64_t number)
{
    VeerVec3 at = roll_point(seed, number, (VeerVec3){4.0f * WIDE, 4.0f * HIGH, 0.0f});
    return (VeerVec3){at.x - 2.0f, at.y - 2.0f, number % 4 == 0 ? at.x : 0.0f};
}

static bool add_wall(void *context, const VeerGraphWall *wall, uint32_t number)
{
    uint64_t *hash = context;
    *hash = veer_hash_words(*hash, wall, sizeof *wall);
    *hash = veer_hash_add(*hash, number);
    return number % 1000 != 999;
}

static uint64_t add_area(uint64_t hash, const VeerGraphArea *area, uint64_t seed)
{
    // Where a cell has no extent there are no strips.
    for (uint32_t i = 0; i < (area->is_flat ? NODES : area->shape_count); i++) {
        uint32_t begin = area->first[i], end = area->first[i + 1];
        hash = veer_hash_words(hash, &area->corners[begin], (end - begin) * sizeof *area->corners);
        hash = veer_hash_words(hash, &area->inner[i], sizeof area->inner[i]);
    }
    for (uint32_t i = 0; i < area->graph->edge_count && !area->is_flat; i++) {
        hash = veer_hash_words(hash, &area->middle[i], sizeof area->middle[i]);
        hash = veer_hash_words(hash, &area->clearance[i], sizeof area->clearance[i]);
        hash = veer_hash_add(hash, area->is_bent[i]);
    }
    VeerFlatBox all = {{-9.0f, -9.0f}, {4.0f * WIDE + 9.0f, 4.0f * HIGH + 9.0f}};
    (void)veer_graph_area_walls(area, all, add_wall, &hash);
    for (uint64_t i = 0; i < LOOKS; i++) {
        VeerVec2 from = plane2(place(seed, i)), to = plane2(place(seed, 200 + i));
        to = add2(from, scale2(sub2(to, from), 0.2f));
        hash = veer_hash_add(hash, veer_graph_area_holds(area, from));
        hash = veer_hash_add(hash, veer_graph_area_is_clear(area, from, to, 0.1f * (float)(i % 5)));
    }
    return veer_hash_add(hash, area->is_flat);
}

/// Blocks and frees nodes and edges one by one. @return whether what is brought up to date is what
/// is made anew
static bool edit_area(VeerGraph *graph, VeerGraphArea *area, uint64_t seed)
{
    for (uint32_t i = 0; i < 12; i++) {
        uint32_t node = (uint32_t)roll(seed, 26, i, 0.0f, NODES);
        uint32_t edge = (uint32_t)roll(seed, 27, i, 0.0f, (float)graph->edge_count);
        veer_graph_set_blocked(graph, node, i % 4 != 3);
        veer_graph_area_update_node(area, node);
        veer_graph_set_edge_blocked(graph, edge, i % 4 != 2);
        veer_graph_area_update_edge(area, edge);
    }
    VeerGraphArea *anew = veer_graph_area_init(take(veer_graph_area_size(graph)), graph);
    bool is_same = add_area(0, area, seed) == add_area(0, anew, seed);
    free(anew);
    return is_same;
}

static void areas_are_the_same_everywhere(void **state)
{
    (void)state;
    uint64_t hash = 0;
    for (uint64_t seed = 0; seed < GRAPHS; seed++) {
        VeerGraph *graph = open_graph(seed);
        VeerGraphArea *area = veer_graph_area_init(take(veer_graph_area_size(graph)), graph);
        hash = add_area(hash, area, seed);
        assert_true(edit_area(graph, area, seed));
        hash = add_area(hash, area, seed);
        free(area);
        free(graph);
    }
    expect_hash("areas", hash, UINT64_C(0xe4a7bb99e2250489));
}

static uint64_t add_graph(uint64_t hash, const VeerGraph *graph, uint64_t seed)
{
    for (uint32_t i = 0; i < NODES; i++) {
        VeerVec3 corners[8];
        uint32_t count = veer_graph_corners(graph, i, corners, 8);
        float radius = veer_graph_radius(graph, i);
        hash = veer_hash_words(hash, corners, count * sizeof *corners);
        hash = veer_hash_words(hash, &radius, sizeof radius);
        hash = veer_hash_add(hash, 2u * veer_graph_covered(graph, i) + graph->blocked[i]);
        for (uint32_t k = graph->step_first[i]; k < graph->step_first[i + 1]; k++) {
            hash = veer_hash_words(hash, &graph->steps[k], sizeof graph->steps[k]);
        }
        for (uint32_t k = graph->back_first[i]; k < graph->back_first[i + 1]; k++) {
            hash = veer_hash_words(hash, &graph->backs[k], sizeof graph->backs[k]);
        }
    }
    for (uint32_t i = 0; i < veer_graph_edge_count(graph); i++) {
        VeerGraphEdge edge = veer_graph_edge(graph, i);
        hash = veer_hash_words(veer_hash_add(hash, edge.from), &edge.cost, sizeof edge.cost);
        hash = veer_hash_add(hash, 2u * edge.to + veer_graph_is_edge_blocked(graph, i));
    }
    for (uint64_t i = 0; i < LOOKS; i++) {
        VeerVec3 at = place(seed, 400 + i);
        uint32_t node = veer_graph_nearest(graph, at);
        float distance = veer_graph_distance(graph, (uint32_t)(i % NODES), at);
        hash = veer_hash_words(veer_hash_add(hash, node), &distance, sizeof distance);
    }
    hash = veer_hash_add(hash, graph->changes);
    return veer_hash_words(hash, &graph->cheapest, sizeof graph->cheapest);
}

/// Numbers of no node and of no edge are told nothing.
static void expect_none_beyond(VeerGraph *graph)
{
    const uint32_t none[2] = {veer_graph_edge_count(graph), UINT32_MAX};
    const uint32_t no_node[2] = {NODES, VEER_NO_GRAPH_NODE};
    uint32_t changes = graph->changes;
    for (int i = 0; i < 2; i++) {
        VeerGraphEdge edge = veer_graph_edge(graph, none[i]);
        VeerVec3 at = veer_graph_position(graph, no_node[i]), corner;
        assert_true(edge.from == 0 && edge.to == 0 && edge.cost == 0.0f && edge.flags == 0);
        assert_true(veer_graph_is_edge_blocked(graph, none[i]));
        assert_true(veer_graph_is_blocked(graph, no_node[i]));
        assert_true(at.x == 0.0f && at.y == 0.0f && at.z == 0.0f);
        assert_true(veer_graph_radius(graph, no_node[i]) == 0.0f);
        assert_true(veer_graph_distance(graph, no_node[i], at) == INFINITY);
        assert_int_equal(veer_graph_corners(graph, no_node[i], &corner, 1), 0);
        assert_int_equal(veer_graph_covered(graph, no_node[i]), 0);
        veer_graph_set_edge_blocked(graph, none[i], true);
        veer_graph_set_blocked(graph, no_node[i], true);
    }
    assert_int_equal(graph->changes, changes);
}

static void graphs_are_the_same_everywhere(void **state)
{
    (void)state;
    uint64_t hash = 0;
    for (uint64_t seed = 0; seed < GRAPHS; seed++) {
        VeerGraph *first = open_graph(seed);
        VeerGraphBody bodies[LOOKS];
        for (uint64_t i = 0; i < LOOKS; i++) {
            bodies[i] = (VeerGraphBody){place(seed, i), i % 5 == 0 ? 0.0f : 0.1f * (float)i};
            veer_graph_enter(first, bodies[i]);
        }
        for (uint64_t i = 0; i < LOOKS; i++) {
            VeerGraphBody to = {place(seed, 300 + i), bodies[i].radius};
            if (i % 2 != 0) {
                veer_graph_enter(first, to);
            }
            veer_graph_leave(first, bodies[i]);
        }
        veer_graph_set_blocked(first, 3, true);
        veer_graph_set_edge_blocked(first, 2, true);
        VeerGraph *copy = veer_graph_copy(take(veer_graph_copy_size(first)), first);
        expect_none_beyond(first);
        uint64_t before = add_graph(0, first, seed);
        memset(first, 0xA5, veer_graph_copy_size(copy));
        assert_true(add_graph(0, copy, seed) == before);
        hash = veer_hash_add(hash, before);
        free(first);
        free(copy);
    }
    expect_hash("graphs", hash, UINT64_C(0x3166c7f5e3fa91d4));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(areas_are_the_same_everywhere),
        cmocka_unit_test(graphs_are_the_same_everywhere),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
