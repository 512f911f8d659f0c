/// `.scen` files of both versions, and the patches of version 2.
#include "io/base/input.h"
#include "io/maps/text.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/// A scene that is being read.
typedef struct SceneReading {
    VeerLines *lines;
    VeerMapScene scene;
    char patch_file[256]; ///< that version 2 names
} SceneReading;

/// A cell of the map: x, then y.
static bool take_cell(VeerWord *line, const VeerMapScene *scene, VeerCell *out)
{
    int64_t x, y;
    if (!veer_word_next_whole(line, 0, (int64_t)scene->width - 1, &x) ||
        !veer_word_next_whole(line, 0, (int64_t)scene->height - 1, &y)) {
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

static VeerStatus read_query(SceneReading *reading, VeerWord *line, VeerMapProblem *out)
{
    VeerWord word;
    *out = (VeerMapProblem){.patch = UINT32_MAX};
    if (!take_cell(line, &reading->scene, &out->start) ||
        !take_cell(line, &reading->scene, &out->goal)) {
        return veer_lines_fail(reading->lines,
                               "must have a start and a goal on the map of %u × %u cells",
                               reading->scene.width, reading->scene.height);
    }
    if (!veer_word_next(line, &word) || !veer_word_number(word, &out->length) ||
        out->length < 0.0) {
        return veer_lines_fail(reading->lines, "must have the length of a shortest path, >= 0");
    }
    out->rounded = rounding(word);
    return VEER_OK;
}

/// Version 1: bucket, map, width, height, start, goal, length.
static VeerStatus read_line_1(const VeerLines *lines, VeerWord line, void *context, void *out)
{
    SceneReading *reading = context;
    VeerWord map;
    int64_t bucket, width, height;
    VeerMapScene *scene = &reading->scene;
    if (!veer_word_next_whole(&line, 0, INT32_MAX, &bucket) || !veer_word_next(&line, &map)) {
        return veer_lines_fail(lines, "must begin with bucket and map");
    }
    if (!veer_word_next_whole(&line, 1, VEER_MAX_GRID_CELLS, &width) ||
        !veer_word_next_whole(&line, 1, VEER_MAX_GRID_CELLS, &height)) {
        return veer_lines_fail(lines, "must have width and height, 1 to %d", VEER_MAX_GRID_CELLS);
    }
    if (scene->count == 0) {
        scene->width = (uint32_t)width;
        scene->height = (uint32_t)height;
    } else if (width != scene->width || height != scene->height) {
        return veer_lines_fail(lines, "must be of the same map of %u × %u cells as above",
                               scene->width, scene->height);
    }
    return read_query(reading, &line, out);
}

/// Version 2: "Q bucket start goal length", or "P bucket patch x y".
static VeerStatus read_line_2(const VeerLines *lines, VeerWord line, void *context, void *out)
{
    SceneReading *reading = context;
    VeerWord kind;
    int64_t bucket, patch;
    if (!veer_word_next(&line, &kind) || !veer_word_next_whole(&line, 0, INT32_MAX, &bucket)) {
        return veer_lines_fail(lines, "must begin with Q or P and a bucket");
    }
    if (veer_word_is(kind, "Q")) {
        return read_query(reading, &line, out);
    }
    if (!veer_word_is(kind, "P")) {
        return veer_lines_fail(lines, "must begin with Q (query) or P (patch)");
    }
    VeerMapProblem *problem = out;
    if (!veer_word_next_whole(&line, 0, INT32_MAX, &patch) ||
        !take_cell(&line, &reading->scene, &problem->start)) {
        return veer_lines_fail(lines, "must have a patch and its place on the map");
    }
    problem->patch = (uint32_t)patch;
    return VEER_OK;
}

static VeerStatus read_lines(SceneReading *reading, VeerItemReader *read_line)
{
    VeerMapScene *scene = &reading->scene;
    return veer_lines_items(reading->lines, read_line, reading, &scene->problems, &scene->count,
                            sizeof *scene->problems);
}

/// Of version 2: size, costs, the patch file, then "commands".
static VeerStatus read_head_2(SceneReading *reading)
{
    VeerLines *lines = reading->lines;
    VeerMapScene *scene = &reading->scene;
    VeerWord line, word;
    VeerStatus status = veer_lines_size(lines, &scene->width, &scene->height);
    if (status == VEER_OK) {
        status = veer_lines_cells(lines, VEER_LIMIT_CELLS, (double)scene->width * scene->height);
    }
    while (status == VEER_OK) {
        bool is_there = veer_lines_next(lines, &line) && veer_word_next(&line, &word);
        if (is_there && veer_word_is(word, "commands")) {
            break;
        }
        if (is_there && veer_word_is(word, "patch") && veer_word_next(&line, &word) &&
            word.length < sizeof reading->patch_file) {
            memcpy(reading->patch_file, word.text, word.length);
            reading->patch_file[word.length] = '\0';
        } else if (!is_there || !veer_word_is(word, "cost")) {
            return veer_lines_fail(lines, "must be 'patch FILE', 'cost ...' or 'commands'");
        }
    }
    return status;
}

static VeerStatus read_scene(SceneReading *reading)
{
    VeerWord line, version;
    if (!veer_lines_begin(reading->lines, &line, "version") || !veer_word_next(&line, &version)) {
        return veer_lines_fail(reading->lines, "must be 'version 1' or 'version 2'");
    }
    if (veer_word_is(version, "1") || veer_word_is(version, "1.0")) {
        return read_lines(reading, read_line_1);
    }
    if (!veer_word_is(version, "2")) {
        return veer_lines_fail(reading->lines, "must be 'version 1' or 'version 2'");
    }
    reading->scene.begins_free = true;
    VeerStatus status = read_head_2(reading);
    return status == VEER_OK ? read_lines(reading, read_line_2) : status;
}

/// Into a scene.
static VeerStatus read_patches(VeerLines *lines, const void *unused, void *out)
{
    (void)unused;
    VeerMapScene *scene = out;
    VeerWord line;
    uint32_t count, number;
    if (!veer_lines_begin(lines, &line, "type")) {
        return veer_lines_fail(lines, "must be 'type patch'");
    }
    VeerStatus status = veer_lines_named(lines, "patches", 1, 1 << 20, &count);
    if (status != VEER_OK) {
        return status;
    }
    // A text that is too short to hold them asks for no memory.
    if (count > (size_t)(lines->end - lines->at)) {
        return veer_lines_fail(lines, "the text is too short for %u patches", count);
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
            VeerInputError *error = reading->lines->error;
            snprintf(error->text, sizeof error->text, "%.200s: names patch %u, but there are %u",
                     reading->lines->name, patch, scene->patch_count);
            return VEER_BAD_VALUE;
        }
    }
    return VEER_OK;
}

/// Reads the file that a scene of version 2 names, which is beside it.
static VeerStatus read_patch_file(SceneReading *reading)
{
    const VeerLines *lines = reading->lines;
    VeerInputPath beside;
    VeerStatus status =
        veer_input_beside(lines->name, reading->patch_file, lines->limits, &beside, lines->error);
    return status != VEER_OK ? status
                             : veer_lines_read_file(beside.text, lines->limits, read_patches, NULL,
                                                    &reading->scene, lines->error);
}

/// @param given  the text of the patches, VeerLines; NULL: the scene is a file, and so may they be
static VeerStatus read_whole(VeerLines *lines, const void *given, void *out)
{
    SceneReading reading = {.lines = lines};
    VeerStatus status = read_scene(&reading);
    if (status == VEER_OK && given) {
        VeerLines patches = *(const VeerLines *)given;
        patches.error = lines->error;
        status = patches.at ? read_patches(&patches, NULL, &reading.scene) : VEER_OK;
    } else if (status == VEER_OK && reading.patch_file[0]) {
        status = read_patch_file(&reading);
    }
    if (status == VEER_OK) {
        status = check_patches(&reading);
    }
    if (status == VEER_OK) {
        *(VeerMapScene *)out = reading.scene;
    } else {
        veer_map_scene_free(&reading.scene);
    }
    return status;
}

VeerStatus veer_map_scene_read(const char *name, const char *text, size_t length,
                               const char *patches, size_t patches_length, VeerMapScene *out,
                               VeerInputError *error)
{
    VeerLines given = {.name = "patches", .at = patches};
    given.end = patches ? patches + patches_length : NULL;
    return veer_lines_read_text(name, text, length, read_whole, &given, out, error);
}

VeerStatus veer_map_scene_read_file(const char *path, const VeerInputLimits *limits,
                                    VeerMapScene *out, VeerInputError *error)
{
    return veer_lines_read_file(path, limits, read_whole, NULL, out, error);
}

void veer_map_scene_free(VeerMapScene *scene)
{
    if (!scene) {
        return;
    }
    for (uint32_t i = 0; i < scene->patch_count; i++) {
        veer_map_text_free(&scene->patches[i]);
    }
    free(scene->patches);
    free(scene->problems);
    *scene = (VeerMapScene){0};
}
