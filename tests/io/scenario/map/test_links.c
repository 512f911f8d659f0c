// Links of scenarios: routes over them, those who may, what opens and closes, and what is refused.
#include "io/scenario/scenario_maker.h"

#include "veer/link.h"
#include "veer/route.h"

#define ROOMS "\"rows\": [\"......\", \"..@@..\", \"..@@..\", \"..@@..\", \"..@@..\", \"..@@..\"]"
#define LINK "{\"from\": [1.5, 0.5], \"to\": [4.5, 0.5], \"cost\": 4, \"flags\": [2]}"
#define GROUP(more)                                                                                \
    "\"groups\": [{\"place\": {\"kind\": \"points\", \"points\": [[0.5, 0.5]]}, \"goal\": "        \
    "{\"kind\": \"points\", \"points\": [[5.5, 0.5]]}, \"radius\": 0.2, \"max_speed\": 2, "        \
    "\"arrival_radius\": 0.2, \"route\": true" more "}]"
#define MAP "{\"map\": {" ROOMS ", \"links\": [" LINK "]}"

static float shortest_path(const char *text)
{
    VeerScenario *scenario = read_text(text);
    VeerWorld *world = start(scenario);
    uint32_t count;
    float length = veer_scenario_agents(scenario, &count)[0].shortest_path;
    veer_world_destroy(world);
    veer_scenario_destroy(scenario);
    return length;
}

static void link_shortens_the_way_of_those_who_may_use_it(void **state)
{
    (void)state;
    assert_float_equal(shortest_path(MAP ", " GROUP("") "}"), 4.8f, 1e-3f);
    assert_true(shortest_path(MAP ", " GROUP(", \"may_use\": [1]") "}") > 10.0f);
}

static void link_is_made_as_the_file_says(void **state)
{
    (void)state;
    VeerScenario *scenario = read_text(
        "{\"map\": {" ROOMS ", \"links\": [" LINK
        ", {\"from\": [0.5, 0.5], \"to\": [5.5, 0.5], \"one_way\": true, \"closed\": true}]}}");
    VeerWorld *world = start(scenario);
    VeerLinkId link;
    VeerLinkDef def;
    assert_int_equal(veer_world_link_room(world), 2);
    assert_true(veer_link_at(world, 0, &link));
    assert_int_equal(veer_link_get(world, link, &def), VEER_OK);
    assert_true(def.cost == 4.0f && def.flags == 4 && def.is_open && !def.is_one_way);
    assert_true(veer_link_at(world, 1, &link));
    assert_int_equal(veer_link_get(world, link, &def), VEER_OK);
    assert_true(def.cost == 0.0f && def.flags == 0 && !def.is_open && def.is_one_way);
    veer_world_destroy(world);
    veer_scenario_destroy(scenario);
}

static void link_is_crossed_and_opens_and_closes(void **state)
{
    (void)state;
    VeerScenario *scenario = read_text(
        MAP ", " GROUP("") ", \"timeline\": [{\"kind\": \"close\", \"at\": 0.1, \"link\": 0}, "
                           "{\"kind\": \"open\", \"at\": 0.4, \"link\": 0}]}");
    VeerWorld *world = start(scenario);
    uint32_t count;
    VeerAgentId agent = veer_scenario_agents(scenario, &count)[0].agent;
    VeerRouteState route;
    run(scenario, world, 15);
    assert_int_equal(veer_agent_route(world, agent, &route), VEER_OK);
    assert_true(route.length > 9.0f);
    run(scenario, world, 15);
    assert_int_equal(veer_agent_route(world, agent, &route), VEER_OK);
    assert_true(route.length < 6.0f);
    run(scenario, world, 300);
    VeerAgentState agent_state;
    assert_int_equal(veer_agent_get(world, agent, &agent_state), VEER_OK);
    assert_int_equal(agent_state.status, VEER_AGENT_ARRIVED);
    veer_world_destroy(world);
    veer_scenario_destroy(scenario);
}

static void links_that_are_wrong_are_refused(void **state)
{
    (void)state;
    static const char *const wrong[][2] = {
        {"{\"map\": {" ROOMS ", \"links\": 3}}", "test.json: map.links: must be "},
        {"{\"map\": {" ROOMS ", \"links\": [{\"from\": [1, 1]}]}}", "test.json: map.links[0]: "},
        {"{\"map\": {" ROOMS ", \"links\": [{\"from\": [9, 0], \"to\": [1, 1]}]}}",
         "test.json: map.links[0].from: must lie on the map"},
        {"{\"map\": {" ROOMS ", \"links\": [{\"from\": [1, 1], \"to\": [1, -1]}]}}",
         "test.json: map.links[0].to: must lie on the map"},
        {"{\"map\": {" ROOMS ", \"links\": [{\"from\": [1, 1], \"to\": [1, 2], \"flags\": [31]}]}}",
         "test.json: map.links[0].flags[0]: must be <= 30, is 31"},
        {MAP ", \"timeline\": [{\"kind\": \"open\", \"at\": 1, \"link\": 1}]}",
         "test.json: timeline[0].link: must be below 1"},
        {MAP ", \"timeline\": [{\"kind\": \"open\", \"at\": 1}]}",
         "test.json: timeline[0]: needs \"lower\" and \"upper\", or \"link\""},
        {MAP ", \"timeline\": [{\"kind\": \"open\", \"at\": 1, \"link\": 0, \"lower\": [0, 0]}]}",
         "test.json: timeline[0]: needs \"lower\" and \"upper\", or \"link\""},
    };
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        VeerScenario *scenario = NULL;
        VeerInputError error = {{0}};
        assert_int_equal(veer_scenario_read("test.json", wrong[i][0], strlen(wrong[i][0]), NULL,
                                            &scenario, &error),
                         VEER_BAD_VALUE);
        if (strncmp(error.text, wrong[i][1], strlen(wrong[i][1])) != 0) {
            fail_msg("'%s' does not begin with '%s'", error.text, wrong[i][1]);
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(link_shortens_the_way_of_those_who_may_use_it),
        cmocka_unit_test(link_is_made_as_the_file_says),
        cmocka_unit_test(link_is_crossed_and_opens_and_closes),
        cmocka_unit_test(links_that_are_wrong_are_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
