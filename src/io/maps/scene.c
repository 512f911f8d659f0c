/// `.scen` files of both versions, and the patches of version 2.
#include "io/base/array.h"
#include "io/maps/text.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/// A scene that is being read.
typedef struct SceneReading {
    VeerLines lines;
    VeerMapScene scene;
    uint32_t room;
    char patch_file[256]; ///< that version 2 names
} SceneReading;

static VeerStatus add_problem(SceneReading *reading, VeerMapProblem problem)
{
    VeerMapScene *scene = &reading->scene;
    if (!veer_array_reserve(&scene->problems, &reading->room, scene->count + UINT64_C(1),
                            sizeof *scene->problems)) {
        (void)veer_lines_fail(&reading->lines, "no memory for the problems");
        return VEER_OUT_OF_MEMORY;
    }
    scene->problems[scene->count++] = problem;
    return VEER_OK;
}

static bool take_whole(VeerWord *line, int64_t lower, int64_t upper, int64_t *out)
{
    VeerWord word;
    return veer_word_next(line, &word) && veer_word_whole(word, lower, upper, out);
}

/// A cell of the map: x, then y.
static bool take_cell(VeerWord *line, const VeerMapScene *scene, VeerCell *out)
{
    int64_t x, y;
    if (!take_whole(line, 0, (int64_t)scene->width - 1, &x) ||
        !take_whole(line, 0, (int64_t)scene->height - 1, &y)) {
        return false;
    }
    *out = (VeerCell){(int32_t)x, (int32_t)y};
    return true;
}

/// Half a unit of the last digit. Files that write six digits leave out zeros at the end, so a
/// fraction of less than two digits says nothing of where it was rounded.
static double rounding(VeerWord word)
{
    enum { WRITTEN = 6 };
    const char *point = memchr(word.text, '.', word.length);
    size_t whole = point ? (size_t)(point - word.text) : word.length;
    size_t fraction = point ? word.length - whole - 1 : 0;
    if (fraction < 2) {
        fraction = whole < WRITTEN ? WRITTEN - whole : 0;
    }
    double unit = 0.5;
    while (fraction-- > 0) {
        unit *= 0.1;
    }
    return unit;
}

static VeerStatus read_query(SceneReading *reading, VeerWord *line)
{
    VeerMapProblem problem = {.patch = UINT32_MAX};
    VeerWord word;
    if (!take_cell(line, &reading->scene, &problem.start) ||
        !take_cell(line, &reading->scene, &problem.goal)) {
        return veer_lines_fail(&reading->lines,
                               "must have a start and a goal on the map of %u × %u cells",
                               reading->scene.width, reading->scene.height);
    }
    if (!veer_word_next(line, &word) || !veer_word_number(word, &problem.length) ||
        problem.length < 0.0) {
        return veer_lines_fail(&reading->lines, "must have the length of a shortest path, >= 0");
    }
    problem.rounded = rounding(word);
    return add_problem(reading, problem);
}

/// Version 1: bucket, map, width, height, start, goal, length.
static VeerStatus read_line_1(SceneReading *reading, VeerWord line)
{
    VeerWord map;
    int64_t bucket, width, height;
    VeerMapScene *scene = &reading->scene;
    if (!take_whole(&line, 0, INT32_MAX, &bucket) || !veer_word_next(&line, &map)) {
        return veer_lines_fail(&reading->lines, "must begin with bucket and map");
    }
    if (!take_whole(&line, 1, VEER_MAX_GRID_CELLS, &width) ||
        !take_whole(&line, 1, VEER_MAX_GRID_CELLS, &height)) {
        return veer_lines_fail(&reading->lines, "must have width and height, 1 to %d",
                               VEER_MAX_GRID_CELLS);
    }
    if (scene->count == 0) {
        scene->width = (uint32_t)width;
        scene->height = (uint32_t)height;
    } else if (width != scene->width || height != scene->height) {
        return veer_lines_fail(&reading->lines, "must be of the same map of %u × %u cells as above",
                               scene->width, scene->height);
    }
    return read_query(reading, &line);
}

