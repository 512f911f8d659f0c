/// What an agent's body can do.
#include "math/vec.h"
#include "world/base/base.h"
#include "world/body/body.h"

/// s of its path that a follower looks ahead.
#define LOOK_SECONDS 0.5f

VeerVehicleParams veer_agent_vehicle(const VeerWorld *world, uint32_t slot)
{
    return veer_vehicle_unpack((VeerVehicle)world->agent.vehicle[slot],
                               world->agent.vehicle_values[slot]);
}

VeerMotionLimits veer_agent_limits(const VeerWorld *world, uint32_t slot)
{
    const VeerAgentColumns *agent = &world->agent;
    return (VeerMotionLimits){agent->max_speed[slot], agent->max_acceleration[slot],
                              agent->max_braking[slot], agent->max_turn_rate[slot]};
}

VeerMotionState veer_agent_motion(const VeerWorld *world, uint32_t slot)
{
    const VeerAgentColumns *agent = &world->agent;
    return (VeerMotionState){agent->velocity[slot], agent->heading[slot], agent->spin[slot]};
}

bool veer_agent_is_holonomic(const VeerWorld *world, uint32_t slot)
{
    const VeerAgentColumns *agent = &world->agent;
    return agent->vehicle[slot] == VEER_VEHICLE_FREE && isinf(agent->max_acceleration[slot]) &&
           isinf(agent->max_braking[slot]) && isinf(agent->max_turn_rate[slot]);
}

VeerFollower veer_route_follower(const VeerWorld *world, uint32_t slot, float speed, float dt)
{
    const VeerAgentColumns *agent = &world->agent;
    float braking = agent->max_braking[slot];
    return (VeerFollower){
        .position = veer_world_flat(world, agent->position[slot]),
        .speed = speed,
        .braking = braking,
        .turn_rate = agent->max_turn_rate[slot],
        .max_sideways = min_f(agent->max_acceleration[slot], braking),
        .look_ahead = max_f(agent->radius[slot], LOOK_SECONDS * speed),
        .dt = dt,
    };
}

float veer_agent_speed(const VeerWorld *world, uint32_t slot)
{
    float preferred = world->agent.preferred_speed[slot], limit = world->agent.max_speed[slot];
    return preferred > 0.0f ? min_f(preferred, limit) : limit;
}
