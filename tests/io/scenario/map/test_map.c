// Maps of scenarios: five ways to make one, doors, routes, and what is refused.
#include "io/scenario/scenario_maker.h"

#include "veer/route.h"

#include <math.h>
#include <stdlib.h>

#define GROUP                                                                                      \
    "\"groups\": [{\"place\": {\"kind\": \"points\", \"points\": [[0.5, 0.5]]}, \"goal\": "        \
    "{\"kind\": "                                                                                  \
    "\"points\", \"points\": [[5.5, 0.5]]}, \"radius\": 0.2, \"max_speed\": 2, "                   \
    "\"arrival_radius\": 0.2, \"route\": true}]"
#define ROOMS "\"map\": {\"rows\": [\"......\", \"..@@..\", \"..@@..\"]}"

static const VeerScenarioAgent *first_agent(const VeerScenario *scenario)
{
    uint32_t count;
    const VeerScenarioAgent *agents = veer_scenario_agents(scenario, &count);
    assert_true(count > 0);
    return agents;
}

static bool is_blocked(const VeerWorld *world, int32_t x, int32_t y)
{
    return veer_grid_is_blocked(veer_world_grid(world), (VeerCell){x, y});
}

/// Reads a text that must be wrong; the error begins as expected.
static void assert_error(const char *text, const char *expected)
{
    VeerScenario *scenario = NULL;
    VeerInputError error = {{0}};
    assert_int_equal(veer_scenario_read("test.json", text, strlen(text), NULL, &scenario, &error),
                     VEER_BAD_VALUE);
    assert_int_equal(strncmp(error.text, expected, strlen(expected)), 0);
}

static void map_of_rows_has_the_first_on_top(void **state)
{
    (void)state;
    VeerScenario *scenario = read_text("{" ROOMS "}");
    VeerWorld *world = start(scenario);
    assert_true(is_blocked(world, 2, 0) && is_blocked(world, 3, 1));
    assert_false(is_blocked(world, 2, 2));
    assert_int_equal(veer_grid_def(veer_world_grid(world))->width, 6);
    veer_world_destroy(world);
    veer_scenario_destroy(scenario);
}

static void route_of_a_group_leads_round(void **state)
{
    (void)state;
    VeerScenario *scenario = read_text("{" ROOMS ", " GROUP "}");
    VeerWorld *world = start(scenario);
    // By the corners (2, 2) and (4, 2), less the arrival radius.
    float length = 2.0f * sqrtf(1.5f * 1.5f + 1.5f * 1.5f) + 2.0f - 0.2f;
    assert_float_equal(first_agent(scenario)->shortest_path, length, 1e-4f);
    run(scenario, world, 60 * 8);
    VeerAgentState agent;
    assert_int_equal(veer_agent_get(world, veer_agent_at(world, 0), &agent), VEER_OK);
    assert_int_equal(agent.status, VEER_AGENT_ARRIVED);
    veer_world_destroy(world);
    veer_scenario_destroy(scenario);
}

static void doors_close_and_open(void **state)
{
    (void)state;
    VeerScenario *scenario =
        read_text("{" ROOMS ", " GROUP
                  ", \"timeline\": [{\"kind\": \"close\", \"at\": 0.1, \"lower\": [2, 2], "
                  "\"upper\": [4, 3]}, {\"kind\": \"open\", \"at\": 3, \"lower\": [2, 0], "
                  "\"upper\": [4, 1]}]}");
    VeerWorld *world = start(scenario);
    VeerRouteState route;
    run(scenario, world, 9);
    assert_true(is_blocked(world, 2, 2) && is_blocked(world, 3, 2));
    assert_int_equal(veer_agent_route(world, veer_agent_at(world, 0), &route), VEER_OK);
    assert_int_equal(route.status, VEER_ROUTE_PARTIAL);
    run(scenario, world, 60 * 8);
    assert_false(is_blocked(world, 2, 0));
    VeerAgentState agent;
    assert_int_equal(veer_agent_get(world, veer_agent_at(world, 0), &agent), VEER_OK);
    assert_int_equal(agent.status, VEER_AGENT_ARRIVED);
    veer_world_destroy(world);
    veer_scenario_destroy(scenario);
}

