/// Targets: what an agent that sums forces goes for, by its list of behaviours.
#include "world/behave/behave.h"

#include "math/vec.h"
#include "world/body/body.h"
#include "world/map/map.h"

/// Targets while they are listed.
typedef struct Targets {
    const VeerWorld *world;
    uint32_t slot;
    const VeerView *view;
    VeerTarget *list; ///< list[VEER_MAX_TARGETS]
    uint32_t count;
} Targets;

static void add_target(Targets *targets, VeerVec3 offset, float radius, float weight)
{
    if (targets->count < VEER_MAX_TARGETS) {
        offset = veer_world_flat(targets->world, offset);
        targets->list[targets->count++] = (VeerTarget){offset, radius, weight};
    }
}

static void add_goal(Targets *targets, const VeerBehaviour *behaviour)
{
    if (targets->view->has_goal &&
        targets->world->agent.status[targets->slot] != VEER_AGENT_ARRIVED) {
        add_target(targets, targets->view->goal, 0.0f, behaviour->weight);
    }
}

static void add_point(Targets *targets, const VeerBehaviour *behaviour)
{
    VeerVec3 offset = veer_world_offset(targets->world, targets->slot, behaviour->point);
    add_target(targets, offset, 0.0f, behaviour->weight);
}

static void add_group(Targets *targets, const VeerBehaviour *behaviour)
{
    const VeerAgentColumns *agent = &targets->world->agent;
    uint32_t slot = targets->slot;
    VeerNear near[VEER_MAX_NEIGHBOURS];
    float range = behaviour->range + agent->radius[slot];
    VeerNearQuery query = near_query(targets->world, slot, slot, range, VEER_MAX_NEIGHBOURS);
    query.mask = UINT32_MAX;
    uint32_t count = veer_index_nearest(targets->world->agent_index, &query, near);
    for (uint32_t i = 0; i < count; ++i) {
        uint32_t other = near[i].index;
        VeerVec3 offset = veer_world_offset(targets->world, slot, agent->position[other]);
        if (agent->group[other] == behaviour->group && length3(offset) < behaviour->range) {
            add_target(targets, offset, agent->radius[other], behaviour->weight);
        }
    }
}

/// What a kind of behaviour has for targets; NULL: nothing.
typedef void TargetsAdd(Targets *targets, const VeerBehaviour *behaviour);
static TargetsAdd *const adders[VEER_BEHAVIOUR_COUNT] = {
    [VEER_BEHAVIOUR_GOAL] = add_goal,
    [VEER_BEHAVIOUR_SEEK] = add_point,
    [VEER_BEHAVIOUR_PURSUE] = add_group,
};

bool veer_world_aims(const VeerWorld *world, uint32_t slot, VeerBehaviourKind kind)
{
    VeerGoalKind goal = (VeerGoalKind)world->agent.goal_kind[slot];
    return adders[kind] && (kind != VEER_BEHAVIOUR_GOAL || veer_goal_is_place(goal));
}

bool veer_world_has_targets(const VeerWorld *world, uint32_t slot)
{
    const VeerBehaviourList *list = veer_world_behaviours_of(world, slot);
    bool seeks = false;
    for (uint32_t i = 0; list && i < list->behaviour_count; ++i) {
        VeerBehaviourKind kind = list->behaviours[i].kind;
        seeks |= kind == VEER_BEHAVIOUR_SEEK || kind == VEER_BEHAVIOUR_PURSUE;
    }
    return seeks && veer_profile(world, slot)->model == VEER_AVOID_POTENTIAL;
}

bool veer_world_is_target(const VeerWorld *world, uint32_t slot, uint32_t other)
{
    const VeerBehaviourList *list = veer_world_behaviours_of(world, slot);
    float distance = length3(veer_world_offset(world, slot, world->agent.position[other]));
    bool is_target = false;
    for (uint32_t i = 0; i < list->behaviour_count; ++i) {
        is_target |= list->behaviours[i].kind == VEER_BEHAVIOUR_PURSUE &&
                     list->behaviours[i].group == world->agent.group[other] &&
                     distance < list->behaviours[i].range;
    }
    return is_target;
}

uint32_t veer_world_targets(const VeerWorld *world, uint32_t slot, const VeerView *view,
                            VeerTarget out[VEER_MAX_TARGETS])
{
    Targets targets = {world, slot, view, out, 0};
    const VeerBehaviourList *list = veer_world_behaviours_of(world, slot);
    uint32_t count = veer_world_has_targets(world, slot) ? list->behaviour_count : 0;
    for (uint32_t i = 0; i < count; ++i) {
        const VeerBehaviour *behaviour = &list->behaviours[i];
        if (adders[behaviour->kind]) {
            adders[behaviour->kind](&targets, behaviour);
        }
    }
    return targets.count;
}
