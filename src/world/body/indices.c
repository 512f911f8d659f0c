/// The indices of agents and balls.
#include "world/body/indices.h"

static void index_agents(VeerWorld *world)
{
    const VeerAgentColumns *agent = &world->agent;
    VeerBalls agents = {
        .count = world->head->agent_slot_count,
        .positions = agent->position,
        .radii = agent->radius,
        .heights = agent->height,
        .ids = agent->id,
        .layers = agent->layer,
        .is_present = agent->is_alive,
    };
    veer_index_build(world->agent_index, world->def.space, &agents);
}

static void index_balls(VeerWorld *world)
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

void veer_balls_index(VeerWorld *world)
{
    index_agents(world);
    index_balls(world);
}
