/// All agents at once, in and out of columns of the host's memory.
#include "motion/limits.h"
#include "veer/bodies.h"
#include "world/body/body.h"

#include <string.h>

// --- Where agents are between two ticks ---

/// A fraction of a step as one of its last substep, which it is told by: below 0 as if all had gone
/// on before as they did in it.
static float of_substep(const VeerWorld *world, float fraction)
{
    return 1.0f - (1.0f - fraction) * (float)world->substep.count;
}

static VeerVec3 position_at(const VeerWorld *world, uint32_t slot, float fraction)
{
    VeerVec3 last = world->last_position[slot], now = world->agent.position[slot];
    bool is_between = fraction < 1.0f && !world->is_stepping;
    return is_between ? along3(last, sub3(now, last), of_substep(world, fraction)) : now;
}

/// Turns at one rate, by the shorter side.
static VeerVec3 heading_at(const VeerWorld *world, uint32_t slot, float fraction)
{
    VeerVec3 last = world->last_heading[slot], now = world->agent.heading[slot];
    if (fraction >= 1.0f || world->is_stepping) {
        return now;
    }
    VeerVec3 across = cross3(last, now);
    float angle = veer_atan2(length3(across), dot3(last, now)) * of_substep(world, fraction);
    return angle > 0.0f ? veer_motion_turn(last, now, angle) : last;
}

static bool is_fraction(float fraction)
{
    return fraction >= 0.0f && fraction <= 1.0f;
}

VeerStatus veer_agent_pose(const VeerWorld *world, VeerAgentId agent, float fraction,
                           VeerVec3 *position, VeerVec3 *heading)
{
    VeerRefusal refusal = {.function = __func__};
    uint32_t slot = veer_agent_need(&refusal, world, agent);
    veer_need(&refusal, is_fraction(fraction), "fraction", "must be 0 to 1", (double)fraction);
    veer_need_place(&refusal, position, "position");
    VeerStatus status = veer_world_check_read(world, &refusal);
    if (status != VEER_OK) {
        return status;
    }
    *position = position_at(world, slot, fraction);
    if (heading) {
        *heading = heading_at(world, slot, fraction);
    }
    return VEER_OK;
}

// --- Columns ---

static unsigned char *element(VeerColumn column, uint32_t row)
{
    return (unsigned char *)column.data + row * column.stride;
}

static uint32_t next_alive(const uint8_t *is_alive, uint32_t slot)
{
    while (!is_alive[slot]) {
        ++slot;
    }
    return slot;
}

/// Copies what is stored by slots, of each a value of a size that the caller knows.
static inline void read_column(const VeerWorld *world, VeerColumn column, const void *of,
                               size_t size, uint32_t count)
{
    const uint8_t *is_alive = world->agent.is_alive;
    for (uint32_t row = 0, slot = 0; column.data && row < count; ++row, ++slot) {
        slot = next_alive(is_alive, slot);
        memcpy(element(column, row), (const unsigned char *)of + slot * size, size);
    }
}

static void read_handles(const VeerWorld *world, VeerColumn column, uint32_t count)
{
    const uint8_t *is_alive = world->agent.is_alive;
    const uint32_t *generation = world->agent.generation;
    for (uint32_t row = 0, slot = 0; column.data && row < count; ++row, ++slot) {
        slot = next_alive(is_alive, slot);
        VeerAgentId handle = {slot, generation[slot]};
        memcpy(element(column, row), &handle, sizeof handle);
    }
}

typedef VeerVec3 PoseAt(const VeerWorld *world, uint32_t slot, float fraction);

static void read_poses(const VeerWorld *world, VeerColumn column, PoseAt *at, float fraction,
                       uint32_t count)
{
    for (uint32_t row = 0, slot = 0; column.data && row < count; ++row, ++slot) {
        slot = next_alive(world->agent.is_alive, slot);
        VeerVec3 vector = at(world, slot, fraction);
        memcpy(element(column, row), &vector, sizeof vector);
    }
}

