#include "plan_files.h"

#include "plan_draw.h"

#include "veer/mapfile.h"

#include <stdio.h>
#include <string.h>

bool veer_plan_has_costs(const VeerMapText *map)
{
    size_t count = (size_t)map->width * map->height, same = 0;
    while (map->costs && same < count && map->costs[same] == 1) {
        same++;
    }
    return map->costs && same < count;
}

static bool ends_with(const char *text, const char *end)
{
    size_t length = strlen(text), tail = strlen(end);
    return length >= tail && strcmp(text + length - tail, end) == 0;
}

/// A scene of version 2 alone: its size and its patches are all that there is of a map.
static bool read_scene_alone(VeerPlanFiles *files, const char *scene, VeerInputError *error)
{
    if (veer_map_scene_read_file(scene, &files->scene, error) != VEER_OK) {
        return false;
    }
    if (!files->scene.begins_free) {
        snprintf(error->text, sizeof error->text,
                 "%.200s: is of version 1, so its map must be named before it", scene);
        return false;
    }
    files->map.width = files->scene.width;
    files->map.height = files->scene.height;
    return true;
}

static bool is_there(const char *path)
{
    FILE *file = fopen(path, "rb");
    if (file) {
        fclose(file);
    }
    return file != NULL;
}

/// @param name  of the map
static bool read_scene(VeerPlanFiles *files, const char *path, const char *name,
                       VeerInputError *error)
{
    const VeerMapText *map = &files->map;
    const VeerMapScene *scene = &files->scene;
    if (veer_map_scene_read_file(path, &files->scene, error) != VEER_OK) {
        return false;
    }
    bool is_for_map = scene->width == map->width && scene->height == map->height;
    if (scene->count > 0 && !is_for_map) {
        snprintf(error->text, sizeof error->text,
                 "%.200s: is for a map of %u × %u cells; %.200s has %u × %u", path, scene->width,
                 scene->height, name, map->width, map->height);
        return false;
    }
    return true;
}

bool veer_plan_files_read(VeerPlanFiles *files, const char *map, const char *scene,
                          VeerInputError *error)
{
    char beside[4096];
    if (!scene && ends_with(map, ".scen")) {
        return read_scene_alone(files, map, error);
    }
    snprintf(beside, sizeof beside, "%s.scen", map);
    if (veer_map_read_file(map, &files->map, error) != VEER_OK) {
        return false;
    }
    if (!scene && !is_there(beside)) {
        snprintf(error->text, sizeof error->text, "%.300s: no memory", map);
        return veer_plan_draw(&files->map, veer_plan_has_costs(&files->map), &files->scene);
    }
    return read_scene(files, scene ? scene : beside, map, error);
}

void veer_plan_files_free(VeerPlanFiles *files)
{
    veer_map_text_free(&files->map);
    veer_map_scene_free(&files->scene);
}
