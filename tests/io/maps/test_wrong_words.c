/// Map files that are right, with one word or value exchanged, cut off, or read without memory.
#include "io/json/values.h"
#include "support/failing.h"
#include "support/suite.h"

#include "veer/level.h"
#include "veer/mapfile.h"

#include <stdio.h>
#include <string.h>

static VeerInputError error;

static VeerStatus read_tiled(const char *text, size_t length)
{
    VeerMapText map = {0};
    VeerStatus status = veer_map_tiled_read("f", text, length, NULL, &map, &error);
    veer_map_text_free(&map);
    return status;
}

static VeerStatus read_text(const char *text, size_t length)
{
    VeerMapText map = {0};
    VeerStatus status = veer_map_text_read("f", text, length, &map, &error);
    veer_map_text_free(&map);
    return status;
}

static VeerStatus read_scene(const char *text, size_t length)
{
    VeerMapScene scene = {0};
    VeerStatus status = veer_map_scene_read("f", text, length, NULL, 0, &scene, &error);
    veer_map_scene_free(&scene);
    return status;
}

static const char patched_scene[] = "version graph\npatch p\n1 1 0 0 2 1 3 1\n1 1 0 0 2 1 1 1\n";

static VeerStatus read_patches(const char *text, size_t length)
{
    VeerMapScene scene = {0};
    VeerStatus status = veer_map_scene_read("f", patched_scene, sizeof patched_scene - 1, text,
                                            length, &scene, &error);
    veer_map_scene_free(&scene);
    return status;
}

static VeerStatus read_voxels(const char *text, size_t length)
{
    VeerVoxelText map = {0};
    VeerStatus status = veer_voxel_text_read("f", text, length, &map, &error);
    veer_voxel_text_free(&map);
    return status;
}

static VeerStatus read_voxel_scene(const char *text, size_t length)
{
    VeerVoxelScene scene = {0};
    VeerVoxel cells = {9, 9, 9};
    VeerStatus status = veer_voxel_scene_read("f", text, length, cells, &scene, &error);
    veer_voxel_scene_free(&scene);
    return status;
}

static VeerStatus read_level(const char *text, size_t length)
{
    VeerLevel level = {0};
    VeerStatus status = veer_level_read("f", text, length, &level, &error);
    veer_level_free(&level);
    return status;
}

#define TILED_HEAD                                                                                 \
    "\"orientation\": \"orthogonal\", \"infinite\": false, \"width\": 4, \"height\": 3, "          \
    "\"tilewidth\": 16, \"tileheight\": 16"
static const char tiled[] =
    "{" TILED_HEAD ", \"tilesets\": [{\"firstgid\": 1, \"tilecount\": 4, \"tiles\": [{\"id\": 1, "
    "\"properties\": [{\"name\": \"blocked\", \"type\": \"bool\", \"value\": true}, {\"name\": "
    "\"cost\", \"type\": \"int\", \"value\": 3}]}]}], \"layers\": [{\"type\": \"tilelayer\", "
    "\"name\": \"walls\", \"data\": [0, 1, 2, 3, 0, 0, 0, 0, 0, 0, 0, 1]}, {\"type\": \"group\", "
    "\"layers\": [{\"type\": \"tilelayer\", \"encoding\": \"base64\", \"compression\": \"\", "
    "\"data\": \"AQAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA\"}]}, "
    "{\"type\": \"objectgroup\", \"class\": \"blocked\", \"objects\": [{\"x\": 16, \"y\": 0, "
    "\"width\": 20, \"height\": 9, \"rotation\": 30}, {\"x\": 3, \"y\": 3, \"width\": 9, "
    "\"height\": 9, \"ellipse\": true}, {\"x\": 0, \"y\": 0, \"polygon\": [{\"x\": 0, \"y\": 16}, "
    "{\"x\": 32, \"y\": 16}, {\"x\": 32, \"y\": 48}]}, {\"x\": 8, \"y\": 40, \"polyline\": "
    "[{\"x\": 0, \"y\": 0}, {\"x\": 40, \"y\": 0}]}, {\"x\": 1, \"y\": 1, \"point\": true}]}]}";

typedef struct Format {
    const char *text;
    VeerStatus (*read)(const char *text, size_t length);
} Format;

