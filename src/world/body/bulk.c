/// All agents at once, in and out of columns of the host's memory.
#include "motion/limits.h"
#include "veer/bodies.h"
#include "world/body/body.h"

#include <string.h>

// --- Where agents are between two ticks ---

static VeerVec3 position_at(const VeerWorld *world, uint32_t slot, float fraction)
{
    VeerVec3 last = world->last_position[slot], now = world->agent.position[slot];
    bool is_between = fraction < 1.0f && !world->is_stepping;
    return is_between ? along3(last, sub3(now, last), fraction) : now;
}

/// Turns at one rate, by the shorter side.
static VeerVec3 heading_at(const VeerWorld *world, uint32_t slot, float fraction)
{
    VeerVec3 last = world->last_heading[slot], now = world->agent.heading[slot];
    if (fraction >= 1.0f || world->is_stepping) {
        return now;
    }
    VeerVec3 across = cross3(last, now);
    float angle = veer_atan2(length3(across), dot3(last, now));
    return angle > 0.0f && fraction > 0.0f ? veer_motion_turn(last, now, angle * fraction) : last;
}

static bool is_fraction(float fraction)
{
    return fraction >= 0.0f && fraction <= 1.0f;
}

VeerStatus veer_agent_pose(const VeerWorld *world, VeerAgentId agent, float fraction,
                           VeerVec3 *position, VeerVec3 *heading)
{
    uint32_t slot = veer_agent_slot(world, agent);
    if (slot == VEER_NO_SLOT) {
        return VEER_BAD_HANDLE;
    }
    if (!position || !is_fraction(fraction)) {
        return VEER_BAD_VALUE;
    }
    *position = position_at(world, slot, fraction);
    if (heading) {
        *heading = heading_at(world, slot, fraction);
    }
    return VEER_OK;
}

// --- Columns ---

static void put(VeerColumn column, uint32_t row, const void *value, size_t size)
{
    if (column.data) {
        memcpy((unsigned char *)column.data + row * column.stride, value, size);
    }
}

static void read_one(const VeerWorld *world, uint32_t slot, float fraction,
                     const VeerBodyColumns *columns, uint32_t row)
{
    const VeerAgentColumns *agent = &world->agent;
    VeerAgentId handle = {slot, agent->generation[slot]};
    put(columns->agents, row, &handle, sizeof handle);
    if (columns->positions.data) {
        VeerVec3 position = position_at(world, slot, fraction);
        put(columns->positions, row, &position, sizeof position);
    }
    if (columns->headings.data) {
        VeerVec3 heading = heading_at(world, slot, fraction);
        put(columns->headings, row, &heading, sizeof heading);
    }
    VeerVec3 safe = world->is_deciding ? (VeerVec3){0} : agent->safe[slot];
    put(columns->velocities, row, &agent->velocity[slot], sizeof(VeerVec3));
    put(columns->spins, row, &agent->spin[slot], sizeof(VeerVec3));
    put(columns->safe_velocities, row, &safe, sizeof safe);
    put(columns->user_data, row, &agent->user_data[slot], sizeof(uint64_t));
    put(columns->statuses, row, &agent->status[slot], sizeof(uint8_t));
}

uint32_t veer_world_read_agents(const VeerWorld *world, float fraction,
                                const VeerBodyColumns *columns, uint32_t capacity)
{
    if (!world || !columns || !is_fraction(fraction)) {
        return 0;
    }
    uint32_t count = world->head->agent_count, row = 0;
    uint32_t most = capacity < count ? capacity : count;
    for (uint32_t slot = 0; row < most; ++slot) {
        if (world->agent.is_alive[slot]) {
            read_one(world, slot, fraction, columns, row++);
        }
    }
    return count;
}

/// The vector of a row.
static VeerVec3 vector_of(VeerColumn column, uint32_t row)
{
    VeerVec3 vector;
    memcpy(&vector, (const unsigned char *)column.data + row * column.stride, sizeof vector);
    return vector;
}

static bool is_good_row(const VeerWorld *world, const VeerBodyColumns *columns, uint32_t row)
{
    return (!columns->positions.data || is_position3(vector_of(columns->positions, row))) &&
           (!columns->velocities.data || is_position3(vector_of(columns->velocities, row))) &&
           (!columns->spins.data || is_position3(vector_of(columns->spins, row))) &&
           (!columns->headings.data ||
            veer_agent_is_heading(world, vector_of(columns->headings, row)));
}

static void write_one(VeerWorld *world, VeerAgentId agent, const VeerBodyColumns *columns,
                      uint32_t row)
{
    if (columns->positions.data) {
        (void)veer_agent_set_position(world, agent, vector_of(columns->positions, row));
    }
    if (columns->velocities.data) {
        (void)veer_agent_set_velocity(world, agent, vector_of(columns->velocities, row));
    }
    if (columns->headings.data) {
        (void)veer_agent_set_heading(world, agent, vector_of(columns->headings, row));
    }
    if (columns->spins.data) {
        (void)veer_agent_set_spin(world, agent, vector_of(columns->spins, row));
    }
}

/// The agent of a row. @param slot  of the row before, and then of this one; not looked at where
///                                  there is a column of agents
static VeerAgentId agent_of(const VeerWorld *world, const VeerBodyColumns *columns, uint32_t row,
                            uint32_t *slot)
{
    VeerAgentId agent;
    if (columns->agents.data) {
        memcpy(&agent, (const unsigned char *)columns->agents.data + row * columns->agents.stride,
               sizeof agent);
        return agent;
    }
    do {
        ++*slot;
    } while (!world->agent.is_alive[*slot]);
    return (VeerAgentId){*slot, world->agent.generation[*slot]};
}

static VeerStatus check_rows(const VeerWorld *world, const VeerBodyColumns *columns, uint32_t count)
{
    if (!columns || (!columns->agents.data && count != world->head->agent_count)) {
        return VEER_BAD_VALUE;
    }
    uint32_t slot = UINT32_MAX;
    for (uint32_t row = 0; row < count; ++row) {
        VeerAgentId agent = agent_of(world, columns, row, &slot);
        if (veer_agent_slot(world, agent) == VEER_NO_SLOT) {
            return VEER_BAD_HANDLE;
        }
        if (!is_good_row(world, columns, row)) {
            return VEER_BAD_VALUE;
        }
    }
    return VEER_OK;
}

VeerStatus veer_world_write_agents(VeerWorld *world, const VeerBodyColumns *columns, uint32_t count)
{
    VeerStatus status = veer_world_check_idle(world);
    status = status == VEER_OK ? check_rows(world, columns, count) : status;
    uint32_t slot = UINT32_MAX;
    for (uint32_t row = 0; status == VEER_OK && row < count; ++row) {
        write_one(world, agent_of(world, columns, row, &slot), columns, row);
    }
    return status;
}
