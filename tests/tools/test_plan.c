#define _POSIX_C_SOURCE 200809L
#include "support/suite.h"

#include <jansson.h>
#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>

#define MAP "plan-test.map"
#define SCENE "plan-test.map.scen"
#define VOXELS "plan-test.3dmap"
#define VOXEL_SCENE "plan-test.3dmap.3dscen"

static char out[8000], err[2000];

static void read_all(FILE *file, char *text, size_t size)
{
    assert_non_null(file);
    text[fread(text, 1, size - 1, file)] = '\0';
}

// Calls `veer plan`. @return its exit status
static int plan(const char *arguments)
{
    char line[1000];
    snprintf(line, sizeof line, "'%s' plan %s 2>plan-test.err", VEER_COMMAND, arguments);
    FILE *pipe = popen(line, "r");
    read_all(pipe, out, sizeof out);
    int status = pclose(pipe);
    FILE *file = fopen("plan-test.err", "r");
    read_all(file, err, sizeof err);
    fclose(file);
    remove("plan-test.err");
    return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

static void write_file(const char *path, const char *text)
{
    FILE *file = fopen(path, "wb");
    assert_non_null(file);
    fputs(text, file);
    assert_int_equal(fclose(file), 0);
}

// A wall with a gap below; the path round it is 2 + 2 diagonals and straight lines between.
static int write_files(void **state)
{
    (void)state;
    write_file(MAP, "type octile\nheight 4\nwidth 5\nmap\n..@..\n..@..\n..@..\n.....\n");
    write_file(SCENE, "version 1\n0 m 5 4 0 0 4 0 9.65685\n0 m 5 4 0 3 4 3 4\n");
    // A post in the middle; round it, no edge cut, are two straight steps and two across edges.
    write_file(VOXELS, "voxel 5 5 1\n2 2 0\n");
    write_file(VOXEL_SCENE, "version 1\nm\n0 0 0 4 0 0 4 1\n0 2 0 4 2 0 6 1.5\n");
    return 0;
}

static int remove_files(void **state)
{
    (void)state;
    remove(MAP);
    remove(SCENE);
    remove(VOXELS);
    remove(VOXEL_SCENE);
    return 0;
}

static double number(const json_t *object, const char *key)
{
    const json_t *value = json_object_get(object, key);
    assert_true(json_is_number(value));
    return json_number_value(value);
}

static void plan_json_has_its_keys(void **state)
{
    (void)state;
    assert_int_equal(plan(MAP " --json"), 1); // the first length is wrong, see below
    json_t *object = json_loads(out, 0, NULL);
    assert_non_null(object);
    assert_string_equal(json_string_value(json_object_get(object, "map")), MAP);
    assert_string_equal(json_string_value(json_object_get(object, "planner")), "jump");
    assert_true(number(object, "problems") == 2.0);
    assert_true(number(object, "wrong_lengths") == 1.0);
    assert_true(number(object, "unsolved") == 0.0);
    const char *const keys[] = {"mean_us",        "median_us",     "p99_us",
                                "preprocess_ms",  "astar_mean_us", "speedup_over_astar",
                                "bytes_per_cell", "pull_mean_us",  "pulled_ratio",
                                "expansions_mean"};
    for (size_t i = 0; i < sizeof keys / sizeof *keys; i++) {
        assert_true(number(object, keys[i]) > 0.0);
    }
    json_decref(object);
}

static void right_lengths_end_well(void **state)
{
    (void)state;
    // Down 2 with a diagonal, 4 along the gap's row less 2 for diagonals: no corner is cut.
    write_file("plan-test.right", "version 1\n0 m 5 4 0 0 4 0 8.82843\n0 m 5 4 0 3 4 3 4\n");
    for (int i = 0; i < 3; i++) {
        const char *const planners[] = {"jump", "astar", "dijkstra"};
        char arguments[200];
        snprintf(arguments, sizeof arguments, MAP " plan-test.right --planner %s", planners[i]);
        assert_int_equal(plan(arguments), 0);
        assert_non_null(strstr(out, "2 problems, 0 wrong lengths, 0 unsolved"));
        assert_string_equal(err, "");
    }
    assert_int_equal(plan(MAP " plan-test.right --quiet --planner breadth-first"), 0);
    assert_string_equal(out, "");
    remove("plan-test.right");
}

static void paths_over_meshes_and_fields_are_held_to_those_over_the_grid(void **state)
{
    (void)state;
    const char *const planners[] = {"polyanya", "corridor", "field"};
    for (int i = 0; i < 3; i++) {
        char arguments[200];
        snprintf(arguments, sizeof arguments, MAP " --planner %s", planners[i]);
        assert_int_equal(plan(arguments), 0);
        assert_non_null(strstr(out, "2 problems, 0 wrong lengths, 0 unsolved"));
        assert_non_null(strstr(out, "pulled tight"));
    }
    // Nothing is free: no mesh, no path.
    write_file("plan-test-full.map", "type octile\nheight 1\nwidth 2\nmap\n@@\n");
    write_file("plan-test-full.map.scen", "version 1\n0 m 2 1 0 0 1 0 1\n");
    assert_int_equal(plan("plan-test-full.map --planner polyanya --json"), 1);
    json_t *object = json_loads(out, 0, NULL);
    assert_true(number(object, "unsolved") == 1.0);
    json_decref(object);
    assert_int_equal(plan("plan-test-full.map --planner field --json"), 1);
    object = json_loads(out, 0, NULL);
    assert_true(number(object, "unsolved") == 1.0);
    json_decref(object);
    remove("plan-test-full.map.scen");
    // None are drawn, either.
    assert_int_equal(plan("plan-test-full.map"), 0);
    assert_non_null(strstr(out, "0 problems, 0 wrong lengths, 0 unsolved"));
    assert_null(strstr(out, "nan"));
    remove("plan-test-full.map");
}

static void corridors_may_be_longer_than_steps_over_the_grid(void **state)
{
    (void)state;
    write_file("plan-test-rooms.map", "type octile\nheight 16\nwidth 24\nmap\n"
                                      "........................\n.............@@@........\n"
                                      ".............@@@........\n.............@@@........\n"
                                      "......@@@....@@@........\n......@@@....@@@........\n"
                                      "........................\n........................\n"
                                      "...@@@@@................\n...@@@@@................\n"
                                      "...@@@@@................\n...@@@@@................\n"
                                      "...@@@@@.......@@@@@@@..\n...@@@@@.......@@@@@@@..\n"
                                      "...............@@@@@@@..\n.........@@@...@@@@@@@..\n");
    assert_int_equal(plan("plan-test-rooms.map --planner corridor"), 0);
    assert_non_null(strstr(out, "100 problems, 0 wrong lengths, 0 unsolved"));
    remove("plan-test-rooms.map");
}

static void a_start_may_be_its_goal(void **state)
{
    (void)state;
    write_file(SCENE, "version 1\n0 m 5 4 0 0 0 0 0\n0 m 5 4 1 3 1 3 0\n");
    const char *const planners[] = {"jump", "astar", "polyanya", "corridor", "field"};
    for (size_t i = 0; i < sizeof planners / sizeof *planners; i++) {
        char arguments[200];
        snprintf(arguments, sizeof arguments, MAP " --planner %s", planners[i]);
        assert_int_equal(plan(arguments), 0);
        assert_non_null(strstr(out, "2 problems, 0 wrong lengths, 0 unsolved"));
    }
}

static void pictures_and_tiled_maps_are_planned_over(void **state)
{
    (void)state;
    // A wall with a gap below, as above; then a tile that is costly to cross.
    const char *head = "{\"orientation\": \"orthogonal\", \"width\": 5, \"height\": 4, "
                       "\"tilewidth\": 8, \"tileheight\": 8, ";
    char text[1000];
    snprintf(text, sizeof text,
             "%s\"layers\": [{\"type\": \"objectgroup\", \"name\": \"walls\", \"objects\": "
             "[{\"x\": 16, \"y\": 8, \"width\": 8, \"height\": 24}]}]}",
             head);
    write_file("plan-test.tmj", text);
    write_file("plan-test.tmj.scen", "version 1\n0 m 5 4 0 0 4 0 8.82843\n");
    assert_int_equal(plan("plan-test.tmj"), 0);
    snprintf(text, sizeof text,
             "%s\"tilesets\": [{\"firstgid\": 1, \"tilecount\": 1, \"tiles\": [{\"id\": 0, "
             "\"properties\": [{\"name\": \"cost\", \"value\": 9}]}]}], \"layers\": [{\"type\": "
             "\"tilelayer\", \"data\": [0,0,0,0,0,0,0,1,0,0,0,0,1,0,0,0,0,1,0,0]}]}",
             head);
    write_file("plan-test.tmj", text);
    // Round the costly tiles, past their corners.
    write_file("plan-test.tmj.scen", "version 1\n0 m 5 4 0 0 4 0 7.65685\n");
    assert_int_equal(plan("plan-test.tmj --planner astar"), 0);
    assert_int_equal(plan("plan-test.tmj"), 2);
    assert_string_equal(err, "veer: plan-test.tmj: has costs, which jump does not know: use "
                             "--planner astar\n");
    remove("plan-test.tmj");
    remove("plan-test.tmj.scen");
}

static void no_way_is_counted(void **state)
{
    (void)state;
    write_file("plan-test.none", "version 1\n0 m 5 4 0 0 2 0 2\n");
    assert_int_equal(plan(MAP " plan-test.none"), 1);
    assert_non_null(strstr(out, "1 problems, 0 wrong lengths, 1 unsolved"));
    write_file("plan-test.none", "version 1\n");
    assert_int_equal(plan(MAP " plan-test.none --json"), 0);
    json_t *object = json_loads(out, 0, NULL);
    assert_true(json_is_null(json_object_get(object, "mean_us")));
    json_decref(object);
    remove("plan-test.none");
}

static void voxel_problems_are_solved(void **state)
{
    (void)state;
    assert_int_equal(plan(VOXELS " --json"), 0);
    json_t *object = json_loads(out, 0, NULL);
    assert_non_null(object);
    assert_string_equal(json_string_value(json_object_get(object, "planner")), "any-angle");
    assert_true(number(object, "problems") == 2.0);
    assert_true(number(object, "wrong_lengths") == 0.0);
    assert_true(number(object, "speedup_over_astar") > 0.0);
    assert_true(number(object, "bytes_per_cell") > 0.0);
    assert_true(number(object, "pulled_ratio") <= 1.0);
    assert_true(json_is_null(json_object_get(object, "pull_mean_us"))); // part of the query
    json_decref(object);
}

static void plain_astar_is_held_to_voxel_lengths(void **state)
{
    (void)state;
    assert_int_equal(plan(VOXELS " --planner astar"), 1); // the second is 2 + 2 √2 long
    assert_non_null(strstr(out, "astar: 2 problems, 1 wrong lengths, 0 unsolved"));
    write_file("plan-test.right", "version 1\nm\n0 2 0 4 2 0 4.82842712 1.2\n");
    write_file("plan-test.none", "version 1\nm\n0 2 0 2 2 0 2 1\n0 0 0 0 0 0 0 1\n");
    assert_int_equal(plan(VOXELS " plan-test.right --planner astar"), 0);
    assert_int_equal(plan(VOXELS " plan-test.none"), 1); // the goal is blocked
    assert_non_null(strstr(out, "2 problems, 0 wrong lengths, 1 unsolved"));
    remove("plan-test.right");
    remove("plan-test.none");
}

static void patches_come_between_problems(void **state)
{
    (void)state;
    write_file("plan-test.2", "version 2\nheight 4\nwidth 5\npatch plan-test.patch\ncommands\n"
                              "Q 0 0 0 4 0 4\nP 1 0 2 0\nQ 1 0 0 4 0 8.82842712474619\n");
    write_file("plan-test.patch",
               "type patch\npatches 1\npatch 0\nheight 3\nwidth 1\nmap\n@\n@\n@\n");
    assert_int_equal(plan(MAP " plan-test.2"), 0);
    assert_non_null(strstr(out, "2 problems, 0 wrong lengths, 0 unsolved"));
    // The patches are all that there is of its map.
    rename("plan-test.2", "plan-test-2.scen");
    assert_int_equal(plan("plan-test-2.scen"), 0);
    assert_non_null(strstr(out, "2 problems, 0 wrong lengths, 0 unsolved"));
    rename("plan-test-2.scen", "plan-test.2");
    remove("plan-test.2");
    remove("plan-test.patch");
}

static void wrong_usage_is_told(void **state)
{
    (void)state;
    const struct {
        const char *arguments, *err;
    } cases[] = {
        {"", "veer: plan: says not what: veer plan MAP [SCEN] [OPTIONS]\n"},
        {"none.map", "veer: none.map: cannot be read: No such file or directory\n"},
        {MAP " none.scen", "veer: none.scen: cannot be read: No such file or directory\n"},
        {MAP " --planner jmp", "veer: --planner: no planner 'jmp'; did you mean jump?\n"},
        {MAP " --planner xyzzyplugh", "veer: --planner: no planner 'xyzzyplugh'; there are jump, "
                                      "astar, dijkstra, breadth-first, "
                                      "depth-first, polyanya, corridor, field\n"},
        {MAP " a b", "veer: 'b': one word too many: veer plan MAP [SCEN] [OPTIONS]\n"},
        {SCENE, "veer: " SCENE ": is of version 1, so its map must be named before it\n"},
        {"plan-test.letters", "veer: plan-test.letters:1: must be 'type octile'\n"},
        {"none.scen", "veer: none.scen: cannot be read: No such file or directory\n"},
        {"none.3dmap", "veer: none.3dmap: cannot be read: No such file or directory\n"},
        {VOXELS " none.3dscen", "veer: none.3dscen: cannot be read: No such file or directory\n"},
        {VOXELS " --planner jump",
         "veer: --planner: no planner 'jump'; there are any-angle, astar\n"},
        {VOXELS " plan-test.letters", "veer: plan-test.letters:1: must be the name of the map\n"},
    };
    write_file("plan-test.letters", "version 1\n");
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        assert_int_equal(plan(cases[i].arguments), 2);
        assert_string_equal(err, cases[i].err);
        assert_string_equal(out, "");
    }
    remove("plan-test.letters");
}

