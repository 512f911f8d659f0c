#include "io/scenario/scenario_maker.h"

#include <stdlib.h>

/// Deep nesting is refused before it can use up the stack.
static void errors_of_nesting(void **state)
{
    (void)state;
    char *bomb = malloc(200001);
    assert_non_null(bomb);
    memset(bomb, '[', 200000);
    bomb[200000] = '\0';
    assert_error_with(bomb, NULL, "f.json:1:65: nested deeper than 64 levels");
    free(bomb);
}

static void errors_of_too_many_values(void **state)
{
    (void)state;
    const size_t length = (1u << 20) + 10;
    char *text = malloc(length + 1);
    assert_non_null(text);
    memset(text, ',', length);
    text[length] = '\0';
    assert_error_with(text, NULL, "f.json:1:1048577: more values than a file may have");
    free(text);
}

// A parser takes them letter by letter.
static void errors_of_too_much_text(void **state)
{
    enum { MORE = (16 << 20) + 1, HEAD = 2 };
    (void)state;
    char *text = malloc(HEAD + MORE + 1);
    assert_non_null(text);
    memset(text, 'x', HEAD + MORE);
    memcpy(text, "{\"", HEAD);
    text[HEAD + MORE] = '\0';
    assert_error_with(text, NULL, "f.json:1:16777219: more text in strings than a file may have");
    free(text);
}

// A parser's table of a million keys takes seconds.
static void errors_of_too_many_members(void **state)
{
    enum { MOST = 65536, SIZE = 5 };
    (void)state;
    char *text = malloc(SIZE * (MOST + 1) + 2), *end = text;
    assert_non_null(text);
    *end++ = '{';
    for (int i = 0; i <= MOST; i++) {
        memcpy(end, "\"\":0,", SIZE);
        end += SIZE;
    }
    *end = '\0';
    assert_error_with(text, NULL, "f.json:1:327684: more than 65536 members in an object");
    free(text);
}

static void errors_of_nul_bytes(void **state)
{
    static const char text[] = "{\"title\":\n\"a\0b\"}";
    VeerScenario *scenario = NULL;
    VeerInputError error = {{0}};
    (void)state;
    assert_int_equal(veer_scenario_read("f.json", text, sizeof text - 1, NULL, &scenario, &error),
                     VEER_BAD_VALUE);
    assert_string_equal(error.text, "f.json:2:3: a NUL byte, must be JSON text");
}

/// Whatever is in the file, the message is one line.
static void errors_stay_on_one_line(void **state)
{
    (void)state;
    assert_error_with("{\"a\\nb\": 1}", NULL,
                      "f.json: a?b: unknown key, the nearest known one is \"name\"");
}

/// Every truncation of a scene is refused, with one line.
static void errors_of_truncated_scenes(void **state)
{
    (void)state;
    const char *text = veer_scene_text("galaxy");
    for (size_t length = 0; length + 2 < strlen(text); length++) {
        VeerScenario *scenario = NULL;
        VeerInputError error = {{0}};
        assert_int_equal(veer_scenario_read("f.json", text, length, NULL, &scenario, &error),
                         VEER_BAD_VALUE);
        assert_memory_equal(error.text, "f.json:", 7);
        assert_null(strchr(error.text, '\n'));
    }
}

static void errors_of_files(void **state)
{
    VeerScenario *scenario = NULL;
    VeerInputError error = {{0}};
    (void)state;
    assert_int_equal(veer_scenario_read_file("no/such.json", NULL, &scenario, &error),
                     VEER_BAD_VALUE);
    assert_string_equal(error.text, "no/such.json: cannot be read: No such file or directory");
    assert_int_equal(veer_scenario_read_file(".", NULL, &scenario, &error), VEER_BAD_VALUE);
    assert_string_equal(error.text, ".: must be a regular file, is a directory");
}

static void errors_of_huge_files(void **state)
{
    (void)state;
    const char *path = "veer_test_huge.json";
    FILE *file = fopen(path, "wb");
    assert_non_null(file);
    assert_int_equal(fseek(file, (64L << 20) + 100000, SEEK_SET), 0);
    fputc('x', file);
    fclose(file);
    VeerScenario *scenario = NULL;
    VeerInputError error = {{0}};
    assert_int_equal(veer_scenario_read_file(path, NULL, &scenario, &error), VEER_BAD_VALUE);
    assert_string_equal(error.text, "veer_test_huge.json: is larger than 32 MiB");
    remove(path);
}

static void file_is_read(void **state)
{
    VeerScenario *scenario = NULL;
    VeerInputError error = {{0}};
    (void)state;
    assert_int_equal(
        veer_scenario_read_file(VEER_SOURCE_DIR "/scenarios/circle.json", NULL, &scenario, &error),
        VEER_OK);
    VeerScenarioInfo info = veer_scenario_info(scenario);
    assert_string_equal(info.name, "circle");
    assert_int_equal(info.agents, 250);
    veer_scenario_destroy(scenario);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(errors_of_nesting),          cmocka_unit_test(errors_of_too_many_values),
        cmocka_unit_test(errors_of_too_many_members), cmocka_unit_test(errors_of_too_much_text),
        cmocka_unit_test(errors_of_nul_bytes),        cmocka_unit_test(errors_stay_on_one_line),
        cmocka_unit_test(errors_of_truncated_scenes), cmocka_unit_test(errors_of_files),
        cmocka_unit_test(errors_of_huge_files),       cmocka_unit_test(file_is_read),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
