#include "veer/grid_search.h"
#include "veer/mapfile.h"

#include "support/suite.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// Of benchmark data.
static const VeerInputLimits no_limits = {.max_mib = 2048};

static VeerInputError error;

static VeerStatus read_map(const char *text, VeerMapText *out)
{
    memset(&error, 0, sizeof error);
    return veer_map_text_read("m.map", text, strlen(text), out, &error);
}

static VeerStatus read_scene(const char *text, const char *patches, VeerMapScene *out)
{
    memset(&error, 0, sizeof error);
    return veer_map_scene_read("s.scen", text, strlen(text), patches, patches ? strlen(patches) : 0,
                               out, &error);
}

static void map_is_read(void **state)
{
    (void)state;
    VeerMapText map;
    assert_int_equal(
        read_map("type octile\r\nheight 2\r\nwidth 7\r\nmap\r\n.G@OTSW\r\n.......\r\n", &map),
        VEER_OK);
    assert_int_equal(map.width, 7);
    assert_int_equal(map.height, 2);
    assert_memory_equal(map.cells, ".G@OTSW.......", 14);
    VeerGridDef def = veer_grid_def_default();
    VeerGrid *grid = veer_grid_init(aligned_alloc(64, veer_grid_size(&def)), &def);
    veer_map_text_lay(&map, grid, (VeerCell){60, 5});
    assert_false(veer_grid_is_blocked(grid, (VeerCell){61, 5}));
    assert_true(veer_grid_is_blocked(grid, (VeerCell){62, 5}));
    assert_true(veer_grid_is_blocked(grid, (VeerCell){63, 5}));
    assert_false(veer_grid_is_blocked(grid, (VeerCell){62, 6}));
    free(grid);
    veer_map_text_free(&map);
    assert_null(map.cells);
}

/// A map of a host's own making that is a thousand million rows high costs what lies on the grid.
static void only_what_lies_on_the_grid_costs(void **state)
{
    (void)state;
    char cells[] = "@@@@";
    VeerMapText map = {.width = 1, .height = 4, .cells = cells};
    VeerGridDef def = veer_grid_def_default();
    VeerGrid *grid = veer_grid_init(aligned_alloc(64, veer_grid_size(&def)), &def);
    veer_map_text_lay(&map, grid, (VeerCell){0, -3});
    assert_true(veer_grid_is_blocked(grid, (VeerCell){0, 0}));
    assert_false(veer_grid_is_blocked(grid, (VeerCell){0, 1}));
    map.height = 1u << 30;
    for (int i = 0; i < 20; ++i) {
        veer_map_text_lay(&map, grid, (VeerCell){2, INT32_MIN});
        veer_map_text_lay(&map, grid, (VeerCell){-1, 0});
        veer_map_text_lay(&map, grid, (VeerCell){0, INT32_MAX});
    }
    map.width = 0;
    map.height = UINT32_MAX;
    for (int i = 0; i < 20; ++i) {
        veer_map_text_lay(&map, grid, (VeerCell){0, 0});
    }
    assert_false(veer_grid_is_blocked(grid, (VeerCell){2, 0}));
    free(grid);
}

static void marks_and_blanks_of_editors_are_left_out(void **state)
{
    (void)state;
    VeerMapText map;
    assert_int_equal(
        read_map("\xEF\xBB\xBFtype octile \nheight 2\t\nwidth 3 \nmap \n..@  \n.@.\r\n\n  \n",
                 &map),
        VEER_OK);
    assert_memory_equal(map.cells, "..@.@.", 6);
    veer_map_text_free(&map);
}

static void letters_are_free_or_not(void **state)
{
    (void)state;
    for (const char *c = ".GS"; *c; c++) {
        assert_true(veer_map_letter_is_free(*c));
    }
    for (const char *c = "@OTW"; *c; c++) {
        assert_false(veer_map_letter_is_free(*c));
    }
}