static void problems_of_another_map_are_refused(void **state)
{
    (void)state;
    write_file("plan-test.other", "version 1\n0 m 6 4 0 0 4 0 4\n");
    assert_int_equal(plan(MAP " plan-test.other"), 2);
    assert_string_equal(err,
                        "veer: plan-test.other: is for a map of 6 × 4 cells; " MAP " has 5 × 4\n");
    remove("plan-test.other");
}

static void maps_without_problems_get_some_drawn(void **state)
{
    (void)state;
    write_file("plan-test-alone.map",
               "type octile\nheight 4\nwidth 6\nmap\n..@...\n..@.@.\n..@@@.\n......\n");
    const char *const planners[] = {"jump", "astar", "polyanya"};
    for (int i = 0; i < 3; i++) {
        char arguments[200];
        snprintf(arguments, sizeof arguments, "plan-test-alone.map --planner %s", planners[i]);
        assert_int_equal(plan(arguments), 0);
        assert_non_null(strstr(out, "100 problems, 0 wrong lengths, 0 unsolved"));
    }
    assert_int_equal(plan("plan-test-alone.map nowhere.scen"), 2);
    assert_non_null(strstr(err, "nowhere.scen: "));
    remove("plan-test-alone.map");
    write_file("plan-test-tiles.tmj",
               "{\"width\": 3, \"height\": 2, \"orientation\": \"orthogonal\", \"tilewidth\": 8, "
               "\"tileheight\": 8, \"layers\": [{\"type\": \"tilelayer\", \"name\": \"walls\", "
               "\"width\": 3, \"height\": 2, \"data\": [0, 1, 0, 0, 0, 0]}]}");
    assert_int_equal(plan("plan-test-tiles.tmj"), 0);
    assert_non_null(strstr(out, "100 problems, 0 wrong lengths, 0 unsolved"));
    remove("plan-test-tiles.tmj");
}

