// Any text as a map of voxels and as its scene: read or refused with an error, never more.
#include "refusal.h"

#include "veer/movingai.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    const char *text = (const char *)data;
    VeerInputError error = {""};
    VeerVoxelText map;
    VeerVoxelScene scene;
    VeerStatus status = veer_voxel_text_read("map", text, size, &map, &error);
    check(status, &error);
    if (status == VEER_OK) {
        veer_voxel_text_free(&map);
    }
    error.text[0] = '\0';
    status = veer_voxel_scene_read("scene", text, size, (VeerVoxel){100, 100, 100}, &scene, &error);
    check(status, &error);
    if (status == VEER_OK) {
        veer_voxel_scene_free(&scene);
    }
    return 0;
}
