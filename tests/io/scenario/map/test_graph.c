// Scenario files whose map is a graph.
#include "io/scenario/scenario_maker.h"

#define CORRIDOR                                                                                   \
    "\"map\": {\"origin\": [1, 0], \"graph\": {\"nodes\": [[0, 0], [9, 0], [9, 9], [0, 12]], "     \
    "\"edges\": [[0, 1], [1, 2, 20]], \"one_way\": [[0, 3], [3, 2]], \"radius\": 0.5}}"
#define TRAVELLER                                                                                  \
    "\"groups\": [{\"place\": {\"kind\": \"points\", \"points\": [[1, 0]]}, \"goal\": {\"kind\": " \
    "\"points\", \"points\": [[10, 9]]}, \"route\": true, \"radius\": 0.3}]"

static void nodes_edges_and_costs_are_read(void **unused)
{
    (void)unused;
    VeerScenario *scenario = read_text("{" CORRIDOR ", " TRAVELLER "}");
    VeerWorld *world = start(scenario);
    const VeerGraph *graph = veer_world_graph(world);
    assert_int_equal(veer_graph_node_count(graph), 4);
    assert_int_equal(veer_graph_edge_count(graph), 4);
    assert_true(veer_graph_position(graph, 1).x == 10.0f);
    assert_true(veer_graph_edge(graph, 0).cost == 9.0f && veer_graph_edge(graph, 1).cost == 20.0f);
    assert_true(veer_graph_edge(graph, 2).is_one_way && !veer_graph_edge(graph, 1).is_one_way);
    assert_true(veer_graph_radius(graph, 2) == 0.5f);
    run(scenario, world, 1);
    VeerVec3 points[4];
    // The dear edge is left aside: by the third node.
    assert_int_equal(veer_agent_route_points(world, veer_agent_at(world, 0), points, 4), 2);
    assert_true(points[0].x == 1.0f && points[0].y == 12.0f);
    veer_world_destroy(world);
    veer_scenario_destroy(scenario);
}

static void tiling_is_made_and_blocked(void **unused)
{
    (void)unused;
    VeerScenario *scenario = read_text(
        "{\"map\": {\"graph\": {\"tiling\": {\"kind\": \"hexes\", \"columns\": 6, \"rows\": 4, "
        "\"pitch\": 2}}, \"blocked\": [{\"lower\": [-1, -1], \"upper\": [0.5, 9]}]}, "
        "\"obstacles\": "
        "[{\"kind\": \"ball\", \"position\": [4, 0], \"radius\": 0.5, \"covers\": true}]}");
    VeerWorld *world = start(scenario);
    const VeerGraph *graph = veer_world_graph(world);
    assert_int_equal(veer_graph_node_count(graph), 24);
    assert_int_equal(veer_graph_corners(graph, 5, NULL, 0), 6);
    assert_true(veer_graph_is_blocked(graph, 0) && veer_graph_is_blocked(graph, 12));
    assert_false(veer_graph_is_blocked(graph, 6)); // half a pitch to the right
    run(scenario, world, 1);
    assert_int_equal(veer_graph_covered(graph, 2), 1);
    veer_world_destroy(world);
    veer_scenario_destroy(scenario);
}

static void cells_have_corners_of_their_own(void **unused)
{
    (void)unused;
    VeerScenario *scenario = read_text(
        "{\"map\": {\"origin\": [2, 0], \"graph\": {\"nodes\": [[1, 1], [5, 1]], \"edges\": "
        "[[0, 1]], \"cells\": [[[0, 0], [2, 0], [1, 2]], []]}}}");
    VeerWorld *world = start(scenario);
    VeerVec3 corners[3];
    assert_int_equal(veer_graph_corners(veer_world_graph(world), 0, corners, 3), 3);
    assert_true(corners[1].x == 4.0f && corners[1].y == 0.0f);
    assert_int_equal(veer_graph_corners(veer_world_graph(world), 1, corners, 3), 0);
    veer_world_destroy(world);
    veer_scenario_destroy(scenario);
}

