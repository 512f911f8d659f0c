// Scenarios on the floors of a mesh.
#include "io/scenario/scenario_maker.h"

#include "veer/link.h"
#include "veer/metrics.h"
#include "veer/route.h"

// A floor, a ramp in two parts, and a floor above.
#define MESH                                                                                       \
    "\"map\": {\"mesh\": {\"vertices\": [[0, 0], [6, 0], [6, 4], [0, 4], [9, 0, 1], [9, 4, 1], "   \
    "[12, 0, 2], [12, 4, 2], [18, 0, 2], [18, 4, 2]], \"polygons\": [[0, 1, 2, 3], [1, 4, 5, 2], " \
    "[4, 6, 7, 5], [6, 8, 9, 7]]}}"
#define GROUP                                                                                      \
    "\"groups\": [{\"place\": {\"kind\": \"points\", \"points\": [[1, 2, 0]]}, \"goal\": "         \
    "{\"kind\": \"points\", \"points\": [[17, 2, 2]]}, \"radius\": 0.3, \"max_speed\": 2, "        \
    "\"arrival_radius\": 0.2, \"route\": true}]"

static VeerAgentState first_agent(const VeerWorld *world)
{
    VeerAgentState state;
    assert_int_equal(veer_agent_get(world, veer_agent_at(world, 0), &state), VEER_OK);
    return state;
}

static void agents_go_up_a_ramp(void **state)
{
    (void)state;
    VeerScenario *scenario = read_text("{" MESH ", " GROUP "}");
    VeerWorld *world = start(scenario);
    uint32_t count;
    assert_float_equal(veer_scenario_agents(scenario, &count)[0].shortest_path, 15.8f, 1e-4f);
    assert_int_equal(veer_mesh_polygon_count(veer_world_mesh(world)), 4);
    run(scenario, world, 60 * 10);
    assert_int_equal(first_agent(world).status, VEER_AGENT_ARRIVED);
    assert_true(first_agent(world).position.z == 2.0f);
    veer_world_destroy(world);
    veer_scenario_destroy(scenario);
}

static void doors_are_polygons_with_their_middle_in_a_box(void **state)
{
    (void)state;
    // The first one is over all floors, but only the lower half of the ramp lies in it; the second
    // is at the height of the upper one.
    VeerScenario *scenario = read_text(
        "{" MESH ", " GROUP
        ", \"timeline\": [{\"kind\": \"close\", \"at\": 0.1, \"lower\": [7, 0], "
        "\"upper\": [8, 4]}, {\"kind\": \"close\", \"at\": 0.1, \"lower\": [0, 0, 1.2], \"upper\": "
        "[20, 4, 1.8]}, {\"kind\": \"open\", \"at\": 3, \"lower\": [0, 0], \"upper\": [20, 4]}]}");
    VeerWorld *world = start(scenario);
    run(scenario, world, 12);
    const VeerMesh *mesh = veer_world_mesh(world);
    for (uint32_t i = 0; i < 4; i++) {
        assert_int_equal(veer_mesh_is_blocked(mesh, i), i == 1 || i == 2);
    }
    run(scenario, world, 60 * 12);
    assert_int_equal(first_agent(world).status, VEER_AGENT_ARRIVED);
    veer_world_destroy(world);
    veer_scenario_destroy(scenario);
}

static void what_covers_a_mesh_cuts_it_into_pieces(void **state)
{
    (void)state;
    VeerScenario *scenario = read_text(
        "{" MESH
        ", \"obstacles\": [{\"kind\": \"ball\", \"position\": [10.5, 2, 1.5], \"radius\": 1, "
        "\"covers\": true}], " GROUP "}");
    VeerWorld *world = start(scenario);
    run(scenario, world, 1);
    const VeerMesh *pieces = veer_world_covered_mesh(world);
    assert_int_equal(veer_mesh_polygon_count(pieces), 36 * 8); // of half a metre
    VeerVec3 covered = {10.4f, 2.1f, 1.5f}, free = {2.0f, 2.0f, 0.0f};
    assert_true(veer_mesh_is_blocked(pieces, veer_mesh_nearest(pieces, covered, NULL)));
    assert_false(veer_mesh_is_blocked(pieces, veer_mesh_nearest(pieces, free, NULL)));
    veer_world_destroy(world);
    veer_scenario_destroy(scenario);
    // Without, there are none.
    scenario = read_text("{" MESH ", " GROUP "}");
    world = start(scenario);
    assert_null(veer_world_covered_mesh(world));
    veer_world_destroy(world);
    veer_scenario_destroy(scenario);
}

