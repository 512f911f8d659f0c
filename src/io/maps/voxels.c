/// `.3dmap` and `.3dscen` files.
#include "io/maps/text.h"

#include <stdlib.h>

/// A voxel: x, y, z, each one of so many numbers from `least` on; of none where there are none.
static bool take_voxel(VeerWord *line, int64_t least, VeerVoxel count, VeerVoxel *out)
{
    int64_t x = 0, y = 0, z = 0, before = least - 1;
    bool is_taken = veer_word_next_whole(line, least, before + count.x, &x) &&
                    veer_word_next_whole(line, least, before + count.y, &y) &&
                    veer_word_next_whole(line, least, before + count.z, &z);
    *out = (VeerVoxel){(int32_t)x, (int32_t)y, (int32_t)z};
    return is_taken;
}

/// A voxel of a map of so many `cells`.
static VeerStatus read_voxel(const VeerLines *lines, VeerWord line, void *cells, void *out)
{
    VeerVoxel size = *(const VeerVoxel *)cells;
    return take_voxel(&line, 0, size, out) && line.length == 0
               ? VEER_OK
               : veer_lines_fail(lines, "must be a voxel of the map of %d × %d × %d", size.x,
                                 size.y, size.z);
}

static VeerStatus read_map(VeerLines *lines, const void *unused, void *out)
{
    (void)unused;
    const int32_t most = VEER_MAX_VOXEL_CELLS;
    VeerVoxelText map = {.count = 0};
    VeerWord line;
    if (!veer_lines_begin(lines, &line, "voxel") ||
        !take_voxel(&line, 1, (VeerVoxel){most, most, most}, &map.cells) || line.length > 0) {
        return veer_lines_fail(lines, "must be 'voxel' and three sizes, 1 to %d", most);
    }
    double voxels = (double)map.cells.x * map.cells.y * map.cells.z;
    if (veer_lines_cells(lines, VEER_LIMIT_VOXELS, voxels) != VEER_OK) {
        return VEER_BAD_VALUE;
    }
    VeerStatus status = veer_lines_items(lines, read_voxel, &map.cells, &map.blocked, &map.count,
                                         sizeof *map.blocked);
    if (status == VEER_OK) {
        *(VeerVoxelText *)out = map;
    } else {
        veer_voxel_text_free(&map);
    }
    return status;
}

VeerStatus veer_voxel_text_read(const char *name, const char *text, size_t length,
                                VeerVoxelText *out, VeerInputError *error)
{
    return veer_lines_read_text(name, text, length, read_map, NULL, out, error);
}

VeerStatus veer_voxel_text_read_file(const char *path, const VeerInputLimits *limits,
                                     VeerVoxelText *out, VeerInputError *error)
{
    return veer_lines_read_file(path, limits, read_map, NULL, out, error);
}

void veer_voxel_text_free(VeerVoxelText *map)
{
    if (!map) {
        return;
    }
    free(map->blocked);
    *map = (VeerVoxelText){.count = 0};
}

void veer_voxel_text_lay(const VeerVoxelText *map, VeerVoxels *voxels, VeerVoxel at)
{
    for (uint32_t i = 0; map && map->blocked && voxels && i < map->count; i++) {
        VeerVoxel voxel = map->blocked[i];
        VeerVoxel place = {veer_text_place(at.x, voxel.x), veer_text_place(at.y, voxel.y),
                           veer_text_place(at.z, voxel.z)};
        veer_voxels_set_blocked(voxels, place, true);
    }
}

/// Start, goal, length; what comes behind (the length ÷ that without obstacles) can be told.
static VeerStatus read_problem(const VeerLines *lines, VeerWord line, void *cells, void *out)
{
    VeerVoxel size = *(const VeerVoxel *)cells;
    VeerVoxelProblem *problem = out;
    VeerWord word;
    if (!take_voxel(&line, 0, size, &problem->start) ||
        !take_voxel(&line, 0, size, &problem->goal)) {
        return veer_lines_fail(lines,
                               "must begin with a start and a goal on the map of %d × %d × %d",
                               size.x, size.y, size.z);
    }
    if (!veer_word_next(&line, &word) || !veer_word_number(word, &problem->length) ||
        problem->length < 0.0) {
        return veer_lines_fail(lines, "must have the length of a shortest path, >= 0");
    }
    return VEER_OK;
}

/// @param cells  of the map
static VeerStatus read_scene(VeerLines *lines, const void *cells, void *out)
{
    VeerVoxelScene scene = {.count = 0};
    VeerWord line, word;
    if (!veer_lines_begin(lines, &line, "version") || !veer_word_next(&line, &word) ||
        !veer_word_is(word, "1")) {
        return veer_lines_fail(lines, "must be 'version 1'");
    }
    if (!veer_lines_next(lines, &line) || !veer_word_next(&line, &word)) {
        return veer_lines_fail(lines, "must be the name of the map");
    }
    VeerVoxel size = *(const VeerVoxel *)cells;
    VeerStatus status = veer_lines_items(lines, read_problem, &size, &scene.problems, &scene.count,
                                         sizeof *scene.problems);
    if (status == VEER_OK) {
        *(VeerVoxelScene *)out = scene;
    } else {
        veer_voxel_scene_free(&scene);
    }
    return status;
}

VeerStatus veer_voxel_scene_read(const char *name, const char *text, size_t length, VeerVoxel cells,
                                 VeerVoxelScene *out, VeerInputError *error)
{
    return veer_lines_read_text(name, text, length, read_scene, &cells, out, error);
}

VeerStatus veer_voxel_scene_read_file(const char *path, VeerVoxel cells,
                                      const VeerInputLimits *limits, VeerVoxelScene *out,
                                      VeerInputError *error)
{
    return veer_lines_read_file(path, limits, read_scene, &cells, out, error);
}

void veer_voxel_scene_free(VeerVoxelScene *scene)
{
    if (!scene) {
        return;
    }
    free(scene->problems);
    *scene = (VeerVoxelScene){.count = 0};
}
