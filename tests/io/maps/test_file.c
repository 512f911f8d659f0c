// Maps in pictures and of the Tiled editor.
#include "veer/mapfile.h"

#include "support/suite.h"

#include <png.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static VeerInputError error;
static VeerMapText map;

// A picture of `width` pixels a row, grey and opacity each, from the top.
static size_t make_png(const uint8_t *pixels, uint32_t width, uint32_t height, uint8_t *out,
                       size_t size)
{
    png_image image = {
        .version = PNG_IMAGE_VERSION, .width = width, .height = height, .format = PNG_FORMAT_GA};
    png_alloc_size_t length = size;
    assert_true(png_image_write_to_memory(&image, out, &length, 0, pixels, 0, NULL));
    return length;
}

static void levels_of_a_picture_are_costs(void **state)
{
    (void)state;
    const uint8_t pixels[2 * 6] = {0,   255, 255, 255, 128, 255,  // black, white, grey
                                   255, 100, 51,  255, 1,   200}; // clear, dark, darkest
    uint8_t data[4000];
    size_t length = make_png(pixels, 3, 2, data, sizeof data);
    assert_int_equal(veer_map_png_read("a.png", data, length, NULL, &map, &error), VEER_OK);
    assert_int_equal(map.width, 3);
    assert_int_equal(map.height, 2);
    // The lowest row first.
    assert_memory_equal(map.cells, "@..@..", 6);
    const uint8_t costs[6] = {1, 5, 255, 1, 1, 2};
    assert_memory_equal(map.costs, costs, 6);
    veer_map_text_free(&map);
}

static void levels_are_read_as_they_are_stored(void **state)
{
    (void)state;
    // 16 bits a sample, with a gamma of 1 that would make them lighter on a screen.
    const uint16_t pixels[4] = {0, 51 * 257, 85 * 257, 65535};
    uint8_t data[4000];
    png_image image = {
        .version = PNG_IMAGE_VERSION, .width = 4, .height = 1, .format = PNG_FORMAT_LINEAR_Y};
    png_alloc_size_t length = sizeof data;
    assert_true(png_image_write_to_memory(&image, data, &length, 0, pixels, 0, NULL));
    assert_int_equal(veer_map_png_read("a.png", data, length, NULL, &map, &error), VEER_OK);
    assert_memory_equal(map.cells, "@...", 4);
    const uint8_t costs[4] = {1, 5, 3, 1};
    assert_memory_equal(map.costs, costs, 4);
    veer_map_text_free(&map);
}

static void colours_are_as_light_as_they_look(void **state)
{
    (void)state;
    const uint8_t pixels[3 * 3] = {0, 0, 0, 0, 255, 0, 60, 60, 60};
    uint8_t data[4000];
    png_image image = {
        .version = PNG_IMAGE_VERSION, .width = 3, .height = 1, .format = PNG_FORMAT_RGB};
    png_alloc_size_t length = sizeof data;
    assert_true(png_image_write_to_memory(&image, data, &length, 0, pixels, 0, NULL));
    assert_int_equal(veer_map_png_read("a.png", data, length, NULL, &map, &error), VEER_OK);
    assert_memory_equal(map.cells, "@..", 3);
    const uint8_t costs[3] = {1, 1, 4}; // 0.7152 · 255 = 182
    assert_memory_equal(map.costs, costs, 3);
    veer_map_text_free(&map);
}

static void costs_of_a_picture_are_laid_over_a_grid(void **state)
{
    (void)state;
    const uint8_t pixels[2 * 3] = {0, 255, 85, 255, 255, 255};
    uint8_t data[4000];
    size_t length = make_png(pixels, 3, 1, data, sizeof data);
    assert_int_equal(veer_map_png_read("a.png", data, length, NULL, &map, &error), VEER_OK);
    VeerGridDef def = veer_grid_def_default();
    def.has_costs = true;
    VeerGrid *grid = veer_grid_init(aligned_alloc(64, veer_grid_size(&def)), &def);
    veer_map_text_lay(&map, grid, (VeerCell){4, 4});
    assert_true(veer_grid_is_blocked(grid, (VeerCell){4, 4}));
    assert_int_equal(veer_grid_cost(grid, (VeerCell){5, 4}), 3);
    assert_int_equal(veer_grid_cost(grid, (VeerCell){6, 4}), 1);
    free(grid);
    veer_map_text_free(&map);
}

