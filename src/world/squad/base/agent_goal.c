/// Goals: what the host tells an agent to do.
#include "math/vec.h"
#include "world/body/body.h"
#include "world/squad/base/base.h"

/// A goal as its columns hold it.
typedef struct Goal {
    VeerGoalKind kind;
    VeerVec3 point;
    VeerAgentId target;
    float radius;
    bool has_route;
} Goal;

static VeerStatus set_goal(VeerWorld *world, VeerAgentId agent, Goal goal, bool is_good)
{
    uint32_t slot;
    VeerStatus status = veer_agent_open(world, agent, is_good, &slot);
    if (status != VEER_OK) {
        return status;
    }
    veer_squad_forget(world, slot);
    VeerAgentColumns *column = &world->agent;
    veer_route_end(world, slot);
    bool is_idle = goal.kind == VEER_GOAL_STOP;
    bool is_same_kind = column->goal_kind[slot] == (uint8_t)goal.kind;
    column->goal_kind[slot] = (uint8_t)goal.kind;
    column->goal_point[slot] = goal.point;
    column->goal_target[slot] = goal.target;
    column->goal_radius[slot] = goal.radius;
    column->goal_best[slot] = INFINITY;
    column->goal_stalled[slot] = 0.0f;
    column->goal_is_reported[slot] = 0;
    column->status[slot] = is_idle ? VEER_AGENT_IDLE : VEER_AGENT_MOVING;
    if (goal.has_route) {
        veer_route_begin(world, slot);
    }
    if (!(is_same_kind && goal.kind == VEER_GOAL_VELOCITY)) {
        column->memory[slot] = (VeerAvoidMemory){0};
    }
    return VEER_OK;
}

static bool is_arrival_radius(float radius)
{
    return radius > 0.0f && radius <= VEER_WORLD_LIMIT;
}

static VeerStatus go_to(VeerWorld *world, VeerAgentId agent, VeerVec3 point, float radius,
                        bool has_route)
{
    Goal goal = {.kind = VEER_GOAL_POINT, .point = point, .radius = radius, .has_route = has_route};
    bool is_good = (!has_route || (world && world->map.head)) && is_position3(point);
    return set_goal(world, agent, goal, is_good && is_arrival_radius(radius));
}

VeerStatus veer_agent_go_to(VeerWorld *world, VeerAgentId agent, VeerVec3 point,
                            float arrival_radius)
{
    return go_to(world, agent, point, arrival_radius, false);
}

VeerStatus veer_agent_route_to(VeerWorld *world, VeerAgentId agent, VeerVec3 point,
                               float arrival_radius)
{
    return go_to(world, agent, point, arrival_radius, true);
}

VeerStatus veer_agent_follow_agent(VeerWorld *world, VeerAgentId agent, VeerAgentId target,
                                   float arrival_radius)
{
    if (veer_agent_slot(world, target) == VEER_NO_SLOT) {
        return VEER_BAD_HANDLE;
    }
    Goal goal = {.kind = VEER_GOAL_AGENT,
                 .point = world->agent.position[target.slot],
                 .target = target,
                 .radius = arrival_radius};
    bool is_other = target.slot != agent.slot;
    return set_goal(world, agent, goal, is_other && is_arrival_radius(arrival_radius));
}

VeerStatus veer_agent_follow_obstacle(VeerWorld *world, VeerAgentId agent, VeerObstacleId target,
                                      float arrival_radius)
{
    if (veer_obstacle_slot(world, target) == VEER_NO_SLOT) {
        return VEER_BAD_HANDLE;
    }
    Goal goal = {.kind = VEER_GOAL_OBSTACLE,
                 .point = world->obstacle.position[target.slot],
                 .target = {target.slot, target.generation},
                 .radius = arrival_radius};
    return set_goal(world, agent, goal, is_arrival_radius(arrival_radius));
}

VeerStatus veer_agent_set_preferred_velocity(VeerWorld *world, VeerAgentId agent, VeerVec3 velocity)
{
    if (!world) {
        return VEER_BAD_HANDLE;
    }
    Goal goal = {.kind = VEER_GOAL_VELOCITY, .point = veer_world_flat(world, velocity)};
    return set_goal(world, agent, goal, is_position3(velocity));
}

VeerStatus veer_agent_stop(VeerWorld *world, VeerAgentId agent)
{
    return set_goal(world, agent, (Goal){.kind = VEER_GOAL_STOP}, true);
}
