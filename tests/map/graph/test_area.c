// The walkable area of graphs of cells, and its walls, against point samples.
#include "base/random.h"
#include "geom/polygon.h"
#include "geom/segment.h"
#include "map/graph/graph.h"

#include "support/memory.h"

#include <stdio.h>
#include <stdlib.h>

enum { SEED = 11, WAYS = 120 };

static float roll(uint32_t stream, uint32_t number, float lower, float upper)
{
    return lower + veer_random_unit(SEED, stream, number) * (upper - lower);
}

static VeerGraph *make(const VeerGraphDef *def)
{
    VeerGraph *graph = veer_graph_init(take(veer_graph_size(def)), def);
    assert_non_null(graph);
    return graph;
}

static VeerGraph *make_tiling(VeerTiling kind, float size)
{
    VeerTilingDef tiling = {kind, 9, 8, {-3.0f, 2.0f, 0.0f}, 4.0f, size};
    VeerGraphDef def;
    void *scratch = take(veer_tiling_size(&tiling));
    assert_int_equal(veer_tiling_graph(scratch, &tiling, &def), VEER_OK);
    VeerGraph *graph = make(&def);
    free(scratch);
    return graph;
}

static VeerGraphArea *make_area(const VeerGraph *graph)
{
    return veer_graph_area_init(take(veer_graph_area_size(graph)), graph);
}

/// How deep in the area a point is, m; negative outside. By all shapes that are not blocked.
static float depth_of(const VeerGraphArea *area, VeerVec2 p)
{
    const VeerGraph *graph = area->graph;
    float best = -INFINITY;
    for (uint32_t i = 0; i < area->shape_count; i++) {
        uint32_t count = area->first[i + 1u] - area->first[i];
        bool is_blocked = i < graph->node_count && veer_graph_is_blocked(graph, i);
        if (i >= graph->node_count) {
            VeerGraphEdge edge = veer_graph_edge(graph, i - graph->node_count);
            is_blocked =
                veer_graph_is_blocked(graph, edge.from) || veer_graph_is_blocked(graph, edge.to);
        }
        if (count > 0 && !is_blocked) {
            best = max_f(best, -veer_polygon_distance(&area->corners[area->first[i]], count, p));
        }
    }
    return best;
}

typedef struct Crossing {
    VeerVec2 from, to;
    uint32_t count;
} Crossing;

static bool cross(void *context, const VeerGraphWall *wall, uint32_t number)
{
    Crossing *crossing = context;
    (void)number;
    crossing->count +=
        veer_segment_separation2(crossing->from, crossing->to, wall->a, wall->b) == 0.0f;
    return true;
}

static uint32_t walls_between(const VeerGraphArea *area, VeerVec2 from, VeerVec2 to)
{
    Crossing crossing = {from, to, 0};
    VeerFlatBox box = {vec2(min_f(from.x, to.x), min_f(from.y, to.y)),
                       vec2(max_f(from.x, to.x), max_f(from.y, to.y))};
    assert_true(veer_graph_area_walls(area, box, cross, &crossing));
    return crossing.count;
}

/// The least depth along a way.
static float least_depth(const VeerGraphArea *area, VeerVec2 from, VeerVec2 to)
{
    float least = INFINITY;
    for (uint32_t i = 0; i <= 60; i++) {
        VeerVec2 at = add2(from, scale2(sub2(to, from), (float)i / 60.0f));
        least = min_f(least, depth_of(area, at));
    }
    return least;
}

/// Lines that leave the area cross a wall; those that stay inside do not.
static void expect_boundary(const VeerGraphArea *area, uint32_t stream)
{
    uint32_t left = 0, stayed = 0;
    for (uint32_t i = 0; i < WAYS; i++) {
        VeerVec2 from =
            vec2(roll(stream, 4 * i, -6.0f, 34.0f), roll(stream, 4 * i + 1, -1.0f, 32.0f));
        VeerVec2 to = add2(
            from, vec2(roll(stream, 4 * i + 2, -3.0f, 3.0f), roll(stream, 4 * i + 3, -3.0f, 3.0f)));
        if (depth_of(area, from) < 0.05f) {
            continue;
        }
        float least = least_depth(area, from, to);
        if (least < -0.05f) {
            left++;
            assert_false(
                veer_graph_area_is_clear(area, from, to, 0.05f)); // corners let 1 cm through
        } else if (least > 0.05f) {
            stayed++;
            assert_int_equal(walls_between(area, from, to), 0);
        }
    }
    assert_true(left > 5 && stayed > 5);
}

