/// Bulk reads: the agents' columns as they lie.
#include "world/base/base.h"

uint32_t veer_agent_slot_count(const VeerWorld *world)
{
    return world->head->agent_slot_count;
}

uint32_t veer_agent_count(const VeerWorld *world)
{
    return world->head->agent_count;
}

static VeerSpan column(const VeerWorld *world, const void *data, size_t stride)
{
    return (VeerSpan){data, stride, world->head->agent_slot_count};
}

VeerSpan veer_agent_positions(const VeerWorld *world)
{
    return column(world, world->agent.position, sizeof(VeerVec3));
}

VeerSpan veer_agent_velocities(const VeerWorld *world)
{
    return column(world, world->agent.velocity, sizeof(VeerVec3));
}

VeerSpan veer_agent_headings(const VeerWorld *world)
{
    return column(world, world->agent.heading, sizeof(VeerVec3));
}

VeerSpan veer_agent_radii(const VeerWorld *world)
{
    return column(world, world->agent.radius, sizeof(float));
}

VeerSpan veer_agent_liveness(const VeerWorld *world)
{
    return column(world, world->agent.is_alive, sizeof(uint8_t));
}

VeerSpan veer_agent_statuses(const VeerWorld *world)
{
    return column(world, world->agent.status, sizeof(uint8_t));
}

VeerAgentId veer_agent_at(const VeerWorld *world, uint32_t slot)
{
    if (slot >= world->head->agent_slot_count || !world->agent.is_alive[slot]) {
        return (VeerAgentId){0, 0};
    }
    return (VeerAgentId){slot, world->agent.generation[slot]};
}
