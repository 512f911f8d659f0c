#include "io/scenario/scenario_maker.h"

/// One wrong text and the line that it gets.
typedef struct Case {
    const char *text, *line;
} Case;

static void check(const Case *cases, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        assert_error_with(cases[i].text, NULL, cases[i].line);
    }
}
#define CHECK(cases) check(cases, sizeof(cases) / sizeof(cases)[0])

static void errors_of_syntax_name_line_and_column(void **state)
{
    static const Case cases[] = {
        {"", "f.json:1:1: is empty, must be a JSON object"},
        {" \n\t", "f.json:1:1: is empty, must be a JSON object"},
        {"{", "f.json:1:1: string or '}' expected near end of file"},
        {"{\"title\": \"a\",\n \"title\": \"b\"}",
         "f.json:2:8: duplicate object key near '\"title\"'"},
        {"{\"world\": {\"dt\": 1e999}}", "f.json:1:22: real number overflow near '1e999'"},
        {"{\"world\": NaN}", "f.json:1:13: invalid token near 'NaN'"},
        {"{} x", "f.json:1:4: end of file expected near 'x'"},
        {"{\"title\": \"a\nb\"}", "f.json:1:12: unexpected newline near '\"a'"},
        {"{\"title\": \"\\u0000\"}",
         "f.json:1:18: \\u0000 is not allowed without JSON_ALLOW_NUL near '\"\\u0000\"'"},
    };
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        VeerScenario *scenario = NULL;
        VeerInputError error = {{0}};
        assert_int_equal(veer_scenario_read("f.json", cases[i].text, strlen(cases[i].text), NULL,
                                            &scenario, &error),
                         VEER_BAD_VALUE);
        assert_string_equal(error.text, cases[i].line);
    }
}

static void errors_of_the_file_object(void **state)
{
    static const Case cases[] = {
        {"[]", "f.json: must be an object, is an array"},
        {"{\"titel\": \"\"}", "f.json: titel: unknown key, the nearest known one is \"title\""},
        {"{\"title\": null}", "f.json: title: must be a string, is null"},
        {"{\"agents\": 0}", "f.json: agents: must be >= 1, is 0"},
        {"{\"agents\": 5000000}", "f.json: agents: must be <= 4000000, is 5000000"},
        {"{\"agents\": 2.5}", "f.json: agents: must be a whole number, is 2.5"},
        {"{\"agents_reference\": 3}", "f.json: \"agents_reference\" needs \"agents\""},
        {"{\"groups\": {}}", "f.json: groups: must be an array, is an object"},
        {"{\"obstacles\": 1}", "f.json: obstacles: must be an array, is a number"},
        {"{\"timeline\": true}", "f.json: timeline: must be an array, is true or false"},
        {"{\"expect\": []}", "f.json: expect: must be an object, is an array"},
        {"{\"expect\": {\"arived\": {}}}",
         "f.json: expect.arived: unknown key, the nearest known one is \"arrived\""},
        {"{\"expect\": {\"arrived\": {\"at_least\": true}}}",
         "f.json: expect.arrived.at_least: must be a number or \"all\", is true or false"},
        {"{\"expect\": {\"arrived\": 3}}",
         "f.json: expect.arrived: must be an object, is a number"},
    };
    (void)state;
    CHECK(cases);
}