static void bad_pictures_are_told(void **state)
{
    (void)state;
    uint8_t pixels[2 * 400], data[4000];
    for (size_t i = 0; i < sizeof pixels; i++) {
        pixels[i] = (uint8_t)(i * 37);
    }
    size_t length = make_png(pixels, 20, 20, data, sizeof data);
    assert_int_equal(veer_map_png_read("a.png", "no picture", 10, NULL, &map, &error),
                     VEER_BAD_VALUE);
    assert_string_equal(error.text, "a.png: cannot be read as a picture (PNG): Not a PNG file");
    assert_int_equal(veer_map_png_read("a.png", "", 0, NULL, &map, &error), VEER_BAD_VALUE);
    assert_string_equal(error.text, "a.png: is empty, must be a picture (PNG)");
    assert_int_equal(strncmp(error.text, "a.png: ", 7), 0);
    assert_int_equal(veer_map_png_read("a.png", data, length / 2, NULL, &map, &error),
                     VEER_BAD_VALUE);
    assert_int_equal(strncmp(error.text, "a.png: ", 7), 0);
    // A head that says that it is large, and a row that is too long.
    enum { LARGE = 1448, LONG = 32768 };
    uint8_t *black = calloc(LARGE * LARGE, 2), *packed = malloc(100000);
    (void)make_png(black, LARGE, LARGE, packed, 100000);
    assert_int_equal(veer_map_png_read("a.png", packed, 80, NULL, &map, &error), VEER_BAD_VALUE);
    assert_string_equal(error.text, "a.png: is too short for its pixels");
    length = make_png(black, LONG, 1, packed, 100000);
    assert_int_equal(veer_map_png_read("a.png", packed, length, NULL, &map, &error),
                     VEER_BAD_VALUE);
    assert_string_equal(error.text, "a.png: must have at most 32767 pixels to a side");
    free(black);
    free(packed);
}

#define HEAD                                                                                       \
    "\"orientation\": \"orthogonal\", \"infinite\": false, \"width\": 4, \"height\": 3, "          \
    "\"tilewidth\": 16, \"tileheight\": 16, "
#define EMPTY "{\"type\": \"tilelayer\", \"name\": \"walls\", \"data\": [0,0,0,0,0,0,0,0,0,0,0,0]}"

static VeerStatus read_tiled(const char *rest)
{
    char text[4000];
    snprintf(text, sizeof text, "{" HEAD "%s}", rest);
    memset(&error, 0, sizeof error);
    return veer_map_tiled_read("a.tmj", text, strlen(text), NULL, &map, &error);
}

static void assert_cells(const char *rest, const char *rows)
{
    VeerStatus status = read_tiled(rest);
    if (status != VEER_OK) {
        print_error("%s\n", error.text);
    }
    assert_int_equal(status, VEER_OK);
    assert_int_equal(map.width, 4);
    assert_memory_equal(map.cells, rows, 12);
    veer_map_text_free(&map);
}

// Rows of tiles are from the top; those of the map from the bottom.
static void layers_of_tiles_are_laid_over_each_other(void **state)
{
    (void)state;
    assert_cells("\"layers\": [{\"type\": \"tilelayer\", \"name\": \"ground\", \"data\": "
                 "[9,9,9,9,9,9,9,9,9,9,9,9]}, {\"type\": \"group\", \"layers\": [{\"type\": "
                 "\"tilelayer\", \"properties\": [{\"name\": \"blocked\", \"value\": true}], "
                 "\"data\": [7,0,0,0,0,0,0,0,0,0,0,2147483655]}]}]",
                 "...@"
                 "...."
                 "@...");
    // In Base64: 1, then zeros.
    assert_cells("\"layers\": [{\"type\": \"tilelayer\", \"class\": \"collision\", \"encoding\": "
                 "\"base64\", \"compression\": \"\", \"data\": "
                 "\"AQAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA\"}]",
                 "...."
                 "...."
                 "@...");
}