/// Version 2: "Q bucket start goal length", or "P bucket patch x y".
static VeerStatus read_line_2(SceneReading *reading, VeerWord line)
{
    VeerWord kind;
    int64_t bucket, patch;
    if (!veer_word_next(&line, &kind) || !take_whole(&line, 0, INT32_MAX, &bucket)) {
        return veer_lines_fail(&reading->lines, "must begin with Q or P and a bucket");
    }
    if (veer_word_is(kind, "Q")) {
        return read_query(reading, &line);
    }
    if (!veer_word_is(kind, "P")) {
        return veer_lines_fail(&reading->lines, "must begin with Q (query) or P (patch)");
    }
    VeerMapProblem problem = {.patch = 0};
    if (!take_whole(&line, 0, INT32_MAX, &patch) ||
        !take_cell(&line, &reading->scene, &problem.start)) {
        return veer_lines_fail(&reading->lines, "must have a patch and its place on the map");
    }
    problem.patch = (uint32_t)patch;
    return add_problem(reading, problem);
}

static VeerStatus read_lines(SceneReading *reading,
                             VeerStatus (*read_line)(SceneReading *reading, VeerWord line))
{
    VeerWord line;
    VeerStatus status = VEER_OK;
    while (status == VEER_OK && veer_lines_next(&reading->lines, &line)) {
        if (line.length > 0) {
            status = read_line(reading, line);
        }
    }
    return status;
}

/// Of version 2: size, costs, the patch file, then "commands".
static VeerStatus read_head_2(SceneReading *reading)
{
    VeerLines *lines = &reading->lines;
    VeerMapScene *scene = &reading->scene;
    VeerWord line, word;
    VeerStatus status = veer_lines_named(lines, "height", 1, VEER_MAX_GRID_CELLS, &scene->height);
    if (status == VEER_OK) {
        status = veer_lines_named(lines, "width", 1, VEER_MAX_GRID_CELLS, &scene->width);
    }
    while (status == VEER_OK) {
        if (!veer_lines_next(lines, &line) || !veer_word_next(&line, &word)) {
            return veer_lines_fail(lines, "must be 'patch FILE', 'cost ...' or 'commands'");
        }
        if (veer_word_is(word, "commands")) {
            break;
        }
        if (veer_word_is(word, "patch") && veer_word_next(&line, &word) &&
            word.length < sizeof reading->patch_file) {
            memcpy(reading->patch_file, word.text, word.length);
            reading->patch_file[word.length] = '\0';
        } else if (!veer_word_is(word, "cost")) {
            return veer_lines_fail(lines, "must be 'patch FILE', 'cost ...' or 'commands'");
        }
    }
    return status;
}

static VeerStatus read_scene(SceneReading *reading)
{
    VeerWord line, word, version;
    if (!veer_lines_next(&reading->lines, &line) || !veer_word_next(&line, &word) ||
        !veer_word_is(word, "version") || !veer_word_next(&line, &version)) {
        return veer_lines_fail(&reading->lines, "must be 'version 1' or 'version 2'");
    }
    if (veer_word_is(version, "1") || veer_word_is(version, "1.0")) {
        return read_lines(reading, read_line_1);
    }
    if (!veer_word_is(version, "2")) {
        return veer_lines_fail(&reading->lines, "must be 'version 1' or 'version 2'");
    }
    reading->scene.begins_free = true;
    VeerStatus status = read_head_2(reading);
    return status == VEER_OK ? read_lines(reading, read_line_2) : status;
}