static void errors_of_the_world(void **state)
{
    static const Case cases[] = {
        {"{\"world\": 1}", "f.json: world: must be an object, is a number"},
        {"{\"world\": {\"dt\": 0}}", "f.json: world.dt: must be >= 1e-06, is 0"},
        {"{\"world\": {\"dt\": 1e-60}}", "f.json: world.dt: must be >= 1e-06, is 1e-60"},
        {"{\"world\": {\"dt\": 9.9e-7}}", "f.json: world.dt: must be >= 1e-06, is 9.9e-07"},
        {"{\"world\": {\"dt\": 1e-6, \"warm_up\": 1}}",
         "f.json: world.warm_up: must take at most 250000 ticks"},
        {"{\"world\": {\"dt\": 2}}", "f.json: world.dt: must be <= 1, is 2"},
        {"{\"world\": {\"dt\": \"infinite\"}}", "f.json: world.dt: must be a number, is a string"},
        {"{\"world\": {\"space\": \"flat\"}}",
         "f.json: world.space: unknown name \"flat\", the nearest is \"planar\""},
        {"{\"world\": {\"space\": 2}}", "f.json: world.space: must be a string, is a number"},
        {"{\"world\": {\"seed\": -1}}",
         "f.json: world.seed: must be a whole number from 0 to 2^53, or a string of digits, is -1"},
        {"{\"world\": {\"seed\": \"12x\"}}",
         "f.json: world.seed: must be a string of digits below 2^64, is \"12x\""},
        {"{\"world\": {\"seed\": \"99999999999999999999\"}}",
         "f.json: world.seed: must be a string of digits below 2^64, is \"99999999999999999999\""},
        {"{\"world\": {\"seed\": []}}", "f.json: world.seed: must be a string, is an array"},
        {"{\"world\": {\"bounds\": 3}}", "f.json: world.bounds: must be an array, is a number"},
        {"{\"world\": {\"bounds\": [[0, 0]]}}", "f.json: world.bounds: must have 2 corners, has 1"},
        {"{\"world\": {\"bounds\": [[0, 0], [0, 1]]}}",
         "f.json: world.bounds: the first corner must be the lower one on each axis"},
        {"{\"world\": {\"bounds\": [[0, 0], [1]]}}",
         "f.json: world.bounds[1]: must have 2 or 3 numbers, has 1"},
        {"{\"world\": {\"bounds\": [[0, \"a\"], [1, 1]]}}",
         "f.json: world.bounds[0][1]: must be a number, is a string"},
        {"{\"world\": {\"bounds\": [[0, 0], [1, 1e7]]}}",
         "f.json: world.bounds[1][1]: must be <= 2000000, is 10000000"},
    };
    (void)state;
    CHECK(cases);
}

#define GROUP(members) "{\"groups\": [{" members "}]}"
#define AT_ORIGIN "\"place\": {\"kind\": \"points\", \"points\": [[0, 0]]}"

static void errors_of_the_foresight(void **state)
{
    static const Case cases[] = {
        {"{\"foresight\": {}}", "f.json: foresight: needs the key \"bounds\""},
        {"{\"foresight\": {\"bounds\": [[0, 0], [9, 0]]}}",
         "f.json: foresight.bounds: the first corner must be the lower one on each axis"},
        {"{\"foresight\": {\"bounds\": [[0, 0], [40000, 9]]}}",
         "f.json: foresight: must cover some cells, at most 32767 along an axis and 2^24 in all"},
        {"{\"foresight\": {\"bounds\": [[0, 0, 0], [32767, 32767, 9]]}, \"world\": "
         "{\"space\": \"spatial\"}}",
         "f.json: foresight: must cover some cells, at most 32767 along an axis and 2^24 in all"},
        {"{\"foresight\": {\"bounds\": [[0, 0], [9, 9]], \"tick\": 0}}",
         "f.json: foresight.tick: must be > 0, is 0"},
        {"{\"groups\": [{\"foresight\": true, " AT_ORIGIN "}]}",
         "f.json: groups[0]: \"foresight\" needs that of the scenario"},
    };
    (void)state;
    CHECK(cases);
}

static void errors_of_groups(void **state)
{
    static const Case cases[] = {
        {GROUP(""), "f.json: groups[0]: needs the key \"place\""},
        {GROUP("\"place\": 3"), "f.json: groups[0].place: must be an object, is a number"},
        {GROUP("\"place\": {}"), "f.json: groups[0].place: needs the key \"kind\""},
        {GROUP("\"place\": {\"kind\": 1}"),
         "f.json: groups[0].place.kind: must be a string, is a number"},
        {GROUP("\"place\": {\"kind\": \"rign\"}"),
         "f.json: groups[0].place.kind: unknown kind \"rign\", the nearest is \"ring\""},
        {GROUP("\"place\": {\"kind\": \"ring\"}"),
         "f.json: groups[0].place: needs the key \"radius\""},
        {GROUP("\"place\": {\"kind\": \"ring\", \"radius\": 3}"),
         "f.json: groups[0]: needs the key \"count\" or \"share\""},
        {GROUP(AT_ORIGIN ", \"radius\": -1"), "f.json: groups[0].radius: must be >= 0, is -1"},
        {GROUP(AT_ORIGIN ", \"radius\": []"),
         "f.json: groups[0].radius: must be a number or {\"min\": …, \"max\": …}, is an array"},
        {GROUP(AT_ORIGIN ", \"radius\": {\"min\": 1}"),
         "f.json: groups[0].radius: needs the key \"max\""},
        {GROUP(AT_ORIGIN ", \"radius\": {\"min\": 2, \"max\": 1}"),
         "f.json: groups[0].radius: min must be <= max, is 2 > 1"},
        {GROUP(AT_ORIGIN ", \"radius\": {\"min\": 2, \"mix\": 1}"),
         "f.json: groups[0].radius.mix: unknown key, the nearest known one is \"min\""},
    };
    (void)state;
    CHECK(cases);
}

