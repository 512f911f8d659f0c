/// Lists of behaviours: made, given to agents, destroyed.
#include "math/trig.h"
#include "world/base/rules.h"
#include "world/body/body.h"

#include <string.h>

#define BEHAVIOUR_LIST_COOKIE 0x7EE20007u

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

VeerBehaviourList veer_behaviour_list_default(void)
{
    return (VeerBehaviourList){.response = 0.25f, .max_mates = 7, .cookie = BEHAVIOUR_LIST_COOKIE};
}

static void add(VeerBehaviourList *list, VeerBehaviourKind kind, float weight, float range)
{
    VeerBehaviour *behaviour = &list->behaviours[list->behaviour_count++];
    *behaviour = veer_behaviour_default(kind);
    behaviour->weight = weight;
    behaviour->range = range;
}

VeerBehaviourList veer_behaviour_list_flock(float spacing)
{
    VeerBehaviourList list = veer_behaviour_list_default();
    list.response = 0.5f;
    add(&list, VEER_BEHAVIOUR_SEPARATION, 4.0f, 1.5f * spacing);
    add(&list, VEER_BEHAVIOUR_ALIGNMENT, 1.0f, 5.0f * spacing);
    add(&list, VEER_BEHAVIOUR_COHESION, 0.5f, 5.0f * spacing);
    add(&list, VEER_BEHAVIOUR_WANDER, 0.2f, 0.0f);
    return list;
}

VeerBehaviourList veer_behaviour_list_school(float spacing)
{
    VeerBehaviourList list = veer_behaviour_list_default();
    list.mode = VEER_BEHAVIOURS_PRIORITY;
    list.response = 0.25f;
    list.max_mates = 12;
    add(&list, VEER_BEHAVIOUR_SEPARATION, 4.0f, 1.5f * spacing);
    add(&list, VEER_BEHAVIOUR_ALIGNMENT, 1.0f, 4.0f * spacing);
    add(&list, VEER_BEHAVIOUR_COHESION, 0.8f, 6.0f * spacing);
    add(&list, VEER_BEHAVIOUR_WANDER, 0.3f, 0.0f);
    return list;
}

static bool is_box(VeerVec3 lower, VeerVec3 upper)
{
    return lower.x <= upper.x && lower.y <= upper.y && lower.z <= upper.z;
}

static bool is_behaviour(const VeerBehaviour *behaviour, const VeerBehaviourList *list)
{
    bool needs_box = behaviour->kind == VEER_BEHAVIOUR_CONTAIN;
    bool needs_path = behaviour->kind == VEER_BEHAVIOUR_PATH;
    return (unsigned)behaviour->kind < VEER_BEHAVIOUR_COUNT &&
           veer_world_is_length(behaviour->weight) && veer_world_is_length(behaviour->range) &&
           veer_world_is_length(behaviour->distance) && behaviour->angle >= 0.0f &&
           behaviour->angle <= VEER_PI && behaviour->seconds > 0.0f &&
           behaviour->seconds <= VEER_WORLD_LIMIT && is_position3(behaviour->point) &&
           is_position3(behaviour->upper) &&
           (!needs_box || is_box(behaviour->point, behaviour->upper)) &&
           (!needs_path || (list->path_count > 0 && behaviour->distance > 0.0f));
}

static bool is_list(const VeerBehaviourList *list)
{
    bool is_good =
        list->cookie == BEHAVIOUR_LIST_COOKIE && (unsigned)list->mode <= VEER_BEHAVIOURS_PRIORITY &&
        veer_world_is_length(list->response) && list->max_mates <= VEER_MAX_NEIGHBOURS &&
        list->behaviour_count <= VEER_MAX_BEHAVIOURS && list->path_count <= VEER_MAX_PATH_POINTS;
    for (uint32_t i = 0; is_good && i < list->behaviour_count; ++i) {
        is_good = is_behaviour(&list->behaviours[i], list);
    }
    return is_good && are_positions3(list->path, list->path_count);
}

static VeerBehaviourListSlot *find(const VeerWorld *world, VeerBehaviourListId id)
{
    if (!world || id.slot >= world->def.max_behaviour_lists) {
        return NULL;
    }
    VeerBehaviourListSlot *slot = &world->behaviour_lists[id.slot];
    return slot->is_alive && slot->generation == id.generation ? slot : NULL;
}