static void obstacles_become_cells(void **state)
{
    (void)state;
    VeerScenario *scenario =
        read_text("{\"map\": {\"width\": 12, \"height\": 8, \"obstacles\": true}, \"obstacles\": ["
                  "{\"kind\": \"ball\", \"position\": [1.5, 1.5], \"radius\": 0.4}, "
                  "{\"kind\": \"polygon\", \"points\": [[4, 1], [6, 1], [6, 3], [4, 3]]}, "
                  "{\"kind\": \"chain\", \"points\": [[8.5, 1.5], [8.5, 4.5]]}]}");
    VeerWorld *world = start(scenario);
    const char *const rows[8] = {"............", ".@..@@..@...", "....@@..@...", "........@...",
                                 "........@...", "............", "............", "............"};
    for (int32_t i = 0; i < 8 * 12; i++) {
        assert_int_equal(is_blocked(world, i % 12, i / 12), rows[i / 12][i % 12] == '@');
    }
    veer_world_destroy(world);
    veer_scenario_destroy(scenario);
}

static void covers_are_passed_on(void **state)
{
    (void)state;
    VeerScenario *scenario = read_text("{\"map\": {\"width\": 20, \"height\": 9}, \"obstacles\": "
                                       "[{\"kind\": \"ball\", \"position\": [10, "
                                       "4.5], \"radius\": 1, \"covers\": true}], \"groups\": "
                                       "[{\"covers\": true, \"place\": {\"kind\": "
                                       "\"points\", \"points\": [[3.5, 3.5]]}}]}");
    VeerWorld *world = start(scenario);
    run(scenario, world, 1);
    const VeerGrid *map = veer_world_covered_grid(world);
    assert_true(veer_grid_is_blocked(map, (VeerCell){10, 4}));
    assert_true(veer_grid_is_blocked(map, (VeerCell){3, 3}));
    veer_world_destroy(world);
    veer_scenario_destroy(scenario);
}

/// Whether a way of straight pieces leads through the door of the scene.
static bool leads_through(VeerVec3 from, const VeerVec3 *points, uint32_t count)
{
    for (uint32_t i = 0; i < count; from = points[i++]) {
        for (int k = 0; k <= 200; k++) {
            float part = (float)k / 200.0f;
            float x = from.x + (points[i].x - from.x) * part;
            float y = from.y + (points[i].y - from.y) * part;
            if (x > 23.05f && x < 24.95f && y > 12.05f && y < 15.95f) {
                return true;
            }
        }
    }
    return false;
}

/// How many agents of the scene mean to go through the door.
static uint32_t count_through(const VeerWorld *world)
{
    VeerVec3 points[64];
    uint32_t through = 0;
    for (uint32_t slot = 0; slot < veer_agent_slot_count(world); slot++) {
        VeerAgentState state;
        VeerAgentId agent = veer_agent_at(world, slot);
        assert_int_equal(veer_agent_get(world, agent, &state), VEER_OK);
        uint32_t count = veer_agent_route_points(world, agent, points, 64);
        through += leads_through(state.position, points, count);
    }
    return through;
}

static void all_plan_anew_within_a_second_of_a_door_that_closes(void **state)
{
    (void)state;
    const char *text = veer_scene_text("door");
    VeerScenario *scenario = read_text(text);
    VeerWorld *world = start(scenario);
    run(scenario, world, 6 * 60);
    assert_true(count_through(world) > 40);
    run(scenario, world, 60);
    assert_int_equal(count_through(world), 0);
    veer_world_destroy(world);
    veer_scenario_destroy(scenario);
}

