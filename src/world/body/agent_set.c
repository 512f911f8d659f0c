/// What the host sets of agents.
#include "avoid/model.h"
#include "math/vec.h"
#include "world/body/body.h"

#include <string.h>

/// Sets one agent's element of a column, of `size` bytes.
static VeerStatus set(const VeerWorld *world, VeerAgentId agent, bool is_good, void *column,
                      const void *value, size_t size)
{
    uint32_t slot;
    VeerStatus status = veer_agent_open(world, agent, is_good, &slot);
    if (status == VEER_OK) {
        memcpy((unsigned char *)column + slot * size, value, size);
    }
    return status;
}

VeerStatus veer_agent_set_position(VeerWorld *world, VeerAgentId agent, VeerVec3 position)
{
    uint32_t slot;
    VeerStatus status = veer_agent_open(world, agent, is_position3(position), &slot);
    if (status == VEER_OK) {
        world->agent.position[slot] = position;
        world->agent.compensation[slot] = (VeerVec3){0};
    }
    return status;
}

VeerStatus veer_agent_set_velocity(VeerWorld *world, VeerAgentId agent, VeerVec3 velocity)
{
    uint32_t slot;
    VeerStatus status = veer_agent_open(world, agent, is_position3(velocity), &slot);
    if (status != VEER_OK) {
        return status;
    }
    VeerVec3 flat = veer_world_flat(world, velocity);
    if (length3(flat) > world->agent.max_speed[slot]) {
        return VEER_BAD_VALUE;
    }
    world->agent.velocity[slot] = flat;
    return VEER_OK;
}

VeerStatus veer_agent_set_heading(VeerWorld *world, VeerAgentId agent, VeerVec3 heading)
{
    VeerVec3 flat = veer_world_flat(world, heading);
    uint32_t slot;
    bool has_direction = is_finite3(flat) && (flat.x != 0.0f || flat.y != 0.0f || flat.z != 0.0f);
    VeerStatus status = veer_agent_open(world, agent, has_direction, &slot);
    if (status == VEER_OK) {
        world->agent.heading[slot] = veer_agent_direction(flat, world->agent.heading[slot]);
    }
    return status;
}

VeerStatus veer_agent_set_radius(VeerWorld *world, VeerAgentId agent, float radius)
{
    return set(world, agent, veer_world_is_length(radius), world->agent.radius, &radius,
               sizeof radius);
}

VeerStatus veer_agent_set_max_speed(VeerWorld *world, VeerAgentId agent, float max_speed)
{
    uint32_t slot;
    VeerStatus status = veer_agent_open(world, agent, veer_world_is_length(max_speed), &slot);
    if (status == VEER_OK) {
        world->agent.max_speed[slot] = max_speed;
        world->agent.velocity[slot] = clamp_length3(world->agent.velocity[slot], max_speed);
    }
    return status;
}

VeerStatus veer_agent_set_preferred_speed(VeerWorld *world, VeerAgentId agent, float speed)
{
    bool is_good = veer_world_is_length(speed);
    return set(world, agent, is_good, world->agent.preferred_speed, &speed, sizeof speed);
}

VeerStatus veer_agent_set_limits(VeerWorld *world, VeerAgentId agent, float acceleration,
                                 float braking, float turn_rate)
{
    uint32_t slot;
    bool is_good = veer_agent_are_limits(acceleration, braking, turn_rate);
    VeerStatus status = veer_agent_open(world, agent, is_good, &slot);
    if (status == VEER_OK) {
        world->agent.max_acceleration[slot] = acceleration;
        world->agent.max_braking[slot] = braking;
        world->agent.max_turn_rate[slot] = turn_rate;
    }
    return status;
}

VeerStatus veer_agent_set_vehicle(VeerWorld *world, VeerAgentId agent,
                                  const VeerVehicleParams *vehicle)
{
    uint32_t slot;
    bool is_good = vehicle && veer_vehicle_params_are_valid(vehicle);
    VeerStatus status = veer_agent_open(world, agent, is_good, &slot);
    if (status == VEER_OK) {
        world->agent.vehicle[slot] = (uint8_t)vehicle->kind;
        world->agent.vehicle_values[slot] = veer_vehicle_pack(vehicle);
        world->agent.spin[slot] = (VeerVec3){0};
    }
    return status;
}

VeerStatus veer_agent_set_spin(VeerWorld *world, VeerAgentId agent, VeerVec3 spin)
{
    return set(world, agent, is_position3(spin), world->agent.spin, &spin, sizeof spin);
}

VeerStatus veer_agent_set_layers(VeerWorld *world, VeerAgentId agent, uint32_t layer,
                                 uint32_t avoid_mask)
{
    uint32_t slot;
    VeerStatus status = veer_agent_open(world, agent, true, &slot);
    if (status == VEER_OK) {
        world->agent.layer[slot] = layer;
        world->agent.avoid_mask[slot] = avoid_mask;
    }
    return status;
}

VeerStatus veer_agent_set_priority(VeerWorld *world, VeerAgentId agent, float priority)
{
    return set(world, agent, priority >= 0.0f, world->agent.priority, &priority, sizeof priority);
}

VeerStatus veer_agent_set_immovable(VeerWorld *world, VeerAgentId agent, bool is_immovable)
{
    uint8_t value = is_immovable;
    return set(world, agent, true, world->agent.is_immovable, &value, sizeof value);
}

VeerStatus veer_agent_set_group(VeerWorld *world, VeerAgentId agent, uint32_t group)
{
    return set(world, agent, true, world->agent.group, &group, sizeof group);
}

VeerStatus veer_agent_set_avoidance(VeerWorld *world, VeerAgentId agent, VeerAvoidModel model,
                                    const VeerAvoidParams *params)
{
    uint32_t slot;
    VeerStatus status =
        veer_agent_open(world, agent, params && veer_avoid_params_are_valid(model, params), &slot);
    if (status == VEER_OK) {
        world->agent.model[slot] = (uint8_t)model;
        world->agent.avoid[slot] = veer_avoid_params_tidy(model, params);
        world->agent.memory[slot] = (VeerAvoidMemory){0};
    }
    return status;
}

VeerStatus veer_agent_set_user_data(VeerWorld *world, VeerAgentId agent, uint64_t data)
{
    return set(world, agent, true, world->agent.user_data, &data, sizeof data);
}