static void tiles_may_be_packed(void **state)
{
    (void)state;
    // As above, by zlib, and by gzip with blanks around.
    const char *const rests[2] = {
        "\"data\": \"eNpjZCANAAAAYAAC\", \"compression\": \"zlib\"",
        "\"data\": \"\\n  H4sIAAAAAAACA2NkIA0A\\nAElfOc8wAAAA\\n\", \"compression\": \"gzip\""};
    for (int i = 0; i < 2; i++) {
        char layers[400];
        snprintf(layers, sizeof layers,
                 "\"layers\": [{\"type\": \"tilelayer\", \"name\": \"walls\", \"encoding\": "
                 "\"base64\", %s}]",
                 rests[i]);
        assert_cells(layers, "...."
                             "...."
                             "@...");
    }
}

static void tiles_say_what_they_are(void **state)
{
    (void)state;
    assert_cells("\"tilesets\": [{\"firstgid\": 1, \"source\": \"other.tsx\"}, {\"firstgid\": 5, "
                 "\"tilecount\": 8, \"tiles\": [{\"id\": 1, \"properties\": [{\"name\": "
                 "\"blocked\", \"value\": true}]}, {\"id\": 2, \"properties\": [{\"name\": "
                 "\"blocked\", \"value\": false}]}, {\"id\": 3}]}], \"layers\": [{\"type\": "
                 "\"tilelayer\", \"data\": [5,6,7,8,6,6,6,6,0,0,0,0]}, {\"type\": \"tilelayer\", "
                 "\"name\": \"bridges\", \"data\": [0,0,0,0,0,7,0,0,0,0,0,0]}]",
                 "...."
                 "@.@@"
                 ".@..");
    assert_int_equal(
        read_tiled("\"tilesets\": [{\"firstgid\": 1, \"tilecount\": 2, \"tiles\": [{\"id\": 1, "
                   "\"properties\": [{\"name\": \"cost\", \"value\": 7}]}]}], \"layers\": "
                   "[{\"type\": \"tilelayer\", \"data\": [0,0,0,0,0,0,0,0,1,2,0,0]}]"),
        VEER_OK);
    const uint8_t costs[4] = {1, 7, 1, 1};
    assert_memory_equal(map.costs, costs, 4);
    veer_map_text_free(&map);
}

#define OBJECTS(list)                                                                              \
    "\"layers\": [{\"type\": \"objectgroup\", \"name\": \"walls\", \"objects\": [" list "]}]"

static void objects_cover_the_cells_that_they_meet(void **state)
{
    (void)state;
    assert_cells(OBJECTS("{\"x\": 16, \"y\": 0, \"width\": 32, \"height\": 16}"), "...."
                                                                                  "...."
                                                                                  ".@@.");
    // A quarter turn, clockwise about its corner.
    assert_cells(OBJECTS("{\"x\": 32, \"y\": 0, \"width\": 32, \"height\": 16, \"rotation\": 90}"),
                 "...."
                 ".@.."
                 ".@..");
    assert_cells(OBJECTS("{\"x\": 0, \"y\": 0, \"polygon\": [{\"x\": 0, \"y\": 16}, {\"x\": 32, "
                         "\"y\": 16}, {\"x\": 32, \"y\": 48}]}"),
                 ".@.."
                 "@@.."
                 "....");
    assert_cells(OBJECTS("{\"x\": 8, \"y\": 40, \"polyline\": [{\"x\": 0, \"y\": 0}, {\"x\": 40, "
                         "\"y\": 0}]}"),
                 "@@@."
                 "...."
                 "....");
    assert_cells(
        OBJECTS("{\"x\": 18, \"y\": 18, \"width\": 12, \"height\": 12, \"ellipse\": true}"),
        "...."
        ".@.."
        "....");
    // What has no shape, and what says that it is free.
    assert_cells(OBJECTS("{\"x\": 8, \"y\": 8, \"point\": true}, {\"gid\": 1, \"x\": 0, \"y\": 0}"),
                 "............");
    assert_cells(OBJECTS("{\"x\": 0, \"y\": 0, \"width\": 64, \"height\": 48}, {\"x\": 16, \"y\": "
                         "16, \"width\": 16, \"height\": 16, \"properties\": [{\"name\": "
                         "\"blocked\", \"value\": false}]}"),
                 "@@@@"
                 "@.@@"
                 "@@@@");
}