static void all_cross_the_tunnel_in_eight_seconds(void **state)
{
    (void)state;
    VeerScenario *scenario = read_text(veer_scene_text("e15"));
    VeerWorld *world = start(scenario);
    bool has_crossed[72] = {false};
    for (int tick = 0; tick < 8 * 60; tick++) {
        run(scenario, world, 1);
        for (uint32_t slot = 0; slot < 72; slot++) {
            VeerAgentState agent;
            assert_int_equal(veer_agent_get(world, veer_agent_at(world, slot), &agent), VEER_OK);
            bool is_there = slot < 36 ? agent.position.x > 18.5f : agent.position.x < 5.5f;
            has_crossed[slot] = has_crossed[slot] || is_there;
        }
    }
    for (uint32_t slot = 0; slot < 72; slot++) {
        assert_true(has_crossed[slot]);
    }
    veer_world_destroy(world);
    veer_scenario_destroy(scenario);
}

static void write_file(const char *path, const char *text)
{
    FILE *file = fopen(path, "w");
    assert_non_null(file);
    assert_true(fputs(text, file) >= 0);
    assert_int_equal(fclose(file), 0);
}

static void map_file_lies_beside_and_its_rows_are_kept(void **state)
{
    (void)state;
    VeerScenario *scenario = NULL;
    VeerInputError error;
    write_file("test_scenario_map.map", "type octile\nheight 2\nwidth 4\nmap\n...@\n.@..\n");
    write_file("test_scenario_map.json", "{\"map\": {\"file\": \"test_scenario_map.map\"}}");
    assert_int_equal(veer_scenario_read_file("./test_scenario_map.json", NULL, &scenario, &error),
                     VEER_OK);
    VeerWorld *world = start(scenario);
    assert_true(is_blocked(world, 3, 0) && is_blocked(world, 1, 1));
    assert_int_equal(remove("test_scenario_map.map"), 0);
    VeerScenario *again = read_text(veer_scenario_text(scenario));
    VeerWorld *other = start(again);
    assert_true(veer_world_hash(world) == veer_world_hash(other));
    assert_int_equal(veer_scenario_read_file("./test_scenario_map.json", NULL, &scenario, &error),
                     VEER_BAD_VALUE);
    assert_non_null(strstr(error.text, "map.file: ./test_scenario_map.map"));
    assert_int_equal(remove("test_scenario_map.json"), 0);
    veer_world_destroy(world);
    veer_world_destroy(other);
    veer_scenario_destroy(scenario);
    veer_scenario_destroy(again);
}

static void maps_that_are_wrong_are_refused(void **state)
{
    (void)state;
    assert_error("{\"map\": {}}", "test.json: map: needs one of");
    assert_error("{\"map\": {\"width\": 3}}", "test.json: map: needs one of");
    assert_error("{\"map\": {\"width\": 3, \"rows\": []}}",
                 "test.json: map: must have only one of");
    assert_error("{\"map\": {\"rows\": [\"..\", \"...\"]}}",
                 "test.json: map.rows[1]: must have 2 cells as the first row, has 3");
    assert_error("{\"map\": {\"rows\": [\"\"]}}", "test.json: map.rows[0]: must have");
    assert_error("{\"map\": {\"rows\": [3]}}", "test.json: map.rows[0]: must be a string");
    assert_error("{\"map\": {\"rows\": 3}}", "test.json: map.rows: must be an array");
    assert_error("{\"map\": {\"rows\": []}}", "test.json: map.rows: is too large or empty");
    assert_error("{\"map\": {\"maze\": {\"columns\": 3}}}", "test.json: map.maze: needs the key");
    assert_error("{\"map\": {\"maze\": {\"columns\": 4000, \"rows\": 3}}}",
                 "test.json: map.maze: must have <= 32767");
    assert_error("{\"map\": {\"city\": {\"width\": 4, \"height\": 40}}}",
                 "test.json: map.city.width: must be");
    assert_error("{\"map\": {\"width\": 3, \"height\": 3, \"blocked\": [{\"lower\": [0, 0]}]}}",
                 "test.json: map.blocked[0]: needs the key");
    assert_error("{\"map\": {\"width\": 3, \"height\": 3, \"free\": 4}}",
                 "test.json: map.free: must be an array");
    assert_error("{\"map\": {\"width\": 3, \"height\": 3, \"depth\": 3}}",
                 "test.json: map: \"depth\", \"runs\" and \"tunnels\" need a spatial world");
    assert_error("{" GROUP "}", "test.json: groups[0]: \"route\" and \"covers\" need");
    assert_error("{\"obstacles\": [{\"kind\": \"ball\", \"position\": [0, 0], \"radius\": 1, "
                 "\"covers\": true}]}",
                 "test.json: obstacles[0]: \"covers\" needs");
    assert_error(
        "{\"timeline\": [{\"kind\": \"open\", \"at\": 1, \"lower\": [0, 0], \"upper\": [1, 1]}]}",
        "test.json: timeline[0]: needs the scenario's \"map\"");
}