/// A copy in which all that is not used is zero, so that equal ones have equal bytes.
static VeerBehaviourList tidy(const VeerBehaviourList *list)
{
    VeerBehaviourList copy;
    memset(&copy, 0, sizeof copy);
    copy.mode = list->mode;
    copy.response = list->response;
    copy.max_mates = list->max_mates;
    copy.behaviour_count = list->behaviour_count;
    copy.path_count = list->path_count;
    copy.is_loop = list->is_loop;
    copy.cookie = list->cookie;
    memcpy(copy.behaviours, list->behaviours, list->behaviour_count * sizeof *copy.behaviours);
    memcpy(copy.path, list->path, list->path_count * sizeof *copy.path);
    return copy;
}

VeerStatus veer_behaviour_list_create(VeerWorld *world, const VeerBehaviourList *list,
                                      VeerBehaviourListId *out)
{
    if (!world || !list || !out || !is_list(list)) {
        return VEER_BAD_VALUE;
    }
    if (world->is_stepping) {
        return VEER_BUSY;
    }
    for (uint32_t i = 0; i < world->def.max_behaviour_lists; ++i) {
        VeerBehaviourListSlot *slot = &world->behaviour_lists[i];
        if (!slot->is_alive) {
            slot->generation += slot->generation == UINT32_MAX ? 2 : 1;
            slot->is_alive = 1;
            slot->list = tidy(list);
            *out = (VeerBehaviourListId){i, slot->generation};
            return VEER_OK;
        }
    }
    return VEER_FULL;
}

VeerStatus veer_behaviour_list_set(VeerWorld *world, VeerBehaviourListId id,
                                   const VeerBehaviourList *list)
{
    VeerBehaviourListSlot *slot = find(world, id);
    VeerStatus status = veer_world_check_change(world, slot, list && is_list(list));
    if (status == VEER_OK) {
        slot->list = tidy(list);
    }
    return status;
}

VeerStatus veer_behaviour_list_get(const VeerWorld *world, VeerBehaviourListId id,
                                   VeerBehaviourList *out)
{
    const VeerBehaviourListSlot *slot = find(world, id);
    VeerStatus status = veer_world_check_read(slot, out);
    if (status == VEER_OK) {
        *out = slot->list;
    }
    return status;
}

VeerStatus veer_behaviour_list_destroy(VeerWorld *world, VeerBehaviourListId id)
{
    VeerBehaviourListSlot *slot = find(world, id);
    VeerStatus status = veer_world_check_change(world, slot, true);
    if (status != VEER_OK) {
        return status;
    }
    slot->is_alive = 0;
    memset(&slot->list, 0, sizeof slot->list);
    for (uint32_t i = 0; i < world->head->agent_slot_count; ++i) {
        uint8_t *named = &world->agent.behaviour_list[i];
        *named = *named == id.slot + 1 ? 0 : *named;
    }
    return VEER_OK;
}

VeerStatus veer_agent_set_behaviours(VeerWorld *world, VeerAgentId agent, VeerBehaviourListId id)
{
    uint32_t slot = veer_agent_slot(world, agent);
    bool is_none = id.slot == 0 && id.generation == 0;
    bool is_there = slot != VEER_NO_SLOT && (is_none || find(world, id));
    VeerStatus status = veer_world_check_change(world, is_there, true);
    if (status == VEER_OK) {
        world->agent.behaviour_list[slot] = is_none ? 0 : (uint8_t)(id.slot + 1);
    }
    return status;
}

VeerBehaviourListId veer_agent_behaviours(const VeerWorld *world, VeerAgentId agent)
{
    uint32_t slot = veer_agent_slot(world, agent);
    if (slot == VEER_NO_SLOT || world->agent.behaviour_list[slot] == 0) {
        return (VeerBehaviourListId){0, 0};
    }
    uint32_t index = world->agent.behaviour_list[slot] - 1u;
    return (VeerBehaviourListId){index, world->behaviour_lists[index].generation};
}

const VeerBehaviourList *veer_world_behaviours_of(const VeerWorld *world, uint32_t slot)
{
    uint8_t named = world->agent.behaviour_list[slot];
    return named ? &world->behaviour_lists[named - 1].list : NULL;
}

static bool slot_holds(const VeerBehaviourListSlot *slot)
{
    if (slot->is_alive > 1u || (slot->is_alive && slot->generation == 0)) {
        return false;
    }
    if (!slot->is_alive) {
        return veer_is_zero(&slot->list, sizeof slot->list);
    }
    unsigned char is_loop; // reading a bool of another value is undefined
    memcpy(&is_loop, &slot->list.is_loop, 1);
    return is_loop <= 1u && is_list(&slot->list);
}

bool veer_behaviours_check(const VeerWorld *world, VeerStateFault *fault)
{
    for (uint32_t i = 0; i < world->def.max_behaviour_lists; ++i) {
        if (!veer_state_holds(slot_holds(&world->behaviour_lists[i]), "behaviour_list", i, fault)) {
            return false;
        }
    }
    return true;
}
