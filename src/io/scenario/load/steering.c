/// The steering of a group: a preset, what it states otherwise, and more behaviours.
#include "io/scenario/load.h"

#include <string.h>

enum { UNSTATED = -1 };

static VeerSteering preset_of(const VeerSteeringSpec *spec)
{
    VeerSteering steering = spec->preset == VEER_PRESET_FLOCK ? veer_steering_flock(spec->spacing)
                            : spec->preset == VEER_PRESET_SCHOOL
                                ? veer_steering_school(spec->spacing)
                                : veer_steering_default();
    if (spec->mode != UNSTATED) {
        steering.mode = (VeerSteeringMode)spec->mode;
    }
    if (spec->response >= 0.0f) {
        steering.response = spec->response;
    }
    if (spec->mates != UINT32_MAX) {
        steering.max_mates = spec->mates;
    }
    return steering;
}

static bool check_behaviour(VeerLoader *loader, const VeerNode *node, const VeerSteering *steering,
                            const VeerBehaviour *behaviour)
{
    bool is_box = behaviour->point.x <= behaviour->upper.x &&
                  behaviour->point.y <= behaviour->upper.y &&
                  behaviour->point.z <= behaviour->upper.z;
    if (behaviour->kind == VEER_BEHAVIOUR_CONTAIN && !is_box) {
        return veer_reader_fail(&loader->reader, node, "point must be <= upper on each axis");
    }
    if (behaviour->kind == VEER_BEHAVIOUR_PATH && steering->path_count == 0) {
        return veer_reader_fail(&loader->reader, node, "needs the steering's key \"path\"");
    }
    return true;
}

static bool load_behaviours(VeerLoader *loader, const VeerNode *list, VeerSteering *steering)
{
    if (!veer_reader_expect(&loader->reader, list, VEER_NODE_ARRAY)) {
        return false;
    }
    for (const VeerNode *node = list->first; node; node = node->next) {
        if (steering->behaviour_count == VEER_MAX_BEHAVIOURS) {
            return veer_reader_fail(&loader->reader, node, "too many behaviours, must be <= %d",
                                    VEER_MAX_BEHAVIOURS);
        }
        VeerBehaviourSpec spec = {.is = veer_behaviour_default(VEER_BEHAVIOUR_GOAL)};
        if (!veer_reader_object(&loader->reader, node, &veer_behaviour_shape, &spec)) {
            return false;
        }
        spec.is.kind = (VeerBehaviourKind)spec.kind;
        if (!check_behaviour(loader, node, steering, &spec.is)) {
            return false;
        }
        steering->behaviours[steering->behaviour_count++] = spec.is;
    }
    return true;
}

bool veer_load_steering(VeerLoader *loader, const VeerNode *node, VeerGroup *group)
{
    if (!node) {
        return true;
    }
    VeerSteeringSpec spec = {
        .spacing = 1.0f, .mode = UNSTATED, .response = -1.0f, .mates = UINT32_MAX};
    if (!veer_reader_object(&loader->reader, node, &veer_steering_shape, &spec)) {
        return false;
    }
    if (spec.path.count > VEER_MAX_PATH_POINTS) {
        return veer_reader_fail(&loader->reader, node, "path must have <= %d points, has %u",
                                VEER_MAX_PATH_POINTS, (unsigned)spec.path.count);
    }
    if (++loader->scenario->steering_count > VEER_MAX_STEERINGS) {
        return veer_reader_fail(&loader->reader, node,
                                "too many groups with steering, must be <= %d", VEER_MAX_STEERINGS);
    }
    group->steering = veer_store_take(loader->reader.store, 1, sizeof *group->steering);
    if (!group->steering) {
        return veer_reader_fail_memory(&loader->reader);
    }
    *group->steering = preset_of(&spec);
    if (spec.path.count > 0) {
        memcpy(group->steering->path, spec.path.at, spec.path.count * sizeof *spec.path.at);
    }
    group->steering->path_count = spec.path.count;
    group->steering->is_loop = spec.is_loop;
    return !spec.behaviours || load_behaviours(loader, spec.behaviours, group->steering);
}
