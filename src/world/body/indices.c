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

static void index_agents(VeerWorld *world)
{
    if (world->parts) {
        VeerBalls agents = agents_of(world, world->parts->kinds);
        veer_index_build_part(world->agent_index, world->def.space, &agents, VEER_SHARD_OWN);
    } else {
        VeerBalls agents = agents_of(world, world->agent.is_alive);
        veer_index_build(world->agent_index, world->def.space, &agents);
    }
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

void veer_ghosts_index(VeerWorld *world)
{
    VeerBalls agents = agents_of(world, world->parts->kinds);
    veer_index_add_part(world->agent_index, &agents, VEER_SHARD_GHOST);
}
