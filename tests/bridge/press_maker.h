/// A crowd that presses, which can be split by regions.
#ifndef VEER_TEST_PRESS_MAKER_H
#define VEER_TEST_PRESS_MAKER_H

#include "bridge/ranks.h"
#include "world/world_maker.h"

/// Agents of two sizes that all want to the middle, between walls and about a ball that orbits;
/// some begin in each other.
static inline VeerWorld *make_press(VeerSpace space, uint32_t count, uint32_t heap, uint32_t seed)
{
    VeerWorldDef def = veer_world_def_default();
    def.space = space;
    def.max_agents = count;
    VeerWorld *world = make_world_of(&def);
    Dice dice = make_dice(seed);
    for (uint32_t i = 0; i < count; ++i) {
        VeerAgentDef agent = veer_agent_def_default();
        agent.position = vec3(roll(&dice, -14.0f, 14.0f), roll(&dice, -14.0f, 14.0f), 0.0f);
        agent.position.z = space == VEER_SPATIAL ? roll(&dice, -6.0f, 6.0f) : 0.0f;
        agent.position = i < heap ? vec3(2.0f, 0.01f * (float)i, 0.0f) : agent.position;
        agent.radius = i % 5 == 0 ? 0.6f : 0.35f;
        agent.priority = i % 7 == 0 ? 5.0f : 1.0f;
        agent.avoid.sense_range = 3.0f;
        agent.avoid_mask = i % 11 == 0 ? 2u : UINT32_MAX;
        agent.is_immovable = i % 23 == 22;
        agent.model = i % 13 == 0 ? VEER_AVOID_NONE : VEER_AVOID_CROWD;
        // One that is fast, and far from all others, has all of them look further for contacts.
        agent.max_speed = i == 1 ? 12.0f : agent.max_speed;
        agent.position.x += i == 1 ? 60.0f : 0.0f;
        VeerAgentId id = add_agent(world, &agent);
        hold(veer_agent_go_to(world, id, vec3(0.0f, 0.0f, 0.0f), 1.0f) == VEER_OK);
    }
    return world;
}

static inline void add_surroundings(VeerWorld *world)
{
    VeerVec3 wall[] = {vec3(-3.0f, -8.0f, 0.0f), vec3(-3.0f, -1.0f, 0.0f)};
    VeerVec3 beyond[] = {vec3(-3.0f, 0.5f, 0.0f),
                         vec3(-3.0f, 8.0f, 0.0f)}; // a door to take turns at
    VeerObstacleDef ball = veer_obstacle_def_default();
    ball.motion = VEER_MOTION_VELOCITY;
    ball.position = vec3(-9.0f, 3.0f, 0.0f);
    ball.velocity = vec3(1.0f, 0.0f, 0.0f);
    (void)add_obstacle(world, &ball);
    if (veer_world_space(world) == VEER_PLANAR) {
        (void)add_chain(world, wall, 2);
        (void)add_chain(world, beyond, 2);
    }
}

#endif