static void levels_are_planned_over_or_need_recast(void **state)
{
    (void)state;
    write_file("plan-test.obj", "v 0 0 0\nv 12 0 0\nv 12 0 -8\nv 0 0 -8\nv 22 4 0\nv 22 4 -3\n"
                                "v 12 0 -3\nv 30 4 0\nv 30 4 -8\nv 22 4 -8\nf 1 2 3 4\n"
                                "f 2 5 6 7\nf 5 8 9 10\n");
    write_file("plan-test-wall.obj", "v 0 0 0\nv 0 1 0\nv 1 0 0\nf 1 2 3\n");
    int status = plan("plan-test.obj");
    bool has_recast = !strstr(err, "Recast");
    assert_int_equal(status, has_recast ? 0 : 2);
    if (has_recast) {
        assert_non_null(strstr(out, "0 wrong lengths, 0 unsolved"));
        assert_int_equal(plan("plan-test.obj --planner corridor --json"), 0);
        assert_int_equal(plan("plan-test.obj --planner jump"), 2);
        assert_int_equal(plan("plan-test.obj some.scen"), 2);
        assert_int_equal(plan("plan-test-wall.obj"), 2);
        assert_string_equal(err, "veer: plan-test-wall.obj: has nothing to walk on\n");
        assert_int_equal(plan("nowhere.obj"), 2);
    }
    remove("plan-test.obj");
    remove("plan-test-wall.obj");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(plan_json_has_its_keys),
        cmocka_unit_test(right_lengths_end_well),
        cmocka_unit_test(maps_without_problems_get_some_drawn),
        cmocka_unit_test(levels_are_planned_over_or_need_recast),
        cmocka_unit_test(paths_over_meshes_and_fields_are_held_to_those_over_the_grid),
        cmocka_unit_test(corridors_may_be_longer_than_steps_over_the_grid),
        cmocka_unit_test_setup(a_start_may_be_its_goal, write_files),
        cmocka_unit_test(pictures_and_tiled_maps_are_planned_over),
        cmocka_unit_test(no_way_is_counted),
        cmocka_unit_test(voxel_problems_are_solved),
        cmocka_unit_test(plain_astar_is_held_to_voxel_lengths),
        cmocka_unit_test(patches_come_between_problems),
        cmocka_unit_test(wrong_usage_is_told),
        cmocka_unit_test(problems_of_another_map_are_refused),
    };
    return cmocka_run_group_tests(tests, write_files, remove_files);
}