static void errors_of_agents(void **state)
{
    static const Case cases[] = {
        {GROUP(AT_ORIGIN ", \"count\": 2"), "f.json: groups[0].place: has 1 points, needs 2"},
        {"{\"agents\": 1, \"groups\": [{\"count\": 1, \"share\": 1, " AT_ORIGIN "}]}",
         "f.json: groups[0]: must not have both \"count\" and \"share\""},
        {GROUP(AT_ORIGIN ", \"share\": 1"),
         "f.json: groups[0]: \"share\" needs the scene's \"agents\""},
        {GROUP(AT_ORIGIN ", \"heading\": true"),
         "f.json: groups[0].heading: must be an angle, a vector or \"goal\""},
        {GROUP(AT_ORIGIN ", \"heading\": 1e9"),
         "f.json: groups[0].heading: must be at most 1e6 rad, is 1e+09"},
        {GROUP(AT_ORIGIN ", \"heading\": [1]"),
         "f.json: groups[0].heading: must have 2 or 3 numbers, has 1"},
        {GROUP(AT_ORIGIN ", \"velocity\": [3, 4]"),
         "f.json: groups[0]: velocity must be at most max_speed (1.39999998), is 5"},
        {GROUP(AT_ORIGIN ", \"layers\": [32]"),
         "f.json: groups[0].layers[0]: must be <= 31, is 32"},
        {GROUP(AT_ORIGIN ", \"layers\": 1"),
         "f.json: groups[0].layers: must be an array, is a number"},
        {GROUP(AT_ORIGIN ", \"immovable\": 1"),
         "f.json: groups[0].immovable: must be true or false, is a number"},
        {GROUP(AT_ORIGIN ", \"motion\": {\"max_acceleration\": \"endless\"}"),
         "f.json: groups[0].motion.max_acceleration: must be a number, is a string"},
        {GROUP(AT_ORIGIN ", \"avoidance\": {\"model\": \"orka\"}"),
         "f.json: groups[0].avoidance.model: unknown name \"orka\", the nearest is \"orca\""},
        {"{\"groups\": [{\"name\": \"a\", " AT_ORIGIN "}, {\"name\": \"a\", " AT_ORIGIN "}]}",
         "f.json: groups[1]: another group is named \"a\" too"},
        {"{\"agents\": 10, \"groups\": [{\"share\": 0.8, \"place\": {\"kind\": \"ring\", "
         "\"radius\": "
         "5}}, {\"share\": 0.8, \"place\": {\"kind\": \"ring\", \"radius\": 9}}]}",
         "f.json: groups: the shares must sum to <= 1, make 1.6"},
        {"{\"agents\": 1, \"groups\": [{\"share\": 0.1, " AT_ORIGIN "}]}",
         "f.json: groups[0]: its share of the scene's \"agents\" is none"},
        {"{\"groups\": [{\"count\": 131072, \"place\": {\"kind\": \"line\", \"from\": [0, 0], "
         "\"to\": [1, 1]}}, {\"count\": 1, " AT_ORIGIN "}]}",
         "f.json: groups[1]: must have at most 131072 agents in all, has 131073"},
        {"{\"defaults\": {\"radus\": 1}, \"groups\": [{" AT_ORIGIN "}]}",
         "f.json: defaults.radus: unknown key, the nearest known one is \"radius\""},
    };
    (void)state;
    CHECK(cases);
}

#define GOAL(goal) GROUP(AT_ORIGIN ", \"goal\": " goal)
#define PLACE(place) GROUP("\"count\": 3, \"place\": " place)

