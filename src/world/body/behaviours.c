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

static void need_behaviour(VeerRefusal *refusal, const VeerBehaviour *behaviour,
                           const VeerBehaviourList *list)
{
    bool needs_box = behaviour->kind == VEER_BEHAVIOUR_CONTAIN;
    bool needs_path = behaviour->kind == VEER_BEHAVIOUR_PATH;
    bool is_kind = (unsigned)behaviour->kind < VEER_BEHAVIOUR_COUNT;
    veer_need(refusal, is_kind, "list.behaviours[].kind", "must be a VeerBehaviourKind",
              (double)behaviour->kind);
    veer_need_length(refusal, "list.behaviours[].weight", behaviour->weight);
    veer_need_length(refusal, "list.behaviours[].range", behaviour->range);
    veer_need_length(refusal, "list.behaviours[].distance", behaviour->distance);
    veer_need(refusal, behaviour->angle >= 0.0f && behaviour->angle <= VEER_PI,
              "list.behaviours[].angle", "must be 0 to pi", (double)behaviour->angle);
    veer_need(refusal, behaviour->seconds > 0.0f && behaviour->seconds <= VEER_WORLD_LIMIT,
              "list.behaviours[].seconds", "must be > 0, at most 2e6", (double)behaviour->seconds);
    veer_need_position(refusal, "list.behaviours[].point", behaviour->point);
    veer_need_position(refusal, "list.behaviours[].upper", behaviour->upper);
    veer_need_that(refusal, !needs_box || is_box(behaviour->point, behaviour->upper),
                   "list.behaviours[].upper", "must not be below point");
    veer_need(refusal, !needs_path || list->path_count > 0, "list.path_count",
              "must be 1 or more for a behaviour along the path", (double)list->path_count);
    veer_need(refusal, !needs_path || behaviour->distance > 0.0f, "list.behaviours[].distance",
              "must be > 0 along the path", (double)behaviour->distance);
}

static void need_list(VeerRefusal *refusal, const VeerBehaviourList *list)
{
    veer_need_that(refusal, list->cookie == BEHAVIOUR_LIST_COOKIE, "list", VEER_MUST_DEFAULT);
    veer_need(refusal, (unsigned)list->mode <= VEER_BEHAVIOURS_PRIORITY, "list.mode",
              "must be a VeerBehaviourMode", (double)list->mode);
    veer_need_length(refusal, "list.response", list->response);
    veer_need_count(refusal, "list.max_mates", list->max_mates, 0, VEER_MAX_NEIGHBOURS,
                    "must be 0 to VEER_MAX_NEIGHBOURS");
    veer_need_count(refusal, "list.behaviour_count", list->behaviour_count, 0, VEER_MAX_BEHAVIOURS,
                    "must be 0 to VEER_MAX_BEHAVIOURS");
    veer_need_count(refusal, "list.path_count", list->path_count, 0, VEER_MAX_PATH_POINTS,
                    "must be 0 to VEER_MAX_PATH_POINTS");
    for (uint32_t i = 0; refusal->status == VEER_OK && i < list->behaviour_count; ++i) {
        refusal->index = i;
        need_behaviour(refusal, &list->behaviours[i], list);
    }
    veer_need_positions(refusal, "list.path[]", list->path, list->path_count);
}

static bool is_list(const VeerBehaviourList *list)
{
    VeerRefusal refusal = {.status = VEER_OK};
    need_list(&refusal, list);
    return refusal.status == VEER_OK;
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
    VeerRefusal refusal = {.function = __func__};
    veer_need_object(&refusal, world, "world");
    veer_need_place(&refusal, out, "out");
    if (veer_need_object(&refusal, list, "list")) {
        need_list(&refusal, list);
    }
    VeerStatus status = veer_world_check_change(world, &refusal);
    if (status != VEER_OK) {
        return status;
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
    return veer_world_check_room(world, &refusal, false, "world.max_behaviour_lists",
                                 world->def.max_behaviour_lists);
}

VeerStatus veer_behaviour_list_set(VeerWorld *world, VeerBehaviourListId id,
                                   const VeerBehaviourList *list)
{
    VeerRefusal refusal = {.function = __func__};
    VeerBehaviourListSlot *slot = find(world, id);
    veer_need_handle(&refusal, slot, "id", id.slot);
    if (veer_need_object(&refusal, list, "list")) {
        need_list(&refusal, list);
    }
    VeerStatus status = veer_world_check_change(world, &refusal);
    if (status == VEER_OK) {
        slot->list = tidy(list);
    }
    return status;
}

VeerStatus veer_behaviour_list_get(const VeerWorld *world, VeerBehaviourListId id,
                                   VeerBehaviourList *out)
{
    VeerRefusal refusal = {.function = __func__};
    const VeerBehaviourListSlot *slot = find(world, id);
    veer_need_handle(&refusal, slot, "id", id.slot);
    veer_need_place(&refusal, out, "out");
    VeerStatus status = veer_world_check_read(world, &refusal);
    if (status == VEER_OK) {
        *out = slot->list;
    }
    return status;
}

VeerStatus veer_behaviour_list_destroy(VeerWorld *world, VeerBehaviourListId id)
{
    VeerRefusal refusal = {.function = __func__};
    VeerBehaviourListSlot *slot = find(world, id);
    veer_need_handle(&refusal, slot, "id", id.slot);
    VeerStatus status = veer_world_check_change(world, &refusal);
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
    VeerRefusal refusal = {.function = __func__};
    uint32_t slot = veer_agent_need(&refusal, world, agent);
    bool is_none = id.slot == 0 && id.generation == 0;
    veer_need_handle(&refusal, is_none || find(world, id), "id", id.slot);
    VeerStatus status = veer_world_check_change(world, &refusal);
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
