/// Worlds with lists of behaviours.
#ifndef VEER_TEST_WORLD_STEERING_MAKER_H
#define VEER_TEST_WORLD_STEERING_MAKER_H

#include "world/world_maker.h"

static inline VeerBehaviourList with(VeerBehaviour behaviour)
{
    VeerBehaviourList list = veer_behaviour_list_default();
    list.behaviours[list.behaviour_count++] = behaviour;
    return list;
}

static inline VeerBehaviourListId add_behaviours(VeerWorld *world, const VeerBehaviourList *list)
{
    VeerBehaviourListId id = {0, 0};
    assert_int_equal(veer_behaviour_list_create(world, list, &id), VEER_OK);
    return id;
}

/// An agent of a group that avoids nothing, at 2 m/s, with this list.
static inline VeerAgentId add_steered(VeerWorld *world, VeerVec3 position, VeerVec3 velocity,
                                      VeerBehaviourListId list, uint32_t group)
{
    VeerAgentDef def = veer_agent_def_default();
    def.position = position;
    def.velocity = velocity;
    def.max_speed = 2.0f;
    def.max_acceleration = def.max_braking = 8.0f;
    def.radius = 0.3f;
    def.group = group;
    def.model = VEER_AVOID_NONE;
    VeerAgentId agent = add_agent(world, &def);
    assert_int_equal(veer_agent_set_behaviours(world, agent, list), VEER_OK);
    return agent;
}

#endif
