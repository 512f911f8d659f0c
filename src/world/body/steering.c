/// Steerings: their coming and going, and who follows which.
#include "world/base/base.h"
#include "world/body/body.h"

#include "math/trig.h"

#include <string.h>

#define STEERING_COOKIE 0x7EE20007u

const char *veer_behaviour_name(VeerBehaviourKind kind)
{
    static const char *const names[] = {"goal",       "seek",     "arrive",    "flee",   "wander",
                                        "separation", "cohesion", "alignment", "pursue", "evade",
                                        "hide",       "slot",     "leader",    "path",   "contain",
                                        "wall",       "queue"};
    return (unsigned)kind < VEER_BEHAVIOUR_COUNT ? names[kind] : NULL;
}

VeerBehaviour veer_behaviour_default(VeerBehaviourKind kind)
{
    return (VeerBehaviour){
        .kind = kind,
        .weight = 1.0f,
        .range = 10.0f,
        .distance = 2.0f,
        .angle = 0.8f,
        .seconds = 2.0f,
    };
}

VeerSteering veer_steering_default(void)
{
    return (VeerSteering){.response = 0.25f, .max_mates = 7, .cookie = STEERING_COOKIE};
}

static void add(VeerSteering *steering, VeerBehaviourKind kind, float weight, float range)
{
    VeerBehaviour *behaviour = &steering->behaviours[steering->behaviour_count++];
    *behaviour = veer_behaviour_default(kind);
    behaviour->weight = weight;
    behaviour->range = range;
}

VeerSteering veer_steering_flock(float spacing)
{
    VeerSteering steering = veer_steering_default();
    steering.response = 0.5f;
    add(&steering, VEER_BEHAVIOUR_SEPARATION, 4.0f, 1.5f * spacing);
    add(&steering, VEER_BEHAVIOUR_ALIGNMENT, 1.0f, 5.0f * spacing);
    add(&steering, VEER_BEHAVIOUR_COHESION, 0.5f, 5.0f * spacing);
    add(&steering, VEER_BEHAVIOUR_WANDER, 0.2f, 0.0f);
    return steering;
}

VeerSteering veer_steering_school(float spacing)
{
    VeerSteering steering = veer_steering_default();
    steering.mode = VEER_STEERING_PRIORITY;
    steering.response = 0.25f;
    steering.max_mates = 12;
    add(&steering, VEER_BEHAVIOUR_SEPARATION, 4.0f, 1.5f * spacing);
    add(&steering, VEER_BEHAVIOUR_ALIGNMENT, 1.0f, 4.0f * spacing);
    add(&steering, VEER_BEHAVIOUR_COHESION, 0.8f, 6.0f * spacing);
    add(&steering, VEER_BEHAVIOUR_WANDER, 0.3f, 0.0f);
    return steering;
}

static bool is_within(float value, float limit)
{
    return value >= 0.0f && value <= limit;
}

static bool is_box(VeerVec3 lower, VeerVec3 upper)
{
    return lower.x <= upper.x && lower.y <= upper.y && lower.z <= upper.z;
}

static bool is_behaviour(const VeerBehaviour *behaviour, const VeerSteering *steering)
{
    bool needs_box = behaviour->kind == VEER_BEHAVIOUR_CONTAIN;
    bool needs_path = behaviour->kind == VEER_BEHAVIOUR_PATH;
    float most = VEER_WORLD_LIMIT;
    return (unsigned)behaviour->kind < VEER_BEHAVIOUR_COUNT && is_within(behaviour->weight, most) &&
           is_within(behaviour->range, most) && is_within(behaviour->distance, most) &&
           is_within(behaviour->angle, VEER_PI) && behaviour->seconds > 0.0f &&
           behaviour->seconds <= most && veer_world_is_point(behaviour->point) &&
           veer_world_is_point(behaviour->upper) &&
           (!needs_box || is_box(behaviour->point, behaviour->upper)) &&
           (!needs_path || (steering->path_count > 0 && behaviour->distance > 0.0f));
}

static bool is_steering(const VeerSteering *steering)
{
    bool is_good = steering->cookie == STEERING_COOKIE &&
                   (unsigned)steering->mode <= VEER_STEERING_PRIORITY &&
                   is_within(steering->response, VEER_WORLD_LIMIT) &&
                   steering->max_mates <= VEER_MAX_NEIGHBOURS &&
                   steering->behaviour_count <= VEER_MAX_BEHAVIOURS &&
                   steering->path_count <= VEER_MAX_PATH_POINTS;
    for (uint32_t i = 0; is_good && i < steering->behaviour_count; ++i) {
        is_good = is_behaviour(&steering->behaviours[i], steering);
    }
    for (uint32_t i = 0; is_good && i < steering->path_count; ++i) {
        is_good = veer_world_is_point(steering->path[i]);
    }
    return is_good;
}