static void errors_of_goals_and_places(void **state)
{
    static const Case cases[] = {
        {GOAL("{\"kind\": \"offsat\"}"),
         "f.json: groups[0].goal.kind: unknown kind \"offsat\", the nearest is \"offset\""},
        {GOAL("{\"kind\": \"offset\"}"), "f.json: groups[0].goal: needs the key \"by\""},
        {GOAL("{\"kind\": \"agent\", \"group\": \"x\"}"),
         "f.json: groups[0].goal: there is no group named \"x\""},
        {GOAL("{\"kind\": \"obstacle\", \"obstacle\": \"x\"}"),
         "f.json: groups[0].goal: there is no obstacle named \"x\""},
        {GOAL("{\"kind\": \"points\", \"points\": []}"),
         "f.json: groups[0].goal.points: must have at least one point, is empty"},
        {GOAL("{\"kind\": \"points\", \"points\": 3}"),
         "f.json: groups[0].goal.points: must be an array, is a number"},
        {PLACE("{\"kind\": \"mirrored\"}"),
         "f.json: groups[0].place.kind: unknown kind \"mirrored\", the nearest is \"line\""},
        {PLACE("{\"kind\": \"line\", \"from\": [0, 0]}"),
         "f.json: groups[0].place: needs one of \"to\" and \"step\""},
        {PLACE("{\"kind\": \"line\", \"from\": [0, 0], \"step\": [1200000, 0]}"),
         "f.json: groups[0].place: puts body 2 further than 2e+06 m from the origin"},
        {PLACE("{\"kind\": \"sphere\", \"radius\": 1}"),
         "f.json: groups[0].place: a sphere needs a spatial world, use a ring"},
        {PLACE("{\"kind\": \"ring\", \"radius\": 1, \"spacing\": 7}"),
         "f.json: groups[0].place: has room for 0 at this radius and spacing, needs 3"},
        {PLACE("{\"kind\": \"grid\", \"pitch\": [1, 1], \"columns\": 1, \"rows\": 2}"),
         "f.json: groups[0].place: holds 2, needs 3"},
        {PLACE("{\"kind\": \"disc\", \"radius\": 0.6}"),
         "f.json: groups[0].place: has no room for body 2 of 3, must be larger or hold fewer"},
        {PLACE("{\"kind\": \"box\", \"lower\": [0, 0], \"upper\": [-1, 0]}"),
         "f.json: groups[0].place: lower must be below upper on each axis"},
        {PLACE("{\"kind\": \"beside\", \"obstacle\": \"x\", \"centre\": [0, 0]}"),
         "f.json: groups[0].place: there is no obstacle named \"x\""},
    };
    (void)state;
    CHECK(cases);
}

#define OBSTACLE(members) "{\"obstacles\": [{" members "}]}"

static void errors_of_obstacles(void **state)
{
    static const Case cases[] = {
        {OBSTACLE("\"kind\": \"bal\""),
         "f.json: obstacles[0].kind: unknown kind \"bal\", the nearest is \"ball\""},
        {OBSTACLE("\"kind\": \"ball\", \"position\": [0, 0]"),
         "f.json: obstacles[0]: needs the key \"radius\""},
        {OBSTACLE("\"kind\": \"ball\", \"radius\": 1"),
         "f.json: obstacles[0]: needs the key \"position\""},
        {OBSTACLE("\"kind\": \"ball\", \"radius\": 1, \"motion\": \"orbit\""),
         "f.json: obstacles[0]: the motion \"orbit\" and the key \"orbit\" go together"},
        {OBSTACLE("\"kind\": \"ball\", \"radius\": 1, \"orbit\": {}"),
         "f.json: obstacles[0].orbit: needs the key \"centre\""},
        {OBSTACLE(
             "\"kind\": \"ball\", \"radius\": 1, \"position\": [0, 0], \"motion\": \"static\", "
             "\"velocity\": [1, 0]"),
         "f.json: obstacles[0].velocity: goes with the motions \"velocity\" and \"free\" only"},
        {OBSTACLE("\"kind\": \"chain\", \"points\": [[0, 0]]"),
         "f.json: obstacles[0].points: must have at least 2 points, has 1"},
        {OBSTACLE("\"kind\": \"polygon\", \"points\": [[0, 0], [1, 0]]"),
         "f.json: obstacles[0].points: must have 3 to 64 points, has 2"},
        {OBSTACLE("\"kind\": \"polygon\", \"points\": [[0, 0], [0, 1], [1, 0]]"),
         "f.json: obstacles[0].points: must be convex and counter-clockwise (a chain need not be)"},
        {"{\"world\": {\"space\": \"spatial\"}, \"obstacles\": [{\"kind\": \"chain\", \"points\": "
         "[[0, "
         "0], [1, 1]]}]}",
         "f.json: obstacles[0]: chains and polygons need a planar world, use boxes and balls"},
        {OBSTACLE("\"kind\": \"box\", \"lower\": [0, 0], \"upper\": [1, 0]"),
         "f.json: obstacles[0]: lower must be below upper on each axis"},
    };
    (void)state;
    CHECK(cases);
}