static void pieces_that_are_too_small_are_refused(void **state)
{
    (void)state;
    VeerScenario *scenario = read_text(
        "{\"map\": {\"piece_size\": 1e-7, \"mesh\": {\"vertices\": [[0, 0], [6, 0], [6, 4]], "
        "\"polygons\": [[0, 1, 2]]}}, \"groups\": [{\"covers\": true, \"place\": {\"kind\": "
        "\"points\", \"points\": [[5, 1]]}}]}");
    VeerWorld *world = NULL;
    VeerInputError error = {{0}};
    assert_int_equal(veer_scenario_start(scenario, NULL, NULL, &world, &error), VEER_BAD_VALUE);
    veer_scenario_destroy(scenario);
}

static void random_places_keep_off_the_walls(void **state)
{
    (void)state;
    VeerScenario *scenario =
        read_text("{" MESH ", \"groups\": [{\"radius\": 0.4, \"place\": {\"kind\": \"box\", "
                  "\"lower\": [-3, -3], \"upper\": [8, 8]}, \"count\": 6}]}");
    VeerWorld *world = start(scenario);
    for (uint32_t slot = 0; slot < 6; slot++) {
        VeerAgentState agent;
        assert_int_equal(veer_agent_get(world, veer_agent_at(world, slot), &agent), VEER_OK);
        assert_true(veer_mesh_gap(veer_world_mesh(world), agent.position, 1.0f) >= 0.4f);
    }
    veer_world_destroy(world);
    veer_scenario_destroy(scenario);
}

static void gaps_to_walls_of_the_mesh_are_scores(void **state)
{
    (void)state;
    // Half a metre from the wall, with a radius of 0.3 m.
    VeerScenario *scenario =
        read_text("{" MESH ", \"groups\": [{\"radius\": 0.3, \"place\": {\"kind\": \"points\", "
                  "\"points\": [[3, 0.5]]}}]}");
    VeerWorld *world = start(scenario);
    VeerMetrics *metrics;
    assert_int_equal(veer_metrics_create(scenario, world, &metrics), VEER_OK);
    run(scenario, world, 1);
    assert_int_equal(veer_metrics_observe(metrics, scenario, world), VEER_OK);
    double gap;
    VeerScores scores = veer_metrics_scores(metrics, world);
    assert_true(veer_scores_value(&scores, "min_gap_m", &gap));
    assert_float_equal((float)gap, 0.2f, 1e-4f);
    veer_metrics_destroy(metrics);
    veer_world_destroy(world);
    veer_scenario_destroy(scenario);
}

static void bad_meshes_are_told_by_place(void **state)
{
    (void)state;
    const struct {
        const char *mesh, *error;
    } cases[] = {
        {"{\"vertices\": [[0, 0], [1, 0], [0, 1]], \"polygons\": []}",
         "map.mesh: needs at least one polygon"},
        {"{\"vertices\": [[0, 0], [1, 0], [0, 1]], \"polygons\": 3}",
         "map.mesh.polygons: must be an array, is a number"},
        {"{\"vertices\": [[0, 0], [1, 0], [0, 1]], \"polygons\": [3]}",
         "map.mesh.polygons[0]: must be an array, is a number"},
        {"{\"vertices\": [[0, 0], [1, 0], [0, 1]], \"polygons\": [[0, 1, \"2\"]]}",
         "map.mesh.polygons[0][2]: must be a number, is a string"},
        {"{\"vertices\": [[0, 0], [1, 0], [0, 1]], \"polygons\": [[0, 1, 3]]}",
         "map.mesh.polygons[0][2]: must be <= 2, is 3"},
        {"{\"vertices\": [[0, 0], [1, 0], [0, 1]], \"polygons\": [[0, 1]]}",
         "map.mesh.polygons[0]: has less than three corners, or one that there is not"},
        {"{\"vertices\": [[0, 0], [1, 0], [0, 1]], \"polygons\": [[0, 1, 2], [0, 2, 1]]}",
         "map.mesh.polygons[1]: is not convex and counter-clockwise in plan"},
        {"{\"vertices\": [[0, 0], [1, 0], [0, 1]], \"polygons\": [[0, 1, 2], [0, 1, 2]]}",
         "map.mesh.polygons[0]: shares an edge with more than one other polygon"},
        {"{\"polygons\": []}", "map.mesh: needs the key \"vertices\""},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char text[1000], expected[400];
        snprintf(text, sizeof text, "{\"map\": {\"mesh\": %s}}", cases[i].mesh);
        snprintf(expected, sizeof expected, "test.json: %s", cases[i].error);
        VeerScenario *scenario = NULL;
        VeerInputError error = {{0}};
        assert_int_equal(
            veer_scenario_read("test.json", text, strlen(text), NULL, &scenario, &error),
            VEER_BAD_VALUE);
        assert_string_equal(error.text, expected);
    }
}

