/// Sense: who is where at the start of the tick.
#include "world/stages.h"

void veer_stage_sense(VeerWorld *world)
{
    const VeerAgentColumns *agent = &world->agent;
    const VeerObstacleColumns *obstacle = &world->obstacle;
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
    VeerBalls balls = {
        .count = world->head->obstacle_slot_count,
        .positions = obstacle->position,
        .radii = obstacle->radius,
        .heights = obstacle->height,
        .layers = obstacle->layer,
        .is_present = obstacle->is_ball,
    };
    veer_index_build(world->ball_index, world->def.space, &balls);
    if (world->built_wall_version != world->head->wall_version) {
        veer_walls_build(world);
    }
}
