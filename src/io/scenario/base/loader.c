/// What the rooms that load share.
#include "io/scenario/base/base.h"

#include <stdio.h>
#include <string.h>

bool veer_load_each(VeerLoader *loader, const VeerNode *list, VeerLoadElement *load)
{
    const VeerNode *node = veer_reader_first(&loader->reader, list);
    while (node && load(loader, node)) {
        node = node->next;
    }
    return loader->reader.status == VEER_OK;
}

char *veer_load_path_beside(VeerLoader *loader, const char *file)
{
    const char *name = loader->reader.file, *slash = strrchr(name, '/');
    size_t folder = slash && file[0] != '/' ? (size_t)(slash - name) + 1 : 0;
    size_t size = folder + strlen(file) + 1;
    char *path = veer_reader_take(&loader->reader, size, 1);
    if (path) {
        snprintf(path, size, "%.*s%s", (int)folder, name, file);
    }
    return path;
}

VeerVec3 veer_goal_point(const VeerGoal *goal, uint32_t index, VeerVec3 position)
{
    switch (goal->kind) {
    case VEER_GOAL_KIND_MIRRORED:
        return (VeerVec3){2.0f * goal->vector.x - position.x, 2.0f * goal->vector.y - position.y,
                          2.0f * goal->vector.z - position.z};
    case VEER_GOAL_KIND_OFFSET:
        return (VeerVec3){position.x + goal->vector.x, position.y + goal->vector.y,
                          position.z + goal->vector.z};
    default:
        return goal->points ? goal->points[index % goal->count] : position;
    }
}
