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

/// @param refusal  of what the goal is not as it must be
static VeerStatus set_goal(VeerWorld *world, VeerAgentId agent, Goal goal, VeerRefusal *refusal)
{
    uint32_t slot = veer_agent_need(refusal, world, agent);
    VeerStatus status = veer_world_check_change(world, refusal);
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
    veer_progress_restart(world, slot);
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

static void need_arrival_radius(VeerRefusal *refusal, float radius)
{
    veer_need(refusal, radius > 0.0f && radius <= VEER_WORLD_LIMIT, "arrival_radius",
              "must be > 0, at most 2e6", (double)radius);
}

/// Whether the agent is there comes before all else.
static VeerStatus go_to(VeerWorld *world, VeerAgentId agent, Goal goal, VeerRefusal refusal)
{
    (void)veer_agent_need(&refusal, world, agent);
    veer_need_that(&refusal, !goal.has_route || (world && world->map.head), "world",
                   "must have a map");
    veer_need_position(&refusal, "point", goal.point);
    need_arrival_radius(&refusal, goal.radius);
    return set_goal(world, agent, goal, &refusal);
}

VeerStatus veer_agent_go_to(VeerWorld *world, VeerAgentId agent, VeerVec3 point,
                            float arrival_radius)
{
    Goal goal = {.kind = VEER_GOAL_POINT, .point = point, .radius = arrival_radius};
    return go_to(world, agent, goal, (VeerRefusal){.function = __func__});
}

VeerStatus veer_agent_route_to(VeerWorld *world, VeerAgentId agent, VeerVec3 point,
                               float arrival_radius)
{
    Goal goal = {
        .kind = VEER_GOAL_POINT, .point = point, .radius = arrival_radius, .has_route = true};
    return go_to(world, agent, goal, (VeerRefusal){.function = __func__});
}

VeerStatus veer_agent_follow_agent(VeerWorld *world, VeerAgentId agent, VeerAgentId target,
                                   float arrival_radius)
{
    VeerRefusal refusal = {.function = __func__};
    bool is_there = veer_agent_slot(world, target) != VEER_NO_SLOT;
    veer_need_handle(&refusal, is_there, "target", target.slot);
    if (!is_there) {
        return veer_world_refuse(world, &refusal);
    }
    (void)veer_agent_need(&refusal, world, agent);
    Goal goal = {.kind = VEER_GOAL_AGENT,
                 .point = world->agent.position[target.slot],
                 .target = target,
                 .radius = arrival_radius};
    veer_need_that(&refusal, target.slot != agent.slot, "target", "must be another agent");
    need_arrival_radius(&refusal, arrival_radius);
    return set_goal(world, agent, goal, &refusal);
}

VeerStatus veer_agent_follow_obstacle(VeerWorld *world, VeerAgentId agent, VeerObstacleId target,
                                      float arrival_radius)
{
    VeerRefusal refusal = {.function = __func__};
    bool is_there = veer_obstacle_slot(world, target) != VEER_NO_SLOT;
    veer_need_handle(&refusal, is_there, "target", target.slot);
    if (!is_there) {
        return veer_world_refuse(world, &refusal);
    }
    (void)veer_agent_need(&refusal, world, agent);
    Goal goal = {.kind = VEER_GOAL_OBSTACLE,
                 .point = world->obstacle.position[target.slot],
                 .target = {target.slot, target.generation},
                 .radius = arrival_radius};
    need_arrival_radius(&refusal, arrival_radius);
    return set_goal(world, agent, goal, &refusal);
}

VeerStatus veer_agent_set_preferred_velocity(VeerWorld *world, VeerAgentId agent, VeerVec3 velocity)
{
    VeerRefusal refusal = {.function = __func__};
    if (veer_agent_need(&refusal, world, agent) == VEER_NO_SLOT) {
        return veer_world_refuse(world, &refusal);
    }
    Goal goal = {.kind = VEER_GOAL_VELOCITY, .point = veer_world_flat(world, velocity)};
    veer_need_position(&refusal, "velocity", velocity);
    return set_goal(world, agent, goal, &refusal);
}

VeerStatus veer_agent_stop(VeerWorld *world, VeerAgentId agent)
{
    VeerRefusal refusal = {.function = __func__};
    return set_goal(world, agent, (Goal){.kind = VEER_GOAL_STOP}, &refusal);
}
