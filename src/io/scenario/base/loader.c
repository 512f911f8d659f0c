/// What the rooms that load share.
#include "io/base/input.h"
#include "io/scenario/base/base.h"

bool veer_load_each(VeerLoader *loader, const VeerNode *list, VeerLoadElement *load)
{
    const VeerNode *node = veer_reader_first(&loader->reader, list);
    while (node && load(loader, node)) {
        node = node->next;
    }
    return loader->reader.status == VEER_OK;
}

bool veer_load_file(VeerLoader *loader, const VeerNode *at, VeerLoadFile *read, void *out)
{
    VeerReader *reader = &loader->reader;
    VeerInputPath path;
    VeerInputError error;
    VeerStatus status =
        veer_input_beside(reader->file, at->value.string, reader->limits, &path, &error);
    status = status == VEER_OK ? read(path.text, reader->limits, out, &error) : status;
    if (status == VEER_OUT_OF_MEMORY) {
        return veer_reader_fail_memory(reader);
    }
    return veer_reader_check(reader, at, status == VEER_OK, "%.300s", error.text);
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
