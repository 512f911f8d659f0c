#include "io/scenario/scenes.h"

#include "veer/scenario.h"

#include <string.h>

const char *veer_scene_text(const char *name)
{
    for (const VeerScene *scene = veer_scenes; name && scene->name; scene++) {
        if (strcmp(scene->name, name) == 0) {
            return scene->text;
        }
    }
    return NULL;
}

const char *veer_scene_name(uint32_t index)
{
    for (const VeerScene *scene = veer_scenes; scene->name; scene++, index--) {
        if (index == 0) {
            return scene->name;
        }
    }
    return NULL;
}
