/// The behaviours of a group: a preset, what it states otherwise, and more behaviours.
#include "io/scenario/load/load.h"

#include <string.h>

static VeerBehaviourList preset_of(const VeerBehaviourListSpec *spec)
{
    return spec->preset == VEER_PRESET_FLOCK    ? veer_behaviour_list_flock(spec->spacing)
           : spec->preset == VEER_PRESET_SCHOOL ? veer_behaviour_list_school(spec->spacing)
                                                : veer_behaviour_list_default();
}

/// Reads twice: for the preset, then what is stated over it.
static bool read_list(VeerReader *reader, const VeerNode *node, VeerBehaviourListSpec *spec)
{
    if (!veer_reader_object(reader, node, &veer_behaviour_list_schema, spec)) {
        return false;
    }
    spec->list = preset_of(spec);
    return veer_reader_object(reader, node, &veer_behaviour_list_schema, spec);
}

static bool check_behaviour(VeerReader *reader, const VeerNode *node, const VeerBehaviourList *list,
                            const VeerBehaviour *behaviour)
{
    bool is_box = behaviour->point.x <= behaviour->upper.x &&
                  behaviour->point.y <= behaviour->upper.y &&
                  behaviour->point.z <= behaviour->upper.z;
    return veer_reader_check(reader, node, behaviour->kind != VEER_BEHAVIOUR_CONTAIN || is_box,
                             "point must be <= upper on each axis") &&
           veer_reader_check(reader, node,
                             behaviour->kind != VEER_BEHAVIOUR_PATH || list->path_count > 0,
                             "needs the list's key \"path\"");
}

static bool load_behaviours(VeerLoader *loader, const VeerNode *array, VeerBehaviourList *list)
{
    const VeerNode *node = veer_reader_first(&loader->reader, array);
    for (; node; node = node->next) {
        if (list->behaviour_count == VEER_MAX_BEHAVIOURS) {
            return veer_reader_fail(&loader->reader, node, "too many behaviours, must be <= %d",
                                    VEER_MAX_BEHAVIOURS);
        }
        VeerBehaviour behaviour = veer_behaviour_default(VEER_BEHAVIOUR_GOAL);
        if (!veer_reader_object(&loader->reader, node, &veer_behaviour_schema, &behaviour) ||
            !check_behaviour(&loader->reader, node, list, &behaviour)) {
            return false;
        }
        list->behaviours[list->behaviour_count++] = behaviour;
    }
    return loader->reader.status == VEER_OK;
}

bool veer_load_behaviour_list(VeerLoader *loader, const VeerNode *node, VeerGroup *group)
{
    if (!node) {
        return true;
    }
    VeerBehaviourListSpec spec = {.spacing = 1.0f};
    if (!read_list(&loader->reader, node, &spec)) {
        return false;
    }
    if (spec.path.count > VEER_MAX_PATH_POINTS) {
        return veer_reader_fail(&loader->reader, node, "path must have <= %d points, has %u",
                                VEER_MAX_PATH_POINTS, (unsigned)spec.path.count);
    }
    if (++loader->scenario->def.max_behaviour_lists > VEER_MAX_BEHAVIOUR_LISTS) {
        return veer_reader_fail(&loader->reader, node,
                                "too many groups with behaviours, must be <= %d",
                                VEER_MAX_BEHAVIOUR_LISTS);
    }
    group->behaviours = veer_reader_take(&loader->reader, 1, sizeof *group->behaviours);
    if (!group->behaviours) {
        return false;
    }
    *group->behaviours = spec.list;
    if (spec.path.count > 0) {
        memcpy(group->behaviours->path, spec.path.at, spec.path.count * sizeof *spec.path.at);
    }
    group->behaviours->path_count = spec.path.count;
    return load_behaviours(loader, spec.behaviours, group->behaviours);
}
