#define _POSIX_C_SOURCE 200809L

#include "texts.h"

#include "values.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define CORPUS VEER_SOURCE_DIR "/tests/fuzz/corpus/"

static Text texts[] = {
    {.folder = "level", .path = CORPUS "level/quad"},
    {.folder = "map_png", .path = CORPUS "map_file/picture"},
    {.folder = "map_tiled", .path = CORPUS "map_file/tiled"},
    {.folder = "map_text", .path = CORPUS "map_text/map"},
    {.folder = "map_scene", .path = CORPUS "map_text/scene"},
    {.folder = "map_scene", .path = CORPUS "map_text/patches"},
    {.folder = "map_read", .path = CORPUS "map_text/map"},
    {.folder = "voxel_text", .path = CORPUS "map_voxels/map"},
    {.folder = "voxel_scene", .path = CORPUS "map_voxels/scene"},
    {.folder = "scenario", .path = CORPUS "scenario/graph.json"},
    {.folder = "scenario", .path = CORPUS "scenario/groups.json"},
    {.folder = "scenario", .path = CORPUS "scenario/links.json"},
    {.folder = "scenario", .path = CORPUS "scenario/obstacles.json"},
    {.folder = "scenario", .path = CORPUS "scenario/timeline.json"},
};
enum { TEXT_COUNT = sizeof texts / sizeof texts[0] };

static void read_text(Text *text)
{
    FILE *file = fopen(text->path, "rb");
    if (!file) {
        return;
    }
    text->bytes = malloc(1 << 16);
    text->size = text->bytes ? fread(text->bytes, 1, 1 << 16, file) : 0;
    fclose(file);
}

const Text *any_sample(Session *session, const char *function)
{
    static bool is_read;
    for (int i = 0; !is_read && i < TEXT_COUNT; ++i) {
        read_text(&texts[i]);
    }
    is_read = true;
    uint32_t at = (uint32_t)(draw(session) % TEXT_COUNT);
    for (int i = 0; i < TEXT_COUNT && !is_wild(session) && !strstr(function, texts[at].folder);
         ++i) {
        at = (at + 1) % TEXT_COUNT;
    }
    return texts[at].size > 0 ? &texts[at] : NULL;
}

const char *work_path(void)
{
    static char path[256];
    const char *folder = getenv("TMPDIR");
    snprintf(path, sizeof path, "%s/veer-harness-%ld", folder ? folder : "/tmp", (long)getpid());
    return path;
}