static void doors_are_nodes(void **unused)
{
    (void)unused;
    VeerScenario *scenario = read_text(
        "{" CORRIDOR ", \"timeline\": [{\"kind\": \"close\", \"at\": 0.1, \"lower\": [9, -1], "
        "\"upper\": [11, 1]}, {\"kind\": \"open\", \"at\": 0.5, \"lower\": [9, -1], \"upper\": "
        "[11, "
        "1]}]}");
    VeerWorld *world = start(scenario);
    run(scenario, world, 20);
    assert_true(veer_graph_is_blocked(veer_world_graph(world), 1));
    assert_false(veer_graph_is_blocked(veer_world_graph(world), 2));
    run(scenario, world, 20);
    assert_false(veer_graph_is_blocked(veer_world_graph(world), 1));
    veer_world_destroy(world);
    veer_scenario_destroy(scenario);
}

static void flags_and_more_edges_are_read(void **unused)
{
    (void)unused;
    VeerScenario *scenario = read_text(
        "{\"map\": {\"graph\": {\"tiling\": {\"kind\": \"squares\", \"columns\": 4, \"rows\": 1, "
        "\"pitch\": 2}, \"edges\": [[0, 3, 4, [0, 30]]], \"one_way\": [[3, 0]]}}, \"groups\": "
        "[{\"place\": {\"kind\": \"points\", \"points\": [[0, 0]]}, \"goal\": {\"kind\": "
        "\"points\", "
        "\"points\": [[6, 0]]}, \"route\": true, \"radius\": 0.3, \"may_use\": [0]}]}");
    VeerWorld *world = start(scenario);
    const VeerGraph *graph = veer_world_graph(world);
    assert_int_equal(veer_graph_edge_count(graph), 5);
    VeerGraphEdge edge = veer_graph_edge(graph, 3);
    assert_true(edge.to == 3 && edge.cost == 4.0f && edge.flags == (1u << 30 | 1u));
    assert_true(veer_graph_edge(graph, 4).is_one_way && veer_graph_edge(graph, 4).cost == 6.0f);
    run(scenario, world, 1);
    veer_world_destroy(world);
    veer_scenario_destroy(scenario);
}

static void walls_may_be_left_out(void **unused)
{
    (void)unused;
    static const char *const walls[] = {"true", "false"};
    for (int i = 0; i < 2; i++) {
        char text[500];
        snprintf(text, sizeof text,
                 "{\"map\": {\"graph\": {\"tiling\": {\"kind\": \"hexes\", \"columns\": 4, "
                 "\"rows\": 4, \"pitch\": 2}, \"walls\": %s}}, \"groups\": [{\"place\": {\"kind\": "
                 "\"points\", \"points\": [[0, 0]]}, \"goal\": {\"kind\": \"points\", \"points\": "
                 "[[-9, 0]]}, \"radius\": 0.3, \"max_speed\": 2}]}",
                 walls[i]);
        VeerScenario *scenario = read_text(text);
        VeerWorld *world = start(scenario);
        run(scenario, world, 400);
        VeerAgentState state;
        assert_int_equal(veer_agent_get(world, veer_agent_at(world, 0), &state), VEER_OK);
        assert_int_equal(state.position.x < -5.0f, i == 1);
        veer_world_destroy(world);
        veer_scenario_destroy(scenario);
    }
}

