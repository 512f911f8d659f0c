/// `.3dmap` and `.3dscen` files.
#include "veer/movingai.h"

#include "io/base/array.h"
#include "io/base/lines.h"

#include <stdlib.h>

/// A voxel of a map: x, y, z.
static bool take_voxel(VeerWord *line, VeerVoxel lower, VeerVoxel upper, VeerVoxel *out)
{
    const int32_t least[3] = {lower.x, lower.y, lower.z}, most[3] = {upper.x, upper.y, upper.z};
    int64_t values[3];
    for (int i = 0; i < 3; i++) {
        VeerWord word;
        if (!veer_word_next(line, &word) || !veer_word_whole(word, least[i], most[i], &values[i])) {
            return false;
        }
    }
    *out = (VeerVoxel){(int32_t)values[0], (int32_t)values[1], (int32_t)values[2]};
    return true;
}

static bool take_voxel_of(VeerWord *line, VeerVoxel cells, VeerVoxel *out)
{
    VeerVoxel last = {cells.x - 1, cells.y - 1, cells.z - 1};
    return take_voxel(line, (VeerVoxel){0, 0, 0}, last, out);
}

static VeerStatus fail_for_memory(const VeerLines *lines)
{
    (void)veer_lines_fail(lines, "no memory for what follows");
    return VEER_OUT_OF_MEMORY;
}

static VeerStatus read_size(VeerLines *lines, VeerVoxel *out)
{
    const int32_t most = VEER_MAX_VOXEL_CELLS;
    VeerWord line, word;
    if (!veer_lines_next(lines, &line) || !veer_word_next(&line, &word) ||
        !veer_word_is(word, "voxel") ||
        !take_voxel(&line, (VeerVoxel){1, 1, 1}, (VeerVoxel){most, most, most}, out) ||
        line.length > 0) {
        return veer_lines_fail(lines, "must be 'voxel' and three sizes, 1 to %d", most);
    }
    return VEER_OK;
}

static VeerStatus read_blocked(VeerLines *lines, VeerVoxelText *map)
{
    uint32_t room = 0;
    VeerWord line;
    while (veer_lines_next(lines, &line)) {
        VeerVoxel voxel;
        if (line.length == 0) {
            continue;
        }
        if (!take_voxel_of(&line, map->cells, &voxel) || line.length > 0) {
            return veer_lines_fail(lines, "must be a voxel of the map of %d × %d × %d",
                                   map->cells.x, map->cells.y, map->cells.z);
        }
        if (!veer_array_reserve(&map->blocked, &room, map->count + UINT64_C(1),
                                sizeof *map->blocked)) {
            return fail_for_memory(lines);
        }
        map->blocked[map->count++] = voxel;
    }
    return VEER_OK;
}

VeerStatus veer_voxel_text_read(const char *name, const char *text, size_t length,
                                VeerVoxelText *out, VeerInputError *error)
{
    VeerLines lines = {name, text, text + length, 0, error};
    VeerVoxelText map = {.count = 0};
    VeerStatus status = read_size(&lines, &map.cells);
    if (status == VEER_OK) {
        status = read_blocked(&lines, &map);
    }
    if (status == VEER_OK) {
        *out = map;
    } else {
        veer_voxel_text_free(&map);
    }
    return status;
}

VeerStatus veer_voxel_text_read_file(const char *path, VeerVoxelText *out, VeerInputError *error)
{
    char *text;
    size_t length;
    VeerStatus status = veer_file_read(path, VEER_MAX_MAP_FILE, &text, &length, error);
    if (status == VEER_OK) {
        status = veer_voxel_text_read(path, text, length, out, error);
        free(text);
    }
    return status;
}

void veer_voxel_text_free(VeerVoxelText *map)
{
    free(map->blocked);
    *map = (VeerVoxelText){.count = 0};
}

void veer_voxel_text_lay(const VeerVoxelText *map, VeerVoxels *voxels, VeerVoxel at)
{
    for (uint32_t i = 0; i < map->count; i++) {
        VeerVoxel voxel = map->blocked[i];
        veer_voxels_set_blocked(voxels, (VeerVoxel){voxel.x + at.x, voxel.y + at.y, voxel.z + at.z},
                                true);
    }
}

static VeerStatus read_scene_head(VeerLines *lines)
{
    VeerWord line, word;
    if (!veer_lines_next(lines, &line) || !veer_word_next(&line, &word) ||
        !veer_word_is(word, "version") || !veer_word_next(&line, &word) ||
        !veer_word_is(word, "1")) {
        return veer_lines_fail(lines, "must be 'version 1'");
    }
    if (!veer_lines_next(lines, &line) || !veer_word_next(&line, &word)) {
        return veer_lines_fail(lines, "must be the name of the map");
    }
    return VEER_OK;
}

/// Start, goal, length; what comes behind (the length ÷ that without obstacles) can be told.
static VeerStatus read_problem(VeerLines *lines, VeerVoxel cells, VeerWord line,
                               VeerVoxelProblem *out)
{
    VeerWord word;
    if (!take_voxel_of(&line, cells, &out->start) || !take_voxel_of(&line, cells, &out->goal)) {
        return veer_lines_fail(lines,
                               "must begin with a start and a goal on the map of %d × %d × %d",
                               cells.x, cells.y, cells.z);
    }
    if (!veer_word_next(&line, &word) || !veer_word_number(word, &out->length) ||
        out->length < 0.0) {
        return veer_lines_fail(lines, "must have the length of a shortest path, >= 0");
    }
    return VEER_OK;
}

static VeerStatus read_problems(VeerLines *lines, VeerVoxel cells, VeerVoxelScene *scene)
{
    uint32_t room = 0;
    VeerWord line;
    VeerStatus status = VEER_OK;
    while (status == VEER_OK && veer_lines_next(lines, &line)) {
        if (line.length == 0) {
            continue;
        }
        if (!veer_array_reserve(&scene->problems, &room, scene->count + UINT64_C(1),
                                sizeof *scene->problems)) {
            return fail_for_memory(lines);
        }
        status = read_problem(lines, cells, line, &scene->problems[scene->count]);
        scene->count += status == VEER_OK ? 1u : 0u;
    }
    return status;
}

VeerStatus veer_voxel_scene_read(const char *name, const char *text, size_t length, VeerVoxel cells,
                                 VeerVoxelScene *out, VeerInputError *error)
{
    VeerLines lines = {name, text, text + length, 0, error};
    VeerVoxelScene scene = {.count = 0};
    VeerStatus status = read_scene_head(&lines);
    if (status == VEER_OK) {
        status = read_problems(&lines, cells, &scene);
    }
    if (status == VEER_OK) {
        *out = scene;
    } else {
        veer_voxel_scene_free(&scene);
    }
    return status;
}

VeerStatus veer_voxel_scene_read_file(const char *path, VeerVoxel cells, VeerVoxelScene *out,
                                      VeerInputError *error)
{
    char *text;
    size_t length;
    VeerStatus status = veer_file_read(path, VEER_MAX_MAP_FILE, &text, &length, error);
    if (status == VEER_OK) {
        status = veer_voxel_scene_read(path, text, length, cells, out, error);
        free(text);
    }
    return status;
}

void veer_voxel_scene_free(VeerVoxelScene *scene)
{
    free(scene->problems);
    *scene = (VeerVoxelScene){.count = 0};
}