static void what_is_for_cells_is_refused(void **state)
{
    (void)state;
    const struct {
        const char *text, *error;
    } cases[] = {
        {"{\"map\": {\"width\": 4, \"mesh\": {}}}",
         "test.json: map: with \"mesh\" must have nothing that is for cells"},
        {"{\"map\": {\"crowds\": true, \"max_fields\": 1, \"mesh\": {}}}",
         "test.json: map: with \"mesh\" must have nothing that is for cells"},
        {"{\"world\": {\"space\": \"spatial\"}, \"map\": {\"mesh\": {}}}",
         "test.json: map: with \"mesh\" needs a planar world"},
        {"{\"map\": {\"mesh\": {\"vertices\": [[0, 0], [1, 0], [0, 1]], \"polygons\": [[0, 1, "
         "2]]}, "
         "\"links\": [{\"from\": [0, 0, 2], \"to\": [1, 0]}]}}",
         "test.json: map.links[0].from: must lie on the map"},
        {"{\"world\": {\"space\": \"spatial\"}, \"map\": {\"width\": 4, \"height\": 4, \"depth\": "
         "4, "
         "\"links\": []}}",
         "test.json: map: \"costs\" and \"cost_rows\" are for grids, \"links\" for grids and "
         "meshes"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        VeerScenario *scenario = NULL;
        VeerInputError error = {{0}};
        assert_int_equal(veer_scenario_read("test.json", cases[i].text, strlen(cases[i].text), NULL,
                                            &scenario, &error),
                         VEER_BAD_VALUE);
        assert_string_equal(error.text, cases[i].error);
    }
}

// Two floors that nothing joins but links: a ladder, and a jump down that is closed at first.
#define FLOORS                                                                                     \
    "\"map\": {\"mesh\": {\"vertices\": [[0, 0], [8, 0], [8, 4], [0, 4], [0, 0, 3], [8, 0, 3], "   \
    "[8, 4, 3], [0, 4, 3]], \"polygons\": [[0, 1, 2, 3], [4, 5, 6, 7]]}, \"links\": [{\"from\": "  \
    "[7, 2, 0], \"to\": [7, 2, 3], \"cost\": 5, \"flags\": [1]}, {\"from\": [2, 2, 3], \"to\": "   \
    "[4, 2], \"one_way\": true, \"closed\": true}]}"

static void links_lead_from_floor_to_floor(void **state)
{
    (void)state;
    VeerScenario *scenario = read_text(
        "{" FLOORS ", \"groups\": [{\"place\": {\"kind\": \"points\", \"points\": [[1, 2, 0]]}, "
        "\"goal\": {\"kind\": \"points\", \"points\": [[1, 2, 3]]}, \"radius\": 0.3, "
        "\"max_speed\": 2, \"arrival_radius\": 0.2, \"route\": true}], \"timeline\": [{\"kind\": "
        "\"open\", \"at\": 1, \"link\": 1}]}");
    VeerWorld *world = start(scenario);
    uint32_t count;
    assert_float_equal(veer_scenario_agents(scenario, &count)[0].shortest_path, 16.8f, 1e-3f);
    VeerLinkId link;
    VeerLinkDef def;
    assert_true(veer_link_at(world, 1, &link));
    assert_int_equal(veer_link_get(world, link, &def), VEER_OK);
    assert_true(!def.is_open && def.is_one_way);
    run(scenario, world, 60 * 14);
    assert_int_equal(veer_link_get(world, link, &def), VEER_OK);
    assert_true(def.is_open);
    assert_int_equal(first_agent(world).status, VEER_AGENT_ARRIVED);
    assert_true(first_agent(world).position.z == 3.0f);
    veer_world_destroy(world);
    veer_scenario_destroy(scenario);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(agents_go_up_a_ramp),
        cmocka_unit_test(doors_are_polygons_with_their_middle_in_a_box),
        cmocka_unit_test(links_lead_from_floor_to_floor),
        cmocka_unit_test(what_covers_a_mesh_cuts_it_into_pieces),
        cmocka_unit_test(pieces_that_are_too_small_are_refused),
        cmocka_unit_test(random_places_keep_off_the_walls),
        cmocka_unit_test(gaps_to_walls_of_the_mesh_are_scores),
        cmocka_unit_test(bad_meshes_are_told_by_place),
        cmocka_unit_test(what_is_for_cells_is_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