static void bad_maps_are_told_by_line(void **state)
{
    (void)state;
    const struct {
        const char *text, *error;
    } cases[] = {
        {"", "m.map:0: must be 'type octile'"},
        {"type hex\nheight 1\nwidth 1\nmap\n.\n", "m.map:1: must be 'type octile'"},
        {"octile\n", "m.map:1: must be 'type octile'"},
        {"type octile\n", "m.map:1: ends here; must go on with 'height'"},
        {"type octile\nwidth 3\n", "m.map:2: must be 'height' and a number, is 'width'"},
        {"type octile\nheight x\n", "m.map:2: height: must be a whole number from 1 to 32767"},
        {"type octile\nheight 3\nwidth 0\n",
         "m.map:3: width: must be a whole number from 1 to 32767"},
        {"type octile\nheight 99999999999999999999\n",
         "m.map:2: height: must be a whole number from 1 to 32767"},
        {"type octile\nheight\n", "m.map:2: height: must be a whole number from 1 to 32767"},
        {"type octile\nheight 1 1\n", "m.map:2: height: must be a whole number from 1 to 32767"},
        {"type octile\nheight 1\nwidth 1\nmap\n.\n\n.\n",
         "m.map:7: must be the end: the map has 1 rows"},
        {"type octile\nheight 1\nwidth 1\n.\n", "m.map:4: must be 'map'"},
        {"type octile\nheight 9\nwidth 9\nmap\n.\n",
         "m.map:4: the text is too short for 9 × 9 cells"},
        {"type octile\nheight 2\nwidth 2\nmap\n..\n.\n.",
         "m.map:6: row 1 has 1 cells; the map is 2 wide"},
        {"type octile\nheight 2\nwidth 2\nmap\n...\n",
         "m.map:5: row 0 has 3 cells; the map is 2 wide"},
        {"type octile\nheight 3\nwidth 1\nmap\n.\n.", "m.map:6: ends after 2 rows; the map has 3"},
        {"type octile\nheight 1\nwidth 3\nmap\n.x.\n",
         "m.map:5: cell 1: must be one of . G S @ O T W"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        VeerMapText map;
        assert_int_equal(read_map(cases[i].text, &map), VEER_BAD_VALUE);
        assert_string_equal(error.text, cases[i].error);
    }
}

static void scene_of_version_1_is_read(void **state)
{
    (void)state;
    VeerMapScene scene;
    assert_int_equal(read_scene("version 1\n0\ta.map\t9\t8\t1\t2\t3\t4\t2.82843\n\n"
                                "1 a.map 9 8 8 7 0 0 11\n1 a.map 9 8 8 7 0 0 1001.3\n",
                                NULL, &scene),
                     VEER_OK);
    assert_int_equal(scene.count, 3);
    assert_int_equal(scene.width, 9);
    assert_int_equal(scene.height, 8);
    assert_false(scene.begins_free);
    const VeerMapProblem *p = scene.problems;
    assert_int_equal(p[0].start.x, 1);
    assert_int_equal(p[0].start.y, 2);
    assert_int_equal(p[0].goal.x, 3);
    assert_int_equal(p[0].goal.y, 4);
    assert_int_equal(p[0].patch, UINT32_MAX);
    assert_true(p[0].length == 2.82843);
    assert_true(fabs(p[0].rounded - 5e-6) < 1e-9);
    assert_true(fabs(p[1].rounded - 5e-5) < 1e-9);
    assert_true(fabs(p[2].rounded - 5e-3) < 1e-9); // 1001.30, its zero left out
    veer_map_scene_free(&scene);
}

#define HEAD_2 "version 2\nheight 5\nwidth 6\ncost 1 octile\npatch p.patch\ncommands\n"
#define PATCHES                                                                                    \
    "type patch\npatches 2\npatch 0\nheight 1\nwidth 2\nmap\n@.\npatch 1\nheight 1\nwidth "        \
    "1\nmap\n@\n"

static void scene_of_version_2_is_read(void **state)
{
    (void)state;
    VeerMapScene scene;
    assert_int_equal(
        read_scene(HEAD_2 "Q 0 0 0 5 4 6.65\nP 1 1 2 3\nQ 1 0 0 5 4 6.65\n", PATCHES, &scene),
        VEER_OK);
    assert_true(scene.begins_free);
    assert_int_equal(scene.count, 3);
    assert_int_equal(scene.patch_count, 2);
    assert_int_equal(scene.problems[1].patch, 1);
    assert_int_equal(scene.problems[1].start.x, 2);
    assert_int_equal(scene.problems[1].start.y, 3);
    assert_int_equal(scene.patches[0].width, 2);
    assert_int_equal(scene.patches[1].cells[0], '@');
    veer_map_scene_free(&scene);
}

static void bad_scenes_are_told_by_line(void **state)
{
    (void)state;
    const struct {
        const char *text, *patches, *error;
    } cases[] = {
        {"", NULL, "s.scen:0: must be 'version 1' or 'version 2'"},
        {"version 3\n", NULL, "s.scen:1: must be 'version 1' or 'version 2'"},
        {"version 1\nx\n", NULL, "s.scen:2: must begin with bucket and map"},
        {"version 1\n0 a.map 0 9\n", NULL, "s.scen:2: must have width and height, 1 to 32767"},
        {"version 1\n0 a 9 9 1 1 9 1 1\n", NULL,
         "s.scen:2: must have a start and a goal on the map of 9 × 9 cells"},
        {"version 1\n0 a 9 9 1 1 2 1\n", NULL,
         "s.scen:2: must have the length of a shortest path, >= 0"},
        {"version 1\n0 a 9 9 1 1 2 1 -1\n", NULL,
         "s.scen:2: must have the length of a shortest path, >= 0"},
        {"version 1\n0 a 9 9 1 1 2 1 nan\n", NULL,
         "s.scen:2: must have the length of a shortest path, >= 0"},
        {"version 1\n0 a 9 9 1 1 2 1 1\n0 b 9 8 1 1 2 1 1\n", NULL,
         "s.scen:3: must be of the same map of 9 × 9 cells as above"},
        {"version 2\nheight 5\nwidth 5\nwhat\n", NULL,
         "s.scen:4: must be 'patch FILE', 'cost ...' or 'commands'"},
        {"version 2\nheight 5\nwidth 5\n", NULL,
         "s.scen:3: must be 'patch FILE', 'cost ...' or 'commands'"},
        {HEAD_2 "Q\n", PATCHES, "s.scen:7: must begin with Q or P and a bucket"},
        {HEAD_2 "X 1\n", PATCHES, "s.scen:7: must begin with Q (query) or P (patch)"},
        {HEAD_2 "P 1 0 6 0\n", PATCHES, "s.scen:7: must have a patch and its place on the map"},
        {HEAD_2 "P 1 2 0 0\n", PATCHES, "s.scen: names patch 2, but there are 2"},
        {HEAD_2 "P 1 0 0 0\n", NULL, "s.scen: names patch 0, but there are 0"},
        {HEAD_2, "height 1\n", "patches:1: must be 'type patch'"},
        {HEAD_2, "type patch\n", "patches:1: ends here; must go on with 'patches'"},
        {HEAD_2, "type patch\npatches 1\npatch 1\n",
         "patches:3: patch: must be a whole number from 0 to 0"},
        {HEAD_2, "type patch\npatches 2\npatch 0\nheight 1\nwidth 1\nmap\n.\npatch 1\nheight 1\n",
         "patches:9: ends here; must go on with 'width'"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        VeerMapScene scene;
        assert_int_equal(read_scene(cases[i].text, cases[i].patches, &scene), VEER_BAD_VALUE);
        assert_string_equal(error.text, cases[i].error);
    }
}

static void write_file(const char *path, const char *text)
{
    FILE *file = fopen(path, "wb");
    assert_non_null(file);
    fputs(text, file);
    assert_int_equal(fclose(file), 0);
}

static void files_are_read_with_their_patches(void **state)
{
    (void)state;
    VeerMapText map;
    VeerMapScene scene;
    write_file("map_text_test.map", "type octile\nheight 1\nwidth 2\nmap\n.@\n");
    write_file("map_text_test.scen",
               "version 2\nheight 5\nwidth 6\npatch map_text_test.patch\ncommands\nP 0 1 0 0\n");
    write_file("map_text_test.patch", PATCHES);
    assert_int_equal(veer_map_read_file("map_text_test.map", NULL, &map, &error), VEER_OK);
    assert_int_equal(map.width, 2);
    assert_int_equal(veer_map_scene_read_file("./map_text_test.scen", NULL, &scene, &error),
                     VEER_OK);
    assert_int_equal(scene.patch_count, 2);
    veer_map_scene_free(&scene);
    remove("map_text_test.patch");
    assert_int_equal(veer_map_scene_read_file("map_text_test.scen", NULL, &scene, &error),
                     VEER_BAD_VALUE);
    assert_string_equal(error.text,
                        "map_text_test.patch: cannot be read: No such file or directory");
    assert_int_equal(veer_map_read_file("none.map", NULL, &map, &error), VEER_BAD_VALUE);
    assert_int_equal(veer_map_scene_read_file("none.scen", NULL, &scene, &error), VEER_BAD_VALUE);
    assert_int_equal(veer_map_read_file(".", NULL, &map, &error), VEER_BAD_VALUE); // a folder
    veer_map_text_free(&map);
    remove("map_text_test.map");
    remove("map_text_test.scen");
}

// Benchmark data, where it is: every length of a sample of each map's problems.
static void check_benchmark(const char *folder, const char *name)
{
    char path[4096];
    VeerMapText map;
    VeerMapScene scene;
    snprintf(path, sizeof path, "%s/grid/%s.map", folder, name);
    assert_int_equal(veer_map_read_file(path, &no_limits, &map, &error), VEER_OK);
    snprintf(path, sizeof path, "%s/grid/%s.map.scen", folder, name);
    assert_int_equal(veer_map_scene_read_file(path, &no_limits, &scene, &error), VEER_OK);
    VeerGridDef def = veer_grid_def_default();
    def.width = map.width;
    def.height = map.height;
    VeerGrid *grid = veer_grid_init(aligned_alloc(64, veer_grid_size(&def)), &def);
    veer_map_text_lay(&map, grid, (VeerCell){0, 0});
    veer_grid_commit(grid);
    uint32_t count = def.width * def.height;
    VeerSearch *search = veer_search_init(aligned_alloc(64, veer_search_size(count)), count);
    for (uint32_t i = 0; i < scene.count; i += 7) {
        VeerGridQuery query = veer_grid_query_default();
        query.grid = grid;
        query.start = scene.problems[i].start;
        query.goal = scene.problems[i].goal;
        assert_int_equal(veer_grid_search_begin(search, &query), VEER_OK);
        assert_int_equal(veer_search_run(search, UINT32_MAX), VEER_SEARCH_FOUND);
        double length = (double)veer_search_cost(search) / VEER_COST_STRAIGHT;
        assert_true(fabs(length - scene.problems[i].length) < 0.0051);
    }
    free(grid);
    free(search);
    veer_map_text_free(&map);
    veer_map_scene_free(&scene);
}

static void benchmark_lengths_are_exact(void **state)
{
    (void)state;
    const char *folder = getenv("VEER_DATA");
    if (!folder) {
        print_message("VEER_DATA names no folder of benchmark data\n");
        skip();
    }
    const char *const names[] = {"arena",
                                 "den520d",
                                 "brc202d",
                                 "AR0011SR",
                                 "maze512-8-0",
                                 "16room_000",
                                 "lt_0_lowtown_a2_n_c",
                                 "Berlin_0_1024",
                                 "Aurora"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        print_message("%s\n", names[i]);
        check_benchmark(folder, names[i]);
    }
}

// A map that patches change between the problems: every length.
static void lengths_on_changing_maps_are_exact(void **state)
{
    (void)state;
    const char *folder = getenv("VEER_DATA");
    if (!folder) {
        print_message("VEER_DATA names no folder of benchmark data\n");
        skip();
    }
    char path[4096];
    VeerMapScene scene;
    snprintf(path, sizeof path, "%s/dynamic/dao_arena2.scen", folder);
    assert_int_equal(veer_map_scene_read_file(path, &no_limits, &scene, &error), VEER_OK);
    VeerGridDef def = veer_grid_def_default();
    def.width = scene.width;
    def.height = scene.height;
    VeerGrid *grid = veer_grid_init(aligned_alloc(64, veer_grid_size(&def)), &def);
    uint32_t count = def.width * def.height;
    VeerSearch *search = veer_search_init(aligned_alloc(64, veer_search_size(count)), count);
    for (uint32_t i = 0; i < scene.count; i++) {
        const VeerMapProblem *problem = &scene.problems[i];
        if (problem->patch != UINT32_MAX) {
            veer_map_text_lay(&scene.patches[problem->patch], grid, problem->start);
            continue;
        }
        veer_grid_commit(grid);
        VeerGridQuery query = veer_grid_query_default();
        query.grid = grid;
        query.start = problem->start;
        query.goal = problem->goal;
        assert_int_equal(veer_grid_search_begin(search, &query), VEER_OK);
        assert_int_equal(veer_search_run(search, UINT32_MAX), VEER_SEARCH_FOUND);
        double length = (double)veer_search_cost(search) / VEER_COST_STRAIGHT;
        assert_true(fabs(length - problem->length) < 1e-5 + problem->rounded);
    }
    free(grid);
    free(search);
    veer_map_scene_free(&scene);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(map_is_read),
        cmocka_unit_test(only_what_lies_on_the_grid_costs),
        cmocka_unit_test(marks_and_blanks_of_editors_are_left_out),
        cmocka_unit_test(letters_are_free_or_not),
        cmocka_unit_test(bad_maps_are_told_by_line),
        cmocka_unit_test(scene_of_version_1_is_read),
        cmocka_unit_test(scene_of_version_2_is_read),
        cmocka_unit_test(bad_scenes_are_told_by_line),
        cmocka_unit_test(files_are_read_with_their_patches),
        cmocka_unit_test(benchmark_lengths_are_exact),
        cmocka_unit_test(lengths_on_changing_maps_are_exact),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
