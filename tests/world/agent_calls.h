/// Every call that changes one agent, with a value that it takes and values that it refuses.
#ifndef VEER_TESTS_AGENT_CALLS_H
#define VEER_TESTS_AGENT_CALLS_H

#include "world_maker.h"

typedef struct AgentCall {
    const char *name;
    VeerStatus (*call)(VeerWorld *world, VeerAgentId agent, float value);
    float good;
    int bad_count;
    float bad[6];
} AgentCall;

static VeerStatus call_position_x(VeerWorld *world, VeerAgentId agent, float value)
{
    return veer_agent_set_position(world, agent, vec3(value, 0.0f, 0.0f));
}

static VeerStatus call_position_y(VeerWorld *world, VeerAgentId agent, float value)
{
    return veer_agent_set_position(world, agent, vec3(0.0f, value, 0.0f));
}

static VeerStatus call_position_z(VeerWorld *world, VeerAgentId agent, float value)
{
    return veer_agent_set_position(world, agent, vec3(0.0f, 0.0f, value));
}

static VeerStatus call_velocity(VeerWorld *world, VeerAgentId agent, float value)
{
    return veer_agent_set_velocity(world, agent, vec3(0.0f, value, 0.0f));
}

static VeerStatus call_heading(VeerWorld *world, VeerAgentId agent, float value)
{
    return veer_agent_set_heading(world, agent, vec3(0.0f, value, 0.0f));
}

static VeerStatus call_acceleration(VeerWorld *world, VeerAgentId agent, float value)
{
    return veer_agent_set_limits(world, agent, value, 1.0f, 1.0f);
}

static VeerStatus call_braking(VeerWorld *world, VeerAgentId agent, float value)
{
    return veer_agent_set_limits(world, agent, 1.0f, value, 1.0f);
}

static VeerStatus call_turn_rate(VeerWorld *world, VeerAgentId agent, float value)
{
    return veer_agent_set_limits(world, agent, 1.0f, 1.0f, value);
}

static VeerStatus call_layers(VeerWorld *world, VeerAgentId agent, float value)
{
    return veer_agent_set_layers(world, agent, (uint32_t)value, 5u);
}

static VeerStatus call_immovable(VeerWorld *world, VeerAgentId agent, float value)
{
    return veer_agent_set_immovable(world, agent, value > 0.0f);
}

static VeerStatus call_group(VeerWorld *world, VeerAgentId agent, float value)
{
    return veer_agent_set_group(world, agent, (uint32_t)value);
}

static VeerStatus call_user_data(VeerWorld *world, VeerAgentId agent, float value)
{
    return veer_agent_set_user_data(world, agent, (uint64_t)value);
}

static VeerStatus call_sense_range(VeerWorld *world, VeerAgentId agent, float value)
{
    VeerAvoidParams params = veer_avoid_params_default();
    params.sense_range = value;
    return veer_agent_set_avoidance(world, agent, VEER_AVOID_CROWD, &params);
}

static VeerStatus call_time_horizon(VeerWorld *world, VeerAgentId agent, float value)
{
    VeerAvoidParams params = veer_avoid_params_default();
    params.time_horizon = value;
    return veer_agent_set_avoidance(world, agent, VEER_AVOID_CROWD, &params);
}

static VeerStatus call_time_horizon_obstacles(VeerWorld *world, VeerAgentId agent, float value)
{
    VeerAvoidParams params = veer_avoid_params_default();
    params.time_horizon_obstacles = value;
    return veer_agent_set_avoidance(world, agent, VEER_AVOID_CROWD, &params);
}

static VeerStatus call_max_neighbours(VeerWorld *world, VeerAgentId agent, float value)
{
    VeerAvoidParams params = veer_avoid_params_default();
    params.max_neighbours = (uint32_t)value;
    return veer_agent_set_avoidance(world, agent, VEER_AVOID_CROWD, &params);
}

static VeerStatus call_model(VeerWorld *world, VeerAgentId agent, float value)
{
    VeerAvoidParams params = veer_avoid_params_default();
    return veer_agent_set_avoidance(world, agent, (VeerAvoidModel)(int)value, &params);
}

static VeerStatus call_go_to_point(VeerWorld *world, VeerAgentId agent, float value)
{
    return veer_agent_go_to(world, agent, vec3(0.0f, value, 0.0f), 1.0f);
}