static uint8_t cost_at(const VeerWorld *world, int32_t x, int32_t y)
{
    return veer_grid_cost(veer_world_grid(world), (VeerCell){x, y});
}

static void costs_are_laid_over_the_map(void **state)
{
    (void)state;
    VeerScenario *scenario =
        read_text("{\"map\": {\"rows\": [\"...\", \"...\"], \"cost_rows\": [\"01ff03\", "
                  "\"010a01\"], \"costs\": [{\"lower\": [2, -5], \"upper\": [9, 1], "
                  "\"cost\": 9}]}}");
    VeerWorld *world = start(scenario);
    assert_int_equal(cost_at(world, 1, 1), 255);
    assert_int_equal(cost_at(world, 2, 1), 3);
    assert_int_equal(cost_at(world, 1, 0), 10);
    assert_int_equal(cost_at(world, 2, 0), 9);
    veer_world_destroy(world);
    veer_scenario_destroy(scenario);
}

static void costs_that_are_wrong_are_refused(void **state)
{
    (void)state;
    assert_error("{\"map\": {\"rows\": [\"..\"], \"cost_rows\": [\"0101\", \"0101\"]}}",
                 "test.json: map.cost_rows: must have 1 rows");
    assert_error("{\"map\": {\"rows\": [\"..\"], \"cost_rows\": [\"01\"]}}",
                 "test.json: map.cost_rows[0]: must have two digits");
    assert_error("{\"map\": {\"rows\": [\"..\"], \"cost_rows\": [\"0100\"]}}",
                 "test.json: map.cost_rows[0]: must be costs from 01 to ff, has '00'");
    assert_error("{\"map\": {\"rows\": [\"..\"], \"cost_rows\": [\"01x1\"]}}",
                 "test.json: map.cost_rows[0]: must be costs from 01 to ff, has 'x1'");
    assert_error("{\"map\": {\"rows\": [\"..\"], \"cost_rows\": 3}}", "test.json: map.cost_rows: ");
    assert_error("{\"map\": {\"rows\": [\"..\"], \"cost_rows\": [3]}}",
                 "test.json: map.cost_rows[0]: ");
    assert_error("{\"map\": {\"rows\": [\"..\"], \"costs\": 3}}", "test.json: map.costs: ");
    assert_error("{\"map\": {\"rows\": [\"..\"], \"costs\": [{\"lower\": [0, 0], \"upper\": "
                 "[1, 1], \"cost\": 0}]}}",
                 "test.json: map.costs[0].cost: ");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(costs_are_laid_over_the_map),
        cmocka_unit_test(costs_that_are_wrong_are_refused),
        cmocka_unit_test(map_of_rows_has_the_first_on_top),
        cmocka_unit_test(route_of_a_group_leads_round),
        cmocka_unit_test(doors_close_and_open),
        cmocka_unit_test(obstacles_become_cells),
        cmocka_unit_test(covers_are_passed_on),
        cmocka_unit_test(all_plan_anew_within_a_second_of_a_door_that_closes),
        cmocka_unit_test(all_cross_the_tunnel_in_eight_seconds),
        cmocka_unit_test(map_file_lies_beside_and_its_rows_are_kept),
        cmocka_unit_test(maps_that_are_wrong_are_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
