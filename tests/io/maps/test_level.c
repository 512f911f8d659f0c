// Level geometry in Wavefront OBJ files.
#include "veer/level.h"

#include "support/suite.h"

#include <stdio.h>
#include <string.h>

static VeerInputError error;
static VeerLevel level;

static VeerStatus read_level(const char *text)
{
    memset(&error, 0, sizeof error);
    return veer_level_read("a.obj", text, strlen(text), &level, &error);
}

static void vertices_and_faces_are_read(void **state)
{
    (void)state;
    assert_int_equal(read_level("# a level\no floor\nv 0 1 0\nv 2 1 0\r\nv 2 1 -3 1.0\nvn 0 1 0\n\n"
                                "v 0 1 -3\nf 1/1/1 2//1 3 4\nf -4 -3 -2\n"),
                     VEER_OK);
    assert_int_equal(level.vertex_count, 4);
    assert_true(level.vertices[2].x == 2.0f && level.vertices[2].y == 3.0f);
    assert_true(level.vertices[2].z == 1.0f);
    assert_int_equal(level.triangle_count, 3);
    const uint32_t corners[9] = {0, 1, 2, 0, 2, 3, 0, 1, 2};
    assert_memory_equal(level.corners, corners, sizeof corners);
    veer_level_free(&level);
    assert_null(level.vertices);
}

static void lines_may_be_as_editors_write_them(void **state)
{
    (void)state;
    const char *const texts[] = {
        "\xEF\xBB\xBFv 0 0 0\nv 1 0 0\nv 0 0 1\nf 1 2 3\n",
        "v 0 0 0 # here\nv 1 0 0\nv 0 0 1 \t\nf 1 2 3#there\n",
        "v 0 0 0\r\nv 1 0 0\r\nv 0 0 1\r\nf 1 \\\r\n2 \\\r\n3\r\n",
    };
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        assert_int_equal(read_level(texts[i]), VEER_OK);
        assert_int_equal(level.vertex_count, 3);
        assert_int_equal(level.triangle_count, 1);
        veer_level_free(&level);
    }
}

static void bad_levels_are_told_by_line(void **state)
{
    (void)state;
    const struct {
        const char *text, *error;
    } cases[] = {
        {"", "a.obj:0: has no face"},
        {"v 0 0 0\n", "a.obj:1: has no face"},
        {"v 0 0\n", "a.obj:1: must be 'v' and three numbers of at most 2e+06"},
        {"v 0 0 x\n", "a.obj:1: must be 'v' and three numbers of at most 2e+06"},
        {"v 0 0 1e9\n", "a.obj:1: must be 'v' and three numbers of at most 2e+06"},
        {"v 0 0 0\nv 1 0 0\nf 1 2\n", "a.obj:3: a face must have three corners or more"},
        {"v 0 0 0\nv 1 0 0\nf 1 2 3\n", "a.obj:3: corner 3 must be one of the 2 vertices above"},
        {"v 0 0 0\nv 1 0 0\nf 0 1 2\n", "a.obj:3: corner 1 must be one of the 2 vertices above"},
        {"v 0 0 0\nf -2 1 1\n", "a.obj:2: corner 1 must be one of the 1 vertices above"},
        {"f a b c\n", "a.obj:1: corner 1 must be one of the 0 vertices above"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        assert_int_equal(read_level(cases[i].text), VEER_BAD_VALUE);
        assert_string_equal(error.text, cases[i].error);
    }
}

static void files_are_read(void **state)
{
    (void)state;
    const char *path = "level-test.obj";
    FILE *file = fopen(path, "wb");
    assert_non_null(file);
    fputs("v 0 0 0\nv 1 0 0\nv 0 0 -1\nf 1 2 3\n", file);
    assert_int_equal(fclose(file), 0);
    assert_int_equal(veer_level_read_file(path, NULL, &level, &error), VEER_OK);
    assert_int_equal(level.triangle_count, 1);
    veer_level_free(&level);
    remove(path);
    assert_int_not_equal(veer_level_read_file(path, NULL, &level, &error), VEER_OK);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(vertices_and_faces_are_read),
        cmocka_unit_test(lines_may_be_as_editors_write_them),
        cmocka_unit_test(bad_levels_are_told_by_line),
        cmocka_unit_test(files_are_read),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
