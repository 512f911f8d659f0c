/// What the host sets of agents.
#include "avoid/model.h"
#include "math/vec.h"
#include "world/body/body.h"

#include <string.h>

VeerStatus veer_agent_set_position(VeerWorld *world, VeerAgentId agent, VeerVec3 position)
{
    VeerRefusal refusal = {.function = __func__};
    uint32_t slot = veer_agent_need(&refusal, world, agent);
    veer_need_position(&refusal, "position", position);
    VeerStatus status = veer_world_check_change(world, &refusal);
    if (status == VEER_OK) {
        veer_agent_place(world, slot, position);
    }
    return status;
}

VeerStatus veer_agent_set_velocity(VeerWorld *world, VeerAgentId agent, VeerVec3 velocity)
{
    VeerRefusal refusal = {.function = __func__};
    uint32_t slot = veer_agent_need(&refusal, world, agent);
    veer_need_position(&refusal, "velocity", velocity);
    VeerStatus status = veer_world_check_change(world, &refusal);
    if (status == VEER_OK) {
        world->agent.velocity[slot] = veer_world_flat(world, velocity);
    }
    return status;
}

void veer_agent_need_heading(VeerRefusal *refusal, const VeerWorld *world, const char *what,
                             VeerVec3 heading)
{
    veer_need_finite(refusal, what, heading);
    veer_need(refusal, veer_agent_can_head(world, heading), what,
              "must be longer than 0, in the plane of a planar world", 0.0);
}

VeerStatus veer_agent_set_heading(VeerWorld *world, VeerAgentId agent, VeerVec3 heading)
{
    VeerRefusal refusal = {.function = __func__};
    uint32_t slot = veer_agent_need(&refusal, world, agent);
    if (slot != VEER_NO_SLOT) {
        veer_agent_need_heading(&refusal, world, "heading", heading);
    }
    VeerStatus status = veer_world_check_change(world, &refusal);
    if (status == VEER_OK) {
        veer_agent_head(world, slot, heading);
    }
    return status;
}

VeerStatus veer_agent_set_radius(VeerWorld *world, VeerAgentId agent, float radius)
{
    VeerRefusal refusal = {.function = __func__};
    uint32_t slot = veer_agent_need(&refusal, world, agent);
    veer_need_length(&refusal, "radius", radius);
    VeerStatus status = veer_world_check_change(world, &refusal);
    if (status == VEER_OK) {
        veer_world_note_agent(world, slot);
        world->agent.radius[slot] = radius;
    }
    return status;
}

VeerStatus veer_agent_set_max_speed(VeerWorld *world, VeerAgentId agent, float max_speed)
{
    VeerRefusal refusal = {.function = __func__};
    uint32_t slot = veer_agent_need(&refusal, world, agent);
    veer_need_length(&refusal, "max_speed", max_speed);
    VeerStatus status = veer_world_check_change(world, &refusal);
    if (status == VEER_OK) {
        world->agent.max_speed[slot] = max_speed;
        world->agent.velocity[slot] = clamp_length3(world->agent.velocity[slot], max_speed);
    }
    return status;
}

VeerStatus veer_agent_set_preferred_speed(VeerWorld *world, VeerAgentId agent, float speed)
{
    VeerRefusal refusal = {.function = __func__};
    uint32_t slot = veer_agent_need(&refusal, world, agent);
    veer_need_length(&refusal, "speed", speed);
    VeerStatus status = veer_world_check_change(world, &refusal);
    if (status == VEER_OK) {
        world->agent.preferred_speed[slot] = speed;
    }
    return status;
}

/// The profile of an agent, if it is there, to be changed.
static VeerProfile profile_of(const VeerWorld *world, uint32_t slot)
{
    return slot == VEER_NO_SLOT ? (VeerProfile){.users = 0} : *veer_profile(world, slot);
}

VeerStatus veer_agent_set_limits(VeerWorld *world, VeerAgentId agent, float acceleration,
                                 float braking, float turn_rate)
{
    VeerRefusal refusal = {.function = __func__};
    uint32_t slot = veer_agent_need(&refusal, world, agent);
    veer_need_positive(&refusal, "acceleration", acceleration);
    veer_need(&refusal, braking >= 0.0f, "braking", "must be >= 0", (double)braking);
    veer_need_positive(&refusal, "turn_rate", turn_rate);
    VeerProfile profile = profile_of(world, slot);
    profile.max_acceleration = acceleration;
    profile.max_braking = veer_agent_braking(acceleration, braking);
    profile.max_turn_rate = turn_rate;
    return veer_agent_set_profile(world, &refusal, slot, &profile);
}