static VeerStatus call_go_to_radius(VeerWorld *world, VeerAgentId agent, float value)
{
    return veer_agent_go_to(world, agent, vec3(9.0f, 0.0f, 0.0f), value);
}

/// The other live agent, which tests create first.
static VeerStatus call_follow_agent(VeerWorld *world, VeerAgentId agent, float value)
{
    return veer_agent_follow_agent(world, agent, veer_agent_at(world, 0), value);
}

static VeerStatus call_follow_obstacle(VeerWorld *world, VeerAgentId agent, float value)
{
    return veer_agent_follow_obstacle(world, agent, veer_obstacle_at(world, 0), value);
}

static VeerStatus call_preferred_velocity(VeerWorld *world, VeerAgentId agent, float value)
{
    return veer_agent_set_preferred_velocity(world, agent, vec3(value, 0.0f, 0.0f));
}

static VeerStatus call_stop(VeerWorld *world, VeerAgentId agent, float value)
{
    (void)value;
    return veer_agent_stop(world, agent);
}

static VeerStatus call_remove(VeerWorld *world, VeerAgentId agent, float value)
{
    (void)value;
    return veer_agent_destroy(world, agent);
}

/// Remove comes last: it ends the agent.
static const AgentCall agent_calls[] = {
    {"position.x", call_position_x, 3.0f, 4, {NAN, INFINITY, -INFINITY, 2.1e6f}},
    {"position.y", call_position_y, -1e6f, 4, {NAN, INFINITY, -INFINITY, -2.1e6f}},
    {"position.z", call_position_z, 2.0f, 4, {NAN, INFINITY, -INFINITY, 2.1e6f}},
    {"velocity", call_velocity, -1.4f, 4, {NAN, INFINITY, -INFINITY, 3e6f}},
    {"heading", call_heading, 4.0f, 4, {NAN, INFINITY, -INFINITY, 0.0f}},
    {"radius", veer_agent_set_radius, 0.0f, 4, {NAN, INFINITY, -0.1f, 2.1e6f}},
    {"max speed", veer_agent_set_max_speed, 2.0f, 4, {NAN, INFINITY, -0.1f, 2.1e6f}},
    {"preferred speed", veer_agent_set_preferred_speed, 0.5f, 3, {NAN, INFINITY, -0.1f}},
    {"acceleration", call_acceleration, INFINITY, 4, {NAN, -INFINITY, 0.0f, -1.0f}},
    {"braking", call_braking, INFINITY, 3, {NAN, -INFINITY, -1.0f}},
    {"turn rate", call_turn_rate, INFINITY, 4, {NAN, -INFINITY, 0.0f, -1.0f}},
    {"layers", call_layers, 2.0f, 0, {0}},
    {"priority", veer_agent_set_priority, INFINITY, 3, {NAN, -0.1f, -INFINITY}},
    {"immovable", call_immovable, 1.0f, 0, {0}},
    {"group", call_group, 7.0f, 0, {0}},
    {"user data", call_user_data, 7.0f, 0, {0}},
    {"sense range", call_sense_range, 0.0f, 3, {NAN, INFINITY, -1.0f}},
    {"horizon", call_time_horizon, 1.0f, 4, {NAN, INFINITY, 0.0f, -1.0f}},
    {"horizon of obstacles", call_time_horizon_obstacles, 1.0f, 4, {NAN, INFINITY, 0.0f, -1.0f}},
    {"neighbours", call_max_neighbours, 32.0f, 1, {33.0f}},
    {"model", call_model, 0.0f, 2, {-2.0f, 1000.0f}},
    {"go to", call_go_to_point, 5.0f, 4, {NAN, INFINITY, -INFINITY, 2.1e6f}},
    {"arrival radius", call_go_to_radius, 1.0f, 4, {NAN, INFINITY, 0.0f, -1.0f}},
    {"follow agent", call_follow_agent, 1.0f, 4, {NAN, INFINITY, 0.0f, -1.0f}},
    {"follow obstacle", call_follow_obstacle, 1.0f, 4, {NAN, INFINITY, 0.0f, -1.0f}},
    {"preferred velocity", call_preferred_velocity, 9.0f, 4, {NAN, INFINITY, -INFINITY, 3e6f}},
    {"stop", call_stop, 0.0f, 0, {0}},
    {"remove", call_remove, 0.0f, 0, {0}},
};
static const int agent_call_count = sizeof agent_calls / sizeof *agent_calls;

#endif