static VeerStatus read_patches(VeerMapScene *scene, VeerLines *lines)
{
    VeerWord line, word;
    uint32_t count, number;
    if (!veer_lines_next(lines, &line) || !veer_word_next(&line, &word) ||
        !veer_word_is(word, "type")) {
        return veer_lines_fail(lines, "must be 'type patch'");
    }
    VeerStatus status = veer_lines_named(lines, "patches", 1, 1 << 20, &count);
    if (status != VEER_OK) {
        return status;
    }
    scene->patches = calloc(count, sizeof *scene->patches);
    if (!scene->patches) {
        (void)veer_lines_fail(lines, "no memory for %u patches", count);
        return VEER_OUT_OF_MEMORY;
    }
    for (uint32_t i = 0; i < count && status == VEER_OK; i++) {
        status = veer_lines_named(lines, "patch", i, i, &number);
        if (status == VEER_OK) {
            status = veer_map_text_from_lines(lines, &scene->patches[i]);
            scene->patch_count += status == VEER_OK ? 1u : 0u;
        }
    }
    if (status == VEER_OK && !veer_lines_are_done(lines)) {
        return veer_lines_fail(lines, "must be the end: there are %u patches", count);
    }
    return status;
}

static VeerStatus check_patches(SceneReading *reading)
{
    const VeerMapScene *scene = &reading->scene;
    for (uint32_t i = 0; i < scene->count; i++) {
        uint32_t patch = scene->problems[i].patch;
        if (patch != UINT32_MAX && patch >= scene->patch_count) {
            snprintf(reading->lines.error->text, sizeof reading->lines.error->text,
                     "%.200s: names patch %u, but there are %u", reading->lines.name, patch,
                     scene->patch_count);
            return VEER_BAD_VALUE;
        }
    }
    return VEER_OK;
}

/// Takes what was read, or gives it back.
static VeerStatus finish(SceneReading *reading, VeerStatus status, VeerMapScene *out)
{
    if (status == VEER_OK) {
        status = check_patches(reading);
    }
    if (status == VEER_OK) {
        *out = reading->scene;
    } else {
        veer_map_scene_free(&reading->scene);
    }
    return status;
}

VeerStatus veer_map_scene_read(const char *name, const char *text, size_t length,
                               const char *patches, size_t patches_length, VeerMapScene *out,
                               VeerInputError *error)
{
    SceneReading reading = {.lines = {name, text, text + length, 0, error}};
    VeerStatus status = read_scene(&reading);
    if (status == VEER_OK && patches) {
        VeerLines lines = {"patches", patches, patches + patches_length, 0, error};
        status = read_patches(&reading.scene, &lines);
    }
    return finish(&reading, status, out);
}

/// Reads the file that a scene of version 2 names, which is beside it.
static VeerStatus read_patch_file(SceneReading *reading, const char *path)
{
    char beside[4096], *text;
    size_t length;
    const char *slash = strrchr(path, '/');
    int folder = slash ? (int)(slash - path) + 1 : 0;
    snprintf(beside, sizeof beside, "%.*s%s", folder, path, reading->patch_file);
    VeerStatus status =
        veer_file_read(beside, VEER_MAX_MAP_FILE, &text, &length, reading->lines.error);
    if (status == VEER_OK) {
        VeerLines lines = {beside, text, text + length, 0, reading->lines.error};
        status = read_patches(&reading->scene, &lines);
        free(text);
    }
    return status;
}

VeerStatus veer_map_scene_read_file(const char *path, VeerMapScene *out, VeerInputError *error)
{
    char *text;
    size_t length;
    VeerStatus status = veer_file_read(path, VEER_MAX_MAP_FILE, &text, &length, error);
    if (status != VEER_OK) {
        return status;
    }
    SceneReading reading = {.lines = {path, text, text + length, 0, error}};
    status = read_scene(&reading);
    if (status == VEER_OK && reading.patch_file[0]) {
        status = read_patch_file(&reading, path);
    }
    free(text);
    return finish(&reading, status, out);
}

void veer_map_scene_free(VeerMapScene *scene)
{
    for (uint32_t i = 0; i < scene->patch_count; i++) {
        veer_map_text_free(&scene->patches[i]);
    }
    free(scene->patches);
    free(scene->problems);
    *scene = (VeerMapScene){0};
}