static VeerSteeringSlot *find(const VeerWorld *world, VeerSteeringId id)
{
    if (id.slot >= world->def.max_steerings) {
        return NULL;
    }
    VeerSteeringSlot *slot = &world->steerings[id.slot];
    return slot->is_alive && slot->generation == id.generation ? slot : NULL;
}

/// A copy in which all that is not used is zero, so that equal ones have equal bytes.
static VeerSteering tidy(const VeerSteering *steering)
{
    VeerSteering copy;
    memset(&copy, 0, sizeof copy);
    copy.mode = steering->mode;
    copy.response = steering->response;
    copy.max_mates = steering->max_mates;
    copy.behaviour_count = steering->behaviour_count;
    copy.path_count = steering->path_count;
    copy.is_loop = steering->is_loop;
    copy.cookie = steering->cookie;
    memcpy(copy.behaviours, steering->behaviours,
           steering->behaviour_count * sizeof *copy.behaviours);
    memcpy(copy.path, steering->path, steering->path_count * sizeof *copy.path);
    return copy;
}

VeerStatus veer_steering_create(VeerWorld *world, const VeerSteering *steering, VeerSteeringId *out)
{
    if (!world || !steering || !out || !is_steering(steering)) {
        return VEER_BAD_VALUE;
    }
    if (world->is_stepping) {
        return VEER_BUSY;
    }
    for (uint32_t i = 0; i < world->def.max_steerings; ++i) {
        VeerSteeringSlot *slot = &world->steerings[i];
        if (!slot->is_alive) {
            slot->generation += slot->generation == UINT32_MAX ? 2 : 1;
            slot->is_alive = 1;
            slot->steering = tidy(steering);
            *out = (VeerSteeringId){i, slot->generation};
            return VEER_OK;
        }
    }
    return VEER_FULL;
}

VeerStatus veer_steering_set(VeerWorld *world, VeerSteeringId id, const VeerSteering *steering)
{
    VeerSteeringSlot *slot = find(world, id);
    if (!slot) {
        return VEER_BAD_HANDLE;
    }
    if (!steering || !is_steering(steering)) {
        return VEER_BAD_VALUE;
    }
    VeerStatus status = veer_world_check_idle(world);
    if (status == VEER_OK) {
        slot->steering = tidy(steering);
    }
    return status;
}

VeerStatus veer_steering_get(const VeerWorld *world, VeerSteeringId id, VeerSteering *out)
{
    const VeerSteeringSlot *slot = find(world, id);
    if (!slot) {
        return VEER_BAD_HANDLE;
    }
    *out = slot->steering;
    return VEER_OK;
}

VeerStatus veer_steering_remove(VeerWorld *world, VeerSteeringId id)
{
    VeerSteeringSlot *slot = find(world, id);
    if (!slot) {
        return VEER_BAD_HANDLE;
    }
    VeerStatus status = veer_world_check_idle(world);
    if (status != VEER_OK) {
        return status;
    }
    slot->is_alive = 0;
    memset(&slot->steering, 0, sizeof slot->steering);
    for (uint32_t i = 0; i < world->head->agent_slot_count; ++i) {
        uint8_t *named = &world->agent.steering[i];
        *named = *named == id.slot + 1 ? 0 : *named;
    }
    return VEER_OK;
}

VeerStatus veer_agent_set_steering(VeerWorld *world, VeerAgentId agent, VeerSteeringId id)
{
    uint32_t slot = veer_agent_slot(world, agent);
    bool is_none = id.slot == 0 && id.generation == 0;
    if (slot == VEER_NO_SLOT || (!is_none && !find(world, id))) {
        return VEER_BAD_HANDLE;
    }
    VeerStatus status = veer_world_check_idle(world);
    if (status == VEER_OK) {
        world->agent.steering[slot] = is_none ? 0 : (uint8_t)(id.slot + 1);
    }
    return status;
}

VeerSteeringId veer_agent_steering(const VeerWorld *world, VeerAgentId agent)
{
    uint32_t slot = veer_agent_slot(world, agent);
    if (slot == VEER_NO_SLOT || world->agent.steering[slot] == 0) {
        return (VeerSteeringId){0, 0};
    }
    uint32_t index = world->agent.steering[slot] - 1u;
    return (VeerSteeringId){index, world->steerings[index].generation};
}

const VeerSteering *veer_world_steering_of(const VeerWorld *world, uint32_t slot)
{
    uint8_t named = world->agent.steering[slot];
    return named ? &world->steerings[named - 1].steering : NULL;
}