static void read_safe(const VeerWorld *world, VeerColumn column, uint32_t count)
{
    if (!world->is_deciding) {
        read_column(world, column, world->agent.safe, sizeof(VeerVec3), count);
        return;
    }
    for (uint32_t row = 0; column.data && row < count; ++row) {
        memset(element(column, row), 0, sizeof(VeerVec3));
    }
}

uint32_t veer_world_read_agents(const VeerWorld *world, float fraction,
                                const VeerBodyColumns *columns, uint32_t capacity)
{
    if (!world || !columns || !is_fraction(fraction)) {
        return 0;
    }
    const VeerAgentColumns *agent = &world->agent;
    uint32_t all = world->head->agent_count, count = capacity < all ? capacity : all;
    read_handles(world, columns->agents, count);
    read_poses(world, columns->positions, position_at, fraction, count);
    read_poses(world, columns->headings, heading_at, fraction, count);
    read_column(world, columns->velocities, agent->velocity, sizeof(VeerVec3), count);
    read_column(world, columns->spins, agent->spin, sizeof(VeerVec3), count);
    read_safe(world, columns->safe_velocities, count);
    read_column(world, columns->user_data, agent->user_data, sizeof(uint64_t), count);
    read_column(world, columns->statuses, agent->status, sizeof(uint8_t), count);
    return all;
}

/// The vector of a row, number by number, which takes half the instructions of all at once.
static VeerVec3 vector_of(VeerColumn column, uint32_t row)
{
    const unsigned char *from = element(column, row);
    float x, y, z;
    memcpy(&x, from, sizeof x);
    memcpy(&y, from + sizeof x, sizeof y);
    memcpy(&z, from + sizeof x + sizeof y, sizeof z);
    return (VeerVec3){x, y, z};
}

static bool are_positions(VeerColumn column, uint32_t count)
{
    bool are = true;
    for (uint32_t row = 0; column.data && row < count; ++row) {
        are &= is_position3(vector_of(column, row));
    }
    return are;
}

static bool are_headings(const VeerWorld *world, VeerColumn column, uint32_t count)
{
    bool are = true;
    for (uint32_t row = 0; column.data && row < count; ++row) {
        are &= veer_agent_can_head(world, vector_of(column, row));
    }
    return are;
}

/// The agent of a row. @param slot  of the row before, and then of this one; not looked at where
///                                  there is a column of agents
static VeerAgentId agent_of(const VeerWorld *world, const VeerBodyColumns *columns, uint32_t row,
                            uint32_t *slot)
{
    VeerAgentId agent;
    if (columns->agents.data) {
        memcpy(&agent, element(columns->agents, row), sizeof agent);
        return agent;
    }
    *slot = next_alive(world->agent.is_alive, *slot + 1);
    return (VeerAgentId){*slot, world->agent.generation[*slot]};
}

static bool are_agents(const VeerWorld *world, VeerColumn column, uint32_t count)
{
    bool are = true;
    for (uint32_t row = 0; column.data && row < count; ++row) {
        VeerAgentId agent;
        memcpy(&agent, element(column, row), sizeof agent);
        are &= veer_agent_slot(world, agent) != VEER_NO_SLOT;
    }
    return are;
}

/// Whether all rows are good, told column by column: a third of what it takes row by row.
static bool are_good(const VeerWorld *world, const VeerBodyColumns *columns, uint32_t count)
{
    return are_agents(world, columns->agents, count) && are_positions(columns->positions, count) &&
           are_positions(columns->velocities, count) && are_positions(columns->spins, count) &&
           are_headings(world, columns->headings, count);
}

static void need_row(VeerRefusal *refusal, const VeerWorld *world, const VeerBodyColumns *columns,
                     uint32_t row)
{
    if (columns->positions.data) {
        veer_need_position(refusal, "columns.positions[]", vector_of(columns->positions, row));
    }
    if (columns->velocities.data) {
        veer_need_position(refusal, "columns.velocities[]", vector_of(columns->velocities, row));
    }
    if (columns->spins.data) {
        veer_need_position(refusal, "columns.spins[]", vector_of(columns->spins, row));
    }
    if (columns->headings.data) {
        veer_agent_need_heading(refusal, world, "columns.headings[]",
                                vector_of(columns->headings, row));
    }
}

