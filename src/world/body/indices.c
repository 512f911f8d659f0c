/// The indices of agents and balls.
#include "world/body/indices.h"

#include "space/index_build.h"

/// @param is_present  by slot
static VeerBalls agents_of(const VeerWorld *world, const uint8_t *is_present)
{
    const VeerAgentColumns *agent = &world->agent;
    return (VeerBalls){
        .count = world->head->agent_slot_count,
        .positions = agent->position,
        .radii = agent->radius,
        .heights = agent->height,
        .ids = agent->id,
        .layers = agent->layer,
        .is_present = is_present,
    };
}

void veer_agents_place(VeerWorld *world)
{
    const VeerParts *parts = world->parts;
    VeerBalls agents = agents_of(world, parts ? parts->kinds : world->agent.is_alive);
    veer_index_place(world->agent_index, world->def.space, &agents, parts ? VEER_SHARD_OWN : 0);
}

void veer_ghosts_place(VeerWorld *world)
{
    VeerBalls agents = agents_of(world, world->parts->kinds);
    veer_index_place_more(world->agent_index, &agents, VEER_SHARD_GHOST);
}

void veer_agents_put(VeerWorld *world)
{
    VeerBalls agents = agents_of(world, world->agent.is_alive);
    veer_index_put_all(world->agent_index, 0, &agents);
}

void veer_balls_index(VeerWorld *world)
{
    const VeerObstacleColumns *obstacle = &world->obstacle;
    VeerBalls balls = {
        .count = world->head->obstacle_slot_count,
        .positions = obstacle->position,
        .radii = obstacle->radius,
        .heights = obstacle->height,
        .layers = obstacle->layer,
        .is_present = obstacle->is_ball,
    };
    veer_index_build(world->ball_index, world->def.space, &balls);
}
