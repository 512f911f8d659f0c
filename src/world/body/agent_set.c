/// What the host sets of agents.
#include "avoid/model.h"
#include "math/vec.h"
#include "world/body/body.h"

VeerStatus veer_agent_set_position(VeerWorld *world, VeerAgentId agent, VeerVec3 position)
{
    uint32_t slot;
    VeerStatus status = veer_agent_open(world, agent, is_position3(position), &slot);
    if (status == VEER_OK) {
        veer_world_note_move(world);
        world->agent.position[slot] = position;
        world->agent.compensation[slot] = (VeerVec3){0};
        if (!world->head->is_steered) {
            world->last_position[slot] = position;
        }
    }
    return status;
}

VeerStatus veer_agent_set_velocity(VeerWorld *world, VeerAgentId agent, VeerVec3 velocity)
{
    uint32_t slot;
    VeerStatus status = veer_agent_open(world, agent, is_position3(velocity), &slot);
    if (status == VEER_OK) {
        world->agent.velocity[slot] = veer_world_flat(world, velocity);
    }
    return status;
}

/// Of a vector that is a unit vector but for rounding: what was read is the same when set.
#define UNIT_SLOP 1e-6f

static VeerVec3 unit_of(VeerVec3 vector, VeerVec3 fallback)
{
    bool is_unit = fabsf(dot3(vector, vector) - 1.0f) <= UNIT_SLOP;
    return is_unit ? vector : veer_agent_direction(vector, fallback);
}

bool veer_agent_is_heading(const VeerWorld *world, VeerVec3 heading)
{
    VeerVec3 flat = veer_world_flat(world, heading);
    return is_finite3(heading) && (flat.x != 0.0f || flat.y != 0.0f || flat.z != 0.0f);
}

VeerStatus veer_agent_set_heading(VeerWorld *world, VeerAgentId agent, VeerVec3 heading)
{
    uint32_t slot;
    bool is_good = world && veer_agent_is_heading(world, heading);
    VeerStatus status = veer_agent_open(world, agent, is_good, &slot);
    if (status == VEER_OK) {
        VeerVec3 *own = &world->agent.heading[slot];
        *own = unit_of(veer_world_flat(world, heading), *own);
        if (!world->head->is_steered) {
            world->last_heading[slot] = *own;
        }
    }
    return status;
}

VeerStatus veer_agent_set_radius(VeerWorld *world, VeerAgentId agent, float radius)
{
    uint32_t slot;
    VeerStatus status = veer_agent_open(world, agent, veer_world_is_length(radius), &slot);
    if (status == VEER_OK) {
        veer_world_note_move(world);
        world->agent.radius[slot] = radius;
    }
    return status;
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
    uint32_t slot;
    VeerStatus status = veer_agent_open(world, agent, veer_world_is_length(speed), &slot);
    if (status == VEER_OK) {
        world->agent.preferred_speed[slot] = speed;
    }
    return status;
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

VeerVec3 veer_agent_own_spin(const VeerWorld *world, VeerVehicle vehicle, VeerVec3 spin)
{
    switch (vehicle) {
    case VEER_VEHICLE_TORQUE:
        return world->def.space == VEER_PLANAR ? vec3(0.0f, 0.0f, spin.z) : spin;
    case VEER_VEHICLE_CAR:
    case VEER_VEHICLE_AIRCRAFT:
        return vec3(spin.x, 0.0f, 0.0f);
    default:
        return (VeerVec3){0};
    }
}

VeerStatus veer_agent_set_spin(VeerWorld *world, VeerAgentId agent, VeerVec3 spin)
{
    uint32_t slot;
    VeerStatus status = veer_agent_open(world, agent, is_position3(spin), &slot);
    if (status == VEER_OK) {
        VeerVehicle vehicle = (VeerVehicle)world->agent.vehicle[slot];
        world->agent.spin[slot] = veer_agent_own_spin(world, vehicle, spin);
    }
    return status;
}

VeerStatus veer_agent_set_layers(VeerWorld *world, VeerAgentId agent, uint32_t layer,
                                 uint32_t avoid_mask)
{
    uint32_t slot;
    VeerStatus status = veer_agent_open(world, agent, true, &slot);
    if (status == VEER_OK) {
        veer_world_note_move(world);
        world->agent.layer[slot] = layer;
        world->agent.avoid_mask[slot] = avoid_mask;
    }
    return status;
}

VeerStatus veer_agent_set_priority(VeerWorld *world, VeerAgentId agent, float priority)
{
    uint32_t slot;
    VeerStatus status = veer_agent_open(world, agent, priority >= 0.0f, &slot);
    if (status == VEER_OK) {
        world->agent.priority[slot] = priority;
    }
    return status;
}

VeerStatus veer_agent_set_immovable(VeerWorld *world, VeerAgentId agent, bool is_immovable)
{
    uint32_t slot;
    VeerStatus status = veer_agent_open(world, agent, true, &slot);
    if (status == VEER_OK) {
        world->agent.is_immovable[slot] = is_immovable;
    }
    return status;
}

VeerStatus veer_agent_set_group(VeerWorld *world, VeerAgentId agent, uint32_t group)
{
    uint32_t slot;
    VeerStatus status = veer_agent_open(world, agent, true, &slot);
    if (status == VEER_OK) {
        world->agent.group[slot] = group;
    }
    return status;
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
    uint32_t slot;
    VeerStatus status = veer_agent_open(world, agent, true, &slot);
    if (status == VEER_OK) {
        world->agent.user_data[slot] = data;
    }
    return status;
}