/// Names what is wrong with the first row that is not good, if any is.
static void need_rows(VeerRefusal *refusal, const VeerWorld *world, const VeerBodyColumns *columns,
                      uint32_t count)
{
    uint32_t slot = UINT32_MAX;
    for (uint32_t row = 0; refusal->status == VEER_OK && row < count; ++row) {
        VeerAgentId agent = agent_of(world, columns, row, &slot);
        refusal->index = row;
        veer_need_handle(refusal, veer_agent_slot(world, agent) != VEER_NO_SLOT, "columns.agents[]",
                         agent.slot);
        need_row(refusal, world, columns, row);
    }
}

static void need_columns(VeerRefusal *refusal, const VeerWorld *world,
                         const VeerBodyColumns *columns, uint32_t count)
{
    bool is_for_all = columns->agents.data || count == world->head->agent_count;
    veer_need(refusal, is_for_all, "count", "must be veer_agent_count without a column of agents",
              (double)count);
    if (refusal->status == VEER_OK && !are_good(world, columns, count)) {
        need_rows(refusal, world, columns, count);
    }
}

// What is good was seen before: only what is stored is left of the setters.

static void place_rows(VeerWorld *world, const VeerBodyColumns *columns, uint32_t count)
{
    uint32_t slot = UINT32_MAX;
    for (uint32_t row = 0; columns->positions.data && row < count; ++row) {
        VeerAgentId agent = agent_of(world, columns, row, &slot);
        veer_agent_place(world, agent.slot, vector_of(columns->positions, row));
    }
}

static void move_rows(VeerWorld *world, const VeerBodyColumns *columns, uint32_t count)
{
    uint32_t slot = UINT32_MAX;
    for (uint32_t row = 0; columns->velocities.data && row < count; ++row) {
        VeerAgentId agent = agent_of(world, columns, row, &slot);
        VeerVec3 velocity = vector_of(columns->velocities, row);
        world->agent.velocity[agent.slot] = veer_world_flat(world, velocity);
    }
}

static void head_rows(VeerWorld *world, const VeerBodyColumns *columns, uint32_t count)
{
    uint32_t slot = UINT32_MAX;
    for (uint32_t row = 0; columns->headings.data && row < count; ++row) {
        VeerAgentId agent = agent_of(world, columns, row, &slot);
        veer_agent_head(world, agent.slot, vector_of(columns->headings, row));
    }
}

static void spin_rows(VeerWorld *world, const VeerBodyColumns *columns, uint32_t count)
{
    uint32_t slot = UINT32_MAX;
    for (uint32_t row = 0; columns->spins.data && row < count; ++row) {
        VeerAgentId agent = agent_of(world, columns, row, &slot);
        VeerVehicle vehicle = (VeerVehicle)veer_profile(world, agent.slot)->vehicle;
        world->agent.spin[agent.slot] =
            veer_agent_own_spin(world, vehicle, vector_of(columns->spins, row));
    }
}

/// Writes rows that are good. What is noted of each that is elsewhere is of no use for many.
static void write_rows(VeerWorld *world, const VeerBodyColumns *columns, uint32_t count)
{
    bool are_few = !columns->positions.data || count <= VEER_MAX_MOVED;
    world->is_indexed = world->is_indexed && are_few;
    VeerBodyColumns own = *columns; // no store to the world changes it
    place_rows(world, &own, count);
    move_rows(world, &own, count);
    head_rows(world, &own, count);
    spin_rows(world, &own, count);
}

VeerStatus veer_world_write_agents(VeerWorld *world, const VeerBodyColumns *columns, uint32_t count)
{
    VeerRefusal refusal = {.function = __func__};
    veer_need_object(&refusal, world, "world");
    bool is_busy = world && world->is_stepping;
    if (!is_busy && veer_need_object(&refusal, columns, "columns") && world) {
        need_columns(&refusal, world, columns, count);
    }
    VeerStatus status = veer_world_check_change(world, &refusal);
    if (status == VEER_OK) {
        write_rows(world, columns, count);
    }
    return status;
}