static void errors_of_many_obstacles(void **state)
{
    static const Case cases[] = {
        {OBSTACLE("\"kind\": \"field\", \"lower\": [0, 0], \"upper\": [1, -1], \"count\": 1, "
                  "\"radius\": 1"),
         "f.json: obstacles[0]: lower must be below upper on each axis"},
        {OBSTACLE("\"kind\": \"field\", \"lower\": [0, 0], \"upper\": [1, 1], \"count\": 9, "
                  "\"radius\": 1"),
         "f.json: obstacles[0]: has no room for 9 balls, must be larger or hold fewer"},
        {OBSTACLE("\"kind\": \"field\", \"lower\": [0, 0], \"upper\": [1, 1], \"count\": 1, "
                  "\"radius\": 1, \"motion\": \"orbit\""),
         "f.json: obstacles[0].motion: must not be \"orbit\", use the kind \"orbits\""},
        {OBSTACLE("\"kind\": \"field\", \"lower\": [0, 0], \"upper\": [1, 1], \"count\": 1, "
                  "\"radius\": 1, \"motion\": \"static\", \"speed\": 1"),
         "f.json: obstacles[0].speed: goes with the motions \"velocity\" and \"free\" only"},
        {OBSTACLE("\"kind\": \"field\", \"lower\": [0, 0], \"upper\": [1, 1], \"count\": 1, "
                  "\"radius\": 1, \"clear\": 1"),
         "f.json: obstacles[0].clear: must be an array, is a number"},
        {OBSTACLE("\"kind\": \"field\", \"lower\": [0, 0], \"upper\": [1, 1], \"count\": 1, "
                  "\"radius\": 1, \"clear\": [{}]"),
         "f.json: obstacles[0].clear[0]: needs the key \"centre\""},
        {OBSTACLE("\"kind\": \"field\", \"lower\": [0, 0], \"upper\": [1, 1], \"count\": 1, "
                  "\"radius\": 1, \"tether\": {\"speed\": 1}"),
         "f.json: obstacles[0].tether: goes with the motion \"free\" only"},
        {OBSTACLE("\"kind\": \"ball\", \"position\": [0, 0], \"radius\": 1, \"tether\": {}"),
         "f.json: obstacles[0].tether: goes with the motion \"free\" only"},
        {OBSTACLE("\"kind\": \"ring\", \"count\": 1, \"radius\": 1"),
         "f.json: obstacles[0]: needs the key \"distance\""},
        {OBSTACLE("\"kind\": \"ring\", \"distance\": 2, \"count\": 9, \"radius\": 1"),
         "f.json: obstacles[0]: has no room for 9 balls, must be larger or hold fewer"},
        {OBSTACLE("\"kind\": \"field\", \"lower\": [0, 0], \"upper\": [1, 1], \"count\": 262144, "
                  "\"radius\": 1}, {\"kind\": \"ball\""),
         "f.json: obstacles: must have at most 262144 obstacles in all, has 262145"},
        {OBSTACLE("\"kind\": \"ball\", \"name\": \"a\", \"position\": [0, 0], \"radius\": 1}, "
                  "{\"kind\": \"ball\", \"name\": \"a\", \"position\": [0, 0], \"radius\": 1"),
         "f.json: obstacles[1]: another obstacle is named \"a\" too"},
    };
    (void)state;
    CHECK(cases);
}

#define EVENT(members)                                                                             \
    "{\"groups\": [{\"name\": \"g\", " AT_ORIGIN "}], \"obstacles\": [{\"kind\": \"ball\", "       \
    "\"name\": \"o\", \"position\": [9, 9], \"radius\": 1}], \"timeline\": [{" members "}]}"