/// What is no def's here is named without it: "def.vehicle.kind" is "vehicle.kind".
static void leave_def(VeerRefusal *refusal)
{
    if (refusal->status == VEER_BAD_VALUE && strncmp(refusal->what, "def.", 4) == 0) {
        refusal->what += 4;
    }
}

VeerStatus veer_agent_set_vehicle(VeerWorld *world, VeerAgentId agent,
                                  const VeerVehicleParams *vehicle)
{
    VeerRefusal refusal = {.function = __func__};
    uint32_t slot = veer_agent_need(&refusal, world, agent);
    if (veer_need_object(&refusal, vehicle, "vehicle")) {
        veer_vehicle_params_need(&refusal, vehicle);
        leave_def(&refusal);
    }
    VeerProfile profile = profile_of(world, slot);
    if (refusal.status == VEER_OK) {
        profile.vehicle = (uint8_t)vehicle->kind;
        profile.vehicle_values = veer_vehicle_pack(vehicle);
    }
    VeerStatus status = veer_agent_set_profile(world, &refusal, slot, &profile);
    if (status == VEER_OK) {
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
    VeerRefusal refusal = {.function = __func__};
    uint32_t slot = veer_agent_need(&refusal, world, agent);
    veer_need_position(&refusal, "spin", spin);
    VeerStatus status = veer_world_check_change(world, &refusal);
    if (status == VEER_OK) {
        VeerVehicle vehicle = (VeerVehicle)veer_profile(world, slot)->vehicle;
        world->agent.spin[slot] = veer_agent_own_spin(world, vehicle, spin);
    }
    return status;
}

VeerStatus veer_agent_set_layers(VeerWorld *world, VeerAgentId agent, uint32_t layer,
                                 uint32_t avoid_mask)
{
    VeerRefusal refusal = {.function = __func__};
    uint32_t slot = veer_agent_need(&refusal, world, agent);
    VeerProfile profile = profile_of(world, slot);
    profile.avoid_mask = avoid_mask;
    VeerStatus status = veer_agent_set_profile(world, &refusal, slot, &profile);
    if (status == VEER_OK) {
        veer_world_note_agent(world, slot);
        world->agent.layer[slot] = layer;
    }
    return status;
}

VeerStatus veer_agent_set_priority(VeerWorld *world, VeerAgentId agent, float priority)
{
    VeerRefusal refusal = {.function = __func__};
    uint32_t slot = veer_agent_need(&refusal, world, agent);
    veer_need(&refusal, priority >= 0.0f, "priority", "must be >= 0", (double)priority);
    VeerStatus status = veer_world_check_change(world, &refusal);
    if (status == VEER_OK) {
        world->agent.priority[slot] = priority;
    }
    return status;
}

VeerStatus veer_agent_set_immovable(VeerWorld *world, VeerAgentId agent, bool is_immovable)
{
    VeerRefusal refusal = {.function = __func__};
    uint32_t slot = veer_agent_need(&refusal, world, agent);
    VeerStatus status = veer_world_check_change(world, &refusal);
    if (status == VEER_OK) {
        world->agent.is_immovable[slot] = is_immovable;
    }
    return status;
}

VeerStatus veer_agent_set_group(VeerWorld *world, VeerAgentId agent, uint32_t group)
{
    VeerRefusal refusal = {.function = __func__};
    uint32_t slot = veer_agent_need(&refusal, world, agent);
    VeerStatus status = veer_world_check_change(world, &refusal);
    if (status == VEER_OK) {
        world->agent.group[slot] = group;
    }
    return status;
}

VeerStatus veer_agent_set_avoidance(VeerWorld *world, VeerAgentId agent, VeerAvoidModel model,
                                    const VeerAvoidParams *avoid)
{
    VeerRefusal refusal = {.function = __func__};
    uint32_t slot = veer_agent_need(&refusal, world, agent);
    if (veer_need_object(&refusal, avoid, "avoid")) {
        veer_avoid_params_need(&refusal, model, avoid);
        leave_def(&refusal);
    }
    VeerProfile profile = profile_of(world, slot);
    if (refusal.status == VEER_OK) {
        veer_profile_put_avoidance(&profile, world->agent.max_speed[slot], model, avoid);
    }
    VeerStatus status = veer_agent_set_profile(world, &refusal, slot, &profile);
    if (status == VEER_OK) {
        world->agent.memory[slot] = (VeerAvoidMemory){0};
    }
    return status;
}

VeerStatus veer_agent_set_user_data(VeerWorld *world, VeerAgentId agent, uint64_t data)
{
    VeerRefusal refusal = {.function = __func__};
    uint32_t slot = veer_agent_need(&refusal, world, agent);
    VeerStatus status = veer_world_check_change(world, &refusal);
    if (status == VEER_OK) {
        world->agent.user_data[slot] = data;
    }
    return status;
}