static const Format formats[] = {
    {tiled, read_tiled},
    {"type octile\nheight 2\nwidth 3\nmap\n.@.\nG.T\n", read_text},
    {"version 1\n0 a.map 3 2 0 0 2 1 2.41421356\n3 a.map 3 2 2 0 0 0 2\n", read_scene},
    {"version 1\n", read_scene},
    {"type octile\nheight 1\nwidth 3\npatches 2\npatch 0\n1 0\nheight 1\nwidth 1\nmap\n@\npatch "
     "1\n0 0\nheight 1\nwidth 2\nmap\n.T\n",
     read_patches},
    {"voxel 4 5 6\n1 2 3\n3 4 5\n", read_voxels},
    {"version 1\na.3dmap\n1 1 1 2 2 2 1.7320508 1\n", read_voxel_scene},
    {"# a quad\nv 0 0 0\nv 1 0 0\nv 1 0 -1\nv 0 0 -1 1.0\nvn 0 1 0\nf 1/1/1 2//1 3 4\nf -4 -3 -2\n",
     read_level},
};
enum { FORMATS = sizeof formats / sizeof formats[0] };

/// Reads what may be wrong.
static VeerStatus read_changed(const Format *format, const char *text)
{
    memset(&error, 0, sizeof error);
    VeerStatus status = format->read(text, strlen(text));
    bool is_said = status == VEER_BAD_VALUE && error.text[0] == 'f' && error.text[1] == ':';
    if (status != VEER_OK && !is_said) {
        fail_msg("%d: %s: %s", (int)status, text, error.text);
    }
    return status;
}

static void words_of_any_kind_are_read_or_refused(void **state)
{
    (void)state;
    static const char *const others[] = {"-1", "99999", "4294967296", "1e400", "nan",
                                         "?",  "",      "/",          "1 1"};
    char changed[2000];
    uint32_t refused = 0;
    for (int i = 1; i < FORMATS; i++) {
        const char *text = formats[i].text;
        for (size_t at = 0, end; text[at]; at = end + 1) {
            end = at + strcspn(text + at, " \n");
            for (size_t k = 0; k < sizeof others / sizeof others[0]; k++) {
                snprintf(changed, sizeof changed, "%.*s%s%s", (int)at, text, others[k], text + end);
                refused += read_changed(&formats[i], changed) != VEER_OK;
            }
        }
    }
    assert_true(refused > 300);
}

static void values_of_tiled_maps_are_read_or_refused(void **state)
{
    (void)state;
    char changed[4000];
    uint32_t refused = 0;
    assert_int_equal(read_changed(&formats[0], tiled), VEER_OK);
    for (size_t at = next_value(tiled, 1); tiled[at];
         at = next_value(tiled, beyond_value(tiled, at))) {
        for (int i = 0; i < OTHER_VALUES; i++) {
            snprintf(changed, sizeof changed, "%.*s%s%s", (int)at, tiled, other_values[i],
                     tiled + value_end(tiled, at));
            refused += read_changed(&formats[0], changed) != VEER_OK;
        }
    }
    assert_true(refused > 300);
}

static void texts_that_end_too_soon_are_read_or_refused(void **state)
{
    (void)state;
    char begun[4000];
    for (int i = 0; i < FORMATS; i++) {
        for (size_t length = 0; length < strlen(formats[i].text); length++) {
            snprintf(begun, sizeof begun, "%.*s", (int)length, formats[i].text);
            VeerStatus status = read_changed(&formats[i], begun);
            assert_true(length > 5 || i == 7 || status == VEER_BAD_VALUE);
        }
    }
}

static void no_text_is_refused(void **state)
{
    (void)state;
    for (int i = 0; i < FORMATS; i++) {
        assert_int_equal(formats[i].read(NULL, 72), VEER_BAD_VALUE);
    }
}

static void reading_survives_each_failed_allocation(void **state)
{
    (void)state;
    size_t failures = 0;
    for (int i = 0; i < FORMATS; i++) {
        VeerStatus status = VEER_OUT_OF_MEMORY;
        size_t failing = 0;
        while (status == VEER_OUT_OF_MEMORY) {
            calls_left = ++failing;
            status = formats[i].read(formats[i].text, strlen(formats[i].text));
            bool has_failed = end_failing(failing);
            assert_true((status == VEER_OUT_OF_MEMORY) == has_failed);
        }
        failures += failing - 1;
    }
    assert_true(failures > 6);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(words_of_any_kind_are_read_or_refused),
        cmocka_unit_test(values_of_tiled_maps_are_read_or_refused),
        cmocka_unit_test(texts_that_end_too_soon_are_read_or_refused),
        cmocka_unit_test(no_text_is_refused),
        cmocka_unit_test(reading_survives_each_failed_allocation),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