static void errors_of_the_timeline(void **state)
{
    static const Case cases[] = {
        {EVENT("\"kind\": \"stop\""), "f.json: timeline[0]: needs the key \"at\""},
        {EVENT("\"kind\": \"stop\", \"at\": -1, \"group\": \"g\""),
         "f.json: timeline[0].at: must be >= 0, is -1"},
        {EVENT("\"kind\": \"stop\", \"at\": \"x\", \"group\": \"g\""),
         "f.json: timeline[0].at: must be a number, is a string"},
        {EVENT("\"kind\": \"stop\", \"at\": 1, \"group\": \"h\""),
         "f.json: timeline[0]: there is no group named \"h\""},
        {EVENT("\"kind\": \"stop\", \"at\": 1, \"group\": \"g\", \"index\": 1"),
         "f.json: timeline[0]: index must be < 1, is 1"},
        {EVENT("\"kind\": \"stop\", \"at\": 1, \"group\": \"g\", \"index\": \"x\""),
         "f.json: timeline[0].index: must be a number, is a string"},
        {EVENT("\"kind\": \"remove\", \"at\": 1"),
         "f.json: timeline[0]: needs one of \"group\" and \"obstacle\""},
        {EVENT("\"kind\": \"go_to\", \"at\": 1, \"group\": \"g\", \"goal\": {\"kind\": \"x\"}"),
         "f.json: timeline[0].goal.kind: unknown kind \"x\", the nearest is \"box\""},
        {EVENT("\"kind\": \"set_velocity\", \"at\": 1, \"obstacle\": \"o\", \"velocity\": [1, 1]"),
         "f.json: timeline[0]: the obstacle's motion must be \"velocity\" or \"free\""},
        {EVENT("\"kind\": \"move\", \"at\": 1, \"obstacle\": \"o\", \"to\": [1, 1], \"by\": 1"),
         "f.json: timeline[0].by: unknown key, the nearest known one is \"at\""},
        {EVENT("\"kind\": \"spawn\", \"at\": 1, \"group\": {\"name\": \"g\", " AT_ORIGIN "}"),
         "f.json: timeline[0].group: another group is named \"g\" too"},
        {EVENT("\"kind\": \"spawn\", \"at\": 1, \"group\": {\"goal\": {\"kind\": \"x\"}, " AT_ORIGIN
               "}"),
         "f.json: timeline[0].group.goal.kind: unknown kind \"x\", the nearest is \"box\""},
        {EVENT("\"kind\": \"spawn\", \"at\": 1, \"group\": 3"),
         "f.json: timeline[0].group: must be an object, is a number"},
    };
    (void)state;
    CHECK(cases);
}

#define BEHAVIOUR_LIST(members) GROUP(AT_ORIGIN ", \"behaviour_list\": {" members "}")

static void errors_of_behaviours(void **state)
{
    static const Case cases[] = {
        {GROUP(AT_ORIGIN ", \"behaviour_list\": 3"),
         "f.json: groups[0].behaviour_list: must be an object, is a number"},
        {BEHAVIOUR_LIST("\"preset\": \"flok\""), "f.json: groups[0].behaviour_list.preset: unknown "
                                                 "name \"flok\", the nearest is \"flock\""},
        {BEHAVIOUR_LIST("\"behaviours\": 3"),
         "f.json: groups[0].behaviour_list.behaviours: must be an array, is a number"},
        {BEHAVIOUR_LIST("\"behaviours\": [{}]"),
         "f.json: groups[0].behaviour_list.behaviours[0]: needs the key \"kind\""},
        {BEHAVIOUR_LIST("\"behaviours\": [{\"kind\": \"path\"}]"),
         "f.json: groups[0].behaviour_list.behaviours[0]: needs the list's key \"path\""},
        {BEHAVIOUR_LIST("\"behaviours\": [{\"kind\": \"contain\", \"point\": [1, 0]}]"),
         "f.json: groups[0].behaviour_list.behaviours[0]: point must be <= upper on each axis"},
        {BEHAVIOUR_LIST("\"preset\": \"flock\", \"behaviours\": [{\"kind\": \"goal\"}, "
                        "{\"kind\": \"goal\"}, {\"kind\": \"goal\"}, {\"kind\": \"goal\"}, "
                        "{\"kind\": \"goal\"}]"),
         "f.json: groups[0].behaviour_list.behaviours[4]: too many behaviours, must be <= 8"},
        {BEHAVIOUR_LIST(
             "\"path\": [[0,0],[1,0],[2,0],[3,0],[4,0],[5,0],[6,0],[7,0],[8,0],[9,0],[10,0],"
             "[11,0],[12,0],[13,0],[14,0],[15,0],[16,0]]"),
         "f.json: groups[0].behaviour_list: path must have <= 16 points, has 17"},
    };
    (void)state;
    CHECK(cases);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(errors_of_syntax_name_line_and_column),
        cmocka_unit_test(errors_of_the_file_object),
        cmocka_unit_test(errors_of_the_world),
        cmocka_unit_test(errors_of_the_foresight),
        cmocka_unit_test(errors_of_groups),
        cmocka_unit_test(errors_of_agents),
        cmocka_unit_test(errors_of_behaviours),
        cmocka_unit_test(errors_of_goals_and_places),
        cmocka_unit_test(errors_of_obstacles),
        cmocka_unit_test(errors_of_many_obstacles),
        cmocka_unit_test(errors_of_the_timeline),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