static void a_mark_before_the_text_is_left_out(void **state)
{
    (void)state;
    const char *text = "\xEF\xBB\xBF{" HEAD "\"layers\": [" EMPTY "]}";
    assert_int_equal(veer_map_tiled_read("a.tmj", text, strlen(text), NULL, &map, &error), VEER_OK);
    veer_map_text_free(&map);
}

static void an_ellipse_stays_in_its_box(void **state)
{
    (void)state;
    assert_cells(OBJECTS("{\"x\": 16, \"y\": 16, \"width\": 16, \"height\": 16, "
                         "\"ellipse\": true}"),
                 "...."
                 ".@.."
                 "....");
}

static void assert_told(const char *rest, const char *text)
{
    char expected[400];
    snprintf(expected, sizeof expected, "a.tmj: %s", text);
    assert_int_equal(read_tiled(rest), VEER_BAD_VALUE);
    assert_string_equal(error.text, expected);
}

static void bad_packings_and_lists_are_told_by_place(void **state)
{
    (void)state;
    const struct {
        const char *rest, *text;
    } cases[] = {
        {"\"layers\": [{\"type\": \"tilelayer\", \"data\": \"\", \"compression\": \"zstd\"}]",
         "layers[0].compression: must be \"zlib\", \"gzip\" or none, is \"zstd\""},
        {"\"layers\": [{\"type\": \"tilelayer\", \"data\": \"AAAA*\", \"compression\": \"\"}]",
         "layers[0].data: must be Base64"},
        {"\"layers\": [{\"type\": \"tilelayer\", \"data\": "
         "\"AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA\", "
         "\"compression\": \"\"}]",
         "layers[0].data: must be 12 tiles of 4 bytes, is longer"},
        {"\"layers\": [{\"type\": \"tilelayer\", \"data\": \"eNpjZCAdAAAAaAAC\", \"compression\": "
         "\"zlib\"}]",
         "layers[0].data: must be 12 tiles of 4 bytes, is longer"},
        {"\"layers\": [{\"type\": \"tilelayer\", \"data\": \"eNpjZCAeAAAAWAAC\", \"compression\": "
         "\"zlib\"}]",
         "layers[0].data: must be 12 tiles of 4 bytes, is shorter"},
        {"\"layers\": [{\"type\": \"tilelayer\", \"data\": \"eNpjZCAN\", \"compression\": "
         "\"zlib\"}]",
         "layers[0].data: cannot be unpacked: it is damaged, or cut off"},
        {"\"layers\": [{\"type\": \"tilelayer\", \"data\": \"AAAA\", \"compression\": \"gzip\"}]",
         "layers[0].data: cannot be unpacked: it is damaged, or cut off"},
        {"\"layers\": {}", "layers: must be an array, is an object"},
        {"\"tilesets\": 1, \"layers\": []", "tilesets: must be an array, is a number"},
        {"\"layers\": [{\"type\": \"objectgroup\", \"objects\": 1}]",
         "layers[0].objects: must be an array, is a number"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        assert_told(cases[i].rest, cases[i].text);
    }
}

static void bad_tiled_maps_are_told_by_place(void **state)
{
    (void)state;
    const struct {
        const char *rest, *text;
    } cases[] = {
        {"\"x\": 0", "needs \"layers\""},
        {"\"layers\": []", "nothing in it is blocked: give a layer, a tile or an object the "
                           "property \"blocked\""},
        {"\"layers\": [{\"type\": \"tilelayer\"}]", "layers[0]: needs \"data\""},
        {"\"layers\": [{\"type\": \"tilelayer\", \"data\": [1]}]",
         "layers[0].data: must have 12 tiles, has 1"},
        {"\"layers\": [{\"type\": \"tilelayer\", \"data\": [1,2,3,4,5,6,7,8,9,1,1,-1]}]",
         "layers[0].data[11]: must be >= 0, is -1"},
        {"\"layers\": [{\"type\": \"tilelayer\", \"data\": [1,2,3,4,5,6,7,8,9,1,1,\"\"]}]",
         "layers[0].data[11]: must be a number, is a string"},
        {"\"layers\": [{\"type\": \"tilelayer\", \"data\": \"AAAA\"}]",
         "layers[0].data: must be 12 tiles of 4 bytes, is shorter"},
        {"\"layers\": [{\"type\": \"tilelayer\", \"data\": 5}]",
         "layers[0].data: must be an array, is a number"},
        {"\"layers\": [{\"type\": \"tilelayer\", \"properties\": [{\"name\": \"blocked\", "
         "\"value\": 1}], \"data\": []}]",
         "layers[0].properties[0].value: must be true or false, is a number"},
        {"\"layers\": [" EMPTY ", {\"type\": \"group\"}]", "layers[1]: needs \"layers\""},
        {"\"layers\": [{\"type\": \"imagelayer\", \"offsetx\": 3}]",
         "layers[0]: must not be offset"},
        {"\"tilesets\": [{\"tiles\": []}], \"layers\": []", "tilesets[0]: needs \"firstgid\""},
        {"\"tilesets\": [{\"tiles\": [], \"firstgid\": 1.5}], \"layers\": []",
         "tilesets[0].firstgid: must be a whole number, is 1.5"},
        {"\"tilesets\": [{\"firstgid\": 1, \"tilecount\": 2, \"tiles\": [{\"id\": 5, "
         "\"properties\": [{\"name\": \"cost\", \"value\": 7}]}]}], \"layers\": []",
         "tilesets[0].tiles[0].id: must be <= 1, is 5"},
        {"\"tilesets\": [{\"firstgid\": 1, \"tilecount\": 2, \"tiles\": [{\"id\": 1, "
         "\"properties\": [{\"name\": \"cost\", \"value\": 300}]}]}], \"layers\": []",
         "tilesets[0].tiles[0].properties[0].value: must be <= 255, is 300"},
        {"\"tilesets\": [{\"firstgid\": 1, \"tilecount\": 2, \"tiles\": [{\"id\": 1, "
         "\"properties\": [{\"name\": \"blocked\", \"value\": \"x\"}]}]}], \"layers\": []",
         "tilesets[0].tiles[0].properties[0].value: must be true or false, is a string"},
        {OBJECTS("{\"y\": 1}"), "layers[0].objects[0]: needs \"x\""},
        {OBJECTS("{\"x\": 1, \"y\": \"2\"}"),
         "layers[0].objects[0].y: must be a number, is a string"},
        {OBJECTS("{\"x\": 1, \"y\": 2, \"width\": 4}"), "layers[0].objects[0]: needs \"height\""},
        {OBJECTS("{\"x\": 1, \"y\": 2, \"polygon\": [{\"x\": 1, \"y\": 1}]}"),
         "layers[0].objects[0].polygon: must have three corners or more, on the map"},
        {OBJECTS("{\"x\": 1, \"y\": 2, \"polygon\": 3}"),
         "layers[0].objects[0].polygon: must be an array, is a number"},
        {OBJECTS("{\"x\": 1, \"y\": 2, \"polyline\": [{\"x\": 1}]}"),
         "layers[0].objects[0].polyline[0]: needs \"y\""},
        {OBJECTS("{\"x\": 1e9, \"y\": 2, \"polyline\": [{\"x\": 1, \"y\": 2}, {\"x\": 2, \"y\": "
                 "2}]}"),
         "layers[0].objects[0].polyline: must lie on the map"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        assert_told(cases[i].rest, cases[i].text);
    }
}

static void heads_of_tiled_maps_are_checked(void **state)
{
    (void)state;
    const struct {
        const char *text, *error;
    } cases[] = {
        {"[]", "a.tmj: must be an object, is an array"},
        {"{}", "a.tmj: must be a map of Tiled with \"orientation\": \"orthogonal\""},
        {"{\"orientation\": \"hexagonal\"}",
         "a.tmj: orientation: must be a map of Tiled with \"orientation\": \"orthogonal\""},
        {"{\"orientation\": \"orthogonal\", \"infinite\": true}", "a.tmj: infinite: must be false"},
        {"{\"orientation\": \"orthogonal\", \"width\": 0}", "a.tmj: width: must be >= 1, is 0"},
        {"{\"orientation\": \"orthogonal\", \"width\": 30000, \"height\": 30000, \"tilewidth\": "
         "1, \"tileheight\": 1}",
         "a.tmj: must have at most 2097152 tiles, has 900000000"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        VeerStatus status =
            veer_map_tiled_read("a.tmj", cases[i].text, strlen(cases[i].text), NULL, &map, &error);
        assert_int_equal(status, VEER_BAD_VALUE);
        assert_string_equal(error.text, cases[i].error);
    }
    assert_int_equal(veer_map_tiled_read("a.tmj", "{", 1, NULL, &map, &error), VEER_BAD_VALUE);
}

static void write_file(const char *path, const void *data, size_t length)
{
    FILE *file = fopen(path, "wb");
    assert_non_null(file);
    assert_int_equal(fwrite(data, 1, length, file), length);
    assert_int_equal(fclose(file), 0);
}

static void files_are_read_by_the_end_of_their_name(void **state)
{
    (void)state;
    const uint8_t pixels[4] = {255, 255, 0, 255};
    uint8_t data[4000];
    write_file("map-file-test.png", data, make_png(pixels, 2, 1, data, sizeof data));
    const char *tiled = "{" HEAD "\"layers\": [" EMPTY "]}";
    write_file("map-file-test.tmj", tiled, strlen(tiled));
    const char *text = "type octile\nheight 1\nwidth 3\nmap\n.@.\n";
    write_file("map-file-test.map", text, strlen(text));
    const char *const names[] = {"map-file-test.png", "map-file-test.tmj", "map-file-test.map"};
    const uint32_t widths[] = {2, 4, 3};
    for (int i = 0; i < 3; i++) {
        assert_int_equal(veer_map_read_file(names[i], NULL, &map, &error), VEER_OK);
        assert_int_equal(map.width, widths[i]);
        veer_map_text_free(&map);
        remove(names[i]);
        assert_int_not_equal(veer_map_read_file(names[i], NULL, &map, &error), VEER_OK);
    }
    assert_int_equal(veer_map_read_file("level.obj", NULL, &map, &error), VEER_BAD_VALUE);
    assert_non_null(strstr(error.text, "level geometry"));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(levels_of_a_picture_are_costs),
        cmocka_unit_test(levels_are_read_as_they_are_stored),
        cmocka_unit_test(colours_are_as_light_as_they_look),
        cmocka_unit_test(costs_of_a_picture_are_laid_over_a_grid),
        cmocka_unit_test(bad_pictures_are_told),
        cmocka_unit_test(layers_of_tiles_are_laid_over_each_other),
        cmocka_unit_test(tiles_may_be_packed),
        cmocka_unit_test(tiles_say_what_they_are),
        cmocka_unit_test(objects_cover_the_cells_that_they_meet),
        cmocka_unit_test(a_mark_before_the_text_is_left_out),
        cmocka_unit_test(an_ellipse_stays_in_its_box),
        cmocka_unit_test(bad_packings_and_lists_are_told_by_place),
        cmocka_unit_test(bad_tiled_maps_are_told_by_place),
        cmocka_unit_test(heads_of_tiled_maps_are_checked),
        cmocka_unit_test(files_are_read_by_the_end_of_their_name),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
