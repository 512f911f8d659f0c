// Any text as a map, as a scene and as patches: read or refused with an error, never more.
#include "refusal.h"

#include "veer/movingai.h"

#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    const char *text = (const char *)data;
    VeerInputError error = {""};
    VeerMapText map;
    VeerMapScene scene;
    VeerStatus status = veer_map_text_read("map", text, size, &map, &error);
    check(status, &error);
    if (status == VEER_OK) {
        veer_map_text_free(&map);
    }
    // What follows a 0 is the text of the patches.
    const char *zero = memchr(text, '\0', size);
    size_t length = zero ? (size_t)(zero - text) : size;
    error.text[0] = '\0';
    status = veer_map_scene_read("scene", text, length, zero ? zero + 1 : NULL,
                                 zero ? size - length - 1 : 0, &scene, &error);
    check(status, &error);
    if (status == VEER_OK) {
        veer_map_scene_free(&scene);
    }
    return 0;
}