static void walls_are_the_boundary_of_the_area(void **unused)
{
    (void)unused;
    printf("seed %d\n", SEED);
    static const float sizes[] = {4.0f, 3.8f, 3.0f};
    for (uint32_t kind = 0; kind < VEER_TILING_COUNT; kind++) {
        for (uint32_t size = 0; size < 3; size++) {
            VeerGraph *graph = make_tiling((VeerTiling)kind, sizes[size]);
            VeerGraphArea *area = make_area(graph);
            assert_false(area->is_flat);
            expect_boundary(area, kind);
            for (uint32_t i = 0; i < 14; i++) {
                uint32_t node = (uint32_t)roll(7, 20 * kind + i, 0.0f, 71.9f);
                veer_graph_set_blocked(graph, node, true);
                veer_graph_area_update_node(area, node);
            }
            expect_boundary(area, kind + 3);
            free(area);
            free(graph);
        }
    }
}

enum { DOORS = 40 };

static bool count_wall(void *context, const VeerGraphWall *wall, uint32_t number)
{
    (void)number;
    assert_true(length2(sub2(wall->a, wall->b)) > 0.4f);
    *(uint32_t *)context += wall->a.y <= 0.0f && wall->b.y <= 0.0f; // else of a porch
    return true;
}

/// The walls of a hall with so many doors in one side, to a porch beyond each.
static uint32_t walls_between_doors(uint32_t doors)
{
    VeerVec3 nodes[DOORS + 1] = {{40.0f, -5.0f, 0.0f}};
    VeerVec3 corners[4 * (DOORS + 1)] = {
        {0.0f, -10.0f, 0.0f}, {80.0f, -10.0f, 0.0f}, {80.0f, 0.0f, 0.0f}, {0.0f, 0.0f, 0.0f}};
    uint32_t first[DOORS + 2] = {0, 4};
    VeerGraphEdge edges[DOORS];
    for (uint32_t i = 0; i < doors; i++) {
        float x = 2.0f * (float)i;
        VeerVec3 *porch = &corners[4 * i + 4];
        porch[0] = vec3(x + 0.5f, 0.0f, 0.0f);
        porch[1] = vec3(x + 1.5f, 0.0f, 0.0f);
        porch[2] = vec3(x + 1.5f, 1.0f, 0.0f);
        porch[3] = vec3(x + 0.5f, 1.0f, 0.0f);
        nodes[i + 1] = vec3(x + 1.0f, 0.5f, 0.0f);
        first[i + 2] = 4 * i + 8;
        edges[i] = (VeerGraphEdge){.from = 0, .to = i + 1};
    }
    VeerGraphDef def = veer_graph_def_default();
    def.nodes = nodes;
    def.node_count = doors + 1;
    def.first = first;
    def.corners = corners;
    def.edges = edges;
    def.edge_count = doors;
    VeerGraph *graph = make(&def);
    VeerGraphArea *area = make_area(graph);
    uint32_t walls = 0;
    VeerFlatBox all = {{-9.0f, -19.0f}, {99.0f, 19.0f}};
    assert_true(veer_graph_area_walls(area, all, count_wall, &walls));
    free(area);
    free(graph);
    return walls;
}

/// Between doors and beside them are walls, none across a door; doors beyond the 32nd are closed.
static void sides_have_walls_between_openings(void **unused)
{
    (void)unused;
    assert_int_equal(walls_between_doors(1), 3 + 2);
    assert_int_equal(walls_between_doors(12), 3 + 13);
    assert_int_equal(walls_between_doors(32), 3 + 33);
    assert_true(walls_between_doors(DOORS) >= 3 + 30);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(walls_are_the_boundary_of_the_area),
        cmocka_unit_test(sides_have_walls_between_openings),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