static void bad_graphs_are_told_by_place(void **unused)
{
    (void)unused;
    static const struct Case {
        const char *graph, *error;
    } cases[] = {
        {"{}", "test.json: map.graph: needs \"tiling\" or \"nodes\""},
        {"{\"nodes\": [[0, 0]], \"tiling\": {}}",
         "test.json: map.graph: needs \"tiling\" or \"nodes\""},
        {"{\"tiling\": {\"kind\": \"hexes\"}}", "test.json: map.graph.tiling: needs the key"},
        {"{\"nodes\": [[0, 0]], \"edges\": {}}", "test.json: map.graph.edges: "},
        {"{\"nodes\": [[0, 0]], \"edges\": [3]}", "test.json: map.graph.edges[0]: "},
        {"{\"nodes\": [[0, 0]], \"edges\": [[0]]}",
         "test.json: map.graph.edges[0]: must have two nodes, and may have a cost"},
        {"{\"nodes\": [[0, 0]], \"edges\": [[0, 1]]}",
         "test.json: map.graph.edges[0][1]: must be <= 0, is 1"},
        {"{\"nodes\": [[0, 0]], \"edges\": [[0, \"a\"]]}", "test.json: map.graph.edges[0][1]: "},
        {"{\"nodes\": [[0, 0]], \"one_way\": [[0, 0, -1]]}",
         "test.json: map.graph.one_way[0][2]: must be >= 0, is -1"},
        {"{\"nodes\": [[0, 0]], \"one_way\": [[0, 0, \"a\"]]}",
         "test.json: map.graph.one_way[0][2]: "},
        {"{\"nodes\": [[0, 0]], \"edges\": [[0, 0, 1, 2]]}", "test.json: map.graph.edges[0][3]: "},
        {"{\"nodes\": [[0, 0]], \"edges\": [[0, 0, 1, [\"a\"]]]}",
         "test.json: map.graph.edges[0][3][0]: "},
        {"{\"nodes\": [[0, 0]], \"edges\": [[0, 0, 1, [31]]]}",
         "test.json: map.graph.edges[0][3][0]: must be <= 30, is 31"},
        {"{\"nodes\": [[0, 0]], \"cells\": 1}", "test.json: map.graph.cells: "},
        {"{\"nodes\": [[0, 0]], \"cells\": []}",
         "test.json: map.graph.cells: must have as many elements as there are nodes"},
        {"{\"nodes\": [[0, 0]], \"cells\": [1]}", "test.json: map.graph.cells[0]: "},
        {"{\"nodes\": [[0, 0]], \"cells\": [[1]]}", "test.json: map.graph.cells[0][0]: "},
        {"{\"nodes\": [[0, 0]], \"cells\": [[[0, 0], [0, 1], [1, 1]]]}",
         "test.json: map.graph: must have nodes within"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char text[400];
        snprintf(text, sizeof text, "{\"map\": {\"graph\": %s}}", cases[i].graph);
        VeerScenario *scenario = NULL;
        VeerInputError error = {{0}};
        assert_int_equal(
            veer_scenario_read("test.json", text, strlen(text), NULL, &scenario, &error),
            VEER_BAD_VALUE);
        assert_memory_equal(error.text, cases[i].error, strlen(cases[i].error));
    }
}

static void expect_refusal(const char *text, const char *told)
{
    VeerScenario *scenario = NULL;
    VeerInputError error = {{0}};
    assert_int_equal(veer_scenario_read("test.json", text, strlen(text), NULL, &scenario, &error),
                     VEER_BAD_VALUE);
    assert_memory_equal(error.text, told, strlen(told));
}

static void what_does_not_go_with_a_graph_is_refused(void **unused)
{
    (void)unused;
    expect_refusal("{\"map\": {\"width\": 4, \"graph\": {\"nodes\": [[0, 0]]}}}",
                   "test.json: map: with \"graph\" must have nothing that is for cells");
    expect_refusal("{\"map\": {\"mesh\": {}, \"graph\": {}}}",
                   "test.json: map: must have one of \"mesh\" and \"graph\"");
    expect_refusal("{\"map\": {\"graph\": {\"nodes\": [[0, 0]]}, \"blocked\": 1}}",
                   "test.json: map.blocked: ");
    expect_refusal("{\"map\": {\"graph\": {\"nodes\": [[0, 0]]}, \"blocked\": [{}]}}",
                   "test.json: map.blocked[0]: ");
    expect_refusal("{\"map\": {\"graph\": {\"lanes\": 1}}}", "test.json: map.graph.lanes: ");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(nodes_edges_and_costs_are_read),
        cmocka_unit_test(tiling_is_made_and_blocked),
        cmocka_unit_test(cells_have_corners_of_their_own),
        cmocka_unit_test(doors_are_nodes),
        cmocka_unit_test(flags_and_more_edges_are_read),
        cmocka_unit_test(walls_may_be_left_out),
        cmocka_unit_test(bad_graphs_are_told_by_place),
        cmocka_unit_test(what_does_not_go_with_a_graph_is_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
